// The link flow: the lookup of a provider, link tokens, and link codes.
import { randomBytes } from "node:crypto";
import { findProvider } from "../catalogue/providers.ts";
import { hour, isWritten, toIso, toMs } from "../world/clock.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import { assertFound, refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { happenings as connections, findConnection, showConnection } from "./connections.ts";
import type { HappeningTable, Operations } from "./topic.ts";
import { findUser, getUser } from "./users.ts";

/** When a link code or token expires: in an hour unless its creator says otherwise. */
function planExpiry({ clock }: World, expiresAt: string | undefined): string {
  const ms = expiresAt === undefined ? clock.nowMs + hour : toMs(expiresAt);
  // An offset, or the hour of the default, may lead out of the years of four digits
  const found = expiresAt ?? "an hour from now";
  refuseUnless(isWritten(ms), `Expected expires_at in the years 0000 to 9999 in UTC, found ${found}.`);
  return toIso(ms);
}

/** The provider that a mobile app connects. Choice: link-code-connects-phone */
const onDeviceProvider = "demo_phone_health";

export const operations = {
  getLinkProvider({ path, header, world }) {
    const token = header["x-service-link-token"];
    // Choice: link-token-refused, link-token-without-effect
    refuseUnless(
      token === undefined || isValidToken(world, token),
      "The link token is unknown, or it has expired. Leave it out, or use a new one.",
      "unauthorized",
    );
    // Choice: oauth-provider-unknown
    return assertFound(findProvider(path.oauth_provider)?.link, "No provider that is linked by OAuth has this slug.");
  },

  createLinkCode({ query, world }) {
    const { user_id } = getUser(world, query.user_id);
    const expires_at = planExpiry(world, query.expires_at);
    // Choice: link-code-letters
    const code = `pk${world.identity.region}${randomBytes(4).toString("hex")}`;
    // Choice: link-code-expiry
    world.records.linkCodes.put({ code, user_id, created_at: world.clock.now, expires_at });
    // Choice: link-code-app
    return { code, exchange_url: `demoapp://link?code=${code}`, expires_at };
  },
} satisfies Partial<Operations>;

export const happenings = {
  linkTokenMinted(world, input) {
    const { user_id } = getUser(world, input.user_id);
    // Choice: link-token-minted
    const expires_at = planExpiry(world, input.expires_at);
    const minted = { link_token: `link_${randomBytes(16).toString("hex")}`, user_id, expires_at };
    world.records.linkTokens.put(minted);
    return minted;
  },

  linkCodeExchanged(world, { code: given, connect_mode }) {
    const known = world.records.linkCodes.get(given);
    const code = assertFound(known, `Unknown link code "${given}". Create one first.`);
    // Choice: link-code-single-use
    refuseUnless(
      code.exchanged_at === undefined,
      `The link code was used on ${code.exchanged_at}. Create another.`,
      "conflict",
    );
    refuseUnless(
      toMs(code.expires_at) > world.clock.nowMs,
      `The link code expired on ${code.expires_at}. Create another.`,
      "conflict",
    );
    world.records.linkCodes.put({ ...code, exchanged_at: world.clock.now });
    const { user_id } = getUser(world, code.user_id);
    const names = { user_id, provider: onDeviceProvider };
    const existing = findConnection(world, names);
    if (existing?.status === "connected") return showConnection(existing);
    return connections.connectionMade(world, omitUndefined({ ...names, connect_mode }));
  },
} satisfies Partial<HappeningTable>;

function isValidToken(world: World, token: string): boolean {
  const known = world.records.linkTokens.get(token);
  if (known === undefined || toMs(known.expires_at) <= world.clock.nowMs) return false;
  return findUser(world, known.user_id) !== undefined;
}
