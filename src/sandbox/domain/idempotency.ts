// Idempotency keys: a repeated key returns what it made first; with another body or user, the call gets a hint.
import { createHash } from "node:crypto";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { World } from "../world/world.ts";

/** The body of a call; of some it names the user. */
type Sent = Readonly<Record<string, unknown>>;

/** Finds what a key made before. An empty key is none. Choice: idempotency-key-kept */
export function findMade(world: World, key: string | undefined, sent: Sent) {
  const earlier = key === undefined ? undefined : world.records.idempotencyKeys.get(key);
  if (earlier === undefined) return undefined;
  const isSame = earlier.sent_hash === hash(sent);
  const isOther = earlier.user_id !== sent["user_id"] ? "for another user" : "with another body";
  const message = `came ${isOther} before, and gives what it made then: use a new key, or send the same body again`;
  const hint = { in: "header", name: "Idempotency-Key", message };
  return { id: earlier.made_id, replay: { isReplay: true, ...(isSame ? {} : { hint }) } };
}

/** Keeps what a key made. */
export function keepMade(world: World, key: string | undefined, made_id: string, sent: Sent): void {
  if (key === undefined) return;
  const user_id = typeof sent["user_id"] === "string" ? sent["user_id"] : undefined;
  world.records.idempotencyKeys.put(omitUndefined({ made_id, user_id, sent_hash: hash(sent) }), key);
}

/** A repeated call sends the same text: the order of its fields counts. */
function hash(sent: Sent): string {
  return createHash("sha256").update(JSON.stringify(sent)).digest("base64url");
}
