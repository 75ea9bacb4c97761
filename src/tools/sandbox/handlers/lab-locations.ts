// The operations that look around a zip code: service centers of a lab, and what is on offer in an area.

import { capabilitiesOf, centersNear, type NearCenter, shownCenter } from "../catalogue/centers.ts";
import { labs } from "../catalogue/labs.ts";
import { phlebotomyAt } from "../catalogue/phlebotomy.ts";
import { isLimited, labAccountOf } from "../rules/lab-accounts.ts";
import { withNewer } from "../rules/newer-values.ts";
import type { StoredLabAccount } from "../world/records/kinds.ts";
import { type Handlers, refusal } from "./call.ts";

/** An answer holds no more. Choice: centers-nearest */
const centersPerAnswer = 30;

export const labLocations = {
  async getPscInfo({ query, world }) {
    const { zip_code, lab_id, radius = 25, capabilities = [], lab_account_id } = query;
    const lab = labs.find(({ id }) => id === lab_id);
    // Choice: unknown-outside-path
    if (lab === undefined) return refusal(422, "No lab has this id.");
    const account = lab_account_id === undefined ? undefined : await labAccountOf(world, lab_account_id);
    if (lab_account_id !== undefined && account === undefined) return refusal(422, "No lab account has this id.");
    const patient_service_centers = available(centersNear(zip_code, lab_id, radius), account)
      // Choice: centers-with-all-capabilities
      .filter(({ center }) => capabilities.every((capability) => center.capabilities.includes(capability)))
      .slice(0, centersPerAnswer)
      .map(shownCenter)
      .map((center) => ({ ...center, capabilities: withNewer(world, center.capabilities, "newer_capability") }));
    return { status: 200, body: { lab_id, slug: lab.slug, patient_service_centers } };
  },

  async getAreaInfo({ query, world }) {
    const { zip_code, radius = 25, lab, labs: slugs = [], lab_account_id } = query;
    const account = lab_account_id === undefined ? undefined : await labAccountOf(world, lab_account_id);
    if (lab_account_id !== undefined && account === undefined) return refusal(422, "No lab account has this id.");
    // Choice: area-labs-add-up
    const wanted = lab === undefined ? slugs : [...slugs, lab];
    const coverage = labs
      .filter(({ slug }) => wanted.length === 0 || wanted.includes(slug))
      // Choice: area-labs-without-centers
      .map(({ id, slug }) => {
        const near = available(centersNear(zip_code, id, radius), account);
        const patient_service_centers = {
          within_radius: near.length,
          radius: String(radius),
          capabilities: capabilitiesOf(near),
        };
        return [slug, { patient_service_centers }] as const;
      });
    const { is_served, providers } = phlebotomyAt(zip_code);
    const phlebotomy = {
      is_served,
      providers: providers.map(({ name, tier }) => ({ name, tier: withNewer(world, tier, "newer-tier") })),
    };
    return { status: 200, body: { zip_code, phlebotomy, central_labs: Object.fromEntries(coverage) } };
  },
} satisfies Partial<Handlers>;

/** The centers that a lookup with an account shows. Choice: pending-account-hides */
function available(near: readonly NearCenter[], account: StoredLabAccount | undefined): NearCenter[] {
  return near.filter(
    ({ center }) => !isLimited(account) || !center.capabilities.includes("appointment_scheduling_via_service"),
  );
}
