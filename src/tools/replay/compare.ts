// Compares two answers by their shapes, as a client that keeps to the contract would: not by their values, and not by bytes.
import {
  type Contract,
  type ContractOperation,
  isObject,
  nodesAt,
  nodesBelow,
  pointerOf,
  type SchemaNode,
} from "../contract/index.ts";
import type { RecordedExchange, Shape } from "../recording/index.ts";

type RecordedAnswer = NonNullable<RecordedExchange["response"]>;

/** One thing in which two answers differ. */
export interface Difference {
  /** Where in the answer: `status`, `type`, or a JSON pointer into the body, in which `-` stands for the items of a list. */
  readonly place: string;
  /** What the recording has there. */
  readonly recorded: string;
  /** What the other server answers with. */
  readonly found: string;
}

/**
 * Says how an answer differs from the recorded one.
 *
 * What the contract leaves to the server is no difference: an optional field that only one of them has, null where null is allowed,
 * another value, known or not, and the number and the order of items.
 */
export function differencesOf(
  contract: Contract,
  operation: ContractOperation,
  recorded: RecordedAnswer,
  found: RecordedAnswer,
): Difference[] {
  if (recorded.status !== found.status) {
    return [{ place: "status", recorded: String(recorded.status), found: String(found.status) }];
  }
  if ((recorded.type ?? "none") !== (found.type ?? "none")) {
    return [{ place: "type", recorded: recorded.type ?? "none", found: found.type ?? "none" }];
  }
  const nodes = schemaOf(contract, operation, recorded);
  return differencesAt({ contract, path: [] }, nodes, [recorded.body ?? "absent"], [found.body ?? "absent"]);
}

/** The schemas of the documented body; none when it is not documented. */
function schemaOf({ document }: Contract, { responses }: ContractOperation, { status, type }: RecordedAnswer) {
  const response =
    responses.find((one) => one.status === String(status)) ??
    responses.find((one) => one.status === `${String(status)[0]}XX`);
  const schema = response?.bodies.find(({ mediaType }) => mediaType === type)?.schema;
  return schema === undefined ? [] : nodesAt(document, { schema, pointer: "" });
}

interface Where {
  readonly contract: Contract;
  readonly path: readonly string[];
}

/** Compares everything that was seen at one place: the items of a list are one place. */
function differencesAt(
  where: Where,
  nodes: readonly SchemaNode[],
  recorded: readonly Shape[],
  found: readonly Shape[],
): Difference[] {
  // Where one of them has no item, nothing can be said of items
  if (recorded.length === 0 || found.length === 0) return [];
  const [left, right] = [recorded, found].map((shapes) => kindsOf(shapes, nodes)) as [Set<string>, Set<string>];
  if (left.size === 0 || right.size === 0) return [];
  const place = pointerOf(where.path);
  if (!isSame(left, right)) return [{ place, recorded: listed(left), found: listed(right) }];
  const [objects, others] = [recorded, found].map((shapes) => shapes.filter(isRecord)) as [Fields[], Fields[]];
  const [items, otherItems] = [recorded, found].map((shapes) => shapes.filter(isList).flatMap(itemsOf)) as [
    Shape[],
    Shape[],
  ];
  return [
    ...fieldDifferences(where, nodes, objects, others),
    ...differencesAt(below(where, "-"), nodesBelow(where.contract.document, nodes, "0"), items, otherItems),
  ];
}

type Fields = Readonly<Record<string, Shape>>;

function fieldDifferences(
  where: Where,
  nodes: readonly SchemaNode[],
  recorded: readonly Fields[],
  found: readonly Fields[],
): Difference[] {
  if (recorded.length === 0 || found.length === 0) return [];
  const isMap = nodes.some(({ schema }) => typeof schema.additionalProperties === "object");
  const names = new Set([...recorded, ...found].flatMap((one) => Object.keys(one)));
  return [...names].flatMap((name) => {
    const at = below(where, name);
    const known = nodesBelow(where.contract.document, nodes, name);
    const isField = nodes.some(({ schema }) => Object.hasOwn(schema.properties ?? {}, name));
    const isRequired = nodes.some(({ schema }) => schema.required?.includes(name));
    const [left, right] = [recorded, found].map((all) => presenceOf(all, name)) as [string, string];
    if (left !== right) {
      // Of an optional field, and of a key of a map, each answer decides
      const counts = isField ? isRequired : !isMap && (left === absent || right === absent);
      if (counts) return [{ place: pointerOf(at.path), recorded: left, found: right }];
    }
    const valuesIn = (all: readonly Fields[]) => all.map((one) => one[name]).filter((shape) => shape !== undefined);
    return differencesAt(at, known, valuesIn(recorded), valuesIn(found));
  });
}

const absent = "left out";

function presenceOf(objects: readonly Fields[], name: string): string {
  const count = objects.filter((one) => Object.hasOwn(one, name)).length;
  return count === objects.length ? "there" : count === 0 ? absent : "sometimes left out";
}

/** The kinds of the values at a place, each with what the contract says of it: its format, and the keywords that it breaks. */
function kindsOf(shapes: readonly Shape[], nodes: readonly SchemaNode[]): Set<string> {
  const schemas = nodes.map(({ schema }) => schema);
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  const hasFormat = nodes.length === 0 || schemas.some(({ format }) => format !== undefined);
  const kinds = shapes.flatMap((shape) => {
    if (Array.isArray(shape)) return "a list";
    if (typeof shape !== "string") return "an object";
    const words = shape.split(" ");
    const [first = ""] = words;
    // A known value has the type of its place
    if (/^[=~?]/.test(first)) return types.has("string") || types.size === 0 ? "string" : [...types].filter(isNotNull);
    const type = first === "integer" && (types.has("number") || types.size === 0) ? "number" : first;
    const kept = words.filter((word) => word.startsWith("!") || (hasFormat && formats.has(word)));
    return [type, ...kept].join(" ");
  });
  const isNullable = types.has("null") || (nodes.length > 0 && types.size === 0);
  return new Set(isNullable ? kinds.filter(isNotNull) : kinds);
}

const formats = new Set(["uuid", "date", "date-time", "uri", "email"]);

function isNotNull(kind: string): boolean {
  return kind !== "null";
}

function isSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((kind) => right.has(kind));
}

function listed(kinds: ReadonlySet<string>): string {
  return [...kinds].sort().join(" or ");
}

function below({ contract, path }: Where, token: string): Where {
  return { contract, path: [...path, token] };
}

function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}

function isRecord(shape: Shape): shape is Fields {
  return isObject(shape);
}

/** The items of a list, without the word on those that were left out. */
function itemsOf(shape: readonly Shape[]): readonly Shape[] {
  return shape.filter((item) => typeof item !== "string" || !item.startsWith("… "));
}
