// The places of an exchange in which a secret may stand, each as a call and its answer.
import { gzipSync } from "node:zlib";

/** A call and its answer; what is left out is ordinary. */
export interface Played {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly statusText?: string;
  readonly answerHeaders?: readonly (readonly [string, string])[];
  readonly answer?: string | Buffer;
}

const user = "/v2/user/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const enc = encodeURIComponent;
/** A header holds only a part of the characters. */
const inHeader = (secret: string) => (/^[\x20-\x7e]+$/.test(secret) ? secret : enc(secret));

const posted = (body: unknown, target = "/v2/user/"): Played => ({
  method: "POST",
  target,
  headers: [["Content-Type", "application/json"]],
  body: JSON.stringify(body),
});
const answered = (answer: unknown, target = "/v2/user/resolve/a", status = 200): Played => ({
  target,
  status,
  answer: JSON.stringify(answer),
});
const form = (secret: string, name: string, file: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name.replace(/["\u2028\r\n]/g, "_")}"; filename="${file.replace(/["\u2028\r\n]/g, "_")}"\r\n` +
  `Content-Type: application/pdf\r\n\r\n${secret}\r\n--x--\r\n`;
const multipart = (body: string): Played => ({
  method: "POST",
  target: "/lab_report/v1/parser/job",
  headers: [["Content-Type", "multipart/form-data; boundary=x"]],
  body,
});

