// The catalogue of statements: reads it, and finds the place of each in the reference.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "yaml";
import { projectDirectory } from "../../tools/contract/index.ts";
import { Failure } from "../../tools/terminal/index.ts";
import { placesOf } from "./places.ts";
import type { Reference } from "./reference.ts";
import type { Inline } from "./text.ts";
import { guideUrl } from "./urls.ts";

const kinds = ["shape", "behaviour", "gap"] as const;
const lists = ["held", "check", "test"] as const;
const texts = ["at", "as", "why", "unheld"] as const;

/** One sentence of the service description, in our own words. */
export interface Statement {
  readonly id: string;
  /** What there is, what a server or a client does, or what is not shown. */
  readonly kind: (typeof kinds)[number];
  readonly says: string;
  /** The facts that hold it in the contract. */
  readonly held: readonly string[];
  /** The checks of `verify` that hold it. */
  readonly check: readonly string[];
  /** The tests that hold it. */
  readonly test: readonly string[];
  /** Its place in the reference, where the first of `held` does not begin with one. */
  readonly at?: string;
  /** The statement that says the same elsewhere, and has what this one lacks. */
  readonly as?: string;
  /** Why no check or no test holds it. */
  readonly why?: string;
  /** Why no fact holds it. */
  readonly unheld?: string;
}

/** The statements of one section of the description. */
export interface StatementSection {
  readonly section: string;
  readonly title: string;
  readonly statements: readonly Statement[];
}

/** Where the catalogue is kept, beside the facts that hold it. */
const statementsFile = join(projectDirectory, "test", "facts", "statements.yaml");

/**
 * Reads the catalogue.
 *
 * @throws {Failure} when a row is not as the head of the file describes it.
 */
export function readStatements(text = readFileSync(statementsFile, "utf8")): StatementSection[] {
  const { sections } = parse(text) as { sections: readonly Record<string, unknown>[] };
  return sections.map(({ section, title, statements }) => ({
    section: String(section),
    title: String(title),
    statements: (statements as Record<string, unknown>[]).map(statementOf),
  }));
}

function statementOf(row: Readonly<Record<string, unknown>>): Statement {
  const id = String(row["id"]);
  const said = kinds.filter((kind) => kind in row);
  const [kind] = said;
  const known: readonly string[] = ["id", ...kinds, ...lists, ...texts];
  const unknown = Object.keys(row).filter((key) => !known.includes(key));
  if (kind === undefined || said.length > 1 || unknown.length > 0) {
    const found = unknown.length > 0 ? unknown.join(", ") : said.join(" and ") || "none of them";
    throw new Failure(
      `${relative(process.cwd(), statementsFile)}: statement ${id} should have one of ${kinds.join(", ")}, and known keys beside it; found ${found}.`,
      `Write it like { id: 2.1-02, shape: "What is stated.", held: resolveUser 200 body user_id }.`,
    );
  }
  const list = (key: string) => (row[key] === undefined ? [] : [row[key]].flat().map(String));
  const optional = Object.fromEntries(
    texts.flatMap((key) => (row[key] === undefined ? [] : [[key, String(row[key])]])),
  );
  return {
    id,
    kind,
    says: String(row[kind]),
    held: list("held"),
    check: list("check"),
    test: list("test"),
    ...optional,
  };
}

/** Gives a statement that says the same as another what the other has. */
export function completed(statement: Statement, all: ReadonlyMap<string, Statement>): Statement {
  const same = statement.as === undefined ? undefined : all.get(statement.as);
  if (same === undefined) return statement;
  const { id, kind, says } = statement;
  return {
    ...same,
    id,
    kind,
    says,
    held: [...statement.held, ...same.held],
    at: statement.at ?? same.at ?? same.held[0] ?? "",
  };
}

/** A place in the reference, in words and as an address. */
export interface StatementPlace {
  readonly words: Inline;
  readonly url: string;
}

/** Finds the places of a statement: that which `at` names comes first, then those that `held` begins with. */
export function placeFinder(reference: Reference): (statement: Statement) => StatementPlace[] {
  const places = new Map<string, StatementPlace>();
  for (const { words, url } of placesOf(reference)) {
    const name = words.replaceAll(/[`\\]/g, "");
    if (!places.has(name)) places.set(name, { words, url });
  }
  const find = (name: string): StatementPlace | undefined => {
    const [, guide] = /^guides\/(.+)$/.exec(name) ?? [];
    if (guide !== undefined) return { words: `The guide to ${guide.replaceAll("-", " ")}`, url: guideUrl(guide) };
    const words = asShown(name.split(": ")[0] ?? "").split(" ");
    for (let length = words.length; length > 0; length--) {
      const place = places.get(words.slice(0, length).join(" "));
      if (place !== undefined) return place;
    }
    return undefined;
  };
  return ({ at, held }) => [...(at === undefined ? [] : [at]), ...held].flatMap((name) => find(name) ?? []);
}

/** The name that a fact has for a place, as the reference words it. */
function asShown(name: string): string {
  return name
    .replace(/^webhook /, "")
    .replace(/ payload\b/, "")
    .replace(/ request\b( body)?/, " body")
    .replace(/ (\d{3}) body\b/, " $1")
    .replace(/ \(whole\)$/, "")
    .replaceAll("{}", `.${encodeURIComponent("{key}").replaceAll("%", "_")}`)
    .replaceAll("[]", "")
    .replace(" .", " ");
}
