// A sandbox of each test's own, with the real client, for the tests of a file that move the clock.
import { afterEach, beforeEach, expect } from "vitest";
import { createClient } from "../../../src/package/client/index.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { logInto } from "./complaints.ts";

/** Those of the test that runs. */
export let sandbox: Sandbox;
export let client: ReturnType<typeof createClient>;

/** Starts one before each test of the file. A test fails when the sandbox logs anything: an answer that breaks the contract, or a fault of its own. */
export function startBeforeEach(options: SandboxOptions = {}): void {
  const logged: string[] = [];
  beforeEach(async () => {
    logged.length = 0;
    sandbox = await startSandbox({
      frozen: true,
      now: new Date("2026-03-02T09:00:00Z"),
      log: logInto(logged),
      ...options,
    });
    client = createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  });
  afterEach(async () => {
    await sandbox.close();
    expect(logged).toEqual([]);
  });
}
