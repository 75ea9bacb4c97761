// An answer or an event of the sandbox that breaks the contract is found, and reported without personal data.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userConnections } from "../../generated/examples.ts";
import { createClient } from "../../src/client/index.ts";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { happenings, operations } from "../../src/sandbox/domain/index.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { startHere } from "../commands.ts";
import { patient } from "./receiver.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const violation = "violation: listUserConnections answered 200: /providers/0/status must be string.";
let directory: string;
let db: string;
const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  directory = mkdtempSync(join(tmpdir(), "own-faults-"));
  db = join(directory, "sandbox.db");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

const started = (options: SandboxOptions = {}) =>
  startSandbox({
    ...patient,
    frozen: true,
    now: new Date("2026-03-02T09:00:00Z"),
    log: (line) => void logged.push(line),
    ...options,
  });

/** An answer that no compiler lets through. */
function breakConnections(): void {
  const broken = { providers: [{ ...userConnections.providers[0], status: 7 }] };
  vi.spyOn(operations, "listUserConnections").mockReturnValue(broken as never);
}

const connections = (baseUrl: string, fetch?: typeof globalThis.fetch) =>
  createClient({ apiKey: "sk_demo_team", baseUrl, ...(fetch === undefined ? {} : { fetch }) }).GET(
    "/v2/user/providers/{user_id}",
    { params: { path: { user_id: runner } } },
  );

test.each([
  [undefined, [violation]],
  [true, [violation]],
  [false, []],
])(
  "an answer that breaks the contract goes out, and is logged with responseChecks %s",
  async (responseChecks, lines) => {
    const sandbox = await started(responseChecks === undefined ? {} : { responseChecks });
    breakConnections();
    expect(await connections("http://sandbox", sandbox.fetch)).toMatchObject({ ok: true });
    expect(logged).toEqual(lines);
    await sandbox.close();
  },
);

test.each([
  [["--response-checks", "on"], `${violation}\n`],
  [["--response-checks", "off"], ""],
  [[], `${violation}\n`],
])("outside of tests, with %j", async (args, lines) => {
  breakConnections();
  const command = await startHere(sandboxCommand, ["--port", "0", "--db", db, ...args]);
  const [, url = ""] = await command.printed(/^Sandbox ready at (\S+),/m);
  expect(await connections(url)).toMatchObject({ ok: true });
  await command.stop();
  expect(command.output.stderr).toBe(`${lines}Stopped: SIGINT (Ctrl-C).\n`);
});

test("an event that would break the contract is not written, and its change is undone", async () => {
  const move = happenings.orderMoved;
  vi.spyOn(happenings, "orderMoved").mockImplementation((world, input) =>
    move(world, { ...input, status: 7 as never }),
  );
  const sandbox = await started();
  const order_id = "d6fa1ce4-7059-42b3-88e5-fb041628dbec";
  const before = await sandbox.records.orders({ id: order_id });
  await expect(() => sandbox.simulate.orderMoved({ order_id, status: "completed" })).rejects.toThrow("This is a bug");
  expect(await sandbox.records.orders({ id: order_id })).toEqual(before);
  expect(await sandbox.events.all()).toEqual([]);
  expect(logged).toEqual([expect.stringContaining("happenings failed: Error")]);
  await sandbox.close();
});

test("a call that fails is undone and reported by its operation, without a key and without personal data", async () => {
  vi.spyOn(operations, "placeOrder").mockImplementation(() => {
    throw new Error("Jane Doe, side door");
  });
  const sandbox = await started();
  const { apiKey, fetch } = sandbox;
  const client = createClient({ apiKey, baseUrl: "http://sandbox", fetch, maxRetries: 0 });
  await sandbox.faults.add({ operation_id: "placeOrder", effect: "latency", latency_ms: 1 });
  expect(await client.POST("/v3/order", { body: { user_id: runner }, idempotencyKey: "one" })).toMatchObject({
    status: 500,
    error: { detail: "The sandbox failed. This is a bug in the sandbox." },
  });
  expect(logged).toEqual(["error: POST /v3/order failed: Error. Set DEBUG=1 for the stack trace."]);
  expect(await sandbox.faults.list()).toMatchObject([{ seen: 0, applied: 0 }]);
  await sandbox.close();
});
