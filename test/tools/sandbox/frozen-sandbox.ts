// A sandbox for the tests of one file, with the real client: its clock stands at the demo present, and each test begins with the demo cast.
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { createClient } from "../../../src/package/client/index.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { logInto } from "./complaints.ts";

/** Starts it. A test fails when the sandbox logs anything: an answer that breaks the contract, or a fault of its own. */
export async function frozenSandbox() {
  const logged: string[] = [];
  const sandbox = await startSandbox({
    frozen: true,
    now: new Date("2026-03-02T09:00:00Z"),
    log: logInto(logged),
  });
  beforeEach(() => sandbox.reset());
  afterEach(() => expect(logged).toEqual([]));
  afterAll(() => sandbox.close());
  return { sandbox, client: createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch }) };
}
