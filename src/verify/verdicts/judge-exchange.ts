// Judges an exchange that somebody else had: what was sent and what came back, each by what the contract documents.
import { type Contract, type ContractOperation, excuse, parsePointer } from "../../shared/contract/index.ts";
import { absence, bodyPointer, type InputPlace, listPlaces, operationPointer, responsePointer } from "../places.ts";
import type { Answer } from "../sending/exchange.ts";
import { parseJson, schemaDeviations } from "./body.ts";
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
  if (documented !== undefined) return judgeContent(document, operation, documented, answer);
  // Which of the refusals this one was meant as is not known
  const candidates = operation.responses.filter((one) => one.status.charAt(0) === String(status).charAt(0));
  const open = candidates.find(({ response }) => excuse(response["x-assumption"], "status") !== undefined);
  const meant = open ?? candidates[0];
  const pointer =
    meant === undefined ? `${operationPointer(operation)}/responses` : responsePointer(operation, meant.status);
  const assumption = excuse(open?.response["x-assumption"], "status");
  const expected = { text: "A documented status.", pointer, assumption };
  const ofStatus = makeDeviation("documented-status", `The status is ${status}.`, expected);
  const success = isSuccess(status) ? findSuccess(operation) : undefined;
  return [ofStatus, ...(success === undefined ? [] : judgeContent(document, operation, success, answer))];
}

function requestDeviations(
  contract: Contract,
  operation: ContractOperation,
  { path, query, headers, text }: SeenExchange["request"],
): Deviation[] {
  const { document } = contract;
  const ofParameters = listPlaces(contract, operation).flatMap((place) => {
    const { kind, name, nodes, marks, pointer, required } = place;
    if (kind === "json" || kind === "form") return [];
    const given = kind === "path" ? path[name] : kind === "header" ? headers.get(name) : undefined;
    const texts = kind === "query" ? query.getAll(name) : [given].filter((one) => typeof one === "string");
    // That a value beyond its limits is refused may be assumed
    const [root] = nodes;
    if (texts.length > 0 && root !== undefined) {
      return schemaDeviations(document, root, readValue(place, texts), { around: marks, open: ["refusal"] });
    }
    if (texts.length > 0 || !required) return [];
    const expected = { text: `The parameter \`${name}\`.`, pointer, assumption: excuse(marks, ...absence) };
    return [makeDeviation("body-schema", `\`${name}\` is missing.`, expected)];
  });
  const [body] = operation.requestBody?.bodies ?? [];
  if (body?.mediaType !== "application/json" || text === undefined || text === "") return ofParameters;
  const pointer = bodyPointer(operation);
  const parsed = parseJson(text);
  const root = { value: body.schema ?? {}, path: parsePointer(pointer) };
  const ofBody =
    parsed === undefined
      ? [makeDeviation("body-json", "The body is not JSON.", { text: "A body of JSON.", pointer })]
      : schemaDeviations(document, root, parsed.value, { open: ["refusal"] });
  return [...ofParameters, ...ofBody];
}

/** Texts as the value that a parameter means by them; what is no value of its type stays text. */
function readValue({ types }: InputPlace, texts: readonly string[]): unknown {
  if (types.includes("array")) return texts;
  const text = texts.at(-1) ?? "";
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
