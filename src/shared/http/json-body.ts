// Reads the bytes of a JSON body. What cannot be read is refused, never guessed.

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
  refuseDeep(bytes);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody("is not UTF-8");
  }
  try {
    return JSON.parse(text, /\\u[dD][89a-fA-F]/.test(text) ? refuseHalfCharacters : undefined);
  } catch (error) {
    if (error instanceof UnreadableBody) throw error;
    throw new UnreadableBody("is not JSON");
  }
}

/** Counts brackets outside of strings, before anything is built of them. */
function refuseDeep(bytes: Buffer): void {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isInString = false;
    } else if (byte === 0x22) isInString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepest) throw new UnreadableBody(`is nested more than ${deepest} deep`);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
}

/** An unpaired surrogate is not a character: it could not be stored unchanged. */
function refuseHalfCharacters(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
    throw new UnreadableBody("has half of a surrogate pair in a text");
  }
  return value;
}
