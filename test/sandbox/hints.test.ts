// An odd call has its hints in the journal; a strict world refuses it and says what to write instead.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { serveSandbox } from "../../src/sandbox/serve-sandbox.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { runner, walker } from "./cast.ts";
import { call, openWorld, useWorlds, world } from "./fresh-world.ts";

useWorlds();

/** A call, its body, the hints that it gives, and its headers. */
type Odd = readonly [
  line: string,
  body: object | null,
  hints: readonly string[],
  headers: Record<string, string> | undefined,
];

const odd: readonly Odd[] = parse(readFileSync(new URL("hints.yaml", import.meta.url), "utf8"));

test.each(odd)("%s %j", async (line, body, hints, headers) => {
  const taken = await call(line, body ?? undefined, headers);
  expect(taken.status).toBe(200);
  const matching = hints.map((hint) => expect.stringMatching(hint) as unknown);
  expect((await world.calls.list())[0]?.hints).toEqual(matching);
  await openWorld({ settings: { strict: true } });
  const refused = await call<{ detail: string }>(line, body ?? undefined, headers);
  expect(refused.status).toBe(hints.length === 0 ? 200 : 422);
  if (hints.length === 0) return;
  // As any other input that is refused, in the contract's form
  expect(refused.body.detail.split("; ").map((text) => text.replace(/\.$/, ""))).toEqual(matching);
  expect((await world.calls.list())[0]?.hints).toEqual(matching);
});

test("a body that is not read as JSON has no fields to give hints about", async () => {
  await call("POST /v2/user/", { client_user_id: "mine" }, { "content-type": "text/plain" });
  expect(await world.calls.list()).toMatchObject([{ operation_id: "createUser", status: 422, hints: [] }]);
});

test("a body on a GET", async () => {
  const server = await startSandbox({ port: 0, strict: true, log: () => {} });
  const url = `${server.url}/v2/providers/`;
  const answered = await new Promise<number | undefined>((resolve) => {
    const sent = request(url, { method: "GET", headers: { "x-service-api-key": server.apiKey, "content-length": 2 } });
    sent.on("response", (response) => resolve(response.resume().statusCode)).end("{}");
  });
  expect(answered).toBe(422);
  expect((await server.calls.list())[0]?.hints).toEqual([expect.stringMatching(/^body of a GET is not read/)]);
  // The setting of a world comes first
  await server.changeSettings({ strict: false });
  const again = await server.fetch(`${url}?a=1`, { headers: { "x-service-api-key": server.apiKey } });
  expect(again.status).toBe(200);
  await server.close();
});

test.each([
  ["placeOrder", "POST /v3/order", { user_id: walker }, /came for another user before, .* use a new key/],
  [
    "createOrder",
    "POST /v3/order/create",
    { user_id: runner, clinical_comments: "b" },
    /came with another body before/,
  ],
] as const)("%s: an idempotency key that comes back with something else", async (operation, line, other, hint) => {
  const send = (body: object) => call<{ id: string }>(line, body, { "Idempotency-Key": "key" });
  const { body: first } = await send({ user_id: runner });
  expect((await send({ user_id: runner })).body.id).toBe(first.id);
  expect((await send(other)).body.id).toBe(first.id);
  expect(await world.calls.list({ operation })).toMatchObject([
    { idempotency_key: "key", is_replay: false, hints: [] },
    { idempotency_key: "key", is_replay: true, hints: [] },
    { idempotency_key: "key", is_replay: true, hints: [expect.stringMatching(hint)] },
  ]);
  await world.changeSettings({ strict: true });
  expect(await send(other)).toMatchObject({ status: 422, body: { detail: expect.stringMatching(hint) as unknown } });
  expect((await send({ user_id: runner })).status).toBe(200);
});

test.each([
  ["a developer with its name, unless that may be of a person", undefined, ["query page is", "query … is"]],
  ["an operator without what the caller made up", () => {}, ["query … is"]],
] as const)("each hint is logged once, as is an order for nobody: for %s", async (_, logCall, hints) => {
  const lines: string[] = [];
  const logging = await serveSandbox({ log: (line) => void lines.push(line), ...(logCall && { logCall }) });
  const headers = { "x-service-api-key": logging.apiKey, "content-type": "application/json" };
  const send = (path: string, init: RequestInit = {}) => logging.fetch(`http://sandbox${path}`, { headers, ...init });
  for (const query of ["page=1", "page=2", "a.person%40example.com=1", "a+person=1"])
    await send(`/v2/providers/?${query}`);
  for (const body of [{ user_id: runner }, {}, {}])
    await send("/v3/order", { method: "POST", body: JSON.stringify(body) });
  await logging.close();
  const note = (hint: string) => `note: listProviders: ${hint} unknown: use one of source_type, or leave it out`;
  expect(lines).toEqual([...hints.map(note), "note: placeOrder: the order has no user_id, so it is for nobody"]);
});
