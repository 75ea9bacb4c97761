// Runs `verify` against a wrong server, narrowed to the operation that is wrong.
import {
  listFindings,
  type VerifyFinding,
  type VerifyOptions,
  type VerifyReport,
  verify,
} from "../../../../src/verify/index.ts";
import type { Fault } from "../call.ts";
import { receiveEvents } from "../events.ts";
import { contract } from "../routes.ts";
import { cast, type InProcess, inProcess, managementKey, startServer, teamKey } from "../server.ts";
import type { WrongServer } from "./wrong-server.ts";

/** Verifies whatever answers at an address, by default with nothing generated. */
export function verifyAt(url: string, options: Partial<VerifyOptions> = {}): Promise<VerifyReport> {
  return verify({
    contract,
    base: { url, key: teamKey },
    management: { url, key: managementKey },
    data: { values: cast, file: undefined },
    only: [],
    readOnly: false,
    // Long enough for a busy machine: where nothing hangs, nobody waits
    timeoutMs: 120_000,
    depth: 0,
    seed: 1,
    ...options,
  });
}

/** Verifies the sandbox with a fault around it; over a socket only when the fault is one of the transport. */
export async function verifyFault(fault: Fault | undefined, options: Partial<VerifyOptions> = {}) {
  if (fault?.send === undefined) return verifyInProcess(await inProcess(fault), options);
  const server = await startServer(fault);
  const report = await verifyAt(server.url, options).finally(() => server.close());
  return { report, crashes: server.crashes };
}

/** Verifies the sandbox without a socket. */
export async function verifyInProcess({ fetch, crashes }: InProcess, options: Partial<VerifyOptions> = {}) {
  return { report: await verifyAt("http://gallery", { fetch, ...options }), crashes };
}

/** The result of a run against a wrong server. */
export interface WrongRun {
  /** Every finding, of whatever check. */
  readonly findings: readonly VerifyFinding[];
  /** The finding that the server was made for; undefined when it escaped. */
  readonly finding: VerifyFinding | undefined;
  /** Errors that its code threw: a fault that is itself broken proves nothing. */
  readonly crashes: readonly unknown[];
}

/** How a wrong server is verified. */
export interface WrongRunOptions {
  readonly seed: number;
  /** By default as many inputs are generated as the fault needs to be found, which is none for most. */
  readonly depth?: number;
}

/** Verifies a wrong server. */
export async function verifyWrongServer(
  wrong: WrongServer,
  { seed, depth = wrong.depth ?? 0 }: WrongRunOptions,
): Promise<WrongRun> {
  const { report, crashes } = await verifySending(wrong, {
    only: [wrong.operation],
    depth,
    seed,
    ...(wrong.timeoutMs === undefined ? {} : { timeoutMs: wrong.timeoutMs }),
  });
  const findings = allFindings(report);
  const finding = findings.find(({ check, verdict }) => check === wrong.check && verdict === wrong.verdict);
  return { findings, finding, crashes };
}

/** Verifies a wrong server whose events are received, where it has any. */
async function verifySending({ fault, events }: WrongServer, options: Partial<VerifyOptions>) {
  if (events === undefined) return verifyFault(fault, options);
  const server = await inProcess(fault);
  // Long enough for a busy machine: what comes is not waited for
  const { change = (event) => [event], waitMs = 120_000 } = events;
  const { inbox, close } = await receiveEvents(server.world, change);
  return verifyInProcess(server, { ...options, events: { inbox, waitMs } }).finally(close);
}

/** The findings of every verdict. */
export function allFindings(report: VerifyReport): VerifyFinding[] {
  return (["violation", "difference", "unexpected"] as const).flatMap((verdict) => listFindings(report, verdict));
}
