// Every sentence of the service description is held: by a fact, and a behaviour by a check of `verify` and a test as well.
import { describe, expect, test } from "vitest";
import { checks } from "../../src/tools/verify/check-names.ts";
import { allFacts } from "./all-facts.ts";
import { readOtherChecks, readStatements, type Statement } from "./catalogue.ts";
import { fact } from "./fact.ts";
import { nearest, problemsOf, readTitles } from "./statements.ts";

describe("the catalogue of statements", () => {
  test("names facts, checks and tests that exist, and leaves no fact, no behaviour and no check out", () => {
    const statements = readStatements().flatMap((section) => section.statements);
    const otherChecks = readOtherChecks();
    const named = { facts: allFacts, checks: Object.keys(checks), otherChecks, titles: readTitles() };
    expect(problemsOf(statements, named)).toEqual([]);
    expect(statements.length).toBeGreaterThan(400);
  });

  test("numbers the statements of a section by its name, from 01 on", () => {
    for (const { section, statements } of readStatements()) {
      const numbers = Array.from(statements, (_, index) => `${section}-${String(index + 1).padStart(2, "0")}`);
      expect(statements.map(({ id }) => id)).toEqual(numbers);
    }
  });

  test.each<[what: string, rows: string, problem: string]>([
    [
      "an unknown fact",
      "{ id: 1-01, shape: An id., held: user id }",
      'unknown fact "user id". The nearest is "user_id".',
    ],
    [
      "an unknown check",
      "{ id: 1-01, behaviour: An id., held: user_id, check: has-ids, test: 'sandbox/users: has an id' }",
      'unknown check "has-ids". The nearest is "has-id".',
    ],
    [
      "an unknown test",
      "{ id: 1-01, behaviour: An id., held: user_id, check: has-id, test: 'sandbox/users: has the id' }",
      'unknown test of sandbox/users "has the id". The nearest is "has an id".',
    ],
    [
      "an unknown file of tests",
      "{ id: 1-01, behaviour: An id., held: user_id, check: has-id, test: 'sandbox/user: has an id' }",
      'unknown file of tests "sandbox/user". The nearest is "sandbox/users".',
    ],
    [
      "an unknown statement",
      "{ id: 1-01, shape: An id., held: user_id }, { id: 1-02, shape: An id., as: 1-10 }",
      'unknown statement "1-10". The nearest is "1-01".',
    ],
    [
      "an unknown statement of a section",
      "{ id: 1-10, shape: An id., as: 9-50 }, { id: 9-12, shape: An id., held: user_id }",
      'unknown statement "9-50". The nearest is "9-12".',
    ],
    [
      "a statement without a fact",
      "{ id: 1-01, shape: An id. }",
      "name either the facts that hold it, or why none does",
    ],
    [
      "a fact without a statement",
      "{ id: 1-01, shape: An id., unheld: Not yet. }",
      'fact "2.1 user_id": "user_id: string" belongs to no statement.',
    ],
    ["a behaviour without a test", "{ id: 1-01, behaviour: An id., held: user_id, check: has-id }", "it has no test"],
    ["a behaviour without anything", "{ id: 1-01, behaviour: An id., held: user_id }", "it has no check and no test"],
    [
      "two statements of one id",
      "{ id: 1-01, shape: A., held: user_id }, { id: 1-01, shape: B., held: user_id }",
      "another statement has the same id",
    ],
  ])("refuses %s", (_what, rows, problem) => {
    expect(problemsOf(statementsOf(rows), world)).toContainEqual(expect.stringContaining(problem));
  });

  test("refuses a check that no statement names, one that is named and listed, and an unknown one", () => {
    const rows = statementsOf("{ id: 1-01, behaviour: An id., held: user_id, check: has-id, why: No test can. }");
    const either = (check: string) =>
      `check "${check}" should stand either in the statements that it holds or in \`other_checks\`.`;
    expect(problemsOf(rows, { ...world, otherChecks: {} })).toContain(either("answers"));
    expect(problemsOf(rows, { ...world, otherChecks: { answers: "So.", "has-id": "So." } })).toContain(
      either("has-id"),
    );
    expect(problemsOf(rows, { ...world, otherChecks: { answers: "So.", answer: "So." } })).toContain(
      'other_checks: unknown check "answer". The nearest is "answers".',
    );
  });

  test("takes a row that keeps to the rules, and a fact that the contract chose without one", () => {
    const rows = `{ id: 1-01, behaviour: An id., held: 2.1 user_id, check: has-id, why: No test can. },
      { id: 1-02, behaviour: The same., as: 1-01 }, { id: 1-03, gap: Others., held: "user*" }`;
    expect(problemsOf(statementsOf(rows), world)).toEqual([]);
  });

  test.each(["{ id: 1-01, held: user_id }", "{ id: 1-01, shape: A., gap: B. }", "{ id: 1-01, shape: A., chek: c }"])(
    "a row of another form is refused with its id and an example: %s",
    (row) => {
      expect(() => statementsOf(row)).toThrow(
        /statements\.yaml: statement 1-01 should have one of shape, behaviour, gap/,
      );
    },
  );

  test("the nearest name has the fewest letters to change", () => {
    expect(nearest("kitten", ["mitten", "sitting", "kit"])).toBe("mitten");
  });
});

const world = {
  facts: [fact("2.1 user_id", "user_id: string", () => {}), fact("assumed (contract.md)", "a choice", () => {})],
  checks: ["has-id", "answers"],
  otherChecks: { answers: "Without an answer there is no id." },
  titles: new Map([
    ["sandbox/users", ["has an id", "goes away"]],
    ["sandbox/orders", []],
  ]),
};

function statementsOf(rows: string): Statement[] {
  return readStatements(`sections: [{ section: "1", title: A, statements: [${rows}] }]`).flatMap(
    (section) => section.statements,
  );
}
