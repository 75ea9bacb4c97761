// Makes the request of a recorded exchange once more, with the values of another server.
import { randomUUID } from "node:crypto";
import { type Contract, type ContractOperation, type Parameter, resolve, type Schema } from "../contract/index.ts";
import type { WireRequest } from "../exchange/index.ts";
import type { RecordedExchange, Shape } from "../recording/index.ts";
import { type Bindings, pseudonymIn } from "./bindings.ts";

/** Why a request cannot be made again, as a sentence that says what to do, where something can be done. */
export class NotComparable extends Error {}

/** Where values come from. */
export interface Values {
  readonly bindings: Bindings;
  /** Was the recorded server never seen to have this id? */
  readonly isUnknown: (pseudonym: string) => boolean;
}

/**
 * Makes the request, without a credential.
 *
 * @throws {NotComparable} when a value is missing.
 */
export function requestOf(
  contract: Contract,
  operation: ContractOperation,
  { request }: RecordedExchange,
  values: Values,
): WireRequest {
  const { path = {}, query = {}, header = {} } = request.parameters ?? {};
  const sentAs = (place: "path" | "query" | "header", name: string, shape: Shape): string[] => {
    const parameter = operation.parameters.find(
      (one) => one.in === place && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (parameter === undefined) {
      throw new NotComparable(`\`${name}\` is not a parameter of the contract: its value is not in a recording.`);
    }
    const schema = schemaOf(contract, parameter);
    const items = resolve<Schema>(contract.document, schema.items ?? {});
    return Array.isArray(shape)
      ? shape.map((item: Shape) => scalarValue(parameter, items, item, values))
      : [scalarValue(parameter, schema, shape, values)];
  };
  const target = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const shape = path[name];
    if (shape === undefined) throw new NotComparable(`The recording has no \`${name}\`.`);
    return encodeURIComponent(sentAs("path", name, shape).join());
  });
  const search = new URLSearchParams();
  for (const [name, shape] of Object.entries(query)) {
    for (const value of sentAs("query", name, shape)) search.append(name, value);
  }
  const headers: Record<string, string> = { accept: "application/json" };
  for (const [name, shape] of Object.entries(header)) headers[name] = sentAs("header", name, shape).join();
  return {
    method: operation.method.toUpperCase(),
    target: target + (search.size > 0 ? `?${search}` : ""),
    headers,
    body: undefined,
  };
}

function schemaOf({ document }: Contract, { schema }: Parameter): Schema {
  const own: Schema = schema;
  return own.$ref === undefined ? own : { ...resolve<Schema>(document, { $ref: own.$ref }), ...own };
}

function scalarValue({ name, example }: Parameter, schema: Schema, shape: Shape, made: Values): string {
  if (typeof shape !== "string") throw new NotComparable(`\`${name}\` is not a plain value in the recording.`);
  if (shape.startsWith("=")) return shape.slice(1);
  const [kind = "", ...words] = shape.split(" ");
  const broken = words.find((word) => word.startsWith("!"));
  if (broken !== undefined) {
    throw new NotComparable(
      `\`${name}\` breaks \`${broken.slice(1)}\` of the contract: its value is not in a recording.`,
    );
  }
  const pseudonym = pseudonymIn(shape);
  const bound = (pseudonym && made.bindings.get(pseudonym)) ?? made.bindings.get(name);
  if (bound !== undefined) return bound;
  if (words.includes("empty")) return "";
  if (pseudonym !== undefined) {
    // An id that the recorded server did not have either: any other that nobody has is as good
    if (made.isUnknown(pseudonym)) return words.includes("uuid") ? randomUUID() : `unknown-${randomUUID().slice(0, 8)}`;
    throw new NotComparable(
      `\`${pseudonym}\` has no value on this server. Pass --bind ${pseudonym}=ID with an id that it knows.`,
    );
  }
  const type = kind === "integer" ? "number" : kind;
  const named = [example, schema.default, schema.minimum].find((one) => typeof one === type);
  if (named !== undefined) return String(named);
  throw new NotComparable(`\`${name}\` has no value here. Pass --bind ${name}=VALUE with one that this server takes.`);
}
