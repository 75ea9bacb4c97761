// Reads the values of options: numbers, and a server with its key.
import { Failure } from "./failure.ts";

/**
 * Reads a number from an option.
 *
 * @throws {Failure} when it is none between these.
 */
export function parseNumber(
  text: string,
  option: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Failure(
    `--${option} takes a number from ${least} to ${most}, found "${text}".`,
    "Correct it, or leave it out for the default.",
  );
}

/**
 * Reads a whole number from an option.
 *
 * @throws {Failure} when it is none between these.
 */
export function parseWhole(text: string, option: string, least = 0, most = 2 ** 31 - 1): number {
  const value = parseNumber(text, option, { least, most });
  if (Number.isInteger(value)) return value;
  throw new Failure(`--${option} takes a whole number, found "${text}".`, "Write it without a fraction.");
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
): { readonly url: string; readonly key: string } {
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
