// The patient service centers (PSC) that every world knows, and which of them are near a zip code.
import { pscInfoAtCap } from "../../../../generated/examples.ts";
import type { PatientServiceCenter, PscCapability, PscMetadata } from "../../../../generated/schemas.ts";

/** A place on the one road of its town, so many miles from the town's first zip code. Places of other towns are far away. */
export interface Place {
  readonly town: string;
  readonly mile: number;
}

/** A center and where it is. All are of Demo Lab North: Demo Lab South works with test kits only. */
export interface Center extends Place {
  readonly lab_id: number;
  readonly metadata: PscMetadata;
  readonly capabilities: readonly PscCapability[];
}

/** In the order in which they are listed for an area. */
const capabilities = [
  "stat",
  "appointment_scheduling_via_service",
  "appointment_scheduling_with_lab",
] as const satisfies PscCapability[];

const [stat, viaService, withLab] = capabilities;

/** Centers besides those of the example. Around 85001: 17 within 10 miles, 33 within 25, which is more than an answer holds, and 38 within 100. */
const branches = [
  ["Exampleton", "AZ", "85031", 24.7, stat],
  ["Exampleton", "AZ", "85032", 24.8, viaService],
  ["Exampleton", "AZ", "85033", 24.9, withLab],
  ["Exampleton", "AZ", "85034", 30, stat],
  ["Exampleton", "AZ", "85035", 45, viaService],
  ["Exampleton", "AZ", "85036", 60, withLab],
  ["Exampleton", "AZ", "85037", 80, stat],
  ["Exampleton", "AZ", "85038", 95, viaService],
  // The one center near 59001, as in the example
  ["Sampleville", "MT", "59003", 3.5, withLab],
  ["Sampleville", "MT", "59004", 40, stat],
  ["Testburg", "TX", "75001", 1.2, stat],
  ["Testburg", "TX", "75002", 9.6, viaService],
  ["Testburg", "TX", "75003", 38.4, withLab],
] as const;

const centers: readonly Center[] = [
  // As far from 85001 as the contract's example of a full list says, and nearer than all others
  ...pscInfoAtCap.patient_service_centers.map(({ metadata, distance, capabilities }) => ({
    lab_id: 1,
    town: metadata.city,
    mile: Number(distance),
    metadata,
    capabilities,
  })),
  ...branches.map(([town, state, zip_code, mile, capability]) => ({
    lab_id: 1,
    town,
    mile,
    metadata: {
      name: `Demo Lab North, ${town} Branch ${zip_code}`,
      state,
      city: town,
      zip_code,
      first_line: `${zip_code.slice(2)} Branch Street`,
      second_line: "",
      phone_number: `+1-555-02${zip_code.slice(3)}`,
      fax_number: `+1-555-03${zip_code.slice(3)}`,
      hours: null,
    },
    capabilities: [capability],
  })),
];

/** Where a zip code is: as its center, unless it has a place of its own. The first of each town, and those without a center, have one. */
const places: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...centers.map((center) => [center.metadata.zip_code, center] as const),
  ["85001", { town: "Exampleton", mile: 0 }],
  ["85045", { town: "Exampleton", mile: 36 }],
  ["59001", { town: "Sampleville", mile: 0 }],
  ["59006", { town: "Sampleville", mile: 4 }],
  ["75001", { town: "Testburg", mile: 0 }],
  ["04001", { town: "Mockford", mile: 0 }],
]);

/** The place of a zip code; undefined when the code is not known. Choice: zip-code-unknown */
export function findPlace(zipCode: string): Place | undefined {
  return places.get(zipCode);
}

/** A center as it is seen from somewhere. */
export interface NearCenter {
  readonly center: Center;
  readonly miles: number;
}

/** The centers of a lab within so many miles of a zip code, the nearest first. */
export function centersNear(zipCode: string, labId: number, radius: number): NearCenter[] {
  const from = findPlace(zipCode);
  if (from === undefined) return [];
  return centers
    .filter(({ lab_id, town }) => lab_id === labId && town === from.town)
    .map((center) => ({ center, miles: Math.abs(center.mile - from.mile) }))
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
