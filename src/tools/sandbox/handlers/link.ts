// The operations of the link flow: the lookup of a provider, and link codes.
import { randomBytes } from "node:crypto";
import { providerOf } from "../catalogue/providers.ts";
import { newerOr } from "../rules/newer-values.ts";
import { presentUser } from "../rules/users.ts";
import { hour, isoOf, isWritten, msOf } from "../world/clock.ts";
import type { World } from "../world/world.ts";
import { type Handlers, refusal } from "./call.ts";

/** How long a link code lives unless its creator says otherwise. */
const codeLifetimeMs = hour;

export const link = {
  async getLinkProvider({ path, header, world }) {
    const token = header["x-service-link-token"];
    // Choice: link-token-refused, link-token-without-effect
    if (token !== undefined && !(await isGoodToken(world, token))) {
      return refusal(401, "The link token is unknown, or it has expired. Leave it out, or use a new one.");
    }
    const provider = providerOf(path.oauth_provider)?.link;
    // Choice: oauth-provider-unknown
    if (provider === undefined) return refusal(422, "No provider that is linked by OAuth has this slug.");
    return {
      status: 200,
      body: {
        ...provider,
        auth_type: newerOr(world, "oauth", "newer_auth_type"),
        source_type: newerOr(world, provider.source_type ?? null, "newer_source_type"),
      },
    };
  },

  async createLinkCode({ query, world }) {
    const user = await presentUser(world, query.user_id);
    // Choice: unknown-outside-path
    if (user === undefined) return refusal(422, "No user has this id.");
    const expiresAtMs = query.expires_at === undefined ? world.clock.nowMs + codeLifetimeMs : msOf(query.expires_at);
    // An offset, or the hour of the default, may lead out of the years of four digits
    if (!isWritten(expiresAtMs)) return refusal(422, "expires_at is out of range: the years 0000 to 9999 in UTC.");
    const code = await newCode(world);
    const expires_at = isoOf(expiresAtMs);
    // Choice: link-code-expiry
    await world.records.linkCodes.put(code, { code, user_id: user.user_id, created_at: world.clock.now, expires_at });
    // Choice: link-code-app
    return { status: 200, body: { code, exchange_url: `demoapp://link?code=${code}`, expires_at } };
  },
} satisfies Partial<Handlers>;

async function isGoodToken(world: World, token: string): Promise<boolean> {
  const known = await world.records.linkTokens.get(token);
  return (
    known !== undefined &&
    msOf(known.expires_at) > world.clock.nowMs &&
    (await presentUser(world, known.user_id)) !== undefined
  );
}

/** Choice: link-code-letters */
async function newCode(world: World): Promise<string> {
  for (;;) {
    const code = `pk${world.identity.region}${randomBytes(4).toString("hex")}`;
    if ((await world.records.linkCodes.get(code)) === undefined) return code;
  }
}
