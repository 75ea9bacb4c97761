// Hints: what a call does oddly, and a service takes in silence. They stand with the call in the journal; a strict world refuses them.
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

/** What a hint looks at. */
interface Call {
  readonly request: Pick<FastifyRequest, "url" | "headers">;
  readonly sent: unknown;
  /** The headers that were read, by the contract's names. */
  readonly header: Readonly<Record<string, unknown>>;
}

/** Finds the hints of a call. */
export type HintFinder = (call: Call) => readonly InputProblem[];

/** So many of one call are kept, and so much of a name that its caller made up. */
const [maxHints, longestName] = [10, 100];

/** Makes the finder of an operation. What it knows is what the contract shows. */
export function makeHintFinder(contract: Contract, operation: ContractOperation): HintFinder {
  const findAll = hintTable.map((make) => make(contract, operation)).filter((find) => find !== undefined);
  return (call) => {
    const hints = findAll.flatMap((find) => [...find(call)]).slice(0, maxHints);
    return hints.map((hint) => ({ ...hint, name: hint.name.slice(0, longestName) }));
  };
}

/** Each makes what finds one kind of hint in the calls of an operation; undefined where it has none. */
const hintTable: readonly ((
  contract: Contract,
  operation: ContractOperation,
) => ((call: Call) => Iterable<InputProblem>) | undefined)[] = [
  function findUnknownParameters({ document }, { operation, parameters }) {
    // A free-form object stands for parameters that are not shown
    const written = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one));
    if (written.some(({ schema }) => resolve<Schema>(document, schema).type === "object")) return undefined;
    const known = parameters.filter((one) => one.in === "query").map(({ name }) => name);
    return function* ({ request: { url } }) {
      const query = readQuery(url);
      if (query === "") return;
      for (const name of new Set(new URLSearchParams(query).keys())) {
        if (known.includes(name)) continue;
        const repeated = known.find((one) => name.startsWith(`${one}[`) && name.endsWith("]"));
        const message =
          repeated === undefined
            ? describeUnknown(name, known)
            : `is unknown: repeat the name without brackets, ${repeated}=…&${repeated}=…`;
        yield { in: "query", name, message };
      }
    };
  },
  function findUnknownFields({ document }, { requestBody }) {
    const schema = requestBody?.bodies[0]?.schema;
    return schema && (({ sent }) => listUnknownFields(document, schema, sent));
  },
  function findUnreadHeaders({ operations }, { parameters }) {
    const names = operations.flatMap((one) => listHeaders(one.parameters));
    const known = new Map(names.map((name) => [simplifyHeader(name), name]));
    const own = listHeaders(parameters);
    return function* ({ request: { headers }, header }) {
      for (const sent of Object.keys(headers)) {
        const name = known.get(simplifyHeader(sent));
        if (name === undefined || header[name] !== undefined) continue;
        if (!own.includes(name))
          yield { in: "header", name: sent, message: "is not read by this operation: leave it out" };
        else if (name.toLowerCase() !== sent) yield { in: "header", name: sent, message: `is unknown: write ${name}` };
      }
    };
  },
  function findUnreadBody(_, { method }) {
    if (method !== "get") return undefined;
    return function* ({ request: { headers } }) {
      if (headers["transfer-encoding"] === undefined && !(Number(headers["content-length"]) > 0)) return;
      yield { in: "body", name: "", message: "of a GET is not read: send its fields in the query, or leave it out" };
    };
  },
];

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
