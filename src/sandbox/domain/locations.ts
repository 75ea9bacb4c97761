// Lookups around a zip code: the service centers of a lab, and the labs and phlebotomy of an area. Both read the catalogue, which is the same in every world.
import { labs } from "../catalogue/labs.ts";
import { centersNear, findPhlebotomy, listCapabilities, showCenter } from "../catalogue/places.ts";
import { readLookupAccount } from "./labs.ts";
import { type Operations, refusal } from "./topic.ts";

/** An answer holds no more. Choice: centers-nearest */
const centersPerAnswer = 30;

export const operations = {
  getPscInfo({ query, world }) {
    const { zip_code, lab_id, radius = 25, capabilities = [] } = query;
    const lab = labs.find(({ id }) => id === lab_id);
    // Choice: unknown-outside-path
    if (lab === undefined) return refusal(422, "No lab has this id.");
    const account = readLookupAccount(world, query);
    if ("status" in account) return account;
    const patient_service_centers = listAvailable(zip_code, lab_id, radius, account)
      // Choice: centers-with-all-capabilities
      .filter(({ center }) => capabilities.every((capability) => center.capabilities.includes(capability)))
      .slice(0, centersPerAnswer)
      .map(showCenter);
    return { status: 200, body: { lab_id, slug: lab.slug, patient_service_centers } };
  },

  getAreaInfo({ query, world }) {
    const { zip_code, radius = 25, lab, labs: slugs = [] } = query;
    const account = readLookupAccount(world, query);
    if ("status" in account) return account;
    // Choice: area-labs-add-up
    const wanted = lab === undefined ? slugs : [...slugs, lab];
    const coverage = labs
      .filter(({ slug }) => wanted.length === 0 || wanted.includes(slug))
      // Choice: area-labs-without-centers
      .map(({ id, slug }) => {
        const near = listAvailable(zip_code, id, radius, account);
        const capabilities = listCapabilities(near);
        return [
          slug,
          { patient_service_centers: { within_radius: near.length, radius: String(radius), capabilities } },
        ] as const;
      });
    const phlebotomy = findPhlebotomy(zip_code);
    return { status: 200, body: { zip_code, phlebotomy, central_labs: Object.fromEntries(coverage) } };
  },
} satisfies Partial<Operations>;

/** The centers that a lookup shows. Choice: pending-account-hides */
function listAvailable(zipCode: string, labId: number, radius: number, { isLimited }: { readonly isLimited: boolean }) {
  return centersNear(zipCode, labId, radius).filter(
    ({ center }) => !isLimited || !center.capabilities.includes("appointment_scheduling_via_service"),
  );
}
