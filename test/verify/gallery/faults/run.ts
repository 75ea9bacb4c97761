// Runs `verify` against a wrong server, narrowed to the operation that is wrong.
import {
  type CheckName,
  exampleCast,
  findingsOf,
  type VerifyFinding,
  type VerifyReport,
  verify,
} from "../../../../src/verify/index.ts";
import { managementKey, teamKey } from "../memory.ts";
import { contract } from "../routes.ts";
import { startServer } from "../server.ts";
import type { WrongServer } from "./wrong-server.ts";

/** Long enough for a busy machine: where nothing hangs, nobody waits. */
const patienceMs = 10_000;

/** What a run against a wrong server brought. */
export interface WrongRun {
  /** Every finding, of whatever check. */
  readonly findings: readonly VerifyFinding[];
  /** The finding that the server was made for; undefined when it escaped. */
  readonly finding: VerifyFinding | undefined;
  /** What its code threw: a fault that is itself broken proves nothing. */
  readonly crashes: readonly unknown[];
}

/** Starts a wrong server, verifies it and stops it. */
export async function verifyWrongServer(
  wrong: WrongServer,
  seed: number,
  without: readonly CheckName[] = [],
): Promise<WrongRun> {
  const server = await startServer({ fault: wrong.fault });
  try {
    const report = await verify({
      contract: wrong.contract ?? contract,
      base: { url: server.url, key: teamKey },
      management: { url: server.url, key: managementKey },
      data: { values: exampleCast, file: undefined },
      only: [wrong.operation],
      readOnly: false,
      timeoutMs: wrong.timeoutMs ?? patienceMs,
      depth: 20,
      seed,
      without,
    });
    const findings = allFindings(report);
    const finding = findings.find(({ check, verdict }) => check === wrong.check && verdict === wrong.verdict);
    return { findings, finding, crashes: server.crashes };
  } finally {
    await server.close();
  }
}

/** Violations and differences. */
export function allFindings(report: VerifyReport): VerifyFinding[] {
  return [...findingsOf(report, "violation"), ...findingsOf(report, "difference")];
}
