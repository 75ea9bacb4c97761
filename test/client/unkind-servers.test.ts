// Unkind servers: each ends the call in time, in a typed error, and no message quotes what the server sent or was sent.
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ClientError, unwrap } from "../../src/client/index.ts";
import { clientFor, rejection, resolveUser, teamKey } from "./calls.ts";
import { type Answer, reset, trickle, useServer } from "./server.ts";

const server = useServer();

/** Planted wherever a server can put something: the key that it was sent, and what it knows of a person. */
const secrets = [teamKey, "jane@demo.example.com"];
const secret = secrets.join(" ");
const inUrl = encodeURIComponent(secret);

/** Writes to the connection itself. */
const onSocket =
  (act: (socket: Socket) => unknown): Answer =>
  (response) => {
    if (response.socket) act(response.socket);
  };

/** Answers byte for byte: the status line, header lines and a body, and closes. */
const raw = (status: string, headers: readonly string[], body: string | Buffer = "", end = true) =>
  onSocket((socket) => {
    socket.write([`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n"));
    socket.write(body);
    if (end) socket.end();
  });
const json = "content-type: application/json";
const gzip = "content-encoding: gzip";
const said = (status: string, body: string) => raw(status, [json, `x-request-id: ${secret}`], body);
const bomb = gzipSync(Buffer.alloc(80 * 2 ** 20, " "));

const servers: readonly [error: string, says: string, answers: Readonly<Record<string, Answer>>][] = [
  [
    "RedirectError",
    "redirected to http://127",
    { "the path of a redirect": raw("302 Found", [`location: /${inUrl}`]) },
  ],
  [
    "RedirectError",
    "redirected to https://other.example.com. A",
    {
      "its query": raw("307 Moved", [`location: https://other.example.com/?k=${inUrl}#${inUrl}`]),
      "its password": raw("301 Moved", [`location: https://${teamKey}:${inUrl}@other.example.com/`]),
    },
  ],
  [
    "RedirectError",
    "was redirected. A",
    {
      "an address without an origin": raw("303 See", [`location: mailto:${secret}`]),
      "an address that is none": raw("308 Moved", [`location: https://other.example.com:${inUrl}`]),
      "a redirect to nowhere": raw(`302 ${secret}`, []),
      "a redirect whose body never ends": raw("302 Found", [`x: ${secret}`], secret, false),
    },
  ],
  [
    "BodyError",
    "200 with a body that is not JSON,",
    {
      "a text": said(`200 ${secret}`, secret),
      HTML: raw("200 OK", ["content-type: text/html"], `<p>${secret}</p>`),
      "JSON that breaks off": said("200 OK", `{"e":"${secret}`),
      "JSON with a wrong token": said("200 OK", `{"e":"${secret}",}`),
      "bytes that are no text": said("200 OK", `{"e":"${secret}"\ufffd`),
      "an unknown encoding": raw("200 OK", ["content-encoding: none-such"], secret),
      // Node takes what it has
      "gzip that breaks off": raw("200 OK", [gzip], bomb.subarray(0, 500)),
    },
  ],
  [
    "BodyError",
    "200 with a body that is not a JSON object,",
    {
      "a list": said("200 OK", `["${secret}"]`),
      "null beside a secret": said(`200 ${secret}`, "null"),
      "a number": raw("200 OK", [json, `x: ${secret}`], "0"),
    },
  ],
  ["BodyError", "201 with a body that is not a JSON object,", { "a list": said("201 Created", `[{"e":"${secret}"}]`) }],
  [
    "BodyError",
    "404 with a body that is not a JSON object,",
    {
      "a text": said("404 No", `<p>${secret}</p>`),
      "a text in JSON": said("404 No", `"${secret}"`),
      "JSON that breaks off": said("404 No", `{"e":"${secret}`),
    },
  ],
  [
    "BodyError",
    "422 with a body that is not a JSON object,",
    { "a list": said("422 No", `["${secret}"]`), null: said(`422 ${secret}`, "null") },
  ],
  [
    "BodyError",
    "200 with a body that is empty,",
    {
      "nothing at all": raw("200 OK", ["content-length: 0", `x: ${secret}`]),
      "nothing in chunks": raw("200 OK", ["transfer-encoding: chunked"], "0\r\n\r\n"),
    },
  ],
  ["BodyError", "204 with a body that is empty,", { "no content": raw("204 No", [`x: ${secret}`]) }],
  ["BodyError", "205 with a body that is empty,", { "a reset of the content": raw("205 Reset", [`x: ${secret}`]) }],
  ["BodyError", "401 with a body that is empty,", { "nothing beside a secret": said(`401 ${secret}`, "") }],
  ["BodyError", "200 with a body that is too large,", { "a bomb": raw("200 OK", [json, `x: ${secret}`, gzip], bomb) }],
  ["BodyError", "500 with a body that is too large,", { "a bomb": raw("500 No", [gzip], bomb) }],
  ["ApiError", "refused with 304.", { "an answer to a condition": raw(`304 ${secret}`, []) }],
  ["ApiError", "refused with 404.", { "a refusal": said(`404 ${secret}`, `{"detail":"${secret}"}`) }],
  ["ApiError", "refused with 418.", { "one without documentation": said(`418 ${secret}`, secret) }],
  [
    "ApiError",
    "refused with 429.",
    { "too many requests": raw(`429 ${secret}`, [json, `retry-after: ${secret}`], secret) },
  ],
  ["ApiError", "refused with 699.", { "a status beyond all": said(`699 ${secret}`, secret) }],
  [
    "NetworkError",
    "had no answer.",
    {
      "what is not HTTP": onSocket((socket) => socket.end(secret)),
      "a headline that breaks off": onSocket((socket) => socket.end(`HTTP/1.1 200 ${secret}`)),
      "a header that is none": raw("200 OK", [`${secret}\u0000: 1`]),
      "a status that is none": raw(`2OO ${secret}`, []),
      "too many headers": raw("200 OK", [`x: ${secret.repeat(9_000)}`]),
      "two lengths": raw("200 OK", ["content-length: 1", "content-length: 2"], secret),
      "a reset": reset,
    },
  ],
  [
    "NetworkError",
    "broke off in the body of a 200.",
    {
      "a body that breaks off": raw("200 OK", ["content-length: 900"], secret),
      "chunks that are none": raw("200 OK", ["transfer-encoding: chunked"], secret),
      "a body that is not gzip": raw("200 OK", [gzip], secret),
    },
  ],
  [
    "TimeoutError",
    "no complete answer within 300 ms.",
    {
      silence: () => {},
      "a body that never ends": raw("200 OK", [json], secret, false),
      "a body that trickles": trickle,
      "headers that never end": onSocket((socket) => socket.write(`HTTP/1.1 200 ${secret}\r\nx: ${secret}`)),
      "answers that are none yet": onSocket((socket) => {
        const timer = setInterval(() => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: ${secret}\r\n\r\n`), 20);
        socket.on("close", () => clearInterval(timer));
      }),
    },
  ],
];

const rows = servers.flatMap(([error, says, answers]) =>
  Object.entries(answers).map(([place, answer]) => [error, says, place, answer] as const),
);
test.each(rows)(
  "%s that says … %s after %s, quotes nothing, and lets go of the connection",
  async (name, says, _, answer) => {
    server.play(answer);
    const timeoutMs = name === "TimeoutError" ? 300 : 60_000;
    const error = await rejection(unwrap(resolveUser(clientFor(server, { timeoutMs, maxRetries: 0 }), {}, secret)));
    expect(error).toBeInstanceOf(ClientError);
    const answered = `GET /v2/user/resolve/{client_user_id} was answered ${says} which is not what the contract says.`;
    expect(error).toMatchObject({ name, message: name === "BodyError" ? answered : expect.stringContaining(says) });
    expect(server.received).toHaveLength(1);
    // A call can end before its connection: on a busy machine even before its request is here
    await expect.poll(() => server.open).toBe(0);
    for (let one: unknown = error; one instanceof Error; one = one.cause) {
      for (const text of [one.message, one.stack, String(one)]) {
        for (const value of [...secrets, inUrl]) expect(text).not.toContain(value);
      }
    }
  },
);
