// The sandbox and the mock answer each hostile or broken request with a status that the contract has, and go on serving.
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { startSandbox } from "../src/sandbox/start-sandbox.ts";
import { serveBundle } from "./mock/serve-bundle.ts";
import { logInto } from "./sandbox/complaints.ts";
import { chunked, create, form, get, json, part, post, sendRaw, upload, user, wire } from "./sandbox/raw-socket.ts";

const field = (head: string) => `--b\r\n${head}\r\n\r\nx%\r\n--b--\r\n`;
const file = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf';
const psc = (query: string) => get(`/v3/order/psc/info?${query}`);
const bomb = gzipSync(Buffer.alloc(50_000_000));
const manyFields = () =>
  JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field_${at}`, {}])));

/** The status of the sandbox, that of the mock, and what the mock says of it. */
type Row = readonly [what: string, request: Buffer | string, sandbox: number, mock: number, detail?: RegExp];

const bodies: readonly Row[] = [
  ["JSON that is cut off", post('{"client_user_id": '), 422, 422, /The body is not JSON in utf-8/],
  ["JSON of another type that is cut off", post("{", "application/problem+json"), 422, 422, /not JSON/],
  ["JSON with a byte order mark", post('\ufeff{"client_user_id":"a"}'), 200, 422, /not JSON/],
  ["JSON of white space", post(" "), 422, 422, /not JSON/],
  ["JSON in an encoding that nobody knows", post("{}", `${json}; charset=x`), 422, 422, /not JSON in x/],
  ["JSON in another encoding than it says", post('{"a":1}', `${json}; charset=utf-16`), 422, 422, /not JSON in utf-16/],
  ["JSON that is cut off, on a GET", wire(`GET ${user}`, [`content-type: ${json}`], "{"), 200, 422, /not JSON/],
  ["JSON that is cut off, in chunks", chunked("1\r\n{\r\n0\r\n\r\n"), 422, 422, /not JSON/],
  ["no JSON at all, in chunks", chunked("0\r\n\r\n"), 422, 422, /breaks the contract/],
  ["no JSON at all", post("client_user_id=a"), 422, 422],
  ["arrays nested 100,000 deep and cut off", post("[".repeat(100_000)), 422, 422],
  ["arrays nested 20,000 deep", post(`${"[".repeat(20_000)}${"]".repeat(20_000)}`), 422, 422, /nested over 500 deep/],
  ["objects nested 20,000 deep", post(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`), 422, 422],
  [
    "5,000 levels where anything may be sent",
    post(`{"anything": ${"[".repeat(5_000)}${"]".repeat(5_000)}}`, json, "/v3/order"),
    422,
    422,
  ],
  ["invalid UTF-8, in a text that would do", post(Buffer.from('{"client_user_id": "\xc3\x28"}', "latin1")), 422, 422],
  ["half of a surrogate pair", post('{"client_user_id": "\\ud800"}'), 422, 200],
  ["text outside of Latin-1", post('{"client_user_id":"Łukasz","ключ":1}'), 200, 200, /demo-runner-01/],
  ["text outside of Latin-1 that is wrong", post('{"ключ":"Ω"}'), 422, 422, /breaks the contract/],
  ["a list instead of an object", post("[]"), 422, 422],
  ["more than 1 MiB of JSON", post(JSON.stringify({ client_user_id: "x".repeat(1024 * 1024) })), 422, 200],
  ["more than 10 MiB", post(`"${" ".repeat(11_000_000)}"`), 422, 413, /more than 10485760 bytes/],
  ["5,000 wrong fields", post(manyFields(), json, "/v3/order"), 200, 200],
  ["a form where none is documented", post(part("file", "%PDF-"), "multipart/form-data; boundary=b"), 422, 422],
  ["a body compressed with gzip", post(bomb, json, "/v2/user/", "content-encoding: gzip"), 422, 422],
  ...["text/plain", `${json}; charset=\xff`].map((type): Row => [`the type ${type}`, post("<a/>", type), 422, 422]),
  ["half a content type", post("<a/>", "nonsense"), 422, 422, /Content-Type is \\"nonsense\\", expected/],
  ...[`${json};;`, `${json}; charset=`, `${json}; x`].map(
    (type): Row => [`the type ${type}`, post("{}", type), 422, 422, /Content-Type is .*, expected/],
  ),
  [
    "half a content type without a body",
    get(user, "content-type: nonsense"),
    200,
    422,
    /Content-Type is \\"nonsense\\"/,
  ],
];

