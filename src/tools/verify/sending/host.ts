// A host of the server that is verified: where it answers, and the key that opens it.
import { Failure } from "../../terminal/index.ts";

/** Where a server answers, and the key that opens it. */
export interface Host {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

/**
 * Reads where a server answers, and its key.
 *
 * @returns The URL without a slash at the end, and the key.
 * @throws {Failure} when one of them is missing or cannot be used.
 */
export function parseHost(
  address: string | undefined,
  key: string | undefined,
  urlName: string,
  keyName: string,
): Host {
  const option = `--${urlName}`;
  const keyOption = `--${keyName}`;
  if (address === undefined)
    throw new Failure(`${option} is missing.`, "Pass the server's URL, such as https://api.example.com.");
  if (!key) throw new Failure(`${keyOption} is missing.`, `Pass the key for ${option}.`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Failure(
      `${keyOption} has characters that are not allowed in a header.`,
      "Check it for a space or a line break.",
    );
  const url = URL.parse(address);
  const remedy = "Write it like https://api.example.com.";
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure(`${option} takes an http or https URL, found "${address}".`, remedy);
  if (url.search !== "" || url.hash !== "")
    throw new Failure(`${option} takes a URL without a query and a fragment, found "${address}".`, remedy);
  if (url.username !== "" || url.password !== "")
    throw new Failure(`${option} takes a URL without a user and a password.`, remedy);
  return { url: url.href.replace(/\/+$/, ""), key };
}
