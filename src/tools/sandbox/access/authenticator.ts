// Who uses the control plane and its pages: the holder of a token, or anybody where there is none.
import type { IncomingHttpHeaders } from "node:http";
import type { Limits } from "../world/limits.ts";
import type { Store } from "../world/store.ts";
import { demoIdentity } from "../worlds.ts";
import { type Allowance, limitHeaders, RequestLimit } from "./request-limit.ts";
import { findToken } from "./tokens.ts";

/** Who calls. */
export interface Caller {
  /** The name of the token; undefined where none is needed. */
  readonly name: string | undefined;
  /** The token itself, with which the pages call the control plane. */
  readonly token: string | undefined;
  /** Only worlds whose id begins with this may be used; empty for all. */
  readonly prefix: string;
  readonly limits: Limits;
}

declare module "fastify" {
  interface FastifyRequest {
    /** There once the control plane or a page let it in. */
    caller: Caller | undefined;
    /** What is left to the caller in this minute. */
    allowance: Allowance | undefined;
  }
}

const anybody: Caller = { name: undefined, token: undefined, prefix: "", limits: {} };

/** The first world has keys that everybody knows: it belongs to no prefix. */
export function mayUse({ prefix }: Caller, worldId: string): boolean {
  return prefix === "" || (worldId.startsWith(prefix) && worldId !== demoIdentity.id);
}

/**
 * How the ids of the worlds begin that a caller may list.
 *
 * @param asked How those begin that it asks for.
 * @returns Undefined when none of them is its own: not even their number may show.
 */
export function listedPrefix({ prefix }: Caller, asked: string): string | undefined {
  if (asked.startsWith(prefix)) return asked;
  return prefix.startsWith(asked) ? prefix : undefined;
}

/** Finds out who calls, and what is left of the caller's limits. */
export class Authenticator {
  readonly #store: Store;
  readonly #isShared: boolean;
  readonly #requests = new RequestLimit();

  /** @param isShared Is the sandbox reached from other machines? Then it needs a token even when all were revoked. */
  constructor(store: Store, isShared: boolean) {
    this.#store = store;
    this.#isShared = isShared;
  }

  /**
   * Who holds a token, as the store has it at this moment: a token that was revoked lets nobody in.
   *
   * @returns Undefined when the call is refused.
   */
  async callerWith(token: string | undefined): Promise<Caller | undefined> {
    const kept = await this.#store.reading(({ access }) => access.tokens());
    if (kept.length === 0 && !this.#isShared) return anybody;
    const found = token === undefined ? undefined : findToken(kept, token);
    return found && { name: found.name, token, prefix: found.prefix, limits: found.limits };
  }

  /** Counts a request of a caller; undefined where the number has no limit. */
  count({ name, limits }: Caller): Allowance | undefined {
    return name === undefined || limits.requests === undefined ? undefined : this.#requests.take(name, limits.requests);
  }

  /** The headers that say what a caller may, and what is left of it. */
  async headersFor({ name, limits }: Caller, allowance: Allowance | undefined): Promise<Record<string, string>> {
    if (name === undefined || Object.keys(limits).length === 0) return {};
    const isOfWorlds = Object.keys(limits).some((one) => one !== "requests");
    const usage = isOfWorlds ? await this.#store.reading(({ access }) => access.usageOf(name)) : undefined;
    return limitHeaders(limits, allowance, usage);
  }
}

/** The token of a program's call. */
export function bearerOf({ authorization = "" }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +([\w-]{1,100})$/i.exec(authorization)?.[1];
}

const cookieName = "sandbox_token";

/** The token of a browser that signed in. */
export function cookieOf({ cookie = "" }: IncomingHttpHeaders): string | undefined {
  return new RegExp(`(?:^|; ?)${cookieName}=([\\w-]{1,100})(?:;|$)`).exec(cookie)?.[1];
}

/** The header that signs a browser in; without a token it signs out. No script and no page of another site can use it. */
export function cookieWith(token: string | undefined, isSecure: boolean): string {
  const end = token === undefined ? "; Max-Age=0" : "";
  return `${cookieName}=${token ?? ""}; Path=/_sandbox; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}${end}`;
}
