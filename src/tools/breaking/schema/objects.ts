// Compares what two schemas allow of objects.
import { entriesOf, isObject, own, type Path, stringsOf } from "../../contract/index.ts";
import { removalOf } from "../marks.ts";
import { compareBound, ruleOf } from "./bounds.ts";
import { allowsAnything, anything, commonParts, type Located } from "./branch.ts";
import { compareDefaults } from "./defaults.ts";
import { compareEvaluation } from "./evaluation.ts";
import { writtenFor } from "./keywords.ts";
import type { CompareBranches, Finding, Mode, SchemaComparison } from "./model.ts";
import {
  namedProperties,
  patternsOf,
  requiredProperties,
  schemasOfOthers,
  schemasOfPattern,
  schemasOfProperty,
  travels,
  writtenProperties,
} from "./properties.ts";
import type { TypedBranch } from "./types.ts";

export const compareObjects: CompareBranches = (comparison, base, revision, mode) => {
  const names = new Set(
    [base, revision].flatMap((branch) => [...writtenProperties(branch), ...requiredProperties(branch)]),
  );
  return [
    ...compareEvaluation(base, revision, "unevaluatedProperties", ["if", "dependentSchemas"]),
    ...[...names].flatMap((name) => new PropertyComparison(comparison, base, revision, mode, name).findings()),
    ...comparePatterns(comparison, base, revision, mode),
    ...comparison.compare(
      orAnything(schemasOfOthers(base), [...base.at, "additionalProperties"]),
      orAnything(schemasOfOthers(revision), [...revision.at, "additionalProperties"]),
      mode,
    ),
    ...comparePropertyNames(comparison, base, revision, mode),
    ...compareBound(base, revision, { keyword: "minProperties", side: "least", otherwise: 0 }),
    ...compareBound(base, revision, { keyword: "maxProperties", side: "most", otherwise: Number.POSITIVE_INFINITY }),
    ...compareDependentRequired(base, revision),
    ...compareDependentSchemas(comparison, base, revision, mode),
  ];
};

/** One property on both sides: whether it is named, travels, is required, and what it may hold. */
class PropertyComparison {
  readonly #comparison: SchemaComparison;
  readonly #mode: Mode;
  readonly #name: string;
  readonly #base: TypedBranch;
  readonly #revision: TypedBranch;
  readonly #was: readonly Located[];
  readonly #is: readonly Located[];

  constructor(comparison: SchemaComparison, base: TypedBranch, revision: TypedBranch, mode: Mode, name: string) {
    this.#comparison = comparison;
    this.#mode = mode;
    this.#name = name;
    this.#base = base;
    this.#revision = revision;
    this.#was = schemasOfProperty(base, name);
    this.#is = schemasOfProperty(revision, name);
  }

