// Compares descriptions, and the marks for assumptions, beta and deprecation: they change no value on the wire.
import { canonical, isObject, type JsonObject, own, type Source } from "../shared/contract/index.ts";
import { assumptionsOn, isUnstable } from "./marks.ts";
import type { Difference, Paths } from "./model.ts";
import type { RuleId } from "./rules.ts";

/** Fields with text for people, on any node. */
const words = [
  ...["title", "summary", "description", "termsOfService", "contact", "license", "externalDocs", "tags", "links"],
  ...["example", "examples", "bearerFormat", "x-not-shown", "$comment"],
];

/** Marks that are set or not, each with its rules. */
const marks: readonly (readonly [keyword: string, set: RuleId, unset: RuleId])[] = [
  ["deprecated", "mark/deprecated", "mark/deprecation-withdrawn"],
  ["readOnly", "mark/read-or-write-only", "mark/read-or-write-only"],
  ["writeOnly", "mark/read-or-write-only", "mark/read-or-write-only"],
];

/**
 * Compares two nodes; a schema comes with the parts that it is put together from.
 *
 * @param places Where a field is written.
 */
export function compareNotes(
  sources: { readonly base: Source; readonly revision: Source },
  base: readonly JsonObject[],
  revision: readonly JsonObject[],
  places: (keyword: string) => Paths,
): Difference[] {
  const found = (
    rule: RuleId,
    effect: Difference["effect"],
    keyword: string,
    said: Difference["said"] = {},
    says?: string,
  ) => {
    return { rule, effect, says, said: { keyword, ...said }, ...places(keyword) };
  };
  const level = (side: readonly JsonObject[]) => side.map((node) => own(node, "x-stability-level")).find(isUnstable);
  const [before, after] = [level(base), level(revision)];
  return [
    ...words
      .filter((keyword) => written(sources.base, base, keyword) !== written(sources.revision, revision, keyword))
      .map((keyword) => found("documentation/changed", "harmless", keyword)),
    ...compareAssumptions(readAssumptions(sources.base, base), readAssumptions(sources.revision, revision)).map(
      ([rule, effect, said]) => found(rule, effect, "x-assumption", said),
    ),
    ...(before === undefined && after !== undefined
      ? [found("mark/beta-added", "notable", "x-stability-level", { level: String(after) })]
      : []),
    ...(before !== undefined && after === undefined
      ? [found("mark/beta-removed", "harmless", "x-stability-level", { level: String(before) })]
      : []),
    ...marks.flatMap(([keyword, set, unset]) => {
      const [was, is] = [base, revision].map((side) => side.some((node) => Boolean(own(node, keyword))));
      return was === is ? [] : [found(is ? set : unset, "harmless", keyword, {}, is ? "set" : "unset")];
    }),
  ];
}

/** The assumptions of a node by field: the choice and what it leaves open count, the reasons are documentation. */
function readAssumptions(source: Source, nodes: readonly JsonObject[]) {
  const marks = nodes.flatMap((node) => assumptionsOn(source, node));
  // The parts of an `allOf` can carry the same mark
  const said = (...fields: readonly string[]) =>
    canonical(fields.flatMap((field) => [...new Set(marks.map((mark) => canonical(own(mark, field) ?? null)))].sort()));
  const open = marks.flatMap((mark) => own(mark, "leaves_open") ?? []).map(String);
  return { count: marks.length, choice: said("chose"), open, words: said("because", "could_be") };
}

type Assumptions = ReturnType<typeof readAssumptions>;

function compareAssumptions(
  was: Assumptions,
  is: Assumptions,
): (readonly [RuleId, Difference["effect"], Difference["said"]?])[] {
  if (was.count === 0 || is.count === 0) {
    if (was.count === is.count) return [];
    return is.count > 0 ? [["mark/assumption-added", "notable"]] : [["mark/assumption-removed", "harmless"]];
  }
  const names = (all: readonly string[], others: readonly string[]) =>
    all.flatMap((word) => (others.includes(word) ? [] : `\`${word}\``)).join(", ");
  const [opened, closed] = [names(is.open, was.open), names(was.open, is.open)];
  const changes = [
    ...(opened === "" ? [] : [["mark/assumption-opened", "notable", { words: opened }] as const]),
    ...(closed === "" ? [] : [["mark/assumption-closed", "harmless", { words: closed }] as const]),
    ...(was.choice === is.choice ? [] : [["mark/assumption-changed", "notable"] as const]),
  ];
  return changes.length > 0 || was.words === is.words ? changes : [["documentation/changed", "harmless"]];
}

/** All values of a keyword, without duplicates, with the references of named examples resolved. */
function written(source: Source, nodes: readonly JsonObject[], keyword: string): string {
  const values = nodes.filter((node) => Object.hasOwn(node, keyword)).map((node) => node[keyword]);
  const resolved = values.map((value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, source.resolve(item)]))
      : value,
  );
  return [...new Set(resolved.map(canonical))].sort().join();
}
