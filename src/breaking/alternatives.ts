// Compares two alternatives of one JSON type: each keyword by its row of the vocabulary, lists of values, items and fields.
import { canonical, isObject, type Limit, type Order, vocabulary } from "../shared/contract/index.ts";
import { child, findWritten, listWritten, type Part } from "./bundle.ts";
import { judgeRemoval } from "./marks.ts";
import type { Difference } from "./model.ts";
import {
  type Alternative,
  allows,
  findLimit,
  gather,
  listField,
  listWholeNumbers,
  normalize,
  type Scalar,
} from "./normal-form.ts";
import { chooseEffect, type Direction, type Effect, type RuleId } from "./rules.ts";
import { describeChange } from "./sentences.ts";

/** The pairs around one of which it is only tried if one fits the other; undefined where what is found is reported. */
export type Trial = readonly string[] | undefined;

/** The comparison of the schemas around two alternatives, which goes on with those inside of them. */
interface Schemas {
  readonly direction: Direction;
  readonly isUnchanged: (was: readonly Part[], is: readonly Part[]) => boolean;
  readonly compare: (was: readonly Part[], is: readonly Part[], trial: Trial) => Iterable<Difference>;
}

/** The keywords that are compared as text. */
const texts = Object.entries(vocabulary.Schema).flatMap(([keyword, { compare }]) =>
  compare === "text" ? [keyword] : [],
);

export function* compareAlternatives(
  schemas: Schemas,
  base: Alternative,
  revision: Alternative,
  trial: Trial,
): Generator<Difference> {
  yield* compareValues(base, revision);
  yield* compareLimits(base, revision);
  if (base.type === "array") {
    const listItems = ({ parts, of }: Alternative) => orAnything(listWritten(parts, "items"), of, "items");
    yield* schemas.compare(listItems(base), listItems(revision), trial);
  }
  if (base.type === "object") {
    for (const name of new Set([...base.names, ...revision.names, ...base.required, ...revision.required]))
      yield* compareFields(schemas, name, base, revision, trial);
    const listOthers = (one: Alternative) => orAnything(listField(one), one.of, "additionalProperties");
    yield* schemas.compare(listOthers(base), listOthers(revision), trial);
  }
  for (const keyword of texts) {
    const [was, is] = [listTexts(base, keyword), listTexts(revision, keyword)];
    if (schemas.isUnchanged(was, is)) continue;
    const at = { base: was[0] ?? base.of, revision: is[0] ?? revision.of };
    const effect = chooseEffect(is.length > 0, was.length > 0) ?? "different";
    yield { rule: "schema/not-compared", effect, keyword, said: { keyword }, ...at };
  }
}

/** The schemas; any value is allowed where there are none. */
function orAnything(parts: readonly Part[], around: Part, key: string): readonly Part[] {
  return parts.length > 0 ? parts : [{ ...child(around, key), node: undefined }];
}

/** Compares listed values with one another, or with the limits of a side that lists none. */
function* compareValues(base: Alternative, revision: Alternative): Generator<Difference> {
  const was = base.values ?? listWholeNumbers(base, revision);
  const is = revision.values ?? listWholeNumbers(revision, base);
  const findListed = ({ parts, of }: Alternative) => findWritten(parts, "enum", "const", "x-extensible-enum") ?? of;
  const at = { base: findListed(base), revision: findListed(revision) };
  const listMissing = (some: typeof was, others: typeof is, { limits }: Alternative) =>
    some?.filter((value) => !(others?.includes(value) ?? allows(limits, value)));
  const [lost, gained] = [listMissing(was, is, revision), listMissing(is, was, base)];
  const effect = chooseEffect(lost?.length !== 0, gained?.length !== 0);
  if ((was || is) && effect) {
    const others = `other values than ${writeValues(was ?? is)}`;
    const changes = [
      ...(lost?.length === 0 ? [] : [`no longer allowed: ${lost ? writeValues(lost) : others}`]),
      ...(gained?.length === 0 ? [] : [`now allowed: ${gained ? writeValues(gained) : others}`]),
    ];
    const found = { rule: "schema/enum", keyword: "enum", said: { change: changes.join("; ") }, ...at } as const;
    if (revision.known && effect === "wider") yield { ...found, effect: "opened" };
    else if (base.known && is)
      yield { ...found, effect: "different", says: "closed", said: { values: writeValues(is) } };
    else yield { ...found, effect };
  }
  if (is || !(base.known || revision.known)) return;
  const [known, knownNow] = [base.known ?? was ?? [], revision.known ?? []];
  const removed = known.filter((value) => !knownNow.includes(value));
  const added = knownNow.filter((value) => !known.includes(value));
  if (removed.length > 0)
    yield { rule: "schema/known-value-removed", effect: "unlisted", said: { values: writeValues(removed) }, ...at };
  if (added.length > 0)
    yield { rule: "schema/known-value-added", effect: "harmless", said: { values: writeValues(added) }, ...at };
}

function writeValues(values: readonly Scalar[] = []): string {
  return values.map((value) => `\`${canonical(value)}\``).join(", ");
}

