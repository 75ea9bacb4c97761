// The operator's control token: read from its file, and looked for in the headers of a call.
import { createHash, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { Failure } from "../../terminal/index.ts";

const remedy = "Write a long random text into it, for example with `openssl rand -hex 32`.";

/**
 * Reads a control token.
 *
 * @throws {Failure} when there is no such file, or it has anything but one word.
 */
export async function readControlToken(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`--control-token-file: cannot read "${file}" (${error.code}).`, remedy, { cause: error });
  });
  const token = text.trim();
  // Nothing else fits into a header
  if (/^[!-~]+$/.test(token)) return token;
  const found = token === "" ? "is empty" : "contains spaces, line breaks or letters other than ASCII";
  throw new Failure(`--control-token-file: "${file}" ${found}.`, remedy);
}

/** Asks for the token. A browser that has it already sends it again for another path only when it is asked. */
export const askForToken = ["Bearer", 'Basic realm="Sandbox", charset="UTF-8"'];

/** Does a call have the token? A program sends it as `Bearer TOKEN`; a browser asks a person for it, as the password of Basic authentication. */
export function holdsToken({ authorization = "" }: IncomingHttpHeaders, token: string | undefined): boolean {
  if (token === undefined) return true;
  const [, scheme = "", credentials = ""] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? [];
  const sent =
    scheme.toLowerCase() === "basic"
      ? Buffer.from(credentials, "base64")
          .toString()
          .replace(/^[^:]*:/, "")
      : credentials;
  // Of equal length, and compared in constant time: the time says nothing of the token
  return timingSafeEqual(digestOf(sent), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
