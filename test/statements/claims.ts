// The rows of test/statements.yaml: reads them, and finds where the contract is not what they say.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Contract, Json, Place } from "./places.ts";
import { isObject, listed } from "./places.ts";

const KINDS = ["shape", "behaviour", "gap", "choice"] as const;
const KEYS: readonly string[] = ["id", ...KINDS, "where", "examples", "check", "test", "why", "as"];

/** One sentence of the service description, or one choice of the contract, and where it is held. */
interface Row {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  /** Pairs of a place and what must be there. */
  readonly where: readonly (readonly [place: string, claim: string])[];
  readonly examples: Readonly<Record<string, string>>;
  readonly check: readonly string[];
  readonly test: readonly string[];
  readonly why?: string;
  readonly as?: string;
}

export interface Statements {
  readonly rows: readonly Row[];
  readonly otherChecks: Readonly<Record<string, string>>;
  /** What assumptions may choose, by what they leave open. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
}

/** Reads the rows. */
export function readStatements(
  text = readFileSync(new URL("../statements.yaml", import.meta.url), "utf8"),
): Statements {
  const { sections, other_checks: otherChecks = {}, chosen = {} } = parse(text);
  const rows = Object.values(sections as Record<string, readonly Record<string, Json>[]>).flatMap((all) =>
    all.map(readRow),
  );
  return { rows, otherChecks, chosen };
}

function readRow(row: Readonly<Record<string, Json>>): Row {
  const kinds = KINDS.filter((kind) => kind in row);
  const [kind] = kinds;
  const unknown = Object.keys(row).filter((key) => !KEYS.includes(key));
  if (kind === undefined || kinds.length > 1 || unknown.length > 0) {
    throw new Error(
      `test/statements.yaml: row ${row["id"]} should have one of ${KINDS.join(", ")} and no unknown keys; found ${[...kinds, ...unknown].join(", ")}. Write it like { id: 2.1-02, shape: "What is stated.", where: { User.user_id: uuid } }.`,
    );
  }
  const texts = (key: string) => (row[key] === undefined ? [] : [row[key]].flat().map(String));
  return {
    id: String(row["id"]),
    kind,
    where: Object.entries(Object(row["where"]) as Record<string, Json>).flatMap(([place, claims]) =>
      [claims].flat().map((claim) => [place, String(claim)] as const),
    ),
    examples: Object(row["examples"]),
    check: texts("check"),
    test: texts("test"),
    ...(row["why"] === undefined ? {} : { why: String(row["why"]) }),
    ...(row["as"] === undefined ? {} : { as: String(row["as"]) }),
  };
}

/** A claim of a row, at the place that holds it. */
interface Claim {
  readonly row: string;
  readonly place: string;
  readonly claim: string;
}

/** The claims of all rows by unit of the contract. */
export function sortClaims({ rows }: Statements, { units, references }: Contract): Map<string, Claim[]> {
  // References are known once each unit was read
  const names = new Map([...units].flatMap(([unit, { read }]) => read().map(({ name }) => [name, unit] as const)));
  const claims = rows.flatMap(({ id, where }) =>
    where.flatMap(([pointer, claim]) =>
      listAlternatives(pointer).map((one) => ({ row: id, place: follow(one, names, references), claim })),
    ),
  );
  return Map.groupBy(claims, ({ place }) => names.get(place) ?? "");
}

/** `(get|list)Labs 200` is two places. */
function listAlternatives(pointer: string): string[] {
  const [, before = "", inner, after = ""] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(pointer) ?? [];
  if (inner === undefined) return [pointer];
  return inner.split("|").flatMap((one) => listAlternatives(before + one + after));
}

/** The place itself, where the pointer goes through references: `createUser body client_user_id` is a field of a schema. */
function follow(pointer: string, names: ReadonlyMap<string, string>, references: Contract["references"]): string {
  if (names.has(pointer)) return pointer;
  const ends = [...pointer.matchAll(/[ .[{]|$/g)].map(({ index }) => index).reverse();
  for (const end of ends) {
    const target = references.get(pointer.slice(0, end));
    if (target !== undefined) return follow(target + pointer.slice(end).replace(/^ (body )?/, "."), names, references);
  }
  return pointer;
}

/** Where the places of a unit are not what the rows say, a line for each; and what no row speaks of. */
export function findDepartures(places: readonly Place[], claims: readonly Claim[], { chosen }: Statements): string[] {
  const byName = new Map(places.map((place) => [place.name, place]));
  const problems = claims.flatMap(({ row, place, claim }) => {
    const found = byName.get(place);
    const why = found === undefined ? "there is no such place" : judge(found, claim);
    return why === undefined ? [] : [`statement ${row}: ${place} should be "${claim}": ${why}.`];
  });
  for (const { name, shape, hides, examples, chosen: marks } of places) {
    const own = claims.filter(({ place }) => place === name).map(({ claim }) => claim);
    if (!own.some((claim) => !/^(says|omits|hides|has|shows) /.test(claim))) {
      problems.push(`${name}: no row of test/statements.yaml says what it is. It is "${shape}".`);
    }
    const hidden = own.filter((claim) => claim.startsWith("hides ")).map((claim) => claim.slice(6).toLowerCase());
    for (const entry of hides) {
      if (!hidden.some((text) => entry.toLowerCase().includes(text)))
        problems.push(`${name}: no row says "hides ${entry}".`);
    }
    const shown = own.filter((claim) => claim.startsWith("shows "));
    if (examples !== undefined && shown.length === 0)
      problems.push(`${name}: no row says "shows ${Object.keys(examples).join(" ")}".`);
    for (const mark of marks) {
      const [, open = "", chose = ""] = /^(.*?): (.*)$/.exec(mark) ?? [];
      if (!(chosen[open] ?? []).includes(chose))
        problems.push(`${name}: \`chosen\` of test/statements.yaml has no "${mark}".`);
    }
  }
  return problems;
}

/** What speaks against a claim about a place, or undefined. */
function judge({ shape, text, hides, examples }: Place, claim: string): string | undefined {
  const [, verb, words = ""] = /^(says|omits|hides|has|shows) (.*)$/s.exec(claim) ?? [];
  const within = (whole: string) => whole.toLowerCase().includes(words.toLowerCase());
  if (verb === "says") return within(text) ? undefined : `it says "${text}"`;
  if (verb === "omits") return within(text) ? `it says "${text}"` : undefined;
  if (verb === "hides") return hides.some(within) ? undefined : `it hides ${JSON.stringify(hides)}`;
  if (verb === "has") return shape.split("; ").includes(words) ? undefined : `it is "${shape}"`;
  const names = Object.keys(examples ?? {}).join(" ") || "nothing";
  if (verb === "shows") return names === words ? undefined : `it shows ${names}`;
  return shape === claim ? undefined : `it is "${shape}"`;
}

/** What the examples do not show of what the rows say: `createUser 400 client-user-id-conflict user_id: some`. */
export function findExampleDepartures({ rows }: Statements, contract: Contract): string[] {
  const all = new Map(
    [...contract.units.values()].flatMap(({ read }) => read()).map(({ name, examples }) => [name, examples]),
  );
  return rows.flatMap(({ id, examples }) =>
    Object.entries(examples).flatMap(([use, expected]) => {
      const [, place = "", name = "", path = ""] = /^(\S+ \S+) (\S+) (\S+)$/.exec(use) ?? [];
      const found = valuesAt(all.get(place)?.[name], path.split("."));
      return shows(found, String(expected))
        ? []
        : [`statement ${id}: the example ${use} should be ${expected}, and is ${JSON.stringify(found)}.`];
    }),
  );
}

function shows(found: readonly Json[], expected: string): boolean {
  const [, verb, words = ""] = /^(\S+)(?: (.*))?$/.exec(expected) ?? [];
  if (verb === "some") return found.length > 0;
  if (verb === "count") return found.length === Number(words);
  if (verb === "beyond") return found.some((value) => typeof value === "string" && !words.split("|").includes(value));
  if (verb === "like") return found.some((value) => new RegExp(words).test(String(value)));
  return found.some((value) => value === (JSON.parse(expected) as Json));
}

/** The values at a path, in which `*` stands for every entry. */
export function valuesAt(value: Json | undefined, [step, ...rest]: readonly string[]): Json[] {
  if (value === undefined) return [];
  if (step === undefined) return [value];
  if (step !== "*") return isObject(value) ? valuesAt(value[step], rest) : [];
  return (Array.isArray(value) ? listed(value) : Object.values(Object(value) as Json[])).flatMap((one) =>
    valuesAt(one, rest),
  );
}
