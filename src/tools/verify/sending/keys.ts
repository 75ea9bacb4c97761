// The keys of a run: which one a request carries, on which host, and how they are kept out of everything that is shown.
import { randomInt } from "node:crypto";
import type { Contract, ContractOperation } from "../../contract/index.ts";
import { redaction } from "../../findings/index.ts";
import type { Host } from "./host.ts";
import { type Credential, credentialHeader } from "./request.ts";

/** The hosts of a run. */
export interface Hosts {
  readonly base: Host;
  /** The host of the organization's operations; they are skipped without one. */
  readonly management: Host | undefined;
}

/** The scheme whose operations have the host and the key of the organization. */
const managementScheme = "ManagementKey";

/** Does an operation belong to the organization's host? */
export function isManagement(operation: ContractOperation): boolean {
  return operation.security.some((schemes) => schemes.includes(managementScheme));
}

export class Keys {
  readonly #contract: Contract;
  readonly #hosts: Hosts;
  /** Replaces whatever a server sends back of a key. */
  readonly redact: (text: string) => string;

  constructor(contract: Contract, { base, management }: Hosts) {
    this.#contract = contract;
    this.#hosts = { base, management };
    this.redact = redaction([
      [base.key, "$API_KEY"],
      [management?.key, "$MANAGEMENT_KEY"],
    ]);
  }

  /** Where an operation is asked for; undefined without `--management-url` for those of the organization. */
  hostOf(operation: ContractOperation): Host | undefined {
    return isManagement(operation) ? this.#hosts.management : this.#hosts.base;
  }

  /**
   * The headers of a credential, and the same headers with the names of variables instead of keys. Where the other host has
   * no key, or the same one, a made-up key in the other host's header stands for it.
   */
  headersOf(operation: ContractOperation, credential: Credential) {
    const isOther = credential.startsWith("of the other host");
    const owner = isOther
      ? this.#contract.operations.find((one) => isManagement(one) !== isManagement(operation))
      : operation;
    if (owner === undefined || credential === "none") return { headers: {}, shown: {} };
    const own = this.hostOf(operation)?.key ?? "";
    const key = this.hostOf(owner)?.key;
    const isReal = credential === "own" || (isOther && key !== undefined && key !== own);
    const isInOwnHeader = isReal && credential === "of the other host in its own header";
    const header = credentialHeader(this.#contract, isInOwnHeader ? operation : owner);
    if (header === undefined) return { headers: {}, shown: {} };
    return isReal
      ? { headers: { [header]: key ?? "" }, shown: { [header]: isManagement(owner) ? "MANAGEMENT_KEY" : "API_KEY" } }
      : { headers: { [header]: fabricateKey(key ?? own) }, shown: { [header]: "FABRICATED_KEY" } };
  }
}

/** A key of the same shape as a real one, prefix included, that no service has given out. */
function fabricateKey(key: string): string {
  const prefix = /^[A-Za-z\d]{1,10}(?:[_-][A-Za-z\d]{1,10})*[_-]/.exec(key)?.[0] ?? "";
  const secret = key.slice(prefix.length);
  const other = secret.replaceAll(/[A-Za-z\d]/g, (character) =>
    /\d/.test(character) ? pick("0123456789") : pick(/[a-z]/.test(character) ? lower : lower.toUpperCase()),
  );
  return other === secret ? `${prefix}${secret}0` : prefix + other;
}

const lower = "abcdefghijklmnopqrstuvwxyz";

function pick(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}
