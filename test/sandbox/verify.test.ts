// The sandbox is held to the contract: `verify --strict` finds nothing against it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { exampleCast, listFindings, type VerifyReport, verify } from "../../src/verify/index.ts";
import { depth } from "../run/depth.ts";
import { receiveEvents } from "../verify/gallery/events.ts";
import { logInto } from "./complaints.ts";
import { patient } from "./receiver.ts";

/** The checks that `verify` cannot make here, each with its reason. The list may only shrink. */
const acceptedSkips: readonly string[] = [];

let sandbox: Sandbox;
const logged: string[] = [];
const contract = await readContract();

beforeAll(async () => {
  sandbox = await startSandbox({
    ...patient,
    port: 0,
    // Opted in, so that every operation can be checked
    settings: { psc_scheduling: true },
    log: logInto(logged),
  });
});
afterAll(() => sandbox.close());

/** Each run has a world of its own: it undoes a deletion, which can be done once. */
async function verified(seed: number): Promise<VerifyReport> {
  const { apiKey, managementKey, managementUrl = "" } = sandbox;
  await sandbox.reset();
  const url = sandbox.url ?? "";
  const { inbox, close } = await receiveEvents(sandbox);
  return verify({
    events: { inbox, waitMs: 120_000 },
    contract,
    base: { url, key: apiKey },
    management: { url: managementUrl, key: managementKey },
    data: { values: exampleCast, file: undefined },
    only: [],
    readOnly: false,
    timeoutMs: 120_000,
    depth: depth(1, 20),
    seed,
  }).finally(close);
}

describe("verify --strict", () => {
  test.each(depth([1], [2, 3]))("with seed %i has no finding, and skips what is accepted only", async (seed) => {
    const report = await verified(seed);
    const found = (["violation", "difference", "unexpected"] as const).flatMap((verdict) =>
      listFindings(report, verdict),
    );
    expect(found.map(({ check, message, curl }) => `${check}: ${message} ${curl}`)).toEqual([]);
    const skipped = report.operations.flatMap(({ id, skipped }) =>
      skipped.map(({ check, reason }) => `${id} ${check}: ${reason}`),
    );
    expect(skipped).toEqual(acceptedSkips);
    expect(report.operations.map(({ id }) => id)).toEqual([...contract.operations.map(({ id }) => id), "events"]);
    expect(report.operations.at(-1)?.passed).toEqual({
      "created-job-emits-event": 1,
      "changed-job-emits-event": 1,
      "new-connection-emits-event": 1,
      "one-historical-event": 1,
      "event-sent-once": 1,
      "event-as-described": expect.any(Number),
    });
  });

  test("and the sandbox's own check of its answers finds nothing either", () => {
    expect(logged).toEqual([]);
  });
});
