// Reads the text of a file, and says how a file is called in messages.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { Failure } from "../terminal/index.ts";

/** How the files of a document are called in messages. */
export type ShownAs = (absolute: string) => string;

/** Shows a file relative to where the command runs. */
export function fromHere(file: string): string {
  return relative(process.cwd(), file) || ".";
}

/**
 * Reads a file as UTF-8.
 *
 * @throws {Failure} when it is anything else: characters that were lost would be taken for a change, or hide one.
 */
export async function readText(path: string, shownAs: ShownAs): Promise<string> {
  // At once: a contract has thousands of small files, and each one waited for costs more than its reading
  const bytes = readFileSync(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Failure(`${shownAs(path)} is not UTF-8.`, "Save it in UTF-8.", { cause: error });
  }
}
