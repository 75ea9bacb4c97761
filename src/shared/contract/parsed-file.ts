// Parses a file of a contract, YAML or JSON, and finds the places in it.
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { FileProblemsError } from "../findings/index.ts";
import { Failure } from "../terminal/index.ts";
import { isDeeper, type Path, parseJson } from "./json.ts";
import { fromHere } from "./text-file.ts";

/** A line and a column, each counted from 1. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** A file as it was parsed. */
export interface ParsedFile {
  readonly content: unknown;
  /** Where the value at a path is written, or the nearest place around it. A place is that of the key. */
  readonly place: (path: Path) => LineColumn;
}

/** How many levels of objects and lists a file may have: walks of deeper ones would exhaust the stack. */
const mostLevels = 500;

/**
 * Parses a file.
 *
 * @throws {FileProblemsError} with file and line when it cannot be parsed; {Failure} when its aliases cannot be resolved, or it is nested too deep.
 */
export function parseFile(source: string, path: string): ParsedFile {
  const parsed = (path.endsWith(".json") && parseStrictJson(source)) || parseYaml(source, fromHere(path));
  if (!isDeeper(parsed.content, mostLevels)) return parsed;
  throw new Failure(
    `${fromHere(path)} is nested too deep: more than ${mostLevels} levels of objects and lists.`,
    "Make the inner parts components, and refer to them.",
  );
}

/** As the parser of YAML does, which takes twenty times as long. Undefined unless it is JSON: that parser says at which line. */
function parseStrictJson(source: string): ParsedFile | undefined {
  try {
    return { content: parseJson(source), place: (path) => placeInJson(source, path) };
  } catch {
    return undefined;
  }
}

function placeInJson(text: string, path: Path): LineColumn {
  let node = parseTree(text);
  for (const token of path) {
    const next = node && findNodeAtLocation(node, [node.type === "array" ? Number(token) : token]);
    if (next === undefined) break;
    node = next;
  }
  const keyed = node?.parent?.type === "property" ? node.parent : node;
  const lines = text.slice(0, keyed?.offset).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

function parseYaml(source: string, file: string): ParsedFile {
  const lineCounter = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col: column } = lineCounter.linePos(offset);
    return { line, column };
  };
  // `<<` merges, as it does where Redocly reads the same file, although YAML 1.2 has no such key any more
  const document = parseDocument(source, { merge: true, lineCounter, intAsBigInt: true });
  const problems = document.errors.map((error) => {
    const [reason = ""] = error.message.split(/ at line \d+|:\n/);
    const message = `The YAML cannot be read: ${reason}. Correct the YAML at this place.`;
    return { file, ...placeAt(error.pos[0]), rule: "contract/yaml", message };
  });
  if (problems.length > 0) throw new FileProblemsError(problems);
  try {
    const content: unknown = document.toJS({ reviver: keepSafeInteger });
    return { content, place: (path) => placeAt(findOffset(document, path)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The aliases of ${file} cannot be resolved: ${reason}.`;
    throw new Failure(message, "Write out their values.", { cause: error });
  }
}

/** Only an integer beyond 2^53 is a bigint. */
function keepSafeInteger(_: unknown, value: unknown): unknown {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function findOffset(document: Document, path: Path): number {
  let node = document.contents as Node | null;
  let place = node;
  for (const token of path) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    const pair = isMap<Node, Node>(node)
      ? node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === token)
      : undefined;
    const item = isSeq<Node>(node) ? node.items[Number(token)] : undefined;
    if (pair === undefined && item === undefined) break;
    place = pair?.key ?? item ?? null;
    node = pair?.value ?? item ?? null;
  }
  return place?.range?.[0] ?? 0;
}
