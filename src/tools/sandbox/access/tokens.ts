// Control tokens: made, kept as a hash, and found again.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { TokenRow } from "../world/store.ts";

/** What a token begins with, so that a person and a scanner for secrets know it. */
const mark = "sandbox_";

/** Makes a token: 256 random bits. */
export function newToken(): string {
  return mark + randomBytes(32).toString("base64url");
}

/** The hash that is kept. One round of SHA-256 is enough: nobody can guess 256 random bits, as one can a password. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The token among those that are kept. Each is compared in constant time, so that the time says nothing about a hash. */
export function findToken(kept: readonly TokenRow[], token: string): TokenRow | undefined {
  const hash = Buffer.from(hashOf(token), "hex");
  return kept.filter((one) => timingSafeEqual(Buffer.from(one.hash, "hex"), hash))[0];
}
