// Calls at once: each is as if it were alone, whatever else has begun in its world.
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { HappeningRefused, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { depth } from "../run/depth.ts";
import { readOrder } from "./cast.ts";

const sandbox = await startSandbox({ seed: "empty", frozen: true });
afterAll(() => sandbox.close());

const call = fc.constantFrom("connect ring", "connect scale", "publish", "delete", "read", "order over HTTP");

test("of calls at once one makes what can be made once, none is lost, and what fails leaves nothing", () => {
  const property = fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 20 }), async (calls) => {
    await sandbox.reset("empty");
    const { simulate, records } = sandbox;
    const post = async (path: string, body: object, headers = {}): Promise<Readonly<Record<string, unknown>>> => {
      const request = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      Object.assign(request.headers, { "x-service-api-key": sandbox.apiKey }, headers);
      return (await sandbox.fetch(`http://sandbox${path}`, request)).json() as Promise<Record<string, unknown>>;
    };
    const user_id = String((await post("/v2/user/", { client_user_id: "mine-01" }))["user_id"]);
    const order_id = String((await post("/v3/order", { user_id }))["id"]);
    const made: string[] = [];

    const one = async (wanted: typeof call extends fc.Arbitrary<infer Call> ? Call : never): Promise<void> => {
      if (wanted === "publish") await simulate.resultPublished({ order_id, results: [] });
      else if (wanted === "delete") await simulate.userDeleted({ user_id });
      else if (wanted === "read") expect((await readOrder(sandbox, order_id)).events).not.toEqual([]);
      else if (wanted === "order over HTTP") await post("/v3/order", {}, { "Idempotency-Key": "key" });
      else await simulate.connectionMade({ user_id, provider: wanted.replace("connect ", "demo_") });
      made.push(wanted);
    };
    const refused = (error: unknown) => expect(error).toBeInstanceOf(HappeningRefused);
    await Promise.all(calls.map((wanted) => one(wanted).catch(refused)));

    const times = (all: readonly string[], wanted: string) => all.filter((found) => found === wanted).length;
    const types = (await sandbox.events.all()).map(({ event_type }) => event_type);
    const [ring = 0, scale = 0] = ["connect ring", "connect scale"].map((wanted) => times(made, wanted));
    expect(Math.max(ring, scale, times(made, "delete"))).toBeLessThanOrEqual(1);
    expect(times(types, "provider.connection.created")).toBe(ring + scale);
    if (made.includes("delete")) expect(await records.connections({ user_id })).toEqual([]);
    else expect(await records.connections({ user_id })).toHaveLength(ring + scale);
    const { results, events } = await readOrder(sandbox, order_id);
    expect([results.length, events.length - 1]).toEqual([times(calls, "publish"), times(calls, "publish")]);
    expect(times(types, "order.created")).toBe(calls.includes("order over HTTP") ? 2 : 1);
  });
  return fc.assert(property, { numRuns: depth(20, 200) });
});
