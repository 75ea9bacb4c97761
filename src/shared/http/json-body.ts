// Reads the bytes of a JSON body. What cannot be read is refused, never guessed.
import { isDeeper } from "../contract/index.ts";

/** A body that cannot be read. The message says why, as the rest of a sentence that begins with "The body". */
export class UnreadableBody extends Error {
  override readonly name = "UnreadableBody";
}

/** How many arrays and objects may stand in one another: far more than any body of the contract has. */
const deepest = 64;

/**
 * Reads a JSON body.
 *
 * @returns The value; undefined when there are no bytes.
 * @throws {UnreadableBody}
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody("is not UTF-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(text, /\\u[dD][89a-fA-F]/.test(text) ? refuseHalfCharacters : undefined);
  } catch (error) {
    if (error instanceof UnreadableBody) throw error;
    throw new UnreadableBody("is not JSON");
  }
  if (isDeeper(value, deepest)) throw new UnreadableBody(`is nested more than ${deepest} deep`);
  return value;
}

/** An unpaired surrogate is not a character: it could not be stored unchanged. */
function refuseHalfCharacters(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
    throw new UnreadableBody("has half of a surrogate pair in a text");
  }
  return value;
}
