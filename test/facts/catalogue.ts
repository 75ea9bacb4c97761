// Reads the catalogue of statements: the sentences of the service description, and what holds each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const kinds = ["shape", "behaviour", "gap"] as const;
const lists = ["held", "check", "test"] as const;
const texts = ["as", "why", "unheld"] as const;

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
  readonly statements: readonly Statement[];
}

const readCatalogue = () => readFileSync(join(import.meta.dirname, "statements.yaml"), "utf8");

/**
 * Reads the statements.
 *
 * @throws {Error} when a row is not as the head of the file describes it.
 */
export function readStatements(text = readCatalogue()): StatementSection[] {
  const { sections } = parse(text) as { sections: readonly Record<string, unknown>[] };
  return sections.map(({ section, statements }) => ({
    section: String(section),
    statements: (statements as Record<string, unknown>[]).map(readStatement),
  }));
}

/** Reads the checks that hold no one statement, each with the reason. */
export function readOtherChecks(): Record<string, string> {
  return (parse(readCatalogue()) as { other_checks: Record<string, string> }).other_checks;
}

function readStatement(row: Readonly<Record<string, unknown>>): Statement {
  const id = String(row["id"]);
  const said = kinds.filter((kind) => kind in row);
  const [kind] = said;
  const known: readonly string[] = ["id", ...kinds, ...lists, ...texts];
  const unknown = Object.keys(row).filter((key) => !known.includes(key));
  if (kind === undefined || said.length > 1 || unknown.length > 0) {
    const found = unknown.length > 0 ? unknown.join(", ") : said.join(" and ") || "none of them";
    throw new Error(
      `statements.yaml: statement ${id} should have one of ${kinds.join(", ")}, and known keys beside it; found ${found}. Write it like { id: 2.1-02, shape: "What is stated.", held: resolveUser 200 body user_id }.`,
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
export function withSame(statement: Statement, all: ReadonlyMap<string, Statement>): Statement {
  const same = statement.as === undefined ? undefined : all.get(statement.as);
  if (same === undefined) return statement;
  const { id, kind, says } = statement;
  return { ...same, id, kind, says, held: [...statement.held, ...same.held] };
}
