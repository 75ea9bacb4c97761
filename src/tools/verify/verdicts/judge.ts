// Judges one answer against the contract: did it come, and are status, media type, headers and body as documented?

import {
  type Contract,
  type ContractOperation,
  type ContractResponse,
  excuse,
  findProblems,
  type OpenApiDocument,
  type Schema,
} from "../../contract/index.ts";
import { operationPointer, responsePointer } from "../places.ts";
import type { Answer, Exchange } from "../sending/exchange.ts";
import { judgeBody } from "./body.ts";
import { type Deviation, type Expectation, makeDeviation } from "./deviation.ts";

/**
 * What a request is to be answered with: success, a refusal with a documented status, a refusal with any 4xx, or anything
 * but an error of the server where the contract states nothing.
 */
export type Outcome = "accepted" | "400" | "401" | "404" | "422" | "refused" | "tolerated";

/** What is expected of one request, and why. */
export interface Demand {
  /** The check that is broken when the outcome is another. */
  readonly check: string;
  readonly outcome: Outcome;
  readonly expected: Expectation;
  /** Set when the demand itself rests on an assumption: another outcome is a difference then. */
  readonly assumption: string | undefined;
}

/**
 * The demand that input which the contract allows is accepted.
 *
 * @param assumption What excuses a refusal; by default the assumption on where the operation is.
 */
export function acceptance(
  operation: ContractOperation,
  assumption = excuse(operation.operation["x-assumption"], "path"),
): Demand {
  const expected = { text: "Input that the contract allows is accepted.", pointer: operationPointer(operation) };
  return { check: "valid-input", outcome: "accepted", expected, assumption };
}

/** What one judgement brought. */
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
    const expected = { text: "An answer that comes whole and in time.", pointer: operationPointer(operation) };
    const message = `${failureTexts[failure.kind]}: ${failure.reason}.`;
    return only(makeDeviation("answer-arrives", message, expected));
  }
  const documented = responseFor(operation, answer.status);
  if (answer.status >= 500 && documented === undefined) {
    const expected = {
      text: "No error of the server: none is documented.",
      pointer: `${operationPointer(operation)}/responses`,
    };
    const message = `The answer is ${answer.status}.`;
    return only(makeDeviation("no-server-error", message, expected), ["answer-arrives"]);
  }
  const ofOutcome = outcomeDeviations(operation, demand, answer);
  const asDemanded = !ofOutcome.some(({ check }) => check === demand.check);
  // Another status of success is judged by the success that is documented
  const response = meantResponse(operation, demand, answer.status) ?? documented;
  const content = response && judgeContent(document, operation, response, answer);
  const deviations = [...ofOutcome, ...(content?.deviations ?? [])];
  const passed = ["answer-arrives", "no-server-error", ...(content?.passed ?? [])];
  if (asDemanded) passed.push(demand.check);
  if (!deviations.some(({ check }) => check === "documented-status")) passed.push("documented-status");
  return { deviations, passed, asDemanded };
}

/** Judges the headers and the body of an answer by the response that it was meant as. */
export function judgeContent(
  document: OpenApiDocument,
  operation: ContractOperation,
  response: ContractResponse,
  answer: Answer,
): Omit<Judgement, "asDemanded"> {
  const pointer = responsePointer(operation, response.status);
  const ofHeaders = headerDeviations(document, response, pointer, answer);
  const body = judgeBody(document, operation, response, pointer, answer);
  return {
    deviations: [...ofHeaders, ...body.deviations],
    passed: [...(ofHeaders.length === 0 ? ["response-headers"] : []), ...body.passed],
  };
}

const failureTexts = {
  unreachable: "There is no connection",
  untrusted: "The certificate is not trusted",
  hung: "The answer is late",
  broken: "The answer ends early",
  endless: "The answer does not end",
} as const;

function only(deviation: Deviation, passed: readonly string[] = []): Judgement {
  return { deviations: [deviation], passed, asDemanded: false };
}

/**
 * The response that an answer is meant as, when its status is another than the documented one: a success as the documented
 * success, a refusal as the refusal that was demanded. A 400 for invalid input is no conflict.
 */
function meantResponse(
  operation: ContractOperation,
  { outcome }: Demand,
  status: number,
): ContractResponse | undefined {
  if (isSuccess(status)) return closestResponse(operation, status);
  if (status < 400 || !/^4\d\d$/.test(outcome)) return undefined;
  return operation.responses.find((response) => response.status === outcome);
}

/** Is it a status of success? */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The documented response of an operation for a status: exact, by range, or the default one. */
export function responseFor({ responses }: ContractOperation, status: number): ContractResponse | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status.toUpperCase() === range) ??
    responses.find((response) => response.status === "default")
  );
}

/** The documented response for a status; for another status of success, the documented success. */
export function closestResponse(operation: ContractOperation, status: number): ContractResponse | undefined {
  return responseFor(operation, status) ?? (isSuccess(status) ? findSuccess(operation) : undefined);
}

/** The documented success of an operation. */
export function findSuccess({ responses }: ContractOperation): ContractResponse | undefined {
  return responses.find(({ status }) => status.startsWith("2"));
}

function outcomeDeviations(operation: ContractOperation, demand: Demand, { status, headers }: Answer): Deviation[] {
  const { outcome, check, expected, assumption } = demand;
  if (outcome === "tolerated") return [];
  if (status >= 300 && status < 400) {
    const to = headers.get("location");
    const message = `The answer is a redirect, ${status}${to === null ? "" : ` to ${to}`}, which was not followed.`;
    const pointer = `${operationPointer(operation)}/responses`;
    return [makeDeviation("documented-status", message, { text: "An answer of the operation itself.", pointer })];
  }
  if (outcome === "accepted") {
    if (!isSuccess(status)) return [makeDeviation(check, `It is refused with ${status}.`, expected, assumption)];
    return responseFor(operation, status) === undefined
      ? statusDeviations(operation, findSuccess(operation), status)
      : [];
  }
  if (isSuccess(status)) return [makeDeviation(check, `It is accepted with ${status}.`, expected, assumption)];
  if (outcome === "refused") return [];
  const wanted = operation.responses.find((response) => response.status === outcome);
  return String(status) === outcome ? [] : statusDeviations(operation, wanted, status);
}

/** Another status than the one documented for what was asked. */
function statusDeviations(
  operation: ContractOperation,
  wanted: ContractResponse | undefined,
  status: number,
): Deviation[] {
  if (wanted === undefined) return [];
  const assumption = excuse(wanted.response["x-assumption"], "status");
  const expected = { text: `Status ${wanted.status}.`, pointer: responsePointer(operation, wanted.status) };
  return [makeDeviation("documented-status", `The status is ${status}, not ${wanted.status}.`, expected, assumption)];
}

function headerDeviations(
  document: OpenApiDocument,
  { response }: ContractResponse,
  pointer: string,
  { headers }: Answer,
): Deviation[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
    const { required = false, schema = {} } = header;
    const value = headers.get(name);
    const expected = {
      text: `The header ${name}${required ? ", which is required" : ""}.`,
      pointer: `${pointer}/headers/${name}`,
    };
    const violation = (message: string) => [makeDeviation("response-headers", message, expected)];
    if (value === null) return required ? violation(`The header ${name} is missing.`) : [];
    const [problem] = findProblems(document, schema, scalar(value, schema));
    return problem ? violation(`The header ${name} is "${value}": it ${problem.message}.`) : [];
  });
}

function scalar(text: string, { type }: Schema): unknown {
  const number = Number(text);
  return (type === "integer" || type === "number") && text.trim() !== "" && !Number.isNaN(number) ? number : text;
}
