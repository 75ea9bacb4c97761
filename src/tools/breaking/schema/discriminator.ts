// Compares discriminators: the property, and its values, that distinguish alternatives.
import { entriesOf, isObject, type JsonObject, own, type Path, type Source, stringsOf } from "../../contract/index.ts";
import { baseName } from "../reference.ts";
import { type Branch, commonParts, type Located, membersOf, type Part } from "./branch.ts";
import type { Finding, Mode, SchemaComparison } from "./model.ts";

/** A schema that a value stands for. */
interface Target {
  readonly name: string;
  readonly schema: Located;
}

interface Discriminator {
  readonly property: string;
  /** What each value of the property leads to. */
  readonly values: ReadonlyMap<string, Target>;
  /** Where it lists no alternatives: what inherits from its holder, so that it may come in its place. */
  readonly children: ReadonlyMap<string, Target>;
  readonly at: Path;
}

export function compareDiscriminators(
  comparison: SchemaComparison,
  before: readonly Located[],
  after: readonly Located[],
  mode: Mode,
): Finding[] {
  if (mode.strict) return [];
  const { base, revision } = comparison;
  const [was, is] = [discriminatorOf(base, before), discriminatorOf(revision, after)];
  const at = { base: was?.at ?? before[0]?.at ?? [], revision: is?.at ?? after[0]?.at ?? [] };
  const found = (effect: Finding["effect"], text: string): Finding => ({
    effect,
    rule: "schema/discriminator",
    text,
    ...at,
  });
  if (was === undefined) return is === undefined ? [] : [found("harmless", "a discriminator was added")];
  if (is === undefined) return [found("removed", `the discriminator \`${was.property}\` was removed`)];
  if (was.property !== is.property) {
    return [found("different", `the discriminator went from \`${was.property}\` to \`${is.property}\``)];
  }
  const gone = [...was.values.keys()].filter((value) => !is.values.has(value));
  const come = [...is.values.keys()].filter((value) => !was.values.has(value));
  const listed = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(", ");
  return [
    ...(gone.length > 0 ? [found("narrower", `the discriminator \`${was.property}\` lost ${listed(gone)}`)] : []),
    ...(come.length > 0 ? [found("wider", `the discriminator \`${was.property}\` gained ${listed(come)}`)] : []),
    ...[...was.values].flatMap(([value, target]) => {
      const other = is.values.get(value);
      if (other === undefined || other.name === target.name) return [];
      const namesOf = ({ values }: Discriminator) => [...values.values()].map(({ name }) => name);
      const isRenamed = !namesOf(is).includes(target.name) && !namesOf(was).includes(other.name);
      if (isRenamed && comparison.isCompatible([target.schema], [other.schema], mode)) return [];
      const text = `the value \`${value}\` of the discriminator \`${was.property}\` now means \`${other.name}\`, no longer \`${target.name}\``;
      return [found("different", text)];
    }),
  ];
}

/**
 * Compares what inherits from a schema with a discriminator and without alternatives: that is what travels.
 * What was reached through one of the children is that child, or one of its own.
 */
export function compareChildren(comparison: SchemaComparison, base: Branch, revision: Branch, mode: Mode): Finding[] {
  if (mode.strict) return [];
  const [was, is] = [heirsOf(comparison.base, base.parts), heirsOf(comparison.revision, revision.parts)];
  return [...was].flatMap(([value, target]) => {
    const other = is.get(value);
    return other === undefined ? [] : comparison.compare([target.schema], [other.schema], mode);
  });
}

function heirsOf(source: Source, parts: readonly Part[]): ReadonlyMap<string, Target> {
  for (const part of parts) {
    const discriminator = discriminatorIn(source, part);
    if (discriminator && discriminator.children.size > 0) return discriminator.children;
  }
  return new Map();
}

function discriminatorOf(source: Source, roots: readonly Located[]): Discriminator | undefined {
  for (const part of commonParts(source, roots)) {
    const found = discriminatorIn(source, part);
    if (found) return found;
  }
  return undefined;
}

