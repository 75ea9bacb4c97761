// Compares words and marks: they change no value on the wire.
import { canonical, type Form, own, vocabulary } from "../shared/contract/index.ts";
import type { Bundle } from "./bundle.ts";
import { isUnstable, listAssumptions } from "./marks.ts";
import type { Difference } from "./model.ts";
import { child, type NodePath } from "./node-path.ts";
import type { Effect, RuleId } from "./rules.ts";

/** One side: its bundle, and all parts that say something of one thing. */
export interface Noted {
  readonly bundle: Bundle;
  readonly parts: readonly NodePath[];
}

/** Compares what is said to people of one thing, and how sure it is. */
export function compareNotes(form: Form, before: Noted, after: Noted): Difference[] {
  const found: Difference[] = [];
  const note = (rule: RuleId, effect: Effect, keyword: string, said = {}) => {
    const [base, revision] = [findHolder(before, keyword), findHolder(after, keyword)];
    found.push({ rule, effect, base, revision, said: { keyword, ...said } });
  };
  const keywords = [before, after].flatMap(({ parts }) => parts.flatMap(({ node }) => Object.keys(Object(node))));
  for (const keyword of new Set(keywords)) {
    if (vocabulary[form][keyword]?.compare !== "words" || writeWords(before, keyword) === writeWords(after, keyword))
      continue;
    note("documentation/changed", "harmless", keyword);
  }
  compareAssumptions(readAssumptions(before), readAssumptions(after), (...change) => note(...change));
  const [level, now] = [before, after].map((side) => listValues(side, "x-stability-level").find(isUnstable));
  if (level === undefined && now !== undefined)
    note("mark/beta-added", "notable", "x-stability-level", { level: String(now) });
  if (level !== undefined && now === undefined)
    note("mark/beta-removed", "harmless", "x-stability-level", { level: String(level) });
  const [wasAnnounced, isAnnounced] = [before, after].map((side) => listValues(side, "deprecated").includes(true));
  if (wasAnnounced !== isAnnounced)
    note(isAnnounced ? "mark/deprecated" : "mark/deprecation-withdrawn", "harmless", "deprecated");
  const [from, to] = [before, after].map((side) => String(listValues(side, "x-sunset")[0] ?? ""));
  if (Date.parse(to ?? "") < Date.parse(from ?? ""))
    note("mark/sunset-earlier", "different", "x-sunset", { from: from ?? "", to: to ?? "" });
  return found;
}

/** Where a keyword is written; the first part where nowhere. */
function findHolder({ parts, bundle }: Noted, keyword: string): NodePath {
  const holder = parts.find(({ node }) => own(node, keyword) !== undefined);
  return holder === undefined ? (parts[0] ?? bundle.root) : child(holder, keyword);
}

function listValues({ parts }: Noted, keyword: string): unknown[] {
  return parts.flatMap(({ node }) => own(node, keyword) ?? []);
}

/** All values of a keyword, once each, with what they refer to: an example may be a component. */
function writeWords({ bundle, parts }: Noted, keyword: string): string {
  const texts = parts
    .map(({ node }) => own(node, keyword))
    .filter((value) => value !== undefined)
    .map((value) => bundle.read(value))
    .map(({ text, references }) => [text, ...references.map((reference) => bundle.readTarget(reference).text)].join());
  return [...new Set(texts)].sort().join();
}

/** The assumptions of a thing by field: the choice and what it leaves open count, the reasons are words. */
function readAssumptions({ parts }: Noted) {
  const marks = parts.flatMap(({ node }) => listAssumptions(node));
  // The members of an `allOf` can carry the same mark
  const read = (...fields: readonly string[]) =>
    canonical(fields.flatMap((field) => [...new Set(marks.map((mark) => canonical(own(mark, field) ?? null)))].sort()));
  const open = marks.flatMap((mark) => own(mark, "leaves_open") ?? []).map(String);
  const keys = marks.flatMap((mark) => own(mark, "key") ?? []).map((key) => `\`${key}\``);
  const named = keys.length === 0 ? "" : ` (${[...new Set(keys)].join(", ")})`;
  return { count: marks.length, choice: read("chose"), open, words: read("because", "could_be"), named };
}

type Assumptions = ReturnType<typeof readAssumptions>;

function compareAssumptions(
  was: Assumptions,
  is: Assumptions,
  note: (rule: RuleId, effect: Effect, keyword: string, said?: Readonly<Record<string, string>>) => void,
): void {
  const keyword = "x-assumption";
  if (was.count === 0 || is.count === 0) {
    if (is.count > 0) note("mark/assumption-added", "notable", keyword, { named: is.named });
    if (was.count > 0) note("mark/assumption-removed", "harmless", keyword);
    return;
  }
  const listMissing = (all: readonly string[], others: readonly string[]) =>
    all.flatMap((word) => (others.includes(word) ? [] : `\`${word}\``)).join(", ");
  const [opened, closed] = [listMissing(is.open, was.open), listMissing(was.open, is.open)];
  if (opened !== "") note("mark/assumption-opened", "notable", keyword, { words: opened, named: is.named });
  if (closed !== "") note("mark/assumption-closed", "harmless", keyword, { words: closed });
  if (was.choice !== is.choice) note("mark/assumption-changed", "notable", keyword, { named: is.named });
  else if (opened + closed === "" && was.words !== is.words) note("documentation/changed", "harmless", keyword);
}
