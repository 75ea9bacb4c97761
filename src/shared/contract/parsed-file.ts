// Parses a file of a contract, YAML or JSON, and keeps its text for the places in it.
import { FileProblemsError } from "../findings/index.ts";
import { Failure } from "../terminal/index.ts";
import { parseJson } from "./json.ts";
import { PlacedText } from "./placed-text.ts";
import { fromHere } from "./text-file.ts";

/** A file as it was parsed. */
export interface ParsedFile {
  readonly content: unknown;
  /** Its text, read for the places in it once one is reported. */
  readonly text: () => PlacedText;
}

/**
 * Parses a file.
 *
 * @throws {FileProblemsError} with file and line when it cannot be parsed; {Failure} when its aliases cannot be resolved.
 */
export function parseFile(source: string, path: string): ParsedFile {
  if (path.endsWith(".json")) {
    try {
      const content = parseJson(source);
      // The parser of YAML takes ten times as long: only for a place
      let placed: PlacedText | undefined;
      return { content, text: () => (placed ??= new PlacedText(source)) };
    } catch {
      // Not strict JSON: the YAML parser below says at which line
    }
  }
  const placed = new PlacedText(source);
  const problems = placed.problems(fromHere(path));
  if (problems.length > 0) throw new FileProblemsError(problems);
  try {
    return { content: placed.value, text: () => placed };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The aliases of ${fromHere(path)} cannot be resolved: ${reason}.`;
    throw new Failure(message, "Write out their values.", { cause: error });
  }
}
