// A refusal of the control plane says where the fault is and how to go on, and nothing has changed.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runner } from "../cast.ts";
import { controlled, useControlled } from "./controlled.ts";

/** A happening is a call of the demo cast's world, and so are those that come before. */
interface Row {
  readonly given?: readonly object[];
  readonly call?: string;
  readonly body?: unknown;
  readonly happening?: object;
  readonly status?: number;
  readonly where?: string;
  readonly says: string;
  readonly remedy?: string;
}

const rows: Readonly<Record<string, Row>> = parse(readFileSync(new URL("refused.yaml", import.meta.url), "utf8"), {
  merge: true,
});

useControlled();

/** Sends a call as curl would, whatever its types. */
async function send(call: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const [method = "", path = ""] = call.split(" ");
  const text = typeof body === "string" ? body : JSON.stringify(body)?.replaceAll('"runner"', `"${runner}"`);
  const headers = { "x-sandbox-control": "1" };
  const init = { method, headers, ...(text === undefined ? {} : { body: text }) };
  const answer = await fetch(`${controlled.url}/_sandbox${path}`, init);
  return { status: answer.status, body: await answer.json() };
}

const happen = (happening: object) => send("POST /worlds/demo/happenings", happening);

/** All that a refused call may not change. */
async function shown() {
  const lists = ["clock", "settings", "faults", "endpoints", "events", "deliveries"];
  const records = ["users", "connections", "healthData", "orders", "linkTokens"].map((kind) => `records/${kind}`);
  const reads = [...lists.slice(2), ...records].map((list) => `/worlds/demo/${list}?limit=200`);
  return Promise.all(["/worlds/demo", "/worlds", ...reads].map((path) => send(`GET ${path}`, undefined)));
}

test.each(Object.entries(rows))("%s is refused", async (_, { given = [], call, body, happening, ...expected }) => {
  for (const one of given) expect(await happen(one)).toMatchObject({ status: 200 });
  const before = await shown();
  const answer = await (happening === undefined ? send(call ?? "", body) : happen(happening));
  const { status = 422, where, says, remedy } = expected;
  const message = expect.stringMatching(says);
  const error = { message, ...(where && { where }), ...(remedy && { remedy: expect.stringMatching(remedy) }) };
  expect(answer).toMatchObject({ status, body: { error } });
  expect(JSON.stringify(answer)).not.toMatch(/\.[jt]s:\d/);
  const isSame = (one: unknown) => JSON.stringify(one).replaceAll(/"used_at":"[^"]*"/g, "");
  expect(isSame(await shown())).toBe(isSame(before));
});