function discriminatorIn(source: Source, { schema, at, within }: Part): Discriminator | undefined {
  const discriminator = own(schema, "discriminator");
  const property = own(discriminator, "propertyName");
  if (!isObject(discriminator) || typeof property !== "string") return undefined;
  const mapping = entriesOf(discriminator["mapping"]).map(
    ([value, target]) =>
      [value, targetOf(source, schema, String(target), [...at, "discriminator", "mapping", value])] as const,
  );
  const members = [...membersOf(schema, "oneOf", at), ...membersOf(schema, "anyOf", at)];
  // A schema that the mapping does not name is named by its own name
  const implicit = members.flatMap(({ schema: member }) => {
    const reference = own(member, "$ref");
    if (typeof reference !== "string") return [];
    const name = baseName(reference);
    const isListed = mapping.some(([, target]) => target.name === name) || isNamedByConstant(source, member, property);
    return isListed ? [] : [[name, { name, schema: { schema: member, at } }] as const];
  });
  const place = [...at, "discriminator"];
  if (members.length > 0) {
    return { property, values: new Map([...mapping, ...implicit]), children: new Map(), at: place };
  }
  const children = childrenOf(source, schema).flatMap(([name, child]) => {
    const isListed = mapping.some(([, target]) => source.resolve(target.schema.schema) === child);
    if (isListed) return [];
    const constants = constantsIn(source, child, property);
    const target = { name, schema: { schema: child, at: place } };
    return (constants.length > 0 ? constants : [name]).map((value) => [value, target] as const);
  });
  const values = [...mapping, ...children];
  const schemaOf = (target: Target) => source.resolve(target.schema.schema);
  const self = within.find((outer) => values.some(([, target]) => schemaOf(target) === outer));
  const reached = values.filter(
    ([, target]) => self === undefined || schemaOf(target) === self || inherits(source, schemaOf(target), self),
  );
  return {
    property,
    values: new Map(reached),
    children: new Map(reached.filter(([, target]) => schemaOf(target) !== self)),
    at: place,
  };
}

type Named = readonly [name: string, schema: unknown];

/** What inherits from each schema; it is looked up often, and always the same. */
const childrenBySource = new WeakMap<Source, ReadonlyMap<unknown, readonly Named[]>>();

/** The components that inherit from a schema. */
export function childrenOf(source: Source, holder: unknown): readonly Named[] {
  const known = childrenBySource.get(source);
  if (known !== undefined) return known.get(holder) ?? [];
  const children = new Map<unknown, Named[]>();
  const written = entriesOf(source.resolve(own(source.resolve(source.root["components"]), "schemas")));
  for (const [name, component] of written) {
    const schema = source.resolve(component);
    const parents = new Set(parentsOf(source, schema));
    for (const parent of parents) {
      children.set(parent, [...(children.get(parent) ?? []), [name, schema]]);
      for (const further of parentsOf(source, parent)) parents.add(further);
    }
  }
  childrenBySource.set(source, children);
  return children.get(holder) ?? [];
}

function parentsOf(source: Source, schema: unknown): unknown[] {
  const list = own(schema, "allOf");
  return Array.isArray(list) ? list.map((member) => source.resolve(member)) : [];
}

/** Whether one schema holds another in its `allOf`, also through further ones. */
function inherits(source: Source, schema: unknown, holder: unknown, seen = new Set<unknown>()): boolean {
  const list = own(schema, "allOf");
  if (!Array.isArray(list) || seen.has(schema)) return false;
  seen.add(schema);
  const members = list.map((member) => source.resolve(member));
  return members.some((member) => member === holder || inherits(source, member, holder, seen));
}

/** Whether the schema itself says which values the property has: then those count. */
function isNamedByConstant(source: Source, schema: unknown, property: string): boolean {
  return commonParts(source, [{ schema, at: [] }]).some(({ schema: part }) => {
    const value = source.resolve(own(own(part, "properties"), property));
    return isObject(value) && (Object.hasOwn(value, "const") || Object.hasOwn(value, "enum"));
  });
}

/** The values that the schema itself says the property has. */
function constantsIn(source: Source, schema: unknown, property: string): string[] {
  const parts = commonParts(source, [{ schema, at: [] }]);
  return stringsOf(
    parts.map(({ schema: part }) => own(source.resolve(own(own(part, "properties"), property)), "const")),
  );
}

/** A mapping leads to a component by its name, or to a schema by a reference. */
function targetOf(source: Source, holder: JsonObject, written: string, at: Path): Target {
  const isName = /^[\w.-]+$/.test(written) && !/\.(ya?ml|json)$/.test(written);
  const reference = isName ? `#/components/schemas/${written}` : written;
  return { name: baseName(written), schema: { schema: source.find(holder, reference) ?? true, at } };
}
