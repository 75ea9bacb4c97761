// The two hosts that `verify` calls, their API keys, and the wrong credentials that it tries.
import type { Contract, ContractOperation } from "../../shared/contract/index.ts";
import { redaction } from "../../shared/findings/index.ts";
import { Failure } from "../../shared/terminal/index.ts";
import { isManagement } from "../operations.ts";

/** Where a server answers, and the key that opens it. */
export interface Host {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

/** The hosts of a run. */
export interface Hosts {
  readonly base: Host;
  /** The host of the organization's operations; they are skipped without one. */
  readonly management: Host | undefined;
}

/**
 * The credential that a request carries: its own real one, none, an empty or a made-up one, or the other host's real one, in that one's
 * header or in its own.
 */
export type Credential =
  | "own"
  | "none"
  | "empty"
  | "fabricated"
  | "of the other host"
  | "of the other host in its own header";

/**
 * Reads where a server answers, and its key.
 *
 * @param name The beginning of its options: `base` has --base-url and --api-key.
 * @throws {Failure} when one of them is missing or cannot be used.
 */
export function parseHost(address: string | undefined, key: string | undefined, name: "base" | "management"): Host {
  const option = `--${name}-url`;
  const keyOption = name === "base" ? "--api-key" : "--management-key";
  if (address === undefined) {
    throw new Failure(`${option} is missing.`, "Pass the server's URL, such as https://api.example.com.");
  }
  if (!key) throw new Failure(`${keyOption} is missing.`, `Pass the key for ${option}.`);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const message = `${keyOption} has characters that are not allowed in a header.`;
    throw new Failure(message, "Check it for a space or a line break.");
  }
  const refuse = (what: string) => new Failure(`${option} takes ${what}.`, "Write it like https://api.example.com.");
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse(`an http or https URL, found "${address}"`);
  if (url.search !== "" || url.hash !== "") throw refuse(`a URL without a query and a fragment, found "${address}"`);
  if (url.username !== "" || url.password !== "") throw refuse("a URL without a user and a password");
  return { url: url.href.replace(/\/+$/, ""), key };
}

/** The host of an operation; undefined for those of the organization without `--management-url`. */
export function findHost({ base, management }: Hosts, operation: ContractOperation): Host | undefined {
  return isManagement(operation) ? management : base;
}

/**
 * The headers of a credential, and the same headers with the names of variables instead of keys. Where the other host has
 * no key, or the same one, a made-up key in the other host's header stands for it.
 */
export function writeCredential(
  { document, operations }: Contract,
  hosts: Hosts,
  operation: ContractOperation,
  credential: Credential,
): Record<"headers" | "shown", Readonly<Record<string, string>>> {
  const isOther = credential.startsWith("of the other host");
  const owner = isOther ? operations.find((one) => isManagement(one) !== isManagement(operation)) : operation;
  if (owner === undefined || credential === "none") return { headers: {}, shown: {} };
  const own = findHost(hosts, operation)?.key ?? "";
  const key = findHost(hosts, owner)?.key ?? own;
  const isReal = credential === "own" || (isOther && key !== own);
  const isInOwnHeader = isReal && credential === "of the other host in its own header";
  // The header that carries the credential of an operation, such as `x-service-api-key`
  const [[scheme = ""] = []] = (isInOwnHeader ? operation : owner).security;
  const header = document.components.securitySchemes[scheme]?.name ?? "";
  const variable = isManagement(owner) ? "MANAGEMENT_KEY" : "API_KEY";
  const [value, shown] =
    credential === "empty" ? ["", "EMPTY_KEY"] : isReal ? [key, variable] : [fabricateKey(key), "FABRICATED_KEY"];
  return { headers: { [header]: value }, shown: { [header]: shown } };
}

/** Replaces the keys in a text: a server may send them back. */
export function redactKeys({ base, management }: Hosts): (text: string) => string {
  return redaction([
    [base.key, "$API_KEY"],
    [management?.key, "$MANAGEMENT_KEY"],
  ]);
}

/** A made-up key of the same shape as a real one, with its prefix. */
function fabricateKey(key: string): string {
  const [prefix = ""] = /^(?:[a-z\d]{1,10}[_-])+/i.exec(key) ?? [];
  const secret = key.slice(prefix.length);
  const other = secret.replaceAll(/[a-z]/g, "x").replaceAll(/[A-Z]/g, "X").replaceAll(/\d/g, "0");
  return prefix + (other === secret ? `${secret}0` : other);
}
