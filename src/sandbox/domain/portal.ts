// URLs of the portal that are authorized in advance: long-lived and short ones, each with its own lifetime.
import { randomBytes } from "node:crypto";
import { isKnownPortalUrlContext } from "../../../generated/known-values.ts";
import { day, minute, second, toIso } from "../world/clock.ts";
import { refuseUnless } from "../world/refused.ts";
import { findOrder } from "./orders.ts";
import type { Operations } from "./topic.ts";
import { getUser } from "./users.ts";

/** Minutes for a user who is sent on at once, weeks for one who reads a message. Choice: portal-lifetimes */
const lifetimesMs = { launch: 15 * minute, communications: 14 * day };

export const operations = {
  createPortalUrl({ path, body, world }) {
    const user = getUser(world, path.user_id);
    const { context } = body;
    // Choice: portal-context-unknown
    refuseUnless(isKnownPortalUrlContext(context), "The context is unknown: expected launch or communications.");
    const order = body.order_id == null ? undefined : findOrder(world, body.order_id);
    // Choice: portal-order-of-another
    const isOfUser = order !== undefined && [undefined, user.user_id].includes(order.user_id);
    refuseUnless(body.order_id == null || isOfUser, "No order of this user has the order_id.");
    // Choice: portal-demographics
    refuseUnless(user.demographics !== undefined, "The user has no demographics.");
    const order_id = order?.id ?? null;
    const url = context === "launch" ? launchUrl(order_id) : shortUrl();
    const lifetimeMs = lifetimesMs[context];
    world.records.portalUrls.put({
      url,
      user_id: user.user_id,
      context,
      order_id,
      created_at: world.clock.now,
      expires_at: toIso(world.clock.nowMs + lifetimeMs),
    });
    return { url, expires_in: lifetimeMs / second };
  },
} satisfies Partial<Operations>;

function launchUrl(orderId: string | null): string {
  const url = `https://portal.example.com/launch/${randomBytes(16).toString("hex")}`;
  return orderId === null ? url : `${url}/orders/${orderId}`;
}

/** Shortened: where it leads is known to the portal only. Choice: portal-url-form */
function shortUrl(): string {
  return `https://p.example.com/${randomBytes(8).toString("base64url")}`;
}
