// Views of link codes and portal URLs that no operation shows.

import { msOf } from "../world/clock.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { World } from "../world/world.ts";
import type { InspectionTable } from "./table.ts";

export const link = {
  linkCodes: async (world, input) => {
    const { linkCodes } = world.records;
    const found =
      input.user_id === undefined ? await linkCodes.all() : await linkCodes.ofOwner(input.user_id.toLowerCase());
    return found.map((code) => withExpiry(world, code));
  },

  portalUrl: async (world, input) => {
    const known = await world.records.portalUrls.get(input.url);
    if (known !== undefined) return withExpiry(world, known);
    throw new HappeningRefused("unknown", "Unknown portal URL. Pass one exactly as it was returned.");
  },
} satisfies Partial<InspectionTable>;

function withExpiry<Kept extends { readonly expires_at: string }>(world: World, kept: Kept) {
  return { ...kept, is_expired: msOf(kept.expires_at) <= world.clock.nowMs };
}