  findings(): Finding[] {
    const was = this.#isNamed(this.#base, this.#was, this.#comparison.base);
    const is = this.#isNamed(this.#revision, this.#is, this.#comparison.revision);
    const wasRequired = requiredProperties(this.#base).has(this.#name);
    const isRequired = requiredProperties(this.#revision).has(this.#name);
    if (this.#mode.strict) return [...this.#values(), ...this.#requiredness(wasRequired, isRequired)];
    if (was && is) {
      const optional = !wasRequired && !isRequired;
      return [
        ...this.#values(),
        ...this.#requiredness(wasRequired, isRequired),
        ...(optional ? compareDefaults(this.#comparison, this.#was, this.#is) : []),
      ];
    }
    if (was) return this.#removed(wasRequired, isRequired);
    // Before it had a name, it may have had to be there
    if (is) return [...this.#added(isRequired), ...(wasRequired ? this.#requiredness(true, isRequired) : [])];
    // Required, or forbidden, without being named: it counts all the same
    return this.#travelsAtAll() ? [...this.#values(), ...this.#requiredness(wasRequired, isRequired)] : [];
  }

  /** Where it is named, rather than where a schema beside it allows any other field. */
  #place(schemas: readonly Located[]): Path | undefined {
    return (schemas.find(({ at }) => at.at(-1) === this.#name) ?? schemas[0])?.at;
  }

  #travelsAtAll(): boolean {
    const { base, revision } = this.#comparison;
    const { direction } = this.#mode;
    return travels(base, this.#was, direction) && travels(revision, this.#is, direction);
  }

  #isNamed(branch: TypedBranch, schemas: readonly Located[], source: SchemaComparison["base"]): boolean {
    return namedProperties(branch).has(this.#name) && travels(source, schemas, this.#mode.direction);
  }

  #values(): Finding[] {
    return this.#comparison.compare(
      orAnything(this.#was, this.#base.at),
      orAnything(this.#is, this.#revision.at),
      this.#mode,
    );
  }

  #requiredness(was: boolean, is: boolean): Finding[] {
    if (was === is) return [];
    return [
      {
        effect: is ? "narrower" : "wider",
        rule: is ? "schema/property-required" : "schema/property-optional",
        base: this.#place(this.#was) ?? placeOf(this.#base, "required"),
        revision: this.#place(this.#is) ?? placeOf(this.#revision, "required"),
        text: `${this.#was[0] || this.#is[0] ? "" : `\`${this.#name}\` `}${is ? "became required" : "is no longer required"}`,
      },
    ];
  }

  #removed(wasRequired: boolean, isRequired: boolean): Finding[] {
    const covered = this.#is.filter((located) => !allowsAnything(this.#comparison.revision, [located]));
    const isForbidden = covered.some(({ schema }) => schema === false);
    const isHidden = namedProperties(this.#revision).has(this.#name);
    // A map of such values, or a pattern that the name has, still describes it
    if (covered.length > 0 && !isForbidden && !isHidden) {
      return [...this.#values(), ...this.#requiredness(wasRequired, isRequired)];
    }
    const parts = commonParts(this.#comparison.base, this.#was);
    const mark = this.#mode.direction === "request" ? "readOnly" : "writeOnly";
    return [
      {
        ...removalOf(parts.map(({ schema }) => schema)),
        rule: "schema/property-removed",
        base: this.#place(this.#was) ?? this.#base.at,
        revision: placeOf(this.#revision, "properties"),
        text: isHidden ? `was removed: it became \`${mark}\`` : "was removed",
      },
    ];
  }

  #added(isRequired: boolean): Finding[] {
    const covered = this.#was.filter((located) => !allowsAnything(this.#comparison.base, [located]));
    const isNew = covered.length === 0 || namedProperties(this.#base).has(this.#name);
    const mustBeSent = isRequired && this.#mode.direction === "request";
    const added: Finding = {
      effect: mustBeSent ? "narrower" : "added",
      rule: mustBeSent ? "schema/property-required" : "schema/property-added",
      base: placeOf(this.#base, "properties"),
      revision: this.#place(this.#is) ?? this.#revision.at,
      text: mustBeSent ? "was added as required" : "was added",
    };
    // What the base forbade, or described as part of a map, had a meaning before it had this name
    return isNew ? [added] : [added, ...this.#values()];
  }
}

/** Names that match a pattern, where the pattern is the only keyword that knows them. */
const comparePatterns: CompareBranches = (comparison, base, revision, mode) => {
  const patterns = new Set([...patternsOf(base), ...patternsOf(revision)]);
  return [...patterns].flatMap((pattern) =>
    comparison.compare(
      orAnything(schemasOfPattern(base, pattern), [...base.at, "patternProperties"]),
      orAnything(schemasOfPattern(revision, pattern), [...revision.at, "patternProperties"]),
      mode,
    ),
  );
};

const comparePropertyNames: CompareBranches = (comparison, base, revision, mode) => {
  const located = (branch: TypedBranch) =>
    // A name is always a string
    [...writtenFor(branch.parts, "propertyNames").map(({ value, at }) => ({ schema: value, at })), nameOf(branch)];
  return comparison.compare(located(base), located(revision), { ...mode, strict: true });
};

const anyName = { type: "string" };

function nameOf(branch: TypedBranch): Located {
  return { schema: anyName, at: [...branch.at, "propertyNames"] };
}

function compareDependentRequired(base: TypedBranch, revision: TypedBranch): Finding[] {
  const [was, is] = [dependents(base), dependents(revision)];
  const difference = (effect: "narrower" | "wider", from: typeof was, to: typeof is): Finding[] =>
    [...from].flatMap(([trigger, { names }]) => {
      const missing = [...names].filter((name) => !to.get(trigger)?.names.has(name));
      if (missing.length === 0) return [];
      const listed = missing.map((name) => `\`${name}\``).join(", ");
      return [
        {
          effect,
          rule: ruleOf("dependentRequired"),
          base: was.get(trigger)?.at ?? base.at,
          revision: is.get(trigger)?.at ?? revision.at,
          text: `${listed} ${effect === "narrower" ? "must now be there" : "need no longer be there"} when \`${trigger}\` is`,
        },
      ];
    });
  return [...difference("wider", was, is), ...difference("narrower", is, was)];
}

function dependents({ parts }: TypedBranch): Map<string, { readonly names: Set<string>; readonly at: Path }> {
  const found = new Map<string, { readonly names: Set<string>; readonly at: Path }>();
  for (const { value, at } of writtenFor(parts, "dependentRequired")) {
    for (const [trigger, names] of entriesOf(value)) {
      const known = found.get(trigger) ?? { names: new Set(), at: [...at, trigger] };
      for (const name of stringsOf(names)) known.names.add(name);
      found.set(trigger, known);
    }
  }
  return found;
}

const compareDependentSchemas: CompareBranches = (comparison, base, revision, mode) => {
  const triggers = (branch: TypedBranch) =>
    writtenFor(branch.parts, "dependentSchemas").flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []));
  const schemas = (branch: TypedBranch, trigger: string): Located[] =>
    orAnything(
      writtenFor(branch.parts, "dependentSchemas").flatMap(({ value, at }) => {
        const schema = own(value, trigger);
        return schema === undefined ? [] : [{ schema, at: [...at, trigger] }];
      }),
      branch.at,
    );
  return [...new Set([...triggers(base), ...triggers(revision)])].flatMap((trigger) =>
    comparison.compare(schemas(base, trigger), schemas(revision, trigger), { ...mode, strict: true }),
  );
};

function orAnything(schemas: readonly Located[], at: Path): Located[] {
  return schemas.length > 0 ? [...schemas] : [anything(at)];
}

function placeOf(branch: TypedBranch, keyword: string): Path {
  const part = branch.parts.find(({ schema }) => Object.hasOwn(schema, keyword));
  return part ? [...part.at, keyword] : branch.at;
}