/** Each takes one secret. */
export const places: Readonly<Record<string, (secret: string) => Played>> = {
  "an id in the path": (s) => ({ target: `/v2/user/resolve/${enc(s)}` }),
  "a uuid in the path": (s) => ({ target: `/v2/user/providers/${enc(s)}` }),
  "a segment of an unknown path": (s) => ({ target: `/v2/${enc(s)}/thing` }),
  "a segment of an unknown path, encoded twice": (s) => ({ target: `/v9/${enc(enc(s))}` }),
  "a known parameter of the query": (s) => ({ target: `/v3/order/psc/info?zip_code=${enc(s)}&lab_id=1` }),
  "a closed parameter of the query": (s) => ({ target: `/v3/order/psc/info?zip_code=85001&radius=${enc(s)}` }),
  "an open parameter of the query": (s) => ({ target: `/v2/providers/?source_type=${enc(s)}` }),
  "an unknown parameter of the query": (s) => ({ target: `/v2/providers/?note=${enc(s)}` }),
  "a repeated parameter of the query": (s) => ({ target: `/v2/providers/?note=a&note=${enc(s)}&note=b` }),
  "the name of a parameter of the query": (s) => ({ target: `/v2/providers/?${enc(s)}=1` }),
  "the query of an unknown path": (s) => ({ target: `/nothing?q=${enc(s)}` }),
  "a query that is not decodable": (s) => ({ target: `/v2/providers/?note=%E0%A4%A&x=${enc(s)}` }),
  "a search in the query": (s) => ({
    target: `/v1/org/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10/team?search_query=${enc(s)}`,
  }),
  "the team's key": (s) => ({ headers: [["X-Service-Api-Key", inHeader(s)]] }),
  "the organization's key": (s) => ({ headers: [["X-Management-Key", inHeader(s)]] }),
  Authorization: (s) => ({ headers: [["Authorization", `Bearer ${inHeader(s)}`]] }),
  "Proxy-Authorization-like key": (s) => ({ headers: [["X-Api-Key", inHeader(s)]] }),
  "a cookie": (s) => ({ headers: [["Cookie", `session=${enc(s)}; b=c`]] }),
  Forwarded: (s) => ({ headers: [["Forwarded", `for="${inHeader(s)}"`]] }),
  "X-Forwarded-For": (s) => ({ headers: [["X-Forwarded-For", inHeader(s)]] }),
  Referer: (s) => ({ headers: [["Referer", `https://app.example/${enc(s)}`]] }),
  "User-Agent": (s) => ({ headers: [["User-Agent", inHeader(s)]] }),
  "an unknown header": (s) => ({ headers: [["X-Patient", inHeader(s)]] }),
  "the name of a header": (s) => ({ headers: [[`X-${s.replace(/[^A-Za-z\d]/g, "-")}-1987-03`, "1"]] }),
  "a header of the contract": (s) => ({ ...posted({}, "/v3/order"), headers: [["Idempotency-Key", inHeader(s)]] }),
  "the token of a link": (s) => ({
    target: "/v2/link/provider/oauth/demo",
    headers: [["X-Service-Link-Token", inHeader(s)]],
  }),
  "the media type of a request": (s) => ({
    ...posted({}),
    headers: [["Content-Type", `application/json; note=${enc(s)}`]],
  }),
  "an unknown media type of a request": (s) => ({
    ...posted({}),
    headers: [["Content-Type", `application/${enc(s)}`]],
  }),
  "Content-Encoding": (s) => ({
    ...posted({}),
    headers: [
      ["Content-Type", "application/json"],
      ["Content-Encoding", inHeader(s)],
    ],
  }),
  "a known field of a request": (s) => posted({ client_user_id: s }),
  "a date of a request": (s) => posted({ client_user_id: "a", fallback_birth_date: s }),
  "an address of a request": (s) => posted({ patient_address: { access_notes: s, street: s } }, "/v3/order"),
  "an unknown field of a request": (s) => posted({ client_user_id: "a", note: s }),
  "the name of a field of a request": (s) => posted({ client_user_id: "a", [s]: 1 }),
  "the name of a field deep in a request": (s) => posted({ a: [{ b: { [s]: { [s]: s } } }] }),
  "the text of a request": (s) => posted(s),
  "a list in a request": (s) => posted({ client_user_id: ["x", [s], { s }] }),
  "a request that is not JSON": (s) => ({ ...posted({}), body: `{"a": "${s}` }),
  "a request of plain text": (s) => ({ ...posted({}), headers: [["Content-Type", "text/plain"]], body: s }),
  "a compressed request": (s) => ({
    ...posted({}),
    headers: [
      ["Content-Type", "application/json"],
      ["Content-Encoding", "gzip"],
    ],
    body: gzipSync(JSON.stringify({ client_user_id: s, x: s })),
  }),
  "the value of a form": (s) => ({
    ...posted({}),
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: `client_user_id=${enc(s)}&x=${enc(s)}`,
  }),
  "the name in a form": (s) => ({
    ...posted({}),
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: `${enc(s)}=1`,
  }),
  "an uploaded file": (s) => multipart(form(s, "file", "report.pdf")),
  "the name of an uploaded file": (s) => multipart(form("x", "file", s)),
  "the name of a part of a form": (s) => multipart(form("x", s, "report.pdf")),
  "a part of a form": (s) =>
    multipart(form("x", "file", "a").replace('; filename="a"', "").replace("\r\n\r\nx", `\r\n\r\n${s}`)),
  "a broken form": (s) => multipart(`--y\r\n${s}`),
  "a known field of an answer": (s) => answered({ user_id: s, client_user_id: s, team_id: s }),
  "an unknown field of an answer": (s) => answered({ nickname: s, deep: { er: [{ still: s }] } }),
  "the name of a field of an answer": (s) => answered({ [s]: { [s]: 1 } }),
  "the key of a map": (s) =>
    answered(
      { providers: [{ resource_availability: { [s]: { status: s } } }] },
      `${user}`.replace("/user/", "/user/providers/"),
    ),
  "the value of an open enum": (s) => answered({ status: s }, "/lab_report/v1/parser/job/abc"),
  "the name of a provider": (s) => answered([{ name: s, slug: s, logo: s, description: s }], "/v2/providers/"),
  "a health summary": (s) =>
    answered(
      { activity: [{ id: s, heart_rate: Number.parseFloat(s), source: { provider: s, note: s }, [s]: s }] },
      "/v2/summary/activity/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10",
    ),
  "a lab result": (s) =>
    answered(
      { status: "completed", results: [{ biomarker_name: s, value: s, interpretation: s, loinc_match: { code: s } }] },
      "/lab_report/v1/parser/job/abc",
    ),
  "a number": (s) => answered({ user_id: Number.parseFloat(s.replace(/^\D+/, "")) || 31999.4071, level: 31999.4071 }),
  "a list of many": (s) =>
    answered({ connected_sources: Array.from({ length: 60 }, (_, index) => ({ id: s + index, slug: s })) }),
  "the text of an error": (s) =>
    answered({ detail: s, errors: [{ loc: ["body", s], msg: s, input: s }] }, "/v2/user/resolve/a", 422),
  "an undocumented status": (s) => answered({ trace: s }, "/v2/user/resolve/a", 503),
  "an answer of HTML": (s) => ({ answer: `<p>${s}</p>`, answerHeaders: [["content-type", "text/html"]] }),
  "an answer that is not JSON": (s) => ({ answer: `{"user_id":"${s}` }),
  "a compressed answer": (s) => ({
    answer: gzipSync(JSON.stringify({ user_id: s })),
    answerHeaders: [
      ["content-type", "application/json"],
      ["content-encoding", "gzip"],
    ],
  }),
  "the media type of an answer": (s) => ({
    answer: "{}",
    answerHeaders: [["content-type", `application/x-${enc(s)}`]],
  }),
  "Set-Cookie": (s) => ({ answer: "{}", answerHeaders: [["set-cookie", `session=${enc(s)}; HttpOnly`]] }),
  Location: (s) => ({
    status: 302,
    answer: "",
    answerHeaders: [["location", `https://u:p@app.example/${enc(s)}?t=${enc(s)}`]],
  }),
  ETag: (s) => ({ answer: "{}", answerHeaders: [["etag", `"${inHeader(s)}"`]] }),
  "a header of an answer": (s) => ({ answer: "{}", answerHeaders: [["x-trace-user", inHeader(s)]] }),
  "the name of a header of an answer": (s) => ({
    answer: "{}",
    answerHeaders: [[`x-${s.replace(/[^A-Za-z\d]/g, "-")}-1987-03`, "1"]],
  }),
  "the status text": (s) => ({ statusText: inHeader(s), answer: "{}" }),
};
