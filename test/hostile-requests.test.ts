// Hostile and broken requests get a described 4xx, or a response of the contract, from the sandbox and the mock, and both go on.
import { afterAll, describe, expect, test } from "vitest";
import { startSandbox } from "../src/sandbox/start-sandbox.ts";
import { bodies, forms, get, headers, messages, targets, user } from "./hostile-requests.ts";
import { serveBundle } from "./mock/serve-bundle.ts";
import { logInto } from "./sandbox/complaints.ts";
import { sendRaw } from "./sandbox/raw-socket.ts";

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
    for (const url of [sandbox.url ?? "", mock.url]) expect((await sendRaw(url, get(user))).status).toBe(200);
  });
});
