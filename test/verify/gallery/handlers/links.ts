// The operations that lead a user to a provider or into the portal.
import { portalUrlCommunications, portalUrlLaunch } from "../../../../generated/examples.ts";
import { type Handlers, refusal } from "../call.ts";
import { userOf } from "../memory.ts";

export const links = {
  listProviders({ query, memory }) {
    const { source_type } = query;
    const found = memory.providers.filter(({ sourceType }) => source_type === undefined || sourceType === source_type);
    return { status: 200, body: found.map(({ listed }) => listed) };
  },

  createLinkCode({ query, memory, now }) {
    if (userOf(memory, query.user_id) === undefined) return refusal(422, "No user has this id.");
    memory.issued += 1;
    const code = `pkus${memory.issued.toString(16).padStart(8, "0")}`;
    const expires_at = query.expires_at ?? new Date(now.getTime() + 60 * 60 * 1000).toISOString();
    return { status: 200, body: { code, exchange_url: `demoapp://link?code=${code}`, expires_at } };
  },

  getLinkProvider({ path, memory }) {
    const provider = memory.providers.find(({ link }) => link?.slug === path.oauth_provider)?.link;
    return provider === undefined
      ? refusal(422, "No provider that is linked by OAuth has this slug.")
      : { status: 200, body: provider };
  },

  createPortalUrl({ path, body, memory }) {
    const user = userOf(memory, path.user_id);
    if (user === undefined) return refusal(404, "No user has this id.");
    const portals = new Map([
      ["launch", portalUrlLaunch],
      ["communications", portalUrlCommunications],
    ]);
    const portal = portals.get(body.context);
    if (portal === undefined) return refusal(422, "The context is unknown.");
    const orderId = body.order_id?.toLowerCase();
    if (orderId !== undefined && !memory.orders.has(orderId)) return refusal(422, "No order has this id.");
    if (!user.hasDemographics) return refusal(422, "The user has no demographics.");
    const { origin } = new URL(portal.url);
    return {
      status: 200,
      body: { ...portal, url: orderId === undefined ? portal.url : `${origin}/orders/${orderId}` },
    };
  },
} satisfies Partial<Handlers>;
