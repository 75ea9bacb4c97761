// The patient service centers (PSC) that every world knows, and which of them are near a zip code.
import { pscInfoAtCap } from "../../../../generated/examples.ts";
import type { PatientServiceCenter, PscCapability, PscMetadata } from "../../../../generated/schemas.ts";
import { centroidOf, milesBetween, onSpiral, type Point, type Town, towns, zipCodeOf } from "./geography.ts";

/** A center and where it stands. All are of Demo Lab North: Demo Lab South works with test kits only. */
export interface Center {
  readonly lab_id: number;
  readonly metadata: PscMetadata;
  readonly capabilities: readonly PscCapability[];
  readonly point: Point;
}

/** In the order in which they are listed for an area. */
const capabilities = [
  "stat",
  "appointment_scheduling_via_service",
  "appointment_scheduling_with_lab",
] as const satisfies PscCapability[];

/** Around 85001: 17 within 10 miles, 33 within 25, which is more than an answer holds, and 38 within 100. Around 59001: one. */
const centers: readonly Center[] = [
  // As far from 85001 as the contract's example of a full list says, and nearer than all others
  ...pscInfoAtCap.patient_service_centers.map(({ metadata, distance, capabilities }, index) => ({
    lab_id: 1,
    metadata,
    capabilities,
    point: onSpiral(towns.exampleton.middle, index, Number(distance)),
  })),
  ...centersIn(towns.exampleton, 30, [24.7, 24.8, 24.9, 30, 45, 60, 80, 95]),
  ...centersIn(towns.sampleville, 2, [3.5, 40, 70]),
  ...centersIn(towns.testburg, 0, [1.2, 2.4, 4.8, 9.6, 19.2, 38.4, 76.8]),
];

/** A center as it is seen from somewhere. */
export interface NearCenter {
  readonly center: Center;
  readonly miles: number;
}

/** The centers of a lab within so many miles of the middle of a zip code, the nearest first. */
export function centersNear(zipCode: string, labId: number, radius: number): NearCenter[] {
  const from = centroidOf(zipCode);
  if (from === undefined) return [];
  return centers
    .filter(({ lab_id }) => lab_id === labId)
    .map((center) => ({ center, miles: milesBetween(from, center.point) }))
    .filter(({ miles }) => miles <= radius)
    .sort((a, b) => a.miles - b.miles);
}

/** What at least one of the centers offers. */
export function capabilitiesOf(near: readonly NearCenter[]): PscCapability[] {
  return capabilities.filter((capability) => near.some(({ center }) => center.capabilities.includes(capability)));
}

/** A center as an answer shows it. Choice: center-distance */
export function shownCenter({ center, miles }: NearCenter): PatientServiceCenter {
  return { metadata: center.metadata, distance: miles.toFixed(1), capabilities: [...center.capabilities] };
}

/** Invented centers, each so far from the middle of a town. */
function centersIn(town: Town, firstIndex: number, distances: readonly number[]): Center[] {
  return distances.map((miles, nth) => {
    const index = firstIndex + nth;
    return {
      lab_id: 1,
      metadata: {
        name: `Demo Lab North, ${town.name} Branch ${index + 1}`,
        state: town.state,
        city: town.name,
        zip_code: zipCodeOf(town, index),
        first_line: `${100 + index} Branch Street`,
        second_line: "",
        phone_number: `+1-555-01${String(index + 20).padStart(2, "0")}`,
        fax_number: `+1-555-01${String(index + 60).padStart(2, "0")}`,
        hours: null,
      },
      // The one center near 59001 has the third, as in the example
      capabilities: [capabilities[index % 3] ?? "stat"],
      point: onSpiral(town.middle, index, miles),
    };
  });
}
