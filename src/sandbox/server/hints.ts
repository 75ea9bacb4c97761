// Hints: odd things in a call that a service takes in silence. They stand with the call in the journal; a strict world refuses such a call.
import type { FastifyRequest } from "fastify";
import {
  type Contract,
  type ContractOperation,
  isObject,
  type OpenApiDocument,
  type Parameter,
  resolve,
  type Schema,
} from "../../shared/contract/index.ts";
import type { InputProblem } from "../assumptions/alternatives.ts";
import { readQuery } from "./input.ts";

/** The parts of a call that give hints. */
interface Call {
  readonly request: Pick<FastifyRequest, "url" | "headers">;
  readonly sent: unknown;
  /** The headers that were read, by the contract's names. */
  readonly header: Readonly<Record<string, unknown>>;
}

/** A hint, and for a header the one of the operation that was meant. */
export interface Hint extends InputProblem {
  readonly meant?: string;
}

/** So many of one call are kept, and so much of a name that its caller made up. */
const [maxHints, longestName] = [10, 100];

/** Makes what finds the hints of an operation's calls. */
export function makeHintFinder(
  { document, operations }: Contract,
  { operation, parameters, requestBody, method }: ContractOperation,
) {
  // A free-form object stands for parameters that are not shown
  const isFreeForm = (operation.parameters ?? []).some((one) => {
    const { schema } = resolve<Parameter>(document, one);
    return resolve<Schema>(document, schema).type === "object";
  });
  const inQuery = parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const ownHeaders = listHeaders(parameters);
  const headerNames = new Map(
    operations.flatMap((one) => listHeaders(one.parameters)).map((name) => [simplifyHeader(name), name]),
  );
  const schema = requestBody?.bodies[0]?.schema;

  function* findAll({ request: { url, headers }, sent, header }: Call): Generator<Hint> {
    const query = isFreeForm ? "" : readQuery(url);
    const names = query === "" ? [] : new URLSearchParams(query).keys();
    for (const name of new Set(names)) {
      if (inQuery.includes(name)) continue;
      const repeated = inQuery.find((one) => name.startsWith(`${one}[`) && name.endsWith("]"));
      const message =
        repeated === undefined
          ? describeUnknown(name, inQuery)
          : `is unknown: repeat the name without brackets, ${repeated}=…&${repeated}=…`;
      yield { in: "query", name, message };
    }
    // A body that could not be read is an error here
    if (schema !== undefined && !(sent instanceof Error)) yield* listUnknownFields(document, schema, sent);
    for (const name of Object.keys(headers)) {
      const meant = headerNames.get(simplifyHeader(name));
      if (meant === undefined || header[meant] !== undefined) continue;
      const isOwn = ownHeaders.includes(meant);
      // The right one, whose value was refused
      if (isOwn && meant.toLowerCase() === name) continue;
      if (isOwn) yield { in: "header", name, message: `is unknown: write ${meant}`, meant };
      else yield { in: "header", name, message: "is not read by this operation: leave it out" };
    }
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
    if (method === "get" && hasBody) {
      yield { in: "body", name: "", message: "of a GET is not read: send its fields in the query, or leave it out" };
    }
  }

  return (call: Call): Hint[] =>
    [...findAll(call)].slice(0, maxHints).map(({ name, ...rest }) => ({
      ...rest,
      name: name.length > longestName ? `${name.slice(0, longestName)}…` : name,
    }));
}

/** The fields that an object has and its schema does not, where the schema shows all of them. */
function* listUnknownFields(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  pointer = "",
): Generator<InputProblem> {
  const { properties, additionalProperties } = resolve<Schema>(document, schema);
  if (properties === undefined || !isObject(value)) return;
  for (const [name, child] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) yield* listUnknownFields(document, known, child, `${pointer}/${name}`);
    else if (additionalProperties === undefined) {
      yield { in: "body", name: `${pointer}/${name}`, message: describeUnknown(name, Object.keys(properties)) };
    }
  }
}

function listHeaders(parameters: ContractOperation["parameters"]): string[] {
  return parameters.filter((one) => one.in === "header").map(({ name }) => name);
}

/** A name as it is meant, however its words are joined. */
function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}

/** Some write an `X-` before a header of their own. */
function simplifyHeader(name: string): string {
  return simplify(name.replace(/^x-/i, ""));
}

function describeUnknown(name: string, known: readonly string[]): string {
  const meant = known.find((one) => simplify(one) === simplify(name));
  if (meant !== undefined) return `is unknown: write ${meant}`;
  return known.length === 0
    ? "is unknown: leave it out"
    : `is unknown: use one of ${known.join(", ")}, or leave it out`;
}
