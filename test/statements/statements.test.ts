// The service description holds in the bundle, row by row, and nothing stands in the bundle that no row speaks of.
import { describe, expect, test } from "vitest";
import { eventChecks } from "../../src/verify/checks/events.ts";
import { behaviours } from "../../src/verify/checks/index.ts";
import { checkNames } from "../verify/check-names.ts";
import { findDepartures, findExampleDepartures, readStatements, sortClaims } from "./claims.ts";
import { findMisnamed, readTitles } from "./named.ts";
import { type JsonObject, type Place, readBundle, readContract } from "./places.ts";
import { listRemovals } from "./removal.ts";

const document = readBundle();
const contract = readContract(document);
const statements = readStatements();
const claims = sortClaims(statements, contract);
const claimsOf = (unit: string) => claims.get(unit) ?? [];

describe("the service description", () => {
  test("is in the contract as its rows say, and a row claims every part of the contract", () => {
    const found = [...contract].flatMap(([unit, { read }]) => findDepartures(read(), claimsOf(unit)));
    const problems = [...findDepartures([], claimsOf("")), ...found, ...findExampleDepartures(statements, contract)];
    // As one text, in which the claims to add are not escaped
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

describe("without one thing", () => {
  const removals = listRemovals(document);
  const encloses = (outer: string, inner: string) => `${inner}/`.startsWith(`${outer}/`);

  // Each place of these is reported above, with the claim to add
  const unclaimed = new Set(
    [...contract].filter(([unit, { read }]) => findDepartures(read(), claimsOf(unit)).length > 0).map(([unit]) => unit),
  );

  /** Finds no row that misses it. */
  function isUnnoticed({ pointer, apply }: (typeof removals)[number]): boolean {
    const concerned = [...contract].filter(
      ([, unit]) => encloses(unit.pointer, pointer) || encloses(pointer, unit.pointer),
    );
    if (concerned.some(([unit]) => unclaimed.has(unit))) return false;
    const left = readContract(apply() as JsonObject);
    return concerned.every(([unit]) => findDepartures(left.get(unit)?.read() ?? [], claimsOf(unit)).length === 0);
  }

  test("of every kind, the contract departs from a row", () => {
    const kinds = new Set(removals.flatMap(({ pointer }) => pointer.split("/")));
    const expected = [
      ...["paths", "get", "post", "patch", "delete", "webhooks", "responses", "parameters", "requestBody", "servers"],
      ...["properties", "required", "enum", "x-extensible-enum", "format", "pattern", "default", "minimum", "maximum"],
      ...["maxItems", "maxLength", "const", "x-not-shown", "x-assumption", "deprecated", "x-stability-level"],
      ...["examples", "security", "securitySchemes", "content", "type", "additionalProperties"],
    ];
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
    const unnoticed = removals.filter(isUnnoticed).map(({ pointer }) => `${pointer}: no row fails without it.`);
    expect(unnoticed.join("\n")).toBe("");
  });
});

describe("a row", () => {
  const place: Place = {
    name: "A 200",
    shape: "JSON B; known x|y",
    text: "Lives for minutes.",
    hides: ["The unit."],
    examples: { one: 1, two: 2 },
  };
  const find = (...claims: readonly string[]) =>
    findDepartures(
      [place],
      claims.map((claim) => ({ row: "1-01", place: "A 200", claim })),
    );
  const whole = ["JSON B; known x|y", "hides unit", "shows one two"];

  test.each(["has JSON B", "has known x|y", "says lives for MINUTES", "omits hours"])(
    "takes what holds: %s",
    (claim) => {
      expect(find(...whole, claim)).toEqual([]);
    },
  );

  test.each([
    ["JSON B; known y|x", 'should be "JSON B; known y|x"; it is "JSON B; known x|y"'],
    ["has known x", 'should have "known x"; it is "JSON B; known x|y"'],
    ["says days", 'should say "days"; it says "Lives for minutes."'],
    ["omits minutes", 'should not say "minutes"; it says "Lives for minutes."'],
    ["hides values", 'should hide "values"; it hides ["The unit."]'],
    ["shows two one", 'should show "two one"; it shows "one two"'],
  ])("names itself, the place, what it expects and what it finds: %s", (claim, problem) => {
    expect(find(...whole, claim)).toEqual([`statement 1-01: A 200 ${problem}.`]);
  });

  test("is asked for with what it would say, and for each place that it names", () => {
    const asked = (claim: string) =>
      `A 200: no row of test/statements.yaml claims it. Add \`A 200: ${claim}\` to the row that states it.`;
    expect(find()).toEqual([asked("JSON B; known x|y"), asked("hides The unit."), asked("shows one two")]);
    const gone = findDepartures([], [{ row: "1-01", place: "A.c", claim: "uuid" }]);
    expect(gone).toEqual(['statement 1-01: A.c should be "uuid"; there is no such place.']);
  });

  const titles = new Map([["sandbox/users", ["has an id"]]]);
  const held = "where: { A: b }";
  test.each([
    [`{ id: 1-01, behaviour: A., ${held}, check: has-ids }`, 'has no check "has-ids"'],
    [`{ id: 1-01, behaviour: A., ${held}, test: "sandbox/users: has the id" }`, 'has no test "has the id"'],
    [`{ id: 1-01, behaviour: A., ${held}, test: "sandbox/user: has an id" }`, "no file of tests sandbox/user"],
    ["{ id: 1-01, shape: A., as: 1-10 }", "no statement 1-10"],
    ["{ id: 1-01, shape: A. }", "should name the places"],
    [`{ id: 1-01, behaviour: A., ${held}, check: has-id }`, "it has no test"],
    [`{ id: 1-01, shape: A., ${held}, check: has-id }`, "only a behaviour names"],
    [`{ id: 1-01, shape: A., ${held} }, { id: 1-01, shape: B., ${held} }`, "the same id"],
    [`{ id: 1-01, shape: A., ${held} }, { id: 1-02, gap: B., ${held} }`, 'statement 1-02: 1-01 claims "A: b", too'],
    [`{ id: 1-01, shape: A., ${held} }`, 'check "has-id" should stand either'],
  ])("that names something wrong is refused: %s", (rows, problem) => {
    const read = readStatements(`sections: { "1 A": [${rows}] }`);
    expect(findMisnamed(read, { checks: ["has-id"], titles })).toContainEqual(expect.stringContaining(problem));
  });

  test.each(["{ id: 1-01, where: { A: b } }", "{ id: 1-01, shape: A., gap: B. }", "{ id: 1-01, shape: A., chek: c }"])(
    "of another form is refused with its id and an example: %s",
    (row) => {
      expect(() => readStatements(`sections: { "1 A": [${row}] }`)).toThrow(
        /row 1-01 should have one of shape, behaviour/,
      );
    },
  );
});