const forms: readonly Row[] = [
  ["a form without a boundary", form("ab", "multipart/form-data"), 422, 422, /breaks the contract/],
  ...(
    [
      ["", 422],
      ["(?", 422],
      ['"b', 200],
      ["\xe9", 422],
    ] as const
  ).map(
    ([boundary, inSandbox]): Row => [
      `a form with the boundary ${boundary}`,
      form(field(file), `multipart/form-data; boundary=${boundary}`),
      inSandbox,
      422,
      /expected multipart\/form-data; boundary=… with a token or a text in quotes/,
    ],
  ),
  ["a form with another boundary", form("--c\r\n\r\n--c--\r\n"), 422, 422, /breaks the contract/],
  ["a form that is cut off", form(field(file).slice(0, -8)), 422, 422, /breaks the contract/],
  ["a part without headers", form("--b\r\n\r\nx\r\n--b--\r\n"), 422, 422, /A part of the form has no name/],
  ["a part without a name", form(field("content-disposition: form-data")), 422, 422, /A part of the form/],
  [
    "a percent sign in a name",
    form(field('content-disposition: form-data; name="a%"')),
    422,
    422,
    /A part of the form/,
  ],
  ["a semicolon in a filename", form(field(file.replace("a.pdf", "a;b.pdf"))), 200, 422, /A part of the form/],
  ["a quotation mark in a filename", form(field(file.replace("a.pdf", 'a\\"b.pdf'))), 422, 422, /A part of the form/],
  ["a file without a type", form(field(file.replace(/\r\n.*/, ""))), 422, 422, /file without Content-Type/],
  ["a file of another type", form(part("file", "x", "text/html")), 422, 200],
  ["a text where the file is to be", form(field('content-disposition: form-data; name="file"')), 422, 200],
  ["a percent sign in a file", form(field(file)), 200, 200, /^\{"id":"[\da-f-]{36}"\}$/],
  [
    "a part that has the name of a prototype",
    form(field('content-disposition: form-data; name="__proto__"')),
    422,
    422,
    /breaks/,
  ],
];

const targets: readonly Row[] = [
  ["a lone percent sign in the path", get("/v2/user/resolve/%"), 404, 404, /write a literal percent sign as %25/],
  ["bytes in the path that are no UTF-8", get("/v2/user/resolve/%ff"), 404, 404, /percent-encoded UTF-8/],
  ["half of a character in the path", get("/v2/user/resolve/%c3%28"), 404, 404],
  ["a path of 9,000 characters", get(`/v2/user/resolve/${"a".repeat(9_000)}`), 404, 200],
  ["a path to a file", get("/v2/user/../../etc/passwd"), 404, 404],
  ["a path with two slashes", get("//v2/user/resolve/a"), 404, 404],
  ["a target without a path", get("//"), 404, 404, /no URL/],
  ["an absolute target that is no URL", get("http://["), 404, 404, /no URL/],
  ["an asterisk as target", wire("OPTIONS *"), 404, 404],
  ["a lone percent sign in the query", get("/v2/providers/?a=%&b=%ff"), 422, 200, /slug/],
  ["a lone percent sign in a parameter", psc("zip_code=%&lab_id=1"), 422, 422],
  ["bytes in a parameter that are no UTF-8", psc("zip_code=85001&lab_id=%ff"), 422, 422],
  ["a parameter twice", psc("zip_code=85001&zip_code=85001&lab_id=1"), 422, 422],
  ["a parameter in brackets", psc("zip_code[]=85001&lab_id=1"), 422, 422],
  ["half a number", psc("zip_code=85001&lab_id=1e"), 422, 422],
  ["a hexadecimal number", psc("zip_code=85001&lab_id=0x1"), 422, 200],
  ["a number that is too large", psc("zip_code=85001&lab_id=99999999999999999999"), 422, 200],
  ["parameters that the contract does not name", get("/v2/providers/?__proto__=1&constructor=2&x=3"), 200, 200],
  ["Prism's own parameters", get(`${user}?__server=%ff&__code=a&__dynamic=true`), 422, 422],
  ["the name of a prototype as a UUID", get("/v2/user/providers/__proto__"), 422, 422],
  ["__proto__ as an id", get("/v2/user/resolve/__proto__"), 404, 200],
  ["hasOwnProperty as a job", get(`${upload}/hasOwnProperty`), 404, 200],
];

