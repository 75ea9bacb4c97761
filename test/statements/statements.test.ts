// The service description holds in the bundle, row by row, and nothing stands in the bundle that no row speaks of.
import { describe, expect, test } from "vitest";
import { checks } from "../../src/tools/verify/check-names.ts";
import { findDepartures, findExampleDepartures, readStatements, sortClaims } from "./claims.ts";
import { findMisnamed, readTitles } from "./named.ts";
import { readBundle, readContract } from "./places.ts";
import { listRemovals } from "./removal.ts";

const document = readBundle();
const contract = readContract(document);
const statements = readStatements();
const claims = sortClaims(statements, contract);

describe("the service description", () => {
  test("stands in the contract as its rows say, and every part of the contract is spoken of", () => {
    const found = [...contract.units].flatMap(([unit, { read }]) =>
      findDepartures(read(), claims.get(unit) ?? [], statements),
    );
    const nowhere = (claims.get("") ?? []).map(({ row, place }) => `statement ${row}: there is no place "${place}".`);
    expect([...found, ...nowhere, ...findExampleDepartures(statements, contract)]).toEqual([]);
  });

  test("names checks and tests that exist, and leaves no behaviour and no check out", () => {
    expect(findMisnamed(statements, { checks: Object.keys(checks), titles: readTitles() })).toEqual([]);
    for (const chosen of Object.values(statements.chosen).flat()) expect(JSON.stringify(document)).toContain(chosen);
  });
});

describe("removing one thing", () => {
  const removals = listRemovals(document);

  /** Does every row hold without it? */
  function survives(pointer: string, apply: () => () => void): boolean {
    const [item = ""] = /^#\/(paths|webhooks)\/[^/]+/.exec(pointer) ?? [];
    const within = [...contract.units].filter(([, unit]) => `${pointer}/`.startsWith(`${unit.pointer}/`));
    const inItem = [...contract.units].filter(([, unit]) => item !== "" && unit.pointer.startsWith(`${item}/`));
    const told = within.length > 1 ? within.slice(1) : inItem.length > 0 ? inItem : within;
    const restore = apply();
    try {
      const { units: left } = readContract(document);
      return told.every(([unit]) => {
        const places = left.get(unit)?.read();
        return places !== undefined && findDepartures(places, claims.get(unit) ?? [], statements).length === 0;
      });
    } finally {
      restore();
    }
  }

  test("is tried on every kind of thing", () => {
    const kinds = new Set(removals.map(({ kind }) => kind));
    const expected = [
      ...["paths", "get", "post", "patch", "delete", "webhooks", "responses", "parameters", "requestBody", "servers"],
      ...["properties", "required", "enum", "x-extensible-enum", "format", "pattern", "default", "minimum", "maximum"],
      ...["maxItems", "maxLength", "const", "x-not-shown", "x-assumption", "deprecated", "x-stability-level"],
      ...["examples", "security", "securitySchemes", "content", "type", "additionalProperties"],
    ];
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test("fails a row", () => {
    const before = JSON.stringify(document);
    const survivors = removals.filter(({ pointer, apply }) => survives(pointer, apply)).map(({ pointer }) => pointer);
    expect(JSON.stringify(document)).toBe(before);
    expect(survivors, `Say what these are in test/statements.yaml:\n${survivors.join("\n")}\n`).toEqual([]);
  });
});

describe("a row", () => {
  const [place] = contract.units.get("PortalUrlContext")?.read() ?? [];
  const judge = (claim: string, shape = place?.shape ?? "") =>
    findDepartures(
      place === undefined ? [] : [place],
      [shape, claim].map((one) => ({ row: "1-01", place: "PortalUrlContext", claim: one })),
      statements,
    );

  test.each([
    "string; known launch|communications",
    "has known launch|communications",
    "says lives for minutes",
    "omits hours",
  ])("takes what is there: %s", (claim) => {
    expect(judge(claim)).toEqual([]);
  });

  test.each([
    "string; known communications|launch",
    "string",
    "optional string; known launch|communications",
    "has known launch",
    "says lives for days",
    "omits minutes",
    "hides other values",
    "shows launch",
  ])("refuses what is not there: %s", (claim) => {
    expect(judge(claim)).toEqual([
      expect.stringContaining(`statement 1-01: PortalUrlContext should be "${claim}": it`),
    ]);
  });

  test("is asked for what no row says, an entry of x-not-shown, examples and a choice", () => {
    const found = findDepartures(
      [{ name: "A.b", shape: "uuid", text: "", hides: ["The unit."], chosen: ["type: A text"], examples: { one: 1 } }],
      [],
      statements,
    );
    expect(found).toEqual([
      'A.b: no row of test/statements.yaml says what it is. It is "uuid".',
      'A.b: no row says "hides The unit.".',
      'A.b: no row says "shows one".',
      'A.b: `chosen` of test/statements.yaml has no "type: A text".',
    ]);
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
