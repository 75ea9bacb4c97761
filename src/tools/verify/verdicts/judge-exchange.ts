// Judges an exchange that somebody else had: what was sent and what came back, each by what the contract documents.
import {
  type Contract,
  type ContractOperation,
  type ContractResponse,
  escapeToken,
  excuse,
  listAssumptions,
  nodesAt,
  type Parameter,
  resolve,
  type Schema,
} from "../../contract/index.ts";
import { bodyPointer, operationPointer, parameterPointer, responsePointer } from "../bundle/pointers.ts";
import { bodyDeviations, type SentBody, schemaDeviations } from "./body-deviations.ts";
import { type Deviation, makeDeviation } from "./deviation.ts";
import { headerDeviations, responseFor, successOf } from "./judge.ts";
import { absence } from "./open-words.ts";

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
  readonly answer: Required<SentBody>;
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
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const taken = isSuccess ? requestDeviations(contract, operation, request) : [];
  return [
    ...taken.map((one) => ({ ...one, direction: "request" as const })),
    ...answerDeviations(contract, operation, answer).map((one) => ({ ...one, direction: "answer" as const })),
  ];
}

function answerDeviations(
  { document }: Contract,
  operation: ContractOperation,
  answer: SeenExchange["answer"],
): Deviation[] {
  const { status } = answer;
  const documented = responseFor(operation, status);
  const isSuccess = status >= 200 && status < 300;
  const meant = documented ?? (isSuccess ? successOf(operation) : undefined);
  const deviations: Deviation[] = [];
  if (documented === undefined) {
    // Which of the refusals this one was meant as is not known
    const candidates = operation.responses.filter((one) => one.status.startsWith(String(status).charAt(0)));
    const isOpen = ({ response }: ContractResponse) => excuse(response["x-assumption"], "status") !== undefined;
    const { status: wanted = "" } = candidates.find(isOpen) ?? candidates[0] ?? {};
    const assumption = candidates.map(({ response }) => excuse(response["x-assumption"], "status")).find(Boolean);
    const pointer = wanted === "" ? `${operationPointer(operation)}/responses` : responsePointer(operation, wanted);
    const expected = { text: "A documented status.", pointer };
    deviations.push(makeDeviation("documented-status", `The status is ${status}.`, expected, assumption));
  }
  if (meant === undefined) return deviations;
  const pointer = responsePointer(operation, meant.status);
  return [
    ...deviations,
    ...headerDeviations(document, meant, pointer, answer),
    ...bodyDeviations(document, operation, meant, pointer, answer).flatMap(({ found }) => found),
  ];
}

function requestDeviations(
  contract: Contract,
  operation: ContractOperation,
  { path, query, headers, text }: SeenExchange["request"],
): Deviation[] {
  const { document } = contract;
  const given = (parameter: Parameter): readonly string[] => {
    const { name, in: where } = parameter;
    if (where === "query") return query.getAll(name);
    const value = where === "path" ? path[name] : where === "header" ? headers.get(name) : undefined;
    return typeof value === "string" ? [value] : [];
  };
  const ofParameters = operation.parameters.flatMap((parameter): Deviation[] => {
    const texts = given(parameter);
    const pointer = parameterPointer(contract, operation, parameter);
    if (texts.length > 0) {
      const value = readValue(resolve<Schema>(document, parameter.schema), texts);
      const root = { schema: parameter.schema, pointer: `${pointer}/schema` };
      return schemaDeviations(document, root, value, listAssumptions(parameter["x-assumption"]));
    }
    // Whether a cookie was sent nobody kept
    if (parameter.required !== true || parameter.in === "cookie") return [];
    const nodes = nodesAt(document, { schema: parameter.schema, pointer });
    const marks = [parameter["x-assumption"], ...nodes.map(({ schema }) => schema["x-assumption"])];
    const assumption = marks.map((mark) => excuse(mark, ...absence)).find(Boolean);
    const expected = { text: `The parameter \`${parameter.name}\`.`, pointer };
    return [makeDeviation("body-schema", `\`${parameter.name}\` is missing.`, expected, assumption)];
  });
  const [body] = operation.requestBody?.bodies ?? [];
  const isJson = body !== undefined && escapeToken(body.mediaType) === "application~1json";
  if (!isJson || text === undefined || text === "") return ofParameters;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const expected = { text: "A body of JSON.", pointer: bodyPointer(operation) };
    return [...ofParameters, makeDeviation("body-json", "The body is not JSON.", expected)];
  }
  const root = { schema: body.schema ?? {}, pointer: bodyPointer(operation) };
  return [...ofParameters, ...schemaDeviations(document, root, value)];
}

/** Texts as the value that a parameter means by them; what is no value of its type stays text. */
function readValue({ type, items }: Schema, texts: readonly string[]): unknown {
  if (type === "array" || items !== undefined) return texts;
  const text = texts.at(-1) ?? "";
  const types: readonly unknown[] = [type].flat();
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
