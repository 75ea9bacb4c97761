// Reads the input of a call by the document that describes it, the contract or that of the control plane: parameters converted to their types, the body, and everything that is wrong.
import type { FastifyRequest } from "fastify";
import { type Contract, type ContractOperation, isObject, resolve, type Schema } from "../../shared/contract/index.ts";
import { UnreadableBody } from "../../shared/http/index.ts";
import type { Asked, InputProblem } from "../assumptions/alternatives.ts";
import { convertText, Upload } from "./body.ts";
import { findFault, readChoice } from "./fault.ts";

/** Reads a call of one operation; its body is JSON, or a form; undefined when nothing was sent; an `UnreadableBody` where something else was. */
export type InputReader = (request: Pick<FastifyRequest, "params" | "url" | "headers">, body: unknown) => Asked;

/** Makes the reader of an operation. Its schemas are compiled with its first call. */
export function makeInputReader({ document }: Contract, operation: ContractOperation): InputReader {
  const parameters = operation.parameters.flatMap(({ in: place, name, required, schema }) =>
    place === "cookie" ? [] : [{ place, name, required, schema: resolve<Schema>(document, schema) }],
  );
  // No operation takes more than one media type
  const { schema: bodySchema = {}, mediaType } = operation.requestBody?.bodies[0] ?? {};
  const choice = readChoice(document, bodySchema);
  return ({ params, url, headers }, sent) => {
    const problems: InputProblem[] = [];
    const refuse = (place: InputProblem["in"], name: string, message: string) =>
      void problems.push({ in: place, name, message });
    const query = readQuery(url);
    if (!isDecodable(query)) refuse("query", "", "is not percent-encoded UTF-8");
    const inQuery = query === "" ? undefined : new URLSearchParams(query);
    const input = { path: {}, query: {}, header: {} } satisfies Partial<Record<InputProblem["in"], object>>;
    for (const { place, name, required, schema } of parameters) {
      const into: Record<string, unknown> = input[place];
      const one = place === "path" ? Reflect.get(params as object, name) : headers[name.toLowerCase()];
      const texts = place === "query" ? (inQuery?.getAll(name) ?? []) : [one ?? []].flat();
      const [text] = texts;
      if (text === undefined) {
        if (required) refuse(place, name, "is missing");
      } else if (schema.type !== "array" && texts.length > 1) refuse(place, name, "is given more than once");
      else if (place === "path" && text === "") refuse(place, name, "is empty");
      else {
        const value = schema.type === "array" ? texts : convertText(text, schema.type);
        const fault = findFault(document, schema, value);
        const hint = place === "query" && / \d\d:\d\d$/.test(text) ? ": write a + of the query as %2B" : "";
        if (fault !== undefined) refuse(place, name, fault.message + hint);
        into[name] = schema.format === "uuid" && typeof value === "string" ? value.toLowerCase() : value;
      }
    }
    let body = sent;
    if (body instanceof UnreadableBody) refuse("body", "", body.message);
    else if (body === undefined) {
      if (operation.requestBody?.required) refuse("body", "", "is missing");
    } else if (operation.requestBody !== undefined) {
      const fault = findFault(document, bodySchema, mediaType === "multipart/form-data" ? withoutFiles(body) : body);
      if (fault !== undefined) refuse("body", fault.pointer, fault.message);
      else if (choice !== undefined && isObject(body)) body = { ...choice.listDefaults(body), ...body };
    }
    return { input: { ...input, body }, problems };
  };
}

/** A schema describes a file as a string. */
function withoutFiles(form: unknown): object {
  const parts = Object.entries(Object(form)).map(([name, part]) => [name, part instanceof Upload ? "" : part]);
  return Object.fromEntries(parts) as object;
}

/** The part of a URL behind the question mark. */
export function readQuery(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}

function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
