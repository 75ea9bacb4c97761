// What the holder of a control token may have: worlds, and their contents, no matter who adds them.
import { HappeningRefused } from "./happening-refused.ts";
import type { AccessTables } from "./store.ts";

/** What is limited: requests of the control plane in a minute, and what a token has in all its worlds together. */
export const limitNames = ["requests", "worlds", "users", "events", "bytes"] as const;

type LimitName = (typeof limitNames)[number];

/** The limits of a token; what is left out has none. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/** What the worlds that a token has made have in them. */
export type Usage = Readonly<Record<Exclude<LimitName, "requests">, number>>;

const remedies = {
  worlds: "Drop a world that is no longer needed.",
  users: "Reset or drop a world.",
  events: "Reset or drop a world.",
  bytes: "Reset or drop a world.",
} as const;

/** More than the token of a world may have. Nothing has changed. */
export class LimitReached extends HappeningRefused {
  constructor(token: string, name: keyof Usage, limit: number) {
    super("conflict", `The token ${token} may have ${limit} ${name} in all its worlds. ${remedies[name]}`);
  }
}

/**
 * Does what may add something, within the limits of the token that made the world. What is beyond a limit already may stay, and become less.
 *
 * @param owner The token's name. One that was revoked has no limits.
 * @throws {LimitReached}
 */
export async function withinLimits<T>(
  access: AccessTables,
  owner: string | undefined,
  work: () => Promise<T> | T,
): Promise<T> {
  if (owner === undefined) return work();
  const limits = await access.limitsOf(owner);
  const limited = limitNames.filter((name) => name !== "requests").filter((name) => limits[name] !== undefined);
  if (limited.length === 0) return work();
  const before = await access.usageOf(owner);
  const result = await work();
  const after = await access.usageOf(owner);
  for (const name of limited) {
    const limit = limits[name] ?? Number.POSITIVE_INFINITY;
    if (after[name] > limit && after[name] > before[name]) throw new LimitReached(owner, name, limit);
  }
  return result;
}
