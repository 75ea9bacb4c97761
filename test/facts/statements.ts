// Finds what is wrong with the catalogue of statements: names of nothing, and what nothing holds.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Statement, withSame } from "./catalogue.ts";
import type { Fact } from "./fact.ts";

/** What the rows of the catalogue may name. */
export interface Named {
  readonly facts: readonly Fact[];
  readonly checks: readonly string[];
  /** The checks that hold no one statement, each with the reason. */
  readonly otherChecks: Readonly<Record<string, string>>;
  /** The titles of the tests, by file such as `sandbox/users`. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
}

/** A fact of such a row needs no statement: the contract chose what it says. */
const CHOSEN = /^(assumed|examples) \(contract\.md\)/;

/** What is wrong, a line for each. */
export function problemsOf(statements: readonly Statement[], { facts, checks, otherChecks, titles }: Named): string[] {
  const problems: string[] = [];
  const byId = new Map(statements.map((statement) => [statement.id, statement]));
  const names = [...new Set(facts.flatMap(({ row, says }) => [row, says.split(": ")[0] ?? says]))];
  const held = new Set<Fact>();
  for (const statement of statements) {
    const { id, as, kind, unheld } = statement;
    const complain = (words: string) => problems.push(`statement ${id}: ${words}`);
    const unknown = (what: string, name: string, known: readonly string[]) =>
      complain(`unknown ${what} "${name}". The nearest is "${nearest(name, known)}".`);
    if (byId.get(id) !== statement) complain("another statement has the same id.");
    if (as !== undefined && byId.get(as)?.as !== undefined) complain(`${as} says the same as a third: name that one.`);
    if (as !== undefined && !byId.has(as)) {
      const ids = [...byId.keys()];
      const inSection = ids.filter((one) => one.startsWith(as.replace(/[^-]*$/, "")));
      unknown("statement", as, inSection.length > 0 ? inSection : ids);
      continue;
    }
    for (const name of statement.held) {
      const found = facts.filter(named(name));
      for (const fact of found) held.add(fact);
      if (found.length === 0) unknown("fact", name, names);
    }
    for (const name of statement.check) if (!checks.includes(name)) unknown("check", name, checks);
    for (const name of statement.test) {
      const [, file = "", title = ""] = /^(\S+): (.*)$/.exec(name) ?? [];
      const known = titles.get(file);
      if (known === undefined) unknown("file of tests", file, [...titles.keys()]);
      else if (!known.includes(title)) unknown(`test of ${file}`, title, known);
    }
    const whole = withSame(statement, byId);
    if ((whole.held.length === 0) === (unheld === undefined)) {
      complain("it should name either the facts that hold it, or why none does.");
    }
    const lacking = [...(whole.check.length === 0 ? ["check"] : []), ...(whole.test.length === 0 ? ["test"] : [])];
    if (kind === "behaviour" && lacking.length > 0 && whole.why === undefined) {
      complain(`a behaviour should name a check and a test, or \`why\` not; it has no ${lacking.join(" and no ")}.`);
    }
    if (kind !== "behaviour" && whole.check.length + whole.test.length > 0) {
      complain("only a behaviour names a check or a test.");
    }
  }
  for (const fact of facts) {
    if (!held.has(fact) && !CHOSEN.test(fact.row))
      problems.push(`fact "${fact.row}": "${fact.says}" belongs to no statement.`);
  }
  const checking = new Set(statements.flatMap((statement) => statement.check));
  for (const check of checks) {
    if (checking.has(check) === check in otherChecks)
      problems.push(`check "${check}" should stand either in the statements that it holds or in \`other_checks\`.`);
  }
  for (const check of Object.keys(otherChecks)) {
    if (!checks.includes(check))
      problems.push(`other_checks: unknown check "${check}". The nearest is "${nearest(check, checks)}".`);
  }
  return problems;
}

/** Is a fact one that a row names: by its row, or by what it says up to a colon? A star is any text. */
function named(name: string): (fact: Fact) => boolean {
  const pattern = name
    .split("*")
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"))
    .join(".*");
  const says = new RegExp(`^${pattern}(?:: .*)?$`, "s");
  return (fact) => fact.row === name || says.test(fact.says);
}

/** The titles of the tests, as their files write them. */
export function readTitles(): Map<string, readonly string[]> {
  const root = join(import.meta.dirname, "..");
  return new Map(
    globSync("{package,tools}/**/*.test.ts", { cwd: root }).map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      // A title is the text before the function of the test
      const found = text.matchAll(/\(\s*(["`])((?:(?!\1)[^\\\n]|\\.)+)\1,\s*(?:async )?\(/g);
      return [file.replace(/^[^/]+\/|\.test\.ts$/g, ""), Array.from(found, ([, , title = ""]) => title)];
    }),
  );
}

/** The nearest of the known names, by the letters that have to be changed. */
export function nearest(name: string, known: readonly string[]): string {
  const distances = known.map((one) => [distance(name, one), one] as const);
  return distances.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, ""] as const)[1];
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    let [corner = 0] = row;
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const [above = 0, before = 0] = [row[j + 1], next[j]];
      next.push(letter === b[j] ? corner : 1 + Math.min(corner, above, before));
      corner = above;
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
