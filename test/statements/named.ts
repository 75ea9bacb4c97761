// The names in the rows beside the contract: other rows, the checks of `verify`, and the tests that hold a behaviour.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Statements } from "./claims.ts";

/** The names that exist. */
interface Named {
  readonly checks: readonly string[];
  /** The titles of the tests, by file such as `sandbox/users`. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
}

/** Names of nothing, behaviours that nothing holds, and checks that no row names: a line for each. */
export function findMisnamed({ rows, otherChecks }: Statements, { checks, titles }: Named): string[] {
  const problems: string[] = [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const { id, kind, as, check, test, why } = row;
    const complain = (words: string) => problems.push(`statement ${id}: ${words}`);
    if (byId.get(id) !== row) complain("another statement has the same id.");
    if (as !== undefined) {
      if (!byId.has(as)) complain(`there is no statement ${as}.`);
      if (byId.get(as)?.as !== undefined) complain(`${as} says the same as a third: name that one.`);
      continue;
    }
    for (const name of check) if (!checks.includes(name)) complain(`\`verify\` has no check "${name}".`);
    for (const name of test) {
      const [, file = "", title = ""] = /^(\S+): (.*)$/.exec(name) ?? [];
      if (!titles.has(file)) complain(`there is no file of tests ${file}.`);
      else if (!titles.get(file)?.includes(title)) complain(`${file} has no test "${title}".`);
    }
    if (row.where.length === 0) complain("it should name the places that hold it.");
    const lacking = [...(check.length === 0 ? ["check"] : []), ...(test.length === 0 ? ["test"] : [])];
    if (kind === "behaviour" && lacking.length > 0 && why === undefined) {
      complain(`a behaviour should name a check and a test, or \`why\` not; it has no ${lacking.join(" and no ")}.`);
    }
    if (kind !== "behaviour" && lacking.length < 2) complain("only a behaviour names a check or a test.");
  }
  const claims = rows.flatMap(({ where }) => where).filter(({ verb }) => verb !== undefined);
  for (const same of Map.groupBy(claims, ({ place, verb, words }) => `${place} ${verb} ${words}`)) {
    const [claim, [first, again]] = same;
    if (first !== undefined && again !== undefined)
      problems.push(
        `statement ${again.row}: ${first.row} claims "${claim}", too. Say it in one, or write \`as: ${first.row}\`.`,
      );
  }
  const checking = new Set(rows.flatMap(({ check }) => check));
  for (const check of checks) {
    if (checking.has(check) === check in otherChecks)
      problems.push(`check "${check}" should stand either in the statements that it holds or in \`other_checks\`.`);
  }
  for (const check of Object.keys(otherChecks)) {
    if (!checks.includes(check)) problems.push(`other_checks: \`verify\` has no check "${check}".`);
  }
  return problems;
}

/** The titles of the tests, as their files write them. */
export function readTitles(): Map<string, readonly string[]> {
  const root = join(import.meta.dirname, "..");
  return new Map(
    globSync("*/**/*.test.ts", { cwd: root }).map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      // A title is the text before the function of the test
      const found = text.matchAll(/\(\s*(["`])((?:(?!\1)[^\\\n]|\\.)+)\1,\s*(?:async )?\(/g);
      return [file.replace(/\.test\.ts$/, ""), Array.from(found, ([, , title = ""]) => title)];
    }),
  );
}
