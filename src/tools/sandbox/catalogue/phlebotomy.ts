// Who draws blood at home, and where: the phlebotomy providers that every world knows.
import type { PhlebotomyCoverage } from "../../../../generated/schemas.ts";
import { findPlace } from "./centers.ts";

/** Up to which mile of its towns a provider serves in each tier. */
const providers = [
  {
    name: "Demo Home Phlebotomy",
    towns: ["Exampleton"],
    tiers: [
      ["appointment-ready", 15],
      ["appointment-request", 25],
    ],
  },
  {
    name: "Demo Traveling Nurses",
    towns: ["Exampleton", "Testburg", "Mockford"],
    tiers: [["appointment-request", 30]],
  },
] as const;

/** Who serves a zip code. Choice: phlebotomy-without-radius */
export function phlebotomyAt(zipCode: string): PhlebotomyCoverage {
  const home = findPlace(zipCode);
  if (home === undefined) return { is_served: false, providers: [] };
  const serving = providers
    .filter(({ towns }) => towns.some((town) => town === home.town))
    .map(({ name, tiers }) => ({ name, tier: tiers.filter(([, miles]) => home.mile <= miles).map(([tier]) => tier) }))
    .filter(({ tier }) => tier.length > 0);
  return { is_served: serving.length > 0, providers: serving };
}
