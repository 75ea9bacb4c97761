// Parses a file of a contract, YAML or JSON, and finds the places in it.
import { FileProblemsError } from "../findings/index.ts";
import { Failure } from "../terminal/index.ts";
import { type Path, parseJson } from "./json.ts";
import { type LineColumn, PlacedText, placeInJson } from "./placed-text.ts";
import { fromHere } from "./text-file.ts";

/** A file as it was parsed. */
export interface ParsedFile {
  readonly content: unknown;
  /** Where the value at a path is written, or the nearest place around it. */
  readonly place: (path: Path) => LineColumn;
}

/**
 * Parses a file.
 *
 * @throws {Failure} when it is nested too deep; {FileProblemsError} with file and line when it cannot be parsed.
 */
export function parseFile(text: string, path: string): ParsedFile {
  const parsed = parseText(text, path);
  if (isTooDeep(parsed.content)) throw tooDeep(fromHere(path));
  return parsed;
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
  // The parser's own limit
  if (problems.some(({ message }) => message.includes("call stack"))) throw tooDeep(fromHere(path));
  if (problems.length > 0) throw new FileProblemsError(problems);
  try {
    return { content: placed.value, place: (path) => placed.place(path) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`The aliases of ${fromHere(path)} cannot be resolved: ${reason}.`, "Write out their values.", {
      cause: error,
    });
  }
}

/** How deep a file may be nested. The largest public descriptions are nested 60 deep. */
const deepest = 500;

function isTooDeep(content: unknown): boolean {
  let level = [content];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    const seen = new Set(level.flatMap((value) => (typeof value === "object" && value ? Object.values(value) : [])));
    level = [...seen].filter((value) => typeof value === "object" && value !== null);
  }
  return false;
}

function tooDeep(file: string): Failure {
  return new Failure(
    `${file} is nested too deep: expected at most ${deepest} levels.`,
    "Move what is inside to components, and refer to it.",
  );
}
