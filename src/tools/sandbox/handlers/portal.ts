// The operation that makes portal URLs.
import { randomBytes } from "node:crypto";
import { isKnownPortalUrlContext } from "../../../../generated/known-values.ts";
import { presentUser } from "../rules/users.ts";
import { day, isoOf, minute, second } from "../world/clock.ts";
import { type Handlers, refusal } from "./call.ts";

/** Minutes for a user who is sent on at once, weeks for one who reads a message. Choice: portal-lifetimes */
const lifetimesMs = { launch: 15 * minute, communications: 14 * day };

export const portal = {
  async createPortalUrl({ path, body, world }) {
    const user = await presentUser(world, path.user_id);
    if (user === undefined) return refusal(404, "No user has this id.");
    const { context } = body;
    // Choice: portal-context-unknown
    if (!isKnownPortalUrlContext(context)) {
      return refusal(422, "The context is unknown: expected launch or communications.");
    }
    const orderId = body.order_id?.toLowerCase() ?? null;
    if (orderId !== null) {
      const order = await world.records.orders.get(orderId);
      // Choice: portal-order-of-another
      if (order === undefined || (order.user_id !== undefined && order.user_id !== user.user_id)) {
        return refusal(422, "No order of this user has the order_id.");
      }
    }
    // Choice: portal-demographics
    if (user.demographics === undefined) return refusal(422, "The user has no demographics.");
    const url = context === "launch" ? launchUrl(orderId) : shortUrl();
    const lifetimeMs = lifetimesMs[context];
    await world.records.portalUrls.put(url, {
      url,
      user_id: user.user_id,
      context,
      order_id: orderId,
      created_at: world.clock.now,
      expires_at: isoOf(world.clock.nowMs + lifetimeMs),
    });
    return { status: 200, body: { url, expires_in: lifetimeMs / second } };
  },
} satisfies Partial<Handlers>;

function launchUrl(orderId: string | null): string {
  const url = `https://portal.example.com/launch/${randomBytes(16).toString("hex")}`;
  return orderId === null ? url : `${url}/orders/${orderId}`;
}

/** Shortened: where it leads is known to the portal only. Choice: portal-url-form */
function shortUrl(): string {
  return `https://p.example.com/${randomBytes(8).toString("base64url")}`;
}
