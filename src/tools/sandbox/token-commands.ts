// `sandbox tokens create|list|revoke`: who may use the control plane of a sandbox that several people share.
import { Failure } from "../terminal/index.ts";
import { hashOf, newToken } from "./access/tokens.ts";
import { openStore } from "./store/open-store.ts";
import { isoOf, machineNow } from "./world/clock.ts";
import { type Limits, limitNames } from "./world/limits.ts";
import type { Store } from "./world/store.ts";

/** How the commands are written, for messages. */
const usage = "Write `sandbox tokens create NAME`, `sandbox tokens list` or `sandbox tokens revoke NAME`, with --db.";

/**
 * Runs a command on the tokens of a database. PostgreSQL takes it while sandboxes run.
 *
 * @param words What stands behind `tokens`.
 * @param options Of a new token: the worlds that it is for, without a prefix all, and its limits such as `worlds=20`.
 * @returns What to print.
 * @throws {Failure} when a word is wrong, or the database cannot be used.
 */
export async function runTokenCommand(
  words: readonly string[],
  db: string,
  { prefix, limits: limitTexts }: { readonly prefix: string | undefined; readonly limits: readonly string[] },
): Promise<string> {
  const [action = "", name = "", ...rest] = words;
  const takesName = action === "create" || action === "revoke";
  if ((!takesName && action !== "list") || (takesName ? rest.length > 0 : words.length > 1)) {
    throw new Failure(`Expected a command on tokens, found "${["tokens", ...words].join(" ")}".`, usage);
  }
  if (takesName && !/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name)) {
    throw new Failure(
      `A token's name has 1 to 40 of a-z, 0-9, - and _, and begins with a letter or a digit; found "${name}".`,
      usage,
    );
  }
  if ((prefix !== undefined || limitTexts.length > 0) && action !== "create") {
    throw new Failure("--prefix and --limit belong to `sandbox tokens create`.", "Leave them out.");
  }
  const limits = limitsOf(limitTexts);
  if (prefix !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(prefix)) {
    throw new Failure(
      `--prefix takes the beginning of the ids of worlds, such as feature-, found "${prefix}".`,
      "Use 1 to 40 letters, digits, dots, - and _, or leave it out for all worlds.",
    );
  }
  if (db === ":memory:") {
    throw new Failure("Tokens are kept in a database, and --db is missing.", "Pass the --db of the sandbox.");
  }
  const store = await openStore(db);
  try {
    if (action === "list") return await listed(store);
    return action === "create" ? await created(store, name, prefix ?? "", limits) : await revoked(store, name);
  } finally {
    await store.close();
  }
}

/** @throws {Failure} */
function limitsOf(texts: readonly string[]): Limits {
  const limits = texts.map((text) => {
    const [, name = "", n] = /^(\w+)=(\d{1,15})$/.exec(text) ?? [];
    if (limitNames.some((one) => one === name)) return [name, Number(n)] as const;
    throw new Failure(
      `--limit takes a name and a number such as worlds=20, found "${text}".`,
      `Use one of ${limitNames.join(", ")}.`,
    );
  });
  return Object.fromEntries(limits);
}

async function created(store: Store, name: string, prefix: string, limits: Limits): Promise<string> {
  const token = newToken();
  const row = { name, hash: hashOf(token), prefix, limits, createdAtMs: machineNow() };
  if (!(await store.transaction(({ access }) => access.addToken(row)))) {
    throw new Failure(`There is a token with the name ${name} already.`, "Use another name, or revoke that one first.");
  }
  return `${token}\nThe token ${name} is for ${worldsOf(prefix)}. It is not shown again: keep it where secrets are kept.\n`;
}

async function revoked(store: Store, name: string): Promise<string> {
  if (await store.transaction(({ access }) => access.removeToken(name))) return `The token ${name} was revoked.\n`;
  throw new Failure(`There is no token with the name ${name}.`, "List the tokens with `sandbox tokens list`.");
}

async function listed(store: Store): Promise<string> {
  const tokens = await store.reading(({ access }) => access.tokens());
  if (tokens.length === 0) return "There is no token.\n";
  return tokens
    .map((one) => `${one.name}: ${worldsOf(one.prefix)}, ${shownLimits(one.limits)}since ${isoOf(one.createdAtMs)}\n`)
    .join("");
}

function worldsOf(prefix: string): string {
  return prefix === "" ? "all worlds" : `the worlds whose id begins with ${prefix}`;
}

function shownLimits(limits: Limits): string {
  return Object.entries(limits)
    .map(([name, limit]) => `${name}=${limit}, `)
    .join("");
}
