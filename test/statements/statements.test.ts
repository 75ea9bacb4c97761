// The service description holds in the bundle, row by row, and nothing stands in the bundle that no row speaks of.
import { describe, expect, test } from "vitest";
import { eventChecks } from "../../src/verify/checks/events.ts";
import { behaviours } from "../../src/verify/checks/index.ts";
import { checkNames } from "../verify/check-names.ts";
import { findDepartures, findExampleDepartures, readStatements } from "./claims.ts";
import { findMisnamed, readTitles } from "./named.ts";
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
