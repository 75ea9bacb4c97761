// The service description holds in the bundle, row by row, and nothing stands in the bundle that no row speaks of.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { eventChecks } from "../../src/verify/checks/event-checks.ts";
import { behaviours } from "../../src/verify/checks/index.ts";
import { checkNames } from "../verify/check-names.ts";
import { findDepartures, findExampleDepartures, readStatements, type Statements } from "./claims.ts";
import { type Place, readBundle, readPlaces } from "./places.ts";

const places = readPlaces(readBundle());
const statements = readStatements();

describe("the service description", () => {
  test("is in the contract as its rows say, and each part of the contract is in a row or marked", () => {
    const problems = [...findDepartures(statements, places), ...findExampleDepartures(statements, places)];
    // As one text, in which the words are not escaped
    expect(problems.join("\n")).toBe("");
  });

  test("names checks and tests that exist, and leaves no behaviour and no check out", () => {
    const problems = findMisnamed(statements, { checks: checkNames, titles: readTitles() });
    expect(problems.join("\n")).toBe("");
  });
});

test("a check of behaviour names a sentence that names it, unless none does: then what departs is unexpected", () => {
  const { rows, otherChecks } = statements;
  const named = [...behaviours, ...eventChecks].map(({ id, states }) => ({ id, states }));
  const isNamedBy = (id: string) => rows.flatMap((row) => (row.check.includes(id) ? [row.id] : []));
  expect(named.filter(({ id, states }) => states !== undefined && !isNamedBy(id).includes(states))).toEqual([]);
  const stated = named.flatMap(({ id, states }) => (states === undefined ? [] : [id]));
  expect(named.filter(({ id }) => stated.includes(id) === id in otherChecks)).toEqual([]);
});

describe("a row that does not hold", () => {
  const place: Place = { name: "A", text: "Lives for minutes.", hides: ["The unit."], isMarked: false };
  const field: Place = { ...place, name: "A.b", within: "A" };
  const find = (where: string, ...places: readonly Place[]) =>
    findDepartures(
      readStatements(`sections: { "1 A": [{ id: 1-01, shape: A., where: [${where}] }] }`),
      new Map(places.map((one) => [one.name, one])),
    );

  test.each([
    ["A says days", 'A should say "days"; it says "Lives for minutes."'],
    ["A omits minutes", 'A should not say "minutes"; it says "Lives for minutes."'],
    ["A hides values", 'A should hide "values"; it hides ["The unit."]'],
    ["A.c", "A.c should be there"],
  ])("names itself, the place, what it expects and what it finds: %s", (claim, problem) => {
    expect(find(`A, ${claim}`, place, field)).toEqual([`statement 1-01: ${problem}.`]);
  });

  test("is missing for a place that no row names and that has no mark", () => {
    const asked = [expect.stringContaining("A.b: no sentence states it. Add `A.b` to the row")];
    expect(find("A says minutes", place, field)).toEqual(asked);
    expect(find("A says minutes", place, { ...field, isMarked: true })).toEqual([]);
  });
});

/** The names that exist. */
interface Named {
  readonly checks: readonly string[];
  /** The titles of the tests, by file such as `sandbox/users`. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
}

/** Names of nothing, behaviours that nothing holds, and checks that no row names: a line for each. */
function findMisnamed({ rows, otherChecks }: Statements, { checks, titles }: Named): string[] {
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

/** The titles of the tests, as their files write them, and of the scenarios of the sandbox. */
function readTitles(): Map<string, readonly string[]> {
  const root = join(import.meta.dirname, "..");
  return new Map(
    globSync(["*/**/*.test.ts", "sandbox/scenarios/*.yaml"], { cwd: root }).map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const name = file.replace(/\.(?:test\.ts|yaml)$/, "");
      if (file.endsWith(".yaml")) return [name, parse(text).tests.map((one: { test: string }) => one.test)];
      // A title is the text before the function of the test
      const found = text.matchAll(/\(\s*(["`])((?:(?!\1)[^\\\n]|\\.)+)\1,\s*(?:async )?\(/g);
      return [name, Array.from(found, ([, , title = ""]) => title)];
    }),
  );
}
