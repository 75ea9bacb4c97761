// Idempotency keys: a repeated key returns what it made first; with another body or user, the call gets a hint.
import { createHash } from "node:crypto";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { Call } from "./topic.ts";

/** A call that makes something; of some the body names the user. */
type Making = Pick<Call<"createOrder" | "placeOrder" | "bookPscAppointment">, "world" | "body" | "header" | "remark">;

/**
 * Makes something with an id, or finds what the same key has made before. An empty key is none. Choice: idempotency-key-kept
 *
 * @param scope The calls that share their keys.
 */
export function makeOnce<Made extends { readonly id: string }>(
  { world, body, header, remark }: Making,
  scope: string,
  make: () => Made,
  find: (id: string) => Made | undefined,
): Made {
  const { "Idempotency-Key": given } = header;
  if (!given) return make();
  const key = `${scope} ${given}`;
  const keys = world.records.idempotencyKeys;
  const user_id = "user_id" in body && typeof body.user_id === "string" ? body.user_id : undefined;
  // A repeated call sends the same text: the order of its fields counts
  const sent_hash = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  const earlier = keys.get(key);
  const found = earlier && find(earlier.made_id);
  if (earlier === undefined || found === undefined) {
    const made = make();
    keys.put(omitUndefined({ made_id: made.id, user_id, sent_hash }), key);
    return made;
  }
  const isOther = earlier.user_id !== user_id ? "for another user" : "with another body";
  const message = `came ${isOther} before, and gives what it made then: use a new key, or send the same body again`;
  const hint = { in: "header", name: "Idempotency-Key", message } as const;
  remark({ isReplay: true, ...(earlier.sent_hash !== sent_hash && { hint }) });
  return found;
}
