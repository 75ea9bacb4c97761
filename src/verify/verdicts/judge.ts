// Judges the answer to one request: did it come, and are status, media type and body as documented?

import { type Contract, type ContractOperation, type ContractResponse, excuse } from "../../shared/contract/index.ts";
import type { Answer, Exchange } from "../sending/exchange.ts";
import { judgeBody } from "./body.ts";
import { type Deviation, type Expectation, makeDeviation } from "./deviation.ts";

/**
 * The answer that a request is to have: success, a refusal with a documented status, a refusal with any 4xx, or anything
 * but an error of the server where the contract states nothing.
 */
export type Outcome = "accepted" | "400" | "401" | "404" | "422" | "refused" | "tolerated";

/** The answer that a request is to have, and the reason. */
export interface Demand {
  /** The check that is broken when the outcome is another. */
  readonly check: string;
  readonly outcome: Outcome;
  readonly expected: Expectation;
}

/** The demand on input of which nothing is stated: anything but an error of the server will do. */
export const tolerance: Demand = {
  check: "no-server-error",
  outcome: "tolerated",
  expected: { text: "No error of the server.", pointer: "#/paths" },
};

/**
 * The demand that input which the contract allows is accepted.
 *
 * @param assumption What excuses a refusal; by default the assumption on where the operation is.
 */
export function demandAcceptance(
  operation: ContractOperation,
  assumption = excuse(operation.operation["x-assumption"], "path"),
): Demand {
  const text = "Input that the contract allows is accepted.";
  const expected = { text, pointer: operation.pointer, assumption };
  return { check: "valid-input", outcome: "accepted", expected };
}

/** The result of one judgement. */
export interface Judgement {
  readonly deviations: readonly Deviation[];
  /** The checks that were made without a deviation. */
  readonly passed: readonly string[];
  /** Did the request have the outcome that was demanded? */
  readonly asDemanded: boolean;
}

/** Judges an answer. */
export function judge(
  { document }: Contract,
  operation: ContractOperation,
  demand: Demand,
  { answer, failure }: Exchange,
): Judgement {
  if (failure !== undefined) {
    const expected = { text: "An answer that comes whole and in time.", pointer: operation.pointer };
    const message = `${failureTexts[failure.kind]}: ${failure.reason}.`;
    return { deviations: [makeDeviation("answer-arrives", message, expected)], passed: [], asDemanded: false };
  }
  const { status } = answer;
  const documented = findResponse(operation, `${status}`, `${Math.floor(status / 100)}XX`);
  if (status >= 500 && documented === undefined) {
    const pointer = `${operation.pointer}/responses`;
    // The service states the success of valid calls only
    const isUnstated = demand.outcome !== "accepted";
    const expected = { text: "No error of the server: none is documented.", pointer, isUnstated };
    const deviation = makeDeviation("no-server-error", `The answer is ${status}.`, expected);
    return { deviations: [deviation], passed: ["answer-arrives"], asDemanded: false };
  }
  // An answer with another status is judged as the documented success, or as the refusal that was demanded: a 400 for invalid input is no conflict
  const refusal = status < 400 ? undefined : findResponse(operation, demand.outcome);
  const meant = isSuccess(status) ? (documented ?? findSuccess(operation)) : refusal;
  const response = meant ?? documented;
  const deviations = [
    ...judgeOutcome(operation, demand, answer, meant === documented ? undefined : meant),
    ...(response === undefined ? [] : judgeBody(document, operation, response, answer)),
  ];
  const failed = new Set(deviations.map(({ check }) => check));
  // A body of another media type is not read, and one that cannot be read is not held to a schema
  const ofBody = response?.bodies.length ? ["content-type", "body-json", "body-schema"] : [];
  const firstFailed = ofBody.findIndex((check) => failed.has(check));
  const made = [
    ...["answer-arrives", "no-server-error", demand.check, "documented-status"],
    ...(firstFailed < 0 ? ofBody : ofBody.slice(0, firstFailed)),
  ];
  return { deviations, passed: made.filter((check) => !failed.has(check)), asDemanded: !failed.has(demand.check) };
}

const failureTexts = {
  unreachable: "There is no connection",
  untrusted: "The certificate is not trusted",
  hung: "The answer is late",
  broken: "The answer ends early",
  endless: "The answer does not end",
} as const;

/** The first documented response of an operation that has one of these statuses. */
function findResponse({ responses }: ContractOperation, ...statuses: readonly string[]): ContractResponse | undefined {
  return statuses.flatMap((status) => responses.find((response) => response.status === status) ?? [])[0];
}

/** Is it a status of success? */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The documented success of an operation. */
export function findSuccess({ responses }: ContractOperation): ContractResponse | undefined {
  return responses.find(({ status }) => status.startsWith("2"));
}

/** @param meant The documented response that the answer should have had the status of; undefined when it has. */
function judgeOutcome(
  { pointer }: ContractOperation,
  { outcome, check, expected }: Demand,
  { status, headers }: Answer,
  meant: ContractResponse | undefined,
): Deviation[] {
  if (outcome === "tolerated") return [];
  if (status >= 300 && status < 400) {
    const to = headers.get("location");
    const message = `The answer is a redirect, ${status}${to === null ? "" : ` to ${to}`}, which was not followed.`;
    const own = { text: "An answer of the operation itself.", pointer: `${pointer}/responses` };
    return [makeDeviation("documented-status", message, own)];
  }
  const isAccepted = isSuccess(status);
  if (isAccepted !== (outcome === "accepted")) {
    return [makeDeviation(check, `It is ${isAccepted ? "accepted" : "refused"} with ${status}.`, expected)];
  }
  if (meant === undefined) return [];
  const assumption = excuse(meant.response["x-assumption"], "status");
  const documented = { text: `Status ${meant.status}.`, pointer: meant.pointer, assumption };
  return [makeDeviation("documented-status", `The status is ${status}, not ${meant.status}.`, documented)];
}
