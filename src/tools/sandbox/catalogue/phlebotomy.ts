// Who draws blood at home, and where: the phlebotomy providers that every world knows.
import type { PhlebotomyCoverage, PhlebotomyTier } from "../../../../generated/schemas.ts";
import { centroidOf, milesBetween, type Town, towns } from "./geography.ts";

/** A provider, and how far around the middles of its towns it serves in each tier. */
interface Provider {
  readonly name: string;
  readonly towns: readonly Town[];
  readonly milesByTier: Readonly<Record<string, number>>;
}

const providers: readonly Provider[] = [
  {
    name: "Demo Home Phlebotomy",
    towns: [towns.exampleton],
    milesByTier: { "appointment-ready": 15, "appointment-request": 25 } satisfies Partial<
      Record<PhlebotomyTier, number>
    >,
  },
  {
    name: "Demo Traveling Nurses",
    towns: [towns.exampleton, towns.testburg, towns.mockford],
    milesByTier: { "appointment-request": 30 },
  },
];

/** Who serves a zip code. Choice: phlebotomy-without-radius */
export function phlebotomyAt(zipCode: string): PhlebotomyCoverage {
  const home = centroidOf(zipCode);
  if (home === undefined) return { is_served: false, providers: [] };
  const serving = providers
    .map(({ name, towns, milesByTier }) => {
      const miles = Math.min(...towns.map(({ middle }) => milesBetween(home, middle)));
      return { name, tier: Object.keys(milesByTier).filter((tier) => miles <= (milesByTier[tier] ?? 0)) };
    })
    .filter(({ tier }) => tier.length > 0);
  return { is_served: serving.length > 0, providers: serving };
}
