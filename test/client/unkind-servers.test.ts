// Unkind servers: each ends the call in time, in a typed error, and no message quotes what the server sent or was sent.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ClientError, unwrap } from "../../src/client/index.ts";
import { clientFor, rejection, resolveUser, teamKey } from "./calls.ts";
import { type Answer, reset, trickle, useServer } from "./server.ts";

const server = useServer();

/** Planted wherever a server can put something: the key that it was sent, and what it knows of a person. */
const secrets = [teamKey, "jane@demo.example.com"];
const secret = secrets.join(" ");
const inUrl = encodeURIComponent(secret);

/** Answers byte for byte, and closes the connection unless it stays open. */
interface Bytes {
  /** The status line without the version, and the header lines. */
  readonly head?: readonly string[];
  readonly body?: string | Buffer;
  readonly open?: boolean;
}
const send =
  ({ head, body = "", open = false }: Bytes): Answer =>
  ({ socket }) => {
    if (head) socket?.write(`HTTP/1.1 ${head.join("\r\n")}\r\n\r\n`);
    socket?.write(body);
    if (!open) socket?.end();
  };

const text = readFileSync(new URL("unkind-servers.yaml", import.meta.url), "utf8");
const planted = text.replaceAll("SECRET", secret).replaceAll("ENCODED", inUrl).replaceAll("KEY", teamKey);
const written: readonly { error: string; says: string; answers: Readonly<Record<string, Bytes>> }[] = parse(planted);

const gzip = "content-encoding: gzip";
const bomb = gzipSync(Buffer.alloc(80 * 2 ** 20, " "));
const rows: readonly [error: string, says: string, place: string, answer: Answer][] = [
  ...written.flatMap(({ error, says, answers }) =>
    Object.entries(answers).map(([place, bytes]): (typeof rows)[number] => [error, says, place, send(bytes)]),
  ),
  // Node takes what it has
  [
    "BodyError",
    "200 with a body that is not JSON,",
    "gzip that breaks off",
    send({ head: ["200 OK", gzip], body: bomb.subarray(0, 500) }),
  ],
  ["BodyError", "200 with a body that is too large,", "a bomb", send({ head: ["200 OK", gzip], body: bomb })],
  ["NetworkError", "had no answer.", "too many headers", send({ head: ["200 OK", `x: ${secret.repeat(9_000)}`] })],
  ["NetworkError", "had no answer.", "a reset", reset],
  ["TimeoutError", "within 300 ms.", "a body that trickles", trickle],
  [
    "TimeoutError",
    "within 300 ms.",
    "answers that are none yet",
    ({ socket }) => {
      const timer = setInterval(() => socket?.write(`HTTP/1.1 103 Early Hints\r\nlink: ${secret}\r\n\r\n`), 20);
      socket?.on("close", () => clearInterval(timer));
    },
  ],
];
test.each(rows)(
  "%s that says … %s after %s, quotes nothing, and lets go of the connection",
  async (name, says, _, answer) => {
    server.play(answer);
    const timeoutMs = name === "TimeoutError" ? 300 : 60_000;
    const error = await rejection(unwrap(resolveUser(clientFor(server, { timeoutMs, maxRetries: 0 }), {}, secret)));
    expect(error).toBeInstanceOf(ClientError);
    const answered = `GET /v2/user/resolve/{client_user_id} was answered ${says} which is not what the contract says.`;
    expect(error).toMatchObject({ name, message: name === "BodyError" ? answered : expect.stringContaining(says) });
    // A call can end before its connection: on a busy machine even before its request is here
    if (name === "TimeoutError") expect(server.received.length).toBeLessThanOrEqual(1);
    else expect(server.received).toHaveLength(1);
    await expect.poll(() => server.open).toBe(0);
    for (let one: unknown = error; one instanceof Error; one = one.cause) {
      for (const text of [one.message, one.stack, String(one)]) {
        for (const value of [...secrets, inUrl]) expect(text).not.toContain(value);
      }
    }
  },
);
