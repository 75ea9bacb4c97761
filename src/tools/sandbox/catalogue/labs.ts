// The laboratories that every world knows, and the lab tests that they measure.
import { labs as demoLabs } from "../../../../generated/examples.ts";
import type { Lab, Marker } from "../../../../generated/schemas.ts";

export const labs: readonly Lab[] = demoLabs;

/** A lab test, and which markers it measures. */
export interface LabTest {
  readonly lab_test_id: string;
  readonly name: string;
  readonly measures: (marker: Marker) => boolean;
}

/** No operation lists lab tests: these are the ones that `GET /v3/lab_tests/{lab_test_id}/markers` knows. */
const labTests: readonly LabTest[] = [
  {
    // As the contract's examples page through it
    lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9",
    name: "Metabolic panel",
    measures: ({ id }) => id >= 101 && id <= 105,
  },
  {
    // More than one page, whatever its size
    lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c0",
    name: "Complete panel",
    measures: ({ lab_id }) => lab_id === 1,
  },
  {
    lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c1",
    name: "Lipids at home",
    measures: ({ lab_id }) => lab_id === 2,
  },
];

/** The lab test of this id. */
export function labTestOf(labTestId: string): LabTest | undefined {
  return labTests.find(({ lab_test_id }) => lab_test_id === labTestId);
}
