// The laboratories that every world knows, their markers, and the lab tests that measure them: those of the contract's examples, and more.
import { labs as demoLabs, labWideMarkers } from "../../../generated/examples.ts";
import type { Lab, Marker } from "../../../generated/schemas.ts";

export const labs: readonly Lab[] = demoLabs;

/** The markers of each lab test. No operation lists lab tests: these are the ones that `GET /v3/lab_tests/{lab_test_id}/markers` knows. */
const labTests: Readonly<Record<string, (marker: Marker) => boolean>> = {
  // A metabolic panel, as the contract's examples page through it
  "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9": ({ id }) => id >= 101 && id <= 105,
  // More than one page, whatever its size
  "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c0": ({ lab_id }) => lab_id === 1,
  // Lipids at home
  "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c1": ({ lab_id }) => lab_id === 2,
};

/** Says of each marker if the lab test of this id measures it. */
export function findLabTest(labTestId: string): ((marker: Marker) => boolean) | undefined {
  return labTests[labTestId];
}

/** In the place of a price that is agreed with the lab. */
const placeholderPrice = "N/A";

/** 120 of Demo Lab North and 5 of Demo Lab South, so that there are several pages. */
export const markers: readonly Marker[] = [
  ...labWideMarkers.markers,
  ...inventMarkers(1, "N", 301, 115),
  ...inventMarkers(2, "S", 202, 4),
];

/** Is a marker sold at a price that is the same for everybody? */
export function hasFixedPrice({ price }: Marker): boolean {
  return price !== placeholderPrice;
}

function inventMarkers(lab_id: number, letter: string, firstId: number, count: number): Marker[] {
  return Array.from({ length: count }, (_, index) => {
    const id = firstId + index;
    const [name, slug, provider_id] = [`Demo marker ${id}`, `demo-marker-${id}`, `${letter}-${id}`];
    const unit = "mg/dL";
    const loinc = { id: 6000 + id, name, slug, code: `${id}-0`, unit };
    return {
      id,
      name,
      slug,
      description: "An invented marker.",
      lab_id,
      provider_id,
      type: "biomarker",
      unit,
      // Every tenth costs what was agreed
      price: index % 10 === 9 ? placeholderPrice : `${10 + (index % 7)}.00`,
      expected_results: [{ id: 3000 + id, name, slug, lab_id, provider_id: `${provider_id}-R`, loinc }],
    };
  });
}
