// The places that every world knows: patient service centers (PSC), and who draws blood at home, by zip code. All are invented.
import { pscInfoAtCap } from "../../../generated/examples.ts";
import { knownPscCapabilities } from "../../../generated/known-values.ts";
import type {
  PatientServiceCenter,
  PhlebotomyCoverage,
  PscCapability,
  PscMetadata,
} from "../../../generated/schemas.ts";
import catalogue from "./catalogue.json" with { type: "json" };

/** A place on the one road of its town, so many miles from the town's first zip code. Places of other towns are far away. */
interface Place {
  readonly town: string;
  readonly mile: number;
}

/** A center and where it is. */
interface Center extends Place {
  readonly metadata: PscMetadata;
  readonly capabilities: readonly PscCapability[];
}

/** The centers of the example, and branches. Around 85001: 17 within 10 miles, 33 within 25, which is more than an answer holds, and 38 within 100. */
const centers: readonly Center[] = [
  // As far from 85001 as the contract's example of a full list says, and nearer than all others
  ...pscInfoAtCap.patient_service_centers.map(({ metadata, distance, capabilities }) => ({
    town: metadata.city,
    mile: Number(distance),
    metadata,
    capabilities,
  })),
  ...catalogue.branches.map(({ town, state, zip, mile, capability }) => ({
    town,
    mile,
    metadata: {
      name: `Demo Lab North, ${town} Branch ${zip}`,
      state,
      city: town,
      zip_code: zip,
      first_line: `${zip.slice(2)} Branch Street`,
      second_line: "",
      phone_number: `+1-555-02${zip.slice(3)}`,
      fax_number: `+1-555-03${zip.slice(3)}`,
      hours: null,
    },
    capabilities: [capability],
  })),
];

/** Where a zip code is: as its center, unless it has a place of its own. The first of each town, and those without a center, have one. */
const places: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...centers.map((center) => [center.metadata.zip_code, center] as const),
  ...Object.entries(catalogue.places),
]);

/** All centers are of Demo Lab North: Demo Lab South works with test kits only. */
const labWithCenters = 1;

/** A center as it is seen from somewhere. */
interface NearCenter extends Center {
  readonly miles: number;
}

/** The centers of a lab within so many miles of a zip code, the nearest first; none when the code is not known. Choice: zip-code-unknown */
export function centersNear(zipCode: string, labId: number, radius: number): NearCenter[] {
  const from = places.get(zipCode);
  return centers
    .filter(({ town }) => labId === labWithCenters && town === from?.town)
    .map((center) => ({ ...center, miles: Math.abs(center.mile - (from?.mile ?? 0)) }))
    .filter(({ miles }) => miles <= radius)
    .sort((a, b) => a.miles - b.miles);
}

/** The capabilities that at least one of the centers has. */
export function listCapabilities(near: readonly NearCenter[]): PscCapability[] {
  return knownPscCapabilities.filter((capability) =>
    near.some(({ capabilities }) => capabilities.includes(capability)),
  );
}

/** A center as an answer shows it. Choice: center-distance */
export function showCenter({ metadata, miles, capabilities }: NearCenter): PatientServiceCenter {
  return { metadata, distance: miles.toFixed(1), capabilities: [...capabilities] };
}

/** The providers who draw blood at home in a zip code: each up to some mile of its towns in each tier. Choice: phlebotomy-without-radius */
export function findPhlebotomy(zipCode: string): PhlebotomyCoverage {
  const home = places.get(zipCode);
  const providers = catalogue.phlebotomy.flatMap(({ name, towns, milesByTier }) => {
    if (home === undefined || !towns.includes(home.town)) return [];
    const tier = Object.entries(milesByTier).flatMap(([one, miles]) => (home.mile <= miles ? [one] : []));
    return tier.length === 0 ? [] : [{ name, tier }];
  });
  return { is_served: providers.length > 0, providers };
}
