// Finds the values of the examples that a schema describes, so that an edit of the one is an edit of the others.
import { entriesOf, isObject, own } from "../../../tools/contract/index.ts";
import { type ContractTree, isSamePlace, type Place } from "./tree.ts";

/** A value in an example file. */
export interface ExampleValue extends Place {
  readonly value: unknown;
}

/** A body of a message: where its schema stands, and the values of its examples. */
interface Body {
  readonly schema: Place;
  readonly examples: readonly ExampleValue[];
}

/** Every value of an example that the schema at this place describes. */
export function valuesOf(tree: ContractTree, schema: Place): ExampleValue[] {
  const found = new Map<string, ExampleValue>();
  for (const body of bodiesOf(tree)) {
    for (const example of body.examples) {
      visitValues(tree, body.schema, example, (place, value) => {
        if (isSamePlace(place, schema)) found.set(JSON.stringify([value.file, value.path]), value);
      });
    }
  }
  return [...found.values()];
}

/** The bodies whose schema is, or refers to, what stands at this place, with their examples. */
export function bodiesOf(tree: ContractTree): Body[] {
  const found: Body[] = [];
  const visit = (file: string, value: unknown, path: readonly string[]): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === "content") {
        for (const [type, media] of entriesOf(child)) {
          if (!isObject(own(media, "schema"))) continue;
          const at = { file, path: [...path, key, type] };
          const examples = Object.keys(Object(own(media, "examples"))).flatMap((name) => {
            const example = tree.behind({ file, path: [...at.path, "examples", name] });
            const place = example && { file: example.file, path: ["value"] };
            return place === undefined ? [] : [{ ...place, value: tree.value(place) }];
          });
          found.push({ schema: { file, path: [...at.path, "schema"] }, examples });
        }
      } else visit(file, child, [...path, key]);
    }
  };
  for (const file of tree.files) if (!file.includes("/examples/")) visit(file, tree.value({ file, path: [] }), []);
  return found;
}

/** Visits a value, and all values in it, with each schema that describes it. */
function visitValues(
  tree: ContractTree,
  schema: Place,
  value: ExampleValue,
  visitor: (schema: Place, value: ExampleValue) => void,
): void {
  if (value.value === undefined) return;
  visitor(schema, value);
  const target = tree.behind(schema);
  if (target !== undefined) visitValues(tree, target, value, visitor);
  const node = tree.value(schema);
  const under = (...keys: string[]): Place => ({ file: schema.file, path: [...schema.path, ...keys] });
  const within = (key: string): ExampleValue => ({
    file: value.file,
    path: [...value.path, key],
    value: own(value.value, key),
  });
  const properties = Object.keys(Object(own(node, "properties")));
  for (const name of properties) visitValues(tree, under("properties", name), within(name), visitor);
  if (Array.isArray(value.value) && own(node, "items") !== undefined) {
    for (const at of value.value.keys()) visitValues(tree, under("items"), within(String(at)), visitor);
  }
  if (isObject(value.value) && isObject(own(node, "additionalProperties"))) {
    for (const name of Object.keys(value.value)) {
      if (!properties.includes(name)) visitValues(tree, under("additionalProperties"), within(name), visitor);
    }
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = own(node, keyword);
    for (const at of Array.isArray(parts) ? parts.keys() : []) {
      visitValues(tree, under(keyword, String(at)), value, visitor);
    }
  }
}

/** The node of a schema that describes what a JSON pointer names in a value of it: of a list, any item. */
export function schemaAlong(tree: ContractTree, schema: Place, tokens: readonly string[]): Place[] {
  const [token, ...rest] = tokens;
  const target = tree.behind(schema);
  const behind = target === undefined ? [] : schemaAlong(tree, target, tokens);
  const node = tree.value(schema);
  const under = (...keys: string[]): Place => ({ file: schema.file, path: [...schema.path, ...keys] });
  if (token === undefined) return [schema, ...behind];
  const keys =
    own(own(node, "properties"), token) !== undefined
      ? ["properties", token]
      : /^\d+$/.test(token) && own(node, "items") !== undefined
        ? ["items"]
        : undefined;
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = own(node, keyword);
    return Array.isArray(list) ? [...list.keys()].map((at) => under(keyword, String(at))) : [];
  });
  return [
    ...behind,
    ...(keys === undefined ? [] : schemaAlong(tree, under(...keys), rest)),
    ...parts.flatMap((part) => schemaAlong(tree, part, tokens)),
  ];
}
