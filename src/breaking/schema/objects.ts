// Compares what two schemas allow of objects.
import type { Located, Path } from "../../shared/contract/index.ts";
import { judgeRemoval } from "../marks.ts";
import type { Difference } from "../model.ts";
import { allowsAnything, commonParts, findPlace, orAnything } from "./branch.ts";
import { compareBound, compareDefaults } from "./keywords.ts";
import {
  listPatterns,
  markAgainst,
  namedProperties,
  requiredProperties,
  schemasOfOthers,
  schemasOfPattern,
  schemasOfProperty,
  travels,
  writtenProperties,
} from "./properties.ts";
import type { TypedBranch } from "./types.ts";
import type { Found, View } from "./view.ts";

export function compareObjects(view: View, base: TypedBranch, revision: TypedBranch): Found[] {
  const branches = [base, revision];
  const names = new Set(branches.flatMap((branch) => [...writtenProperties(branch), ...requiredProperties(branch)]));
  const compareIn = (schemas: (branch: TypedBranch) => readonly Located[], keyword: string) => {
    const located = (branch: TypedBranch) => orAnything(schemas(branch), [...branch.at, keyword]);
    return view.compare(located(base), located(revision));
  };
  return [
    ...[...names].flatMap((name) => compareProperty(view, base, revision, name)),
    // Names that match a pattern, where the pattern is the only keyword that knows them
    ...[...new Set(branches.flatMap(listPatterns))].flatMap((pattern) =>
      compareIn((branch) => schemasOfPattern(branch, pattern), "patternProperties"),
    ),
    ...compareIn(schemasOfOthers, "additionalProperties"),
    ...compareBound(base, revision, "minProperties", (branch) => countSent(view, branch)),
    ...compareBound(base, revision, "maxProperties"),
  ];
}

/** How many properties an object of this branch has to have that travels this way. */
function countSent(view: View, branch: TypedBranch): number {
  return [...requiredProperties(branch)].filter((name) =>
    [view.base, view.revision].every((source) => travels(source, schemasOfProperty(branch, name), view.direction)),
  ).length;
}

/** One property on one side: what it may hold, and whether it is named, travels and is required. */
interface Property {
  readonly branch: TypedBranch;
  readonly schemas: readonly Located[];
  readonly isNamed: boolean;
  readonly travels: boolean;
  readonly isRequired: boolean;
  /** Where it is named, rather than where a schema beside it allows any other field. */
  readonly place: Path | undefined;
  /** A map of such values, or a pattern that the name has, describes it. */
  readonly describe: () => readonly Located[];
}

function compareProperty(view: View, base: TypedBranch, revision: TypedBranch, name: string): Found[] {
  const [was, is] = [readProperty(view, view.base, base, name), readProperty(view, view.revision, revision, name)];
  const values = () => view.compare(orAnything(was.schemas, base.at), orAnything(is.schemas, revision.at));
  const both = () => [...values(), ...compareRequired(was, is, name)];
  if (view.strict) return both();
  const [wasSent, isSent] = [was.isNamed && was.travels, is.isNamed && is.travels];
  if (wasSent && isSent) {
    const parts = (property: Property, source: View["base"]) => ({
      parts: commonParts(source, property.schemas),
      at: property.schemas[0]?.path ?? [],
    });
    const isOptional = !was.isRequired && !is.isRequired;
    return [...both(), ...(isOptional ? compareDefaults(parts(was, view.base), parts(is, view.revision)) : [])];
  }
  if (wasSent) {
    const isForbidden = is.describe().some(({ value: schema }) => schema === false);
    if (is.describe().length > 0 && !isForbidden && !is.isNamed) return both();
    const { effect, announced } = judgeRemoval(commonParts(view.base, was.schemas).map(({ value: schema }) => schema));
    const hidden = is.isNamed ? { says: "hidden", said: { mark: markAgainst(view.direction) } } : {};
    const at = { base: was.place ?? base.at, revision: findPlace(revision, "properties") };
    return [{ rule: "schema/property-removed", effect, announced, ...hidden, ...at }];
  }
  if (isSent) {
    const isRequired = is.isRequired && view.direction === "request";
    const at = { base: findPlace(base, "properties"), revision: is.place ?? revision.at };
    const added: Difference = isRequired
      ? { rule: "schema/property-required", effect: "narrower", says: "added", ...at }
      : { rule: "schema/property-added", effect: "added", ...at };
    // What the base forbade, or described as part of a map, had a meaning before it had this name; and it may have had to be there
    const before = was.describe().length === 0 || was.isNamed ? [] : values();
    return [added, ...before, ...(was.isRequired ? compareRequired(was, is, name) : [])];
  }
  // Required, or forbidden, without being named: it counts all the same
  return was.travels && is.travels ? both() : [];
}

function readProperty(view: View, source: View["base"], branch: TypedBranch, name: string): Property {
  const schemas = schemasOfProperty(branch, name);
  return {
    branch,
    schemas,
    isNamed: namedProperties(branch).has(name),
    travels: travels(source, schemas, view.direction),
    isRequired: requiredProperties(branch).has(name),
    place: (schemas.find(({ path: at }) => at.at(-1) === name) ?? schemas[0])?.path,
    describe: () => schemas.filter((located) => !allowsAnything(source, [located])),
  };
}

function compareRequired(was: Property, is: Property, name: string): Difference[] {
  if (was.isRequired === is.isRequired) return [];
  const place = ({ place, branch }: Property) => place ?? findPlace(branch, "required");
  const says = was.place || is.place ? undefined : "unnamed";
  const at = { says, said: { name }, base: place(was), revision: place(is) };
  return is.isRequired
    ? [{ rule: "schema/property-required", effect: "narrower", ...at }]
    : [{ rule: "schema/property-optional", effect: "wider", ...at }];
}
