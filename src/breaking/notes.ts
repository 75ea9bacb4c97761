// Compares words and marks: they change no value on the wire.
import { canonical, type Form, own, vocabulary } from "../shared/contract/index.ts";
import { type Both, findWritten, listWritten, type Part } from "./bundle.ts";
import { isUnstable, listAssumptions } from "./marks.ts";
import type { Difference } from "./model.ts";
import type { Effect, RuleId } from "./rules.ts";

type Note = (rule: RuleId, effect: Effect, keyword: string, said?: Readonly<Record<string, string>>) => void;

/**
 * Compares what is said to people of one thing, and how sure it is.
 *
 * @param before All parts that say something of it in the base: itself, and those that refer to it or hold with it.
 */
export function compareNotes(form: Form, at: Both, before: readonly Part[], after: readonly Part[]): Difference[] {
  const found: Difference[] = [];
  const note: Note = (rule, effect, keyword, said = {}) => {
    const base = findWritten(before, keyword) ?? at.base;
    const revision = findWritten(after, keyword) ?? at.revision;
    found.push({ rule, effect, base, revision, said: { keyword, ...said } });
  };
  for (const keyword of new Set([...before, ...after].flatMap(({ node }) => Object.keys(Object(node) as object)))) {
    if (vocabulary[form][keyword]?.compare !== "words" || writeWords(before, keyword) === writeWords(after, keyword))
      continue;
    note("documentation/changed", "harmless", keyword);
  }
  compareAssumptions(readAssumptions(before), readAssumptions(after), note);
  const [was, is] = [readMarks(before), readMarks(after)];
  if (was.level === undefined && is.level !== undefined)
    note("mark/beta-added", "notable", "x-stability-level", { level: String(is.level) });
  if (was.level !== undefined && is.level === undefined)
    note("mark/beta-removed", "harmless", "x-stability-level", { level: String(was.level) });
  if (was.isDeprecated !== is.isDeprecated)
    note(is.isDeprecated ? "mark/deprecated" : "mark/deprecation-withdrawn", "harmless", "deprecated");
  if (Date.parse(is.sunset) < Date.parse(was.sunset))
    note("mark/sunset-earlier", "different", "x-sunset", { from: was.sunset, to: is.sunset });
  return found;
}

function readMarks(parts: readonly Part[]) {
  return {
    level: listValues(parts, "x-stability-level").find(isUnstable),
    isDeprecated: listValues(parts, "deprecated").includes(true),
    sunset: String(listValues(parts, "x-sunset")[0] ?? ""),
  };
}

function listValues(parts: readonly Part[], keyword: string): unknown[] {
  return listWritten(parts, keyword).map(({ node }) => node);
}

/** All values of a keyword, once each, with what they refer to: an example may be a component. */
function writeWords(parts: readonly Part[], keyword: string): string {
  const texts = listWritten(parts, keyword).map(({ node, bundle }) => {
    const { text, references } = bundle.read(node);
    return [text, ...references.map((reference) => bundle.readTarget(reference).text)].join();
  });
  return [...new Set(texts)].sort().join();
}

/** The assumptions of a thing by field: the choice and what it leaves open count, the reasons are words. */
function readAssumptions(parts: readonly Part[]) {
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

function compareAssumptions(was: Assumptions, is: Assumptions, note: Note): void {
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
