// Views of link codes and portal URLs that no operation shows.
import { msOf } from "../clock.ts";
import { HappeningRefused } from "../happening.ts";
import type { StoredLinkCode, StoredPortalUrl } from "../records/link.ts";
import type { World } from "../world.ts";

/** Has it expired by the world's clock? */
interface Expiry {
  readonly is_expired: boolean;
}

export const link = {
  /** The link codes of a user, or of all. */
  linkCodes: (world: World, input: { readonly user_id?: string }): (StoredLinkCode & Expiry)[] => {
    const { linkCodes } = world.records;
    const found = input.user_id === undefined ? linkCodes.all() : linkCodes.ofOwner(input.user_id.toLowerCase());
    return found.map((code) => withExpiry(world, code));
  },

  /** Whom a portal URL is for, and where it leads. */
  portalUrl: (world: World, input: { readonly url: string }): StoredPortalUrl & Expiry => {
    const known = world.records.portalUrls.get(input.url);
    if (known !== undefined) return withExpiry(world, known);
    throw new HappeningRefused("unknown", "No portal URL is this. Name one as it was answered, in full.");
  },
};

function withExpiry<Kept extends { readonly expires_at: string }>(world: World, kept: Kept): Kept & Expiry {
  return { ...kept, is_expired: msOf(kept.expires_at) <= world.clock.nowMs };
}
