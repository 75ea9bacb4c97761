// Runs `verify` against a wrong server, narrowed to the operation that is wrong.
import { readContract } from "../../../../src/shared/contract/index.ts";
import {
  listFindings,
  type VerifyFinding,
  type VerifyOptions,
  type VerifyReport,
  verify,
} from "../../../../src/verify/index.ts";
import { reworded } from "../../../reworded.ts";
import type { Fault } from "../call.ts";
import { type ChangeEvent, receiveEvents } from "../events.ts";
import { contract } from "../routes.ts";
import { cast, type InProcess, inProcess, managementKey, startServer, teamKey } from "../server.ts";
import type { WrongServer } from "./wrong-server.ts";

/** How long an answer may take: long enough for a busy machine, where nothing hangs. */
const patience = 60_000;

/** Verifies whatever answers at an address, by default with nothing generated. */
export function verifyAt(url: string, options: Partial<VerifyOptions> = {}): Promise<VerifyReport> {
  return verify({
    contract,
    base: { url, key: teamKey },
    management: { url, key: managementKey },
    data: { values: cast, file: undefined },
    only: [],
    readOnly: false,
    timeoutMs: patience,
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
export async function verifyInProcess({ transport, crashes }: InProcess, options: Partial<VerifyOptions> = {}) {
  return { report: await verifyAt("http://gallery", { transport, ...options }), crashes };
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

/** The contract with an x for every word of its assumptions: whatever is found by it is found without reading them. */
export const wordless = await readContract(reworded(contract.document, () => "x"));

/** Verifies a wrong server, where its fault is found, and receives the events that it sends. */
export async function verifyWrongServer(wrong: WrongServer, options: Partial<VerifyOptions> = {}): Promise<WrongRun> {
  const { operation, depth = 0, timeoutMs = patience, changeEvent } = wrong;
  const narrowed = { contract: wordless, only: [operation], depth, timeoutMs, ...options };
  const { report, crashes } = await (changeEvent === undefined
    ? verifyFault(wrong, narrowed)
    : verifySending(wrong, changeEvent, narrowed));
  const findings = allFindings(report);
  const finding = findings.find(({ check, verdict }) => check === wrong.check && verdict === wrong.verdict);
  return { findings, finding, crashes };
}

async function verifySending(wrong: WrongServer, change: ChangeEvent, options: Partial<VerifyOptions>) {
  const server = await inProcess(wrong);
  const { inbox, close } = await receiveEvents(server.world, change);
  return verifyInProcess(server, { ...options, events: { inbox, waitMs: 0 } }).finally(close);
}

/** The findings of every verdict. */
export function allFindings(report: VerifyReport): VerifyFinding[] {
  return (["violation", "difference", "unexpected"] as const).flatMap((verdict) => listFindings(report, verdict));
}

/** The value in the contract that a pointer leads to, literally. */
export function lookUp(pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((node, token) => Reflect.get(Object(node), token), contract.document);
}