/** Compares each limit by its row. Listed values have been held against the limits, except for a format. */
function* compareLimits(base: Alternative, revision: Alternative): Generator<Difference> {
  const isListed = base.values !== undefined || revision.values !== undefined;
  for (const keyword of new Set([...Object.keys(base.limits), ...Object.keys(revision.limits)])) {
    const row = findLimit(keyword);
    if (row === undefined || (isListed && keyword !== "format")) continue;
    const [before, after] = [base.limits[keyword], revision.limits[keyword]];
    const effect = compareLimit(row, before ?? row.none, after ?? row.none);
    if (effect === undefined) continue;
    const said = { change: describeChange(keyword, before, after) };
    const at = { base: findLimiting(base, keyword), revision: findLimiting(revision, keyword) };
    yield { rule: row.rule as RuleId, effect, keyword, said, ...at };
  }
}

function compareLimit({ compare }: Limit, before: unknown, after: unknown): Order | undefined {
  if (before === undefined) return "narrower";
  return after === undefined ? "wider" : compare(before, after);
}

/** Where the limit that counts is written: several parts may have one. */
function findLimiting({ parts, limits, of }: Alternative, keyword: string): Part {
  const written = listWritten(parts, keyword);
  return written.find(({ node }) => node === limits[keyword]) ?? written[0] ?? of;
}

/** Compares the fields of one name. */
function* compareFields(
  schemas: Schemas,
  name: string,
  base: Alternative,
  revision: Alternative,
  trial: Trial,
): Generator<Difference> {
  const [was, is] = [readField(base, name), readField(revision, name)];
  const at = { base: was.parts[0] ?? base.of, revision: is.parts[0] ?? revision.of };
  const found = (rule: RuleId, effect: Effect, says?: string, keyword = "properties"): Difference => ({
    ...{ rule, effect, says, said: { name }, keyword, ...at },
  });
  const [goes, comes] = [was.isNamed && !is.isNamed, is.isNamed && !was.isNamed];
  if (was.isRequired !== is.isRequired && !(goes && was.isRequired) && !(comes && is.isRequired)) {
    const says = was.parts.length + is.parts.length > 0 ? undefined : "unnamed";
    yield is.isRequired
      ? found("schema/property-required", "narrower", says, "required")
      : found("schema/property-optional", "wider", says, "required");
  }
  if (was.isNamed && is.isNamed) {
    yield* schemas.compare(was.parts, is.parts, trial);
    if (!was.isRequired && !is.isRequired) yield* compareDefaults(was.parts, is.parts);
  } else if (goes) {
    // A field that has no name any more may be described as one of a map
    if (is.parts.length === 0 && is.others.some(limitsValues)) yield* schemas.compare(was.parts, is.others, trial);
    else {
      const nodes = gather(was.parts).map(({ node }) => node);
      yield { ...found("schema/property-removed", "removed"), ...judgeRemoval(nodes) };
    }
  } else if (comes) {
    if (schemas.direction === "request" && is.isRequired && !was.isRequired)
      yield found("schema/property-required", "narrower", "added", "required");
    else yield found("schema/property-added", was.isPossible ? "added" : "wider");
    // A field of a map, and one that was required, had a meaning before it had a name
    if (was.isPossible && (was.isRequired || was.others.some(limitsValues)))
      yield* schemas.compare(orAnything(was.others, base.of, name), is.parts, trial);
  } else if (was.isPossible && is.parts.length > 0) yield found("schema/property-removed", "narrower");
  else if (is.isPossible && was.parts.length > 0) yield found("schema/property-added", "wider");
}

/** A field on one side: described by its name, or as others are; `false` rules it out. */
function readField(alternative: Alternative, name: string) {
  const others = listField(alternative);
  const parts = alternative.names.includes(name) ? listField(alternative, name) : [];
  const isPossible = !(parts.length > 0 ? parts : others).some(({ node }) => node === false);
  const isRequired = alternative.required.includes(name);
  return { parts, others, isPossible, isNamed: parts.length > 0 && isPossible, isRequired };
}

/** Tells a schema that limits anything. */
function limitsValues({ node }: Part): boolean {
  return isObject(node) && Object.keys(node).length > 0;
}

/** Compares the defaults of what may be left out. */
export function* compareDefaults(before: readonly Part[], after: readonly Part[]): Generator<Difference> {
  const [was, is] = [findWritten(gather(before), "default"), findWritten(gather(after), "default")];
  const [from, to] = [was, is].map((part) => part && canonical(part.node));
  const at = { base: was ?? before[0], revision: is ?? after[0] };
  if (from === to || at.base === undefined || at.revision === undefined) return;
  const said = { change: describeChange("default", was?.node, is?.node) };
  yield { rule: "schema/default", effect: "meaning", said, base: at.base, revision: at.revision };
}

/** Where a keyword that is compared as text is written: a `not` only where it rules out something that the rest allows. */
function listTexts({ parts, type }: Alternative, keyword: string): readonly Part[] {
  const written = listWritten(parts, keyword);
  if (keyword !== "not") return written;
  return written.filter((part) => normalize([...parts, part])?.some((refused) => refused.type === type) !== false);
}
