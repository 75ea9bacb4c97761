// The markers that the server knows: enough for several pages.
import { labWideMarkers } from "../../../generated/examples.ts";
import type { Marker } from "../../../generated/schemas.ts";

/** 60 of Demo Lab North, which are those of the Metabolic panel, and 5 of Demo Lab South. */
export const seedMarkers: readonly Marker[] = [
  ...labWideMarkers.markers.filter(({ lab_id }) => lab_id === 1),
  ...Array.from({ length: 55 }, (_, index) => further(1, 106 + index)),
  ...labWideMarkers.markers.filter(({ lab_id }) => lab_id === 2),
  ...Array.from({ length: 4 }, (_, index) => further(2, 202 + index)),
];

function further(labId: number, id: number): Marker {
  const [name, slug, providerId] = [`Demo marker ${id}`, `demo-marker-${id}`, `${labId === 1 ? "N" : "S"}-${id}`];
  const loinc = { id: 6000 + id, name, slug, code: `${id}-0`, unit: "mg/dL" };
  return {
    id,
    name,
    slug,
    description: "An invented marker.",
    lab_id: labId,
    provider_id: providerId,
    type: "biomarker",
    unit: "mg/dL",
    price: "10.00",
    expected_results: [{ id: 3000 + id, name, slug, lab_id: labId, provider_id: `${providerId}-R`, loinc }],
  };
}
