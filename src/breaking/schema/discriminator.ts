// Compares discriminators: the property, and its values, that tell alternatives apart.
import { entriesOf, isObject, type JsonObject, own, type Path } from "../json.ts";
import { baseName } from "../reference.ts";
import type { Source } from "../source.ts";
import { commonParts, type Located, membersOf } from "./branch.ts";
import type { Mode, SchemaComparison } from "./compare.ts";
import type { Finding } from "./finding.ts";

/** A schema that a value stands for. */
interface Target {
  readonly name: string;
  readonly schema: Located;
}

interface Discriminator {
  readonly property: string;
  /** What each value of the property leads to. */
  readonly values: ReadonlyMap<string, Target>;
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

function discriminatorOf(source: Source, roots: readonly Located[]): Discriminator | undefined {
  for (const { schema, at } of commonParts(source, roots)) {
    const discriminator = own(schema, "discriminator");
    const property = own(discriminator, "propertyName");
    if (!isObject(discriminator) || typeof property !== "string") continue;
    const mapping = entriesOf(discriminator["mapping"]).map(
      ([value, target]) => [value, targetOf(source, schema, String(target), at)] as const,
    );
    const members = [...membersOf(schema, "oneOf", at), ...membersOf(schema, "anyOf", at)];
    // A schema that the mapping does not name is named by its own name
    const implicit = members.flatMap(({ schema: member }) => {
      const reference = own(member, "$ref");
      if (typeof reference !== "string") return [];
      const name = baseName(reference);
      const isListed =
        mapping.some(([, target]) => target.name === name) || isNamedByConstant(source, member, property);
      return isListed ? [] : [[name, { name, schema: { schema: member, at } }] as const];
    });
    return { property, values: new Map([...mapping, ...implicit]), at: [...at, "discriminator"] };
  }
  return undefined;
}

/** Whether the schema itself says which values the property has: then those count. */
function isNamedByConstant(source: Source, schema: unknown, property: string): boolean {
  return commonParts(source, [{ schema, at: [] }]).some(({ schema: part }) => {
    const value = source.resolve(own(own(part, "properties"), property));
    return isObject(value) && (Object.hasOwn(value, "const") || Object.hasOwn(value, "enum"));
  });
}

/** A mapping leads to a component by its name, or to a schema by a reference. */
function targetOf(source: Source, holder: JsonObject, written: string, at: Path): Target {
  const isName = /^[\w.-]+$/.test(written) && !/\.(ya?ml|json)$/.test(written);
  const reference = isName ? `#/components/schemas/${written}` : written;
  return { name: baseName(written), schema: { schema: source.find(holder, reference) ?? true, at } };
}
