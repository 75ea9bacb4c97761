// Parses a file of a contract, YAML or JSON, and finds the places in it.
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { FileProblemsError } from "../findings/index.ts";
import { Failure } from "../terminal/index.ts";
import { isDeeper, type Path, parseJson } from "./json.ts";
import { type LineColumn, PlacedText } from "./placed-text.ts";
import { fromHere } from "./text-file.ts";

/** A file as it was parsed. */
export interface ParsedFile {
  readonly content: unknown;
  /** Where the value at a path is written, or the nearest place around it. */
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
  const parsed = parseText(source, path);
  if (!isDeeper(parsed.content, mostLevels)) return parsed;
  throw new Failure(
    `${fromHere(path)} is nested too deep: more than ${mostLevels} levels of objects and lists.`,
    "Make the inner parts components, and refer to them.",
  );
}

function parseText(source: string, path: string): ParsedFile {
  if (path.endsWith(".json")) {
    try {
      return { content: parseJson(source), place: (path) => placeInJson(source, path) };
    } catch {
      // Not strict JSON: the YAML parser below says at which line
    }
  }
  const placed = new PlacedText(source);
  const problems = placed.problems(fromHere(path));
  if (problems.length > 0) throw new FileProblemsError(problems);
  try {
    return { content: placed.value, place: (path) => placed.place(path) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The aliases of ${fromHere(path)} cannot be resolved: ${reason}.`;
    throw new Failure(message, "Write out their values.", { cause: error });
  }
}

/** As `PlacedText` says it of YAML, whose parser takes twenty times as long. */
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
