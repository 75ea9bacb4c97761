// The rows of test/statements.yaml: reads them, and finds where the contract is not what they say.
import { readFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import { type Contract, isObject, type Json, type Place } from "./places.ts";

const KINDS = ["shape", "behaviour", "gap", "choice"] as const;
const KEYS: readonly string[] = ["id", ...KINDS, "where", "examples", "check", "test", "why", "as"];
const VERBS = ["has", "says", "omits", "hides", "shows"] as const;

/** What a row says of a place, such as `uuid` or `says assigned by the service`. */
interface Claim {
  readonly row: string;
  readonly place: string;
  readonly claim: string;
}

/** One sentence of the service description, or one choice of the contract, and where it is held. */
interface Row {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly where: readonly Claim[];
  /** What is expected, by the place of an example and the path of a value in it. */
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
      `test/statements.yaml: row ${id} should have one of ${KINDS.join(", ")} and no unknown keys; found ${[...kinds, ...unknown].join(", ")}. Write it like { id: 2.1-02, shape: "What is stated.", where: { User.user_id: uuid } }.`,
    );
  }
  const list = (value: Json | undefined) => (value === undefined ? [] : [value].flat().map(String));
  const where = Object.entries((row["where"] ?? {}) as JsonRow).flatMap(([places, claims]) =>
    listAlternatives(places).flatMap((place) => list(claims).map((claim) => ({ row: id, place, claim }))),
  );
  return {
    id,
    kind,
    where,
    examples: Object(row["examples"]),
    check: list(row["check"]),
    test: list(row["test"]),
    ...("why" in row ? { why: String(row["why"]) } : {}),
    ...("as" in row ? { as: String(row["as"]) } : {}),
  };
}

/** `(get|list)Labs 200` is two places. */
function listAlternatives(places: string): string[] {
  const [, before = "", inner, after = ""] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(places) ?? [];
  if (inner === undefined) return [places];
  return inner.split("|").flatMap((one) => listAlternatives(before + one + after));
}

/** The claims of all rows by unit of the contract; those about no place of it under "". */
export function sortClaims({ rows }: Statements, contract: Contract): Map<string, Claim[]> {
  const units = new Map([...contract].flatMap(([unit, { read }]) => read().map(({ name }) => [name, unit] as const)));
  return Map.groupBy(
    rows.flatMap(({ where }) => where),
    ({ place }) => units.get(place) ?? "",
  );
}

/** Where the places of a unit are not what the rows say, and what no row says: a line for each. */
export function findDepartures(places: readonly Place[], claims: readonly Claim[]): string[] {
  const byName = new Map(places.map((place) => [place.name, place]));
  const problems = claims.flatMap(({ row, place, claim }) => {
    const found = byName.get(place);
    const problem = found === undefined ? `should be "${claim}"; there is no such place` : judge(found, claim);
    return problem === undefined ? [] : [`statement ${row}: ${place} ${problem}.`];
  });
  for (const { name, shape, hides, examples } of places) {
    const own = claims.filter(({ place }) => place === name).map(({ claim }) => splitClaim(claim));
    const ask = (claim: string) => {
      const line = stringify({ [name]: claim }, { lineWidth: 0 }).trimEnd();
      problems.push(`${name}: no row of test/statements.yaml claims it. Add \`${line}\` to the row that states it.`);
    };
    if (!own.some(({ verb }) => verb === "is")) ask(shape);
    for (const entry of hides) {
      if (!own.some(({ verb, words }) => verb === "hides" && contains(entry, words))) ask(`hides ${entry}`);
    }
    if (examples !== undefined && !own.some(({ verb }) => verb === "shows"))
      ask(`shows ${Object.keys(examples).join(" ")}`);
  }
  return problems;
}

function splitClaim(claim: string): { verb: (typeof VERBS)[number] | "is"; words: string } {
  const verb = VERBS.find((one) => claim.startsWith(`${one} `));
  return verb === undefined ? { verb: "is", words: claim } : { verb, words: claim.slice(verb.length + 1) };
}

const contains = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());

/** What speaks against a claim about a place, or undefined. */
function judge({ shape, text, hides, examples }: Place, claim: string): string | undefined {
  const { verb, words } = splitClaim(claim);
  const shown = Object.keys(examples ?? {}).join(" ");
  const [holds, expected, found] = {
    says: [contains(text, words), "say", `says "${text}"`],
    omits: [!contains(text, words), "not say", `says "${text}"`],
    hides: [hides.some((entry) => contains(entry, words)), "hide", `hides ${JSON.stringify(hides)}`],
    has: [shape.split("; ").includes(words), "have", `is "${shape}"`],
    shows: [shown === words, "show", `shows "${shown}"`],
    is: [shape === words, "be", `is "${shape}"`],
  }[verb];
  return holds ? undefined : `should ${expected} "${words}"; it ${found}`;
}

/** What the examples do not show of what the rows say, such as `createUser 400 client-user-id-conflict user_id: some`. */
export function findExampleDepartures({ rows }: Statements, contract: Contract): string[] {
  const places = [...contract.values()].flatMap(({ read }) => read());
  const all = new Map(places.map(({ name, examples }) => [name, examples]));
  return rows.flatMap(({ id, examples }) =>
    Object.entries(examples).flatMap(([use, expected]) => {
      const [, place = "", name = "", path = ""] = /^(\S+ \S+) (\S+) (\S+)$/.exec(use) ?? [];
      const found = listValues(all.get(place)?.[name], path.split("."));
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
