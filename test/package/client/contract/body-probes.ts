// Request bodies on both sides of every limit of their schema, each with one thing changed.
import { type OpenApiDocument, resolve, type Schema } from "../../../../src/tools/contract/index.ts";
import { type Carrier, probesOf } from "./probes.ts";

/** A body with one thing changed. */
export interface BodyProbe {
  /** Where it is changed, such as `/patient_address/access_notes`; empty for the body as a whole. */
  readonly at: string;
  /** What stands there; `undefined` when it is left out. */
  readonly value: unknown;
  readonly body: unknown;
  readonly isAccepted: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes the probes of a request body.
 *
 * @param bodies Valid bodies, of which each probe changes the first that has the place in question.
 * @param carrier How the fields travel: a form has texts.
 */
export function bodyProbes(
  document: OpenApiDocument,
  schema: Schema,
  bodies: readonly unknown[],
  carrier: Carrier,
): readonly BodyProbe[] {
  const change = (path: readonly string[], value: unknown, isAccepted: boolean): BodyProbe => {
    const base = bodies.find((body) => valueAt(body, path) !== undefined) ?? bodies[0];
    return { at: path.map((name) => `/${name}`).join(""), value, body: changed(base, path, value), isAccepted };
  };
  const walk = (node: Schema, path: readonly string[]): BodyProbe[] => {
    const resolved = resolve<Schema>(document, node);
    const isForm = path.length === 0 && carrier === "text";
    // A form is no value: only its fields have a type
    const { accepted, refused } = isForm ? { accepted: [], refused: [] } : probesOf(document, resolved, carrier);
    const { properties = {}, required = [] } = resolved;
    return [
      ...accepted.map((value) => change(path, value, true)),
      ...refused.map((value) => change(path, value, false)),
      ...Object.keys(properties).map((name) => change([...path, name], undefined, !required.includes(name))),
      ...Object.entries(properties).flatMap(([name, property]) => walk(property, [...path, name])),
      ...exclusiveProbes(resolved, bodies).map(({ value, isAccepted }) => change(path, value, isAccepted)),
    ];
  };
  return walk(schema, []);
}

/** Fields of which at most one may have a value: all together are refused, and one beside a null is not. */
function exclusiveProbes({ not }: Schema, bodies: readonly unknown[]): { value: Fields; isAccepted: boolean }[] {
  if (not === undefined) return [];
  const names = not.required ?? [];
  const isText = (value: unknown) => typeof value === "string";
  const shown = names.map((name) => bodies.map((body) => valueAt(body, [name])).find(isText));
  if (names.length === 0 || !shown.every(isText)) {
    throw new Error("No probe is known for this `not`: expected required texts, of which the examples show each.");
  }
  const merged: Fields = Object.fromEntries(names.map((name, at) => [name, shown[at]]));
  return [
    { value: merged, isAccepted: false },
    ...names.map((name) => ({ value: { ...merged, [name]: null }, isAccepted: true })),
  ];
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), body);
}

/** A copy with another value at this place, or without the place for `undefined`. */
function changed(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const { [name]: old, ...others } = isFields(body) ? body : {};
  const next = changed(old, rest, value);
  return next === undefined ? others : { ...others, [name]: next };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
