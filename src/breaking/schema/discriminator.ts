// Compares discriminators: the property, and its values, that distinguish alternatives.
import {
  type JsonObject,
  type Located,
  listEntries,
  listStrings,
  own,
  type Path,
  type Source,
} from "../../shared/contract/index.ts";
import type { Difference } from "../model.ts";
import { baseName, commonParts, listMembers, type Part } from "./branch.ts";
import { listAncestors, listChildren } from "./inheritance.ts";
import type { TypedBranch } from "./types.ts";
import type { Nested, View } from "./view.ts";

/** A schema that a value stands for. */
interface Target {
  readonly name: string;
  readonly schema: Located;
}

type Targets = ReadonlyMap<string, Target>;

interface Discriminator {
  readonly property: string;
  /** What each value of the property leads to. */
  readonly values: Targets;
  /** Where it lists no alternatives: what inherits from its holder, so that it may come in its place. */
  readonly children: Targets;
  readonly at: Path;
}

export function compareDiscriminators(view: View, before: readonly Located[], after: readonly Located[]): Difference[] {
  if (view.strict) return [];
  const was = findDiscriminator(view.base, commonParts(view.base, before));
  const is = findDiscriminator(view.revision, commonParts(view.revision, after));
  const at = { base: was?.at ?? before[0]?.path ?? [], revision: is?.at ?? after[0]?.path ?? [] };
  const found = (effect: Difference["effect"], said: Difference["said"] = {}, says?: string): Difference => {
    const property = was?.property ?? "";
    return { rule: "schema/discriminator", effect, says, said: { property, ...said }, ...at };
  };
  if (was === undefined) return is === undefined ? [] : [found("harmless")];
  if (is === undefined) return [found("removed")];
  if (was.property !== is.property) return [found("different", { now: is.property })];
  const beyond = (some: Targets, others: Targets) => [...some.keys()].filter((value) => !others.has(value));
  const listed = (effect: "narrower" | "wider", values: readonly string[]) =>
    values.length === 0 ? [] : [found(effect, { values: values.map((value) => `\`${value}\``).join(", ") })];
  const namesIn = ({ values }: Discriminator) => [...values.values()].map(({ name }) => name);
  return [
    ...listed("narrower", beyond(was.values, is.values)),
    ...listed("wider", beyond(is.values, was.values)),
    ...[...was.values].flatMap(([value, { name, schema }]) => {
      const now = is.values.get(value);
      if (now === undefined || now.name === name) return [];
      const isRenamed = !namesIn(is).includes(name) && !namesIn(was).includes(now.name);
      if (isRenamed && !view.breaks(view.compare([schema], [now.schema]))) return [];
      return [found("different", { value, was: name, now: now.name }, "meaning")];
    }),
  ];
}

/**
 * Compares what inherits from a schema with a discriminator and without alternatives: that is what travels.
 * What was reached through one of the children is that child, or one of its own.
 */
export function compareChildren(view: View, base: TypedBranch, revision: TypedBranch): Nested[] {
  if (view.strict) return [];
  const is = findDiscriminator(view.revision, revision.parts)?.children;
  const was = findDiscriminator(view.base, base.parts)?.children ?? new Map<string, Target>();
  return [...was].flatMap(([value, { schema }]) => {
    const other = is?.get(value);
    return other === undefined ? [] : view.compare([schema], [other.schema]);
  });
}

function findDiscriminator(source: Source, parts: readonly Part[]): Discriminator | undefined {
  for (const part of parts) {
    const found = readDiscriminator(source, part);
    if (found) return found;
  }
  return undefined;
}

function readDiscriminator(source: Source, { value: schema, path: at, within }: Part): Discriminator | undefined {
  const discriminator = own(schema, "discriminator");
  const property = own(discriminator, "propertyName");
  if (typeof property !== "string") return undefined;
  const place = [...at, "discriminator"];
  const mapping = listEntries(own(discriminator, "mapping")).map(
    ([value, target]) => [value, findTarget(source, schema, String(target), [...place, "mapping", value])] as const,
  );
  const members = [...listMembers(schema, "oneOf", at), ...listMembers(schema, "anyOf", at)];
  if (members.length > 0) {
    // A schema that neither the mapping nor its own constant names is named by its own name
    const implicit = members.flatMap(({ value: member }) => {
      const reference = own(member, "$ref");
      if (typeof reference !== "string") return [];
      const name = baseName(reference);
      const isListed =
        mapping.some(([, target]) => target.name === name) || listValues(source, member, property).length > 0;
      return isListed ? [] : [[name, { name, schema: { value: member, path: at } }] as const];
    });
    return { property, values: new Map([...mapping, ...implicit]), children: new Map(), at: place };
  }
  const resolveSchema = (target: Target) => source.resolve(target.schema.value);
  const children = listChildren(source, schema).flatMap(([name, child]) => {
    if (mapping.some(([, target]) => resolveSchema(target) === child)) return [];
    const target = { name, schema: { value: child, path: place } };
    const constants = listStrings(listValues(source, child, property));
    return (constants.length > 0 ? constants : [name]).map((value) => [value, target] as const);
  });
  const values = [...mapping, ...children];
  const self = within.find((outer) => values.some(([, target]) => resolveSchema(target) === outer));
  const reached = values.filter(([, target]) => {
    const found = resolveSchema(target);
    return self === undefined || found === self || listAncestors(source, found).has(self);
  });
  const others = reached.filter(([, target]) => resolveSchema(target) !== self);
  return { property, values: new Map(reached), children: new Map(others), at: place };
}

/** The values that the schema itself says the property has: then those count. */
function listValues(source: Source, schema: unknown, property: string): unknown[] {
  return commonParts(source, [{ value: schema, path: [] }]).flatMap(({ value: part }) => {
    const value = source.resolve(own(own(part, "properties"), property));
    return [own(value, "const") ?? own(value, "enum") ?? []].flat();
  });
}

/** A mapping leads to a component by its name, or to a schema by a reference. */
function findTarget(source: Source, holder: JsonObject, written: string, at: Path): Target {
  const isName = /^[\w.-]+$/.test(written) && !/\.(ya?ml|json)$/.test(written);
  const reference = isName ? `#/components/schemas/${written}` : written;
  return { name: baseName(written), schema: { value: source.find(holder, reference) ?? true, path: at } };
}
