// Reads the text of a file, and says how a file is called in messages.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { Failure } from "../terminal/index.ts";

/** Reads the bytes of a file by its absolute path; a file that is not there throws an error with the code ENOENT. */
export type ReadBytes = (absolute: string) => Buffer;

/** Shows a file relative to where the command runs. */
export function fromHere(file: string): string {
  return relative(process.cwd(), file) || ".";
}

/**
 * Reads a file as UTF-8.
 *
 * @throws {Failure} when it is anything else: characters that were lost would be taken for a change, or hide one.
 */
export async function readText(
  path: string,
  // At once: a contract has thousands of small files, and each one waited for costs more than its reading
  readBytes: ReadBytes = (file) => readFileSync(file),
): Promise<string> {
  const bytes = readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Failure(`${fromHere(path)} is not UTF-8.`, "Save it in UTF-8.", { cause: error });
  }
}

/** True when a file could not be read because there is none of this path. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR");
}
