// The rows of test/statements.yaml: reads them, and finds where the contract is not what they say.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject, type Json, type Place } from "./places.ts";

const KINDS = ["shape", "behaviour", "gap", "choice"] as const;
const KEYS: readonly string[] = ["id", ...KINDS, "where", "examples", "check", "test", "why", "as"];

/** Where a row is held: `User`, or `User.user_id says assigned by the service`. */
interface Claim {
  readonly row: string;
  readonly place: string;
  readonly verb?: "says" | "omits" | "hides";
  readonly words: string;
}

/** One sentence of the service description, or one choice of the contract, and where it is held. */
interface Row {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly where: readonly Claim[];
  /** The expected values, by the place of an example and the path in it. */
  readonly examples: Readonly<Record<string, Json>>;
  readonly check: readonly string[];
  readonly test: readonly string[];
  readonly why?: string;
  readonly as?: string;
}

export interface Statements {
  readonly rows: readonly Row[];
  readonly otherChecks: Readonly<Record<string, string>>;
}

/** Reads the rows. */
export function readStatements(
  text = readFileSync(new URL("../statements.yaml", import.meta.url), "utf8"),
): Statements {
  const { sections, other_checks: otherChecks = {} } = parse(text);
  return { rows: (Object.values(sections) as JsonRow[][]).flat().map(readRow), otherChecks };
}

type JsonRow = Readonly<Record<string, Json>>;

function readRow(row: JsonRow): Row {
  const id = String(row["id"]);
  const kinds = KINDS.filter((kind) => kind in row);
  const [kind] = kinds;
  const unknown = Object.keys(row).filter((key) => !KEYS.includes(key));
  if (kind === undefined || kinds.length > 1 || unknown.length > 0) {
    throw new Error(
      `test/statements.yaml: row ${id} should have one of ${KINDS.join(", ")} and no unknown keys; found ${[...kinds, ...unknown].join(", ")}. Write it like { id: 2.1-02, shape: "What is stated.", where: User.user_id }.`,
    );
  }
  const list = (value: Json | undefined) => (value === undefined ? [] : [value].flat().map(String));
  return {
    id,
    kind,
    where: list(row["where"]).flatMap((claim) => readClaims(id, claim)),
    examples: Object(row["examples"]),
    check: list(row["check"]),
    test: list(row["test"]),
    ...("why" in row ? { why: String(row["why"]) } : {}),
    ...("as" in row ? { as: String(row["as"]) } : {}),
  };
}

function readClaims(row: string, claim: string): Claim[] {
  const [, places = "", verb, words = ""] = /^(.*?)(?: (says|omits|hides) (.+))?$/.exec(claim) ?? [];
  const how = verb === undefined ? {} : { verb: verb as NonNullable<Claim["verb"]> };
  return listAlternatives(places).map((place) => ({ row, place, ...how, words }));
}

/** `(get|list)Labs 200` is two places. */
function listAlternatives(places: string): string[] {
  const [, before = "", inner, after = ""] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(places) ?? [];
  if (inner === undefined) return [places];
  return inner.split("|").flatMap((one) => listAlternatives(before + one + after));
}

/** Where the contract is not what the rows say, and the places that are in no row: a line for each. */
export function findDepartures({ rows }: Statements, places: ReadonlyMap<string, Place>): string[] {
  const claims = rows.flatMap(({ where }) => where);
  const problems = claims.flatMap((claim) => {
    const place = places.get(claim.place);
    const problem = place === undefined ? "should be there" : judge(place, claim);
    return problem === undefined ? [] : [`statement ${claim.row}: ${claim.place} ${problem}.`];
  });
  const whole = new Set(claims.filter(({ verb }) => verb === undefined).map(({ place }) => place));
  const named = new Set(claims.map(({ place }) => place));
  const isCovered = (place: Place | undefined): boolean =>
    place !== undefined && (whole.has(place.name) || isCovered(places.get(place.within ?? "")));
  const unstated = [...places.values()].filter(
    (place) => !place.isMarked && !named.has(place.name) && !isCovered(place),
  );
  return [
    ...problems,
    ...unstated.map(
      ({ name }) =>
        `${name}: no sentence states it. Add \`${name}\` to the row of test/statements.yaml that does, or mark what is assumed or not shown.`,
    ),
  ];
}

/** The objection to a claim about a place, or undefined. */
function judge({ text, hides }: Place, { verb, words }: Claim): string | undefined {
  const contains = (one: string) => one.toLowerCase().includes(words.toLowerCase());
  if (verb === "says" && !contains(text)) return `should say "${words}"; it says "${text}"`;
  if (verb === "omits" && contains(text)) return `should not say "${words}"; it says "${text}"`;
  if (verb === "hides" && !hides.some(contains)) return `should hide "${words}"; it hides ${JSON.stringify(hides)}`;
  return undefined;
}

/** The values of the rows that the examples do not show, such as `createUser 400 client-user-id-conflict user_id: some`. */
export function findExampleDepartures({ rows }: Statements, places: ReadonlyMap<string, Place>): string[] {
  return rows.flatMap(({ id, examples }) =>
    Object.entries(examples).flatMap(([use, expected]) => {
      const [, place = "", name = "", path = ""] = /^(\S+ \S+) (\S+) (\S+)$/.exec(use) ?? [];
      const found = listValues(places.get(place)?.examples?.[name], path.split("."));
      if (isShown(found, String(expected))) return [];
      return [`statement ${id}: the example ${use} should be ${expected}; it is ${JSON.stringify(found)}.`];
    }),
  );
}

function isShown(found: readonly Json[], expected: string): boolean {
  const [, verb, words = ""] = /^(\S+)(?: (.*))?$/.exec(expected) ?? [];
  if (verb === "some") return found.length > 0;
  if (verb === "count") return found.length === Number(words);
  if (verb === "like") return found.some((value) => new RegExp(words).test(String(value)));
  return found.some((value) => JSON.stringify(value) === expected);
}

/** The values at a path, in which `*` stands for every entry. */
export function listValues(value: Json | undefined, [step, ...rest]: readonly string[]): Json[] {
  if (value === undefined) return [];
  if (step === undefined) return [value];
  if (step !== "*") return isObject(value) ? listValues(value[step], rest) : [];
  return Object.values(Object(value) as JsonRow).flatMap((one) => listValues(one, rest));
}
