// The service centers that the server knows: more around zip code 85001 than an answer may hold.
import { pscInfoAtCap } from "../../../generated/examples.ts";
import type { PatientServiceCenter } from "../../../generated/schemas.ts";
import type { StoredCenter } from "./memory.ts";

const capabilities = ["appointment_scheduling_with_lab", "stat", "appointment_scheduling_via_service"];

/** Around 85001: 22 within 10 miles, 40 within 25, 45 within 100. Around 59001: one. All are of Demo Lab North. */
export const seedCenters: readonly StoredCenter[] = [
  ...pscInfoAtCap.patient_service_centers.map((center) => ({ zipCode: "85001", labId: 1, center })),
  ...[0.5, 2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14.5, 16.5, 18.5, 30, 45, 60, 80, 95].map((distance, index) => ({
    zipCode: "85001",
    labId: 1,
    center: further(distance, 30 + index),
  })),
  { zipCode: "59001", labId: 1, center: further(3.5, 60) },
];

function further(distance: number, index: number): PatientServiceCenter {
  return {
    metadata: {
      name: `Demo Lab North, Branch ${index}`,
      state: "AZ",
      city: "Exampleton",
      zip_code: String(85001 + index),
      first_line: `${100 + index} Branch Street`,
      second_line: "",
      phone_number: `+1-555-0${100 + index}`,
      fax_number: `+1-555-0${200 + index}`,
      hours: null,
    },
    distance: distance.toFixed(1),
    capabilities: capabilities.slice(index % 3, (index % 3) + 1),
  };
}