const headers: readonly Row[] = [
  ["an Accept header of no media type", get(user, "accept: ;;"), 200, 406, /Accept is \\";;\\", expected/],
  ["an Accept header with a space too many", get(user, "accept: text/html;q=1 , image/png"), 200, 406, /Accept/],
  [
    "an Accept header of a browser",
    get(user, "accept: text/html,application/xml;q=0.9,*/*;q=0.8"),
    200,
    200,
    /demo-runner/,
  ],
  ["an Accept header of what is not there", get(user, "accept: text/html"), 200, 406, /NOT_ACCEPTABLE/],
  ["a Prefer header of nothing", get(user, "prefer: code=, example=,,;;=="), 200, 422],
  ["a Prefer header of what is not there", get(user, "prefer: code=418"), 200, 404, /Requested status code/],
  ["a Prefer header of another status's example", get(user, "prefer: code=404, example=user"), 200, 200, /demo-runner/],
  [
    "a Prefer header of no example",
    get(user, "prefer: code=404, example=\xf6"),
    200,
    404,
    /No answer of this operation/,
  ],
  ["a Prefer header of a prototype", get(user, "prefer: code=200, example=__proto__"), 200, 404, /__proto__/],
  ["a header of non-ASCII bytes", get(user, "x-odd: \xe9\xff", "origin: \xe9"), 200, 200, /demo-runner/],
  ["headers of 100 KB", get(user, `x: ${"a".repeat(100_000)}`), 431, 431, /^/],
  ["5,000 headers", get(user, ...Array.from({ length: 5_000 }, (_, at) => `x${at}: a`)), 431, 431],
  ["two keys", get(user, "x-service-api-key: sk_demo_team"), 401, 200],
];

const messages: readonly Row[] = [
  ["no HTTP at all", "hello\r\n\r\n", 400, 400, /^$/],
  ["the beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, 400],
  ["two lengths", create("content-length: 2", "content-length: 3"), 400, 400],
  ["a length and chunks", `${create("content-length: 2", "transfer-encoding: chunked")}0\r\n\r\n`, 400, 400],
  ["a negative length", create("content-length: -1"), 400, 400],
  ["a chunk of no size", chunked("zz\r\n"), 400, 400],
  ["an unknown transfer", create(`content-type: ${json}`, "transfer-encoding: bogus"), 400, 400],
  ["a line break in a header", get(user, "x: a\nb"), 400, 400],
  ["an upgrade", get("/", "connection: upgrade", "upgrade: websocket"), 404, 404],
  ["a tunnel", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 0, 0],
  ["a method that nobody knows", wire("BREW /v2/user/"), 400, 400, /^$/],
  ...["PUT", "TRACE"].map((method): Row => [`the method ${method}`, wire(`${method} /v2/user/`), 405, 405]),
];

const logged: string[] = [];
const [sandbox, mock] = await Promise.all([startSandbox({ port: 0, log: logInto(logged) }), serveBundle()]);
afterAll(() => Promise.all([sandbox.close(), mock.close()]));

describe.each(Object.entries({ bodies, forms, targets, headers, messages }))("%s", (_, rows) => {
  const named = rows.map((row) => [row[0], row] as const);
  test.each(named)("%s", async (_, [, request, inSandbox, inMock, detail = /^/]) => {
    const answer = await sendRaw(sandbox.url ?? "", request);
    expect(answer.status, "the sandbox").toBe(inSandbox);
    if (inSandbox >= 400) expect(answer.text).toMatch(/"(?:detail|error)":/);
    expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|SyntaxError|TypeError|RangeError|SQLITE/);
    expect(logged).toEqual([]);
    const mocked = await sendRaw(mock.url, request);
    const [, body = ""] = mocked.text.split("\r\n\r\n");
    expect([mocked.status, body]).toEqual([inMock, expect.stringMatching(detail)]);
  });

  // The rows are sent to the same servers: one that has ended fails the next row, too
  test("leave both servers serving", async () => {
    for (const url of [sandbox.url ?? "", mock.url]) expect((await sendRaw(url, get(user))).status).toBe(200);
  });
});
