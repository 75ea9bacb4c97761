// Judges an exchange that somebody else had: what was sent and what came back, each by what the contract documents.
import {
  type Contract,
  type ContractOperation,
  excuse,
  listAssumptions,
  marksOn,
  nodesAt,
  type Parameter,
  parsePointer,
  resolve,
  type Schema,
} from "../../contract/index.ts";
import type { Answer } from "../sending/exchange.ts";
import { absence, bodyPointer, operationPointer, parameterPointer, responsePointer } from "../sites.ts";
import { schemaDeviations } from "./body.ts";
import { type Deviation, makeDeviation } from "./deviation.ts";
import { findSuccess, isSuccess, judgeContent, responseFor } from "./judge.ts";

/** An exchange as it was seen. */
export interface SeenExchange {
  readonly request: {
    /** Parameters in the path by name, decoded. */
    readonly path: Readonly<Record<string, string>>;
    readonly query: URLSearchParams;
    readonly headers: Headers;
    /** The body as text; undefined when there was none, or when it is not known. */
    readonly text: string | undefined;
  };
  readonly answer: Answer;
}

/** A deviation, and which of the two messages departs. */
export interface SeenDeviation extends Deviation {
  readonly direction: "request" | "answer";
}

/**
 * Judges one exchange by the contract. Of a request whose answer is no success nothing is said: nobody knows why it was refused.
 *
 * @returns The deviations of the request and of the answer; each difference names the assumption that excuses it.
 */
export function judgeExchange(
  contract: Contract,
  operation: ContractOperation,
  { request, answer }: SeenExchange,
): SeenDeviation[] {
  const ofRequest = isSuccess(answer.status) ? requestDeviations(contract, operation, request) : [];
  return [
    ...ofRequest.map((one) => ({ ...one, direction: "request" as const })),
    ...answerDeviations(contract, operation, answer).map((one) => ({ ...one, direction: "answer" as const })),
  ];
}

function answerDeviations({ document }: Contract, operation: ContractOperation, answer: Answer): Deviation[] {
  const { status } = answer;
  const documented = responseFor(operation, status);
  if (documented !== undefined) return [...judgeContent(document, operation, documented, answer).deviations];
  // Which of the refusals this one was meant as is not known
  const candidates = operation.responses.filter((one) => one.status.charAt(0) === String(status).charAt(0));
  const open = candidates.find(({ response }) => excuse(response["x-assumption"], "status") !== undefined);
  const meant = open ?? candidates[0];
  const pointer =
    meant === undefined ? `${operationPointer(operation)}/responses` : responsePointer(operation, meant.status);
  const assumption = excuse(open?.response["x-assumption"], "status");
  const expected = { text: "A documented status.", pointer };
  const ofStatus = makeDeviation("documented-status", `The status is ${status}.`, expected, assumption);
  const success = isSuccess(status) ? findSuccess(operation) : undefined;
  return [ofStatus, ...(success === undefined ? [] : judgeContent(document, operation, success, answer).deviations)];
}

function requestDeviations(
  contract: Contract,
  operation: ContractOperation,
  request: SeenExchange["request"],
): Deviation[] {
  const ofParameters = operation.parameters.flatMap((one) => parameterDeviations(contract, operation, one, request));
  const [body] = operation.requestBody?.bodies ?? [];
  const { text } = request;
  if (body?.mediaType !== "application/json" || text === undefined || text === "") return ofParameters;
  const pointer = bodyPointer(operation);
  const root = { value: body.schema ?? {}, path: parsePointer(pointer) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const expected = { text: "A body of JSON.", pointer };
    return [...ofParameters, makeDeviation("body-json", "The body is not JSON.", expected)];
  }
  return [...ofParameters, ...schemaDeviations(contract.document, root, value, { open: ["refusal"] })];
}

function parameterDeviations(
  contract: Contract,
  operation: ContractOperation,
  parameter: Parameter,
  { path, query, headers }: SeenExchange["request"],
): Deviation[] {
  const { document } = contract;
  const { name, in: where, required = false, schema } = parameter;
  // Whether a cookie was sent nobody kept
  if (where === "cookie") return [];
  const pointer = parameterPointer(contract, operation, parameter);
  const around = listAssumptions(parameter["x-assumption"]);
  const given = where === "path" ? path[name] : where === "header" ? headers.get(name) : undefined;
  const texts = where === "query" ? query.getAll(name) : [given].filter((one) => typeof one === "string");
  if (texts.length > 0) {
    const value = readValue(resolve<Schema>(document, schema), texts);
    // That a value beyond its limits is refused may be assumed
    const root = { value: schema, path: [...parsePointer(pointer), "schema"] };
    return schemaDeviations(document, root, value, { around, open: ["refusal"] });
  }
  if (!required) return [];
  const assumption = excuse(
    [...around, ...marksOn(nodesAt(document, { value: schema, path: parsePointer(pointer) }))],
    ...absence,
  );
  const expected = { text: `The parameter \`${name}\`.`, pointer };
  return [makeDeviation("body-schema", `\`${name}\` is missing.`, expected, assumption)];
}

/** Texts as the value that a parameter means by them; what is no value of its type stays text. */
function readValue({ type }: Schema, texts: readonly string[]): unknown {
  const types: readonly unknown[] = [type].flat();
  if (types.includes("array")) return texts;
  const text = texts.at(-1) ?? "";
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
