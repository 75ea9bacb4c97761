// Unkind servers: each ends the call in time, in a typed error, and no message quotes what the server sent or was sent.

import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, ClientError, unwrap } from "../../src/client/index.ts";
import { clientFor, rejection, resolveUser, teamKey } from "./calls.ts";

/** Planted wherever a server can put something: the key that it was sent, and what it knows of a person. */
const secrets = [teamKey, "jane@demo.example.com"];
const secret = secrets.join(" ");
const inUrl = encodeURIComponent(secret);

type Play = (socket: Socket) => unknown;
let play: Play = () => {};
let server: Server;
const open = new Set<Socket>();
let received = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    socket.once("data", () => {
      received += 1;
      play(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

/** Answers byte for byte: the status line, header lines and a body, and closes. */
const raw =
  (status: string, headers: readonly string[], body: string | Buffer = "", end = true): Play =>
  (socket) => {
    socket.write([`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n"));
    socket.write(body);
    if (end) socket.end();
  };
const json = "content-type: application/json";
const said = (status: string, body: string): Play => raw(status, [json, `x-request-id: ${secret}`], body);

const call = (client: Client) => unwrap(resolveUser(client, {}, secret));
const bomb = gzipSync(Buffer.alloc(80 * 2 ** 20, " "));

describe("no message quotes the server", () => {
  test.each<[error: string, place: string, play: Play, message?: RegExp]>([
    [
      "RedirectError",
      "the path of a redirect",
      raw("302 Found", [`location: /${inUrl}`]),
      /redirected to http:\/\/127/,
    ],
    [
      "RedirectError",
      "its query",
      raw("307 Moved", [`location: https://other.example.com/?k=${inUrl}#${inUrl}`]),
      /to https:\/\/other\.example\.com\. A/,
    ],
    [
      "RedirectError",
      "its password",
      raw("301 Moved", [`location: https://${teamKey}:${inUrl}@other.example.com/`]),
      /to https:\/\/other\.example\.com\. A/,
    ],
    [
      "RedirectError",
      "an address without an origin",
      raw("303 See", [`location: mailto:${secret}`]),
      /was redirected\. A/,
    ],
    [
      "RedirectError",
      "an address that is none",
      raw("308 Moved", [`location: https://other.example.com:${inUrl}`]),
      /was redirected\. A/,
    ],
    ["RedirectError", "a redirect to nowhere", raw(`302 ${secret}`, []), /was redirected\. A/],
    ["ApiError", "an answer to a condition", raw(`304 ${secret}`, []), /was refused with 304\.$/],
    ["BodyError", "a text", said(`200 ${secret}`, secret), /is not JSON/],
    ["BodyError", "JSON that breaks off", said("200 OK", `{"e":"${secret}`), /is not JSON/],
    ["BodyError", "JSON with a wrong token", said("200 OK", `{"e":"${secret}",}`), /is not JSON/],
    ["BodyError", "a text in JSON", said("404 No", `"${secret}"`), /is not a JSON object/],
    ["BodyError", "a list", said("200 OK", `["${secret}"]`), /is not a JSON object/],
    ["BodyError", "a list that refuses", said("422 No", `["${secret}"]`), /is not a JSON object/],
    ["BodyError", "null beside a secret", said(`200 ${secret}`, "null"), /is not a JSON object/],
    ["BodyError", "nothing beside a secret", said(`401 ${secret}`, ""), /is empty/],
    ["BodyError", "a bomb", raw("200 OK", [json, `x: ${secret}`, "content-encoding: gzip"], bomb), /is too large/],
    ["BodyError", "a bomb that is no success", raw("500 No", ["content-encoding: gzip"], bomb), /is too large/],
    ["ApiError", "a refusal", said(`404 ${secret}`, `{"detail":"${secret}"}`), /was refused with 404\.$/],
    ["ApiError", "one without documentation", said(`418 ${secret}`, secret), /was refused with 418\.$/],
    [
      "ApiError",
      "too many requests",
      raw(`429 ${secret}`, [json, `retry-after: ${secret}`], secret),
      /was refused with 429\.$/,
    ],
    ["NetworkError", "what is not HTTP", (socket) => socket.end(secret), /had no answer\.$/],
    ["NetworkError", "a header that is none", raw("200 OK", [`${secret}\u0000: 1`]), /had no answer\.$/],
    ["NetworkError", "a status that is none", raw(`2OO ${secret}`, []), /had no answer\.$/],
    [
      "NetworkError",
      "a body that breaks off",
      raw("200 OK", ["content-length: 900"], secret),
      /broke off in the body of a 200\.$/,
    ],
    [
      "NetworkError",
      "chunks that are none",
      raw("200 OK", ["transfer-encoding: chunked"], secret),
      /broke off in the body of a 200\.$/,
    ],
    [
      "NetworkError",
      "a body that is not gzip",
      raw("200 OK", ["content-encoding: gzip"], secret),
      /broke off in the body of a 200\.$/,
    ],
    ["NetworkError", "a reset", (socket) => socket.resetAndDestroy(), /had no answer\.$/],
    ["TimeoutError", "a body that never ends", raw("200 OK", [json], secret, false), /within 300 ms\.$/],
    [
      "TimeoutError",
      "headers that never end",
      (socket) => socket.write(`HTTP/1.1 200 ${secret}\r\nx: ${secret}`),
      /within 300 ms\.$/,
    ],
    [
      "TimeoutError",
      "answers that are none yet",
      (socket) => {
        const timer = setInterval(() => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: ${secret}\r\n\r\n`), 20);
        socket.on("close", () => clearInterval(timer));
      },
      /within 300 ms\.$/,
    ],
    ["NetworkError", "too many headers", raw("200 OK", [`x: ${secret.repeat(9_000)}`]), /had no answer\.$/],
    [
      "NetworkError",
      "two lengths",
      raw("200 OK", ["content-length: 1", "content-length: 2"], secret),
      /had no answer\.$/,
    ],
    ["BodyError", "no content", raw("204 No", [`x: ${secret}`]), /is empty/],
    ["BodyError", "nothing at all", raw("200 OK", ["content-length: 0", `x: ${secret}`]), /is empty/],
    ["BodyError", "a reset of the content", raw("205 Reset", [`x: ${secret}`], "", true), /is empty/],
    ["BodyError", "a number", raw("200 OK", [json, `x: ${secret}`], "0"), /is not a JSON object/],
    ["BodyError", "bytes that are no text", said("200 OK", `{"e":"${secret}"\ufffd`), /is not JSON/],
    ["BodyError", "an unknown encoding", raw("200 OK", ["content-encoding: none-such"], secret), /is not JSON/],
    ["ApiError", "a status beyond all", said(`699 ${secret}`, secret), /was refused with 699\.$/],
    [
      "NetworkError",
      "a headline that breaks off",
      (socket) => socket.end(`HTTP/1.1 200 ${secret}`),
      /had no answer\.$/,
    ],
    // Node takes what it has
    [
      "BodyError",
      "gzip that breaks off",
      raw("200 OK", ["content-encoding: gzip"], bomb.subarray(0, 500)),
      /is not JSON/,
    ],
    ["TimeoutError", "silence", () => {}, /within 300 ms\.$/],
  ])("%s: %s", async (name, place, answer, message) => {
    play = answer;
    received = 0;
    const { port } = server.address() as AddressInfo;
    const isSlow = name === "TimeoutError";
    const timeoutMs = isSlow ? 300 : 60_000;
    const error = await rejection(call(clientFor({ url: `http://127.0.0.1:${port}` }, { timeoutMs, maxRetries: 0 })));
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ name, message: expect.stringMatching(message ?? /./) });
    expect(received, place).toBe(1);
    for (let one: unknown = error; one instanceof Error; one = one.cause) {
      for (const text of [one.message, one.stack, String(one)]) {
        for (const value of [...secrets, inUrl]) expect(text).not.toContain(value);
      }
    }
  });
});
