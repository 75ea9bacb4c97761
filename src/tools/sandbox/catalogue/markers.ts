// The markers that the labs measure: those of the contract's examples, and more, so that there are several pages.
import { labWideMarkers } from "../../../../generated/examples.ts";
import type { Marker } from "../../../../generated/schemas.ts";

/** What stands in the place of a price that is agreed with the lab. */
const placeholderPrice = "N/A";

/** 120 of Demo Lab North and 5 of Demo Lab South. */
export const markers: readonly Marker[] = [
  ...labWideMarkers.markers,
  ...invented(1, "N", 301, 115),
  ...invented(2, "S", 202, 4),
];

/** Is a marker sold at a price that is the same for everybody? */
export function hasFixedPrice({ price }: Marker): boolean {
  return price !== placeholderPrice;
}

function invented(lab_id: number, letter: string, firstId: number, count: number): Marker[] {
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
