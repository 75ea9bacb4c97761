// Labs, their markers, the team's lab accounts, and the lookups around a zip code. All but the accounts read the catalogue, which is the same in every world.
import type { Marker } from "../../../generated/schemas.ts";
import { findLabTest, hasFixedPrice, labs, markers } from "../catalogue/labs.ts";
import { centersNear, findPhlebotomy, listCapabilities, showCenter } from "../catalogue/places.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredLabAccount } from "../world/records.ts";
import { assertFound } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import type { Call, HappeningTable, Operations } from "./topic.ts";

/** The lab account of this id. */
export function findLabAccount(world: World, labAccountId: string): StoredLabAccount | undefined {
  return world.records.labAccounts.get(labAccountId.toLowerCase());
}

/** @throws {Refused} when the account is unknown. No operation has its id in the path. */
export function getLabAccount(world: World, labAccountId: string): StoredLabAccount {
  return assertFound(findLabAccount(world, labAccountId), "No lab account has this id.", "invalid");
}

/** Can orders be created with it? Choice: account-status-active */
export function isActive({ status }: StoredLabAccount): boolean {
  return status === "ACTIVE";
}

/** An answer holds no more. Choice: centers-nearest */
const centersPerAnswer = 30;

export const operations = {
  listLabs: () => [...labs],

  listMarkers({ query, world }) {
    const { lab_slug } = query;
    const ofLabs = labs.filter(({ slug }) => lab_slug === undefined || slug === lab_slug).map(({ id }) => id);
    return pageMarkers(world, query, ({ lab_id }) => ofLabs.includes(lab_id));
  },

  listLabTestMarkers({ path, query, world }) {
    return pageMarkers(world, query, assertFound(findLabTest(path.lab_test_id), "No lab test has this id."));
  },

  listLabAccounts({ query, world }) {
    return world.records.labAccounts
      .all()
      .filter(
        ({ lab_account_id, status }) =>
          [undefined, lab_account_id].includes(query.lab_account_id) && [undefined, status].includes(query.status),
      );
  },

  getPscInfo({ query, world }) {
    const { zip_code, lab_id, radius = 25, capabilities = [] } = query;
    const { slug } = assertFound(
      labs.find(({ id }) => id === lab_id),
      "No lab has this id.",
    );
    const patient_service_centers = listCenters(zip_code, lab_id, radius, isLimited(world, query))
      // Choice: centers-with-all-capabilities
      .filter((center) => capabilities.every((capability) => center.capabilities.includes(capability)))
      .slice(0, centersPerAnswer)
      .map(showCenter);
    return { lab_id, slug, patient_service_centers };
  },

  getAreaInfo({ query, world }) {
    const { zip_code, radius = 25, lab, labs: slugs = [] } = query;
    const limited = isLimited(world, query);
    // Choice: area-labs-add-up
    const wanted = lab === undefined ? slugs : [...slugs, lab];
    const coverage = labs
      .filter(({ slug }) => wanted.length === 0 || wanted.includes(slug))
      // Choice: area-labs-without-centers
      .map(({ id, slug }) => {
        const near = listCenters(zip_code, id, radius, limited);
        const centers = { within_radius: near.length, radius: String(radius), capabilities: listCapabilities(near) };
        return [slug, { patient_service_centers: centers }] as const;
      });
    return { zip_code, phlebotomy: findPhlebotomy(zip_code), central_labs: Object.fromEntries(coverage) };
  },
} satisfies Partial<Operations>;

export const happenings = {
  labAccountSet(world, input) {
    const lab_account_id = (input.lab_account_id ?? world.newId()).toLowerCase();
    const earlier = findLabAccount(world, lab_account_id);
    const { default_clinical_comments: comments = earlier?.default_clinical_comments } = input;
    const status = input.status ?? earlier?.status ?? "ACTIVE";
    const account = omitUndefined({ lab_account_id, status, default_clinical_comments: comments ?? undefined });
    world.records.labAccounts.put(account);
    return account;
  },
} satisfies Partial<HappeningTable>;

/** Does a lookup with this account show only a part? */
function isLimited(world: World, { lab_account_id: id }: { readonly lab_account_id?: string }): boolean {
  return id !== undefined && getLabAccount(world, id).status === "PENDING";
}

/** A page of the markers that are wanted and available. Choice: page-beyond-last */
function pageMarkers(world: World, query: Call<"listLabTestMarkers">["query"], isWanted: (marker: Marker) => boolean) {
  const { page = 1, size = 50 } = query;
  const limited = isLimited(world, query);
  // Choice: markers-without-account, pending-account-markers
  const available = markers.filter((marker) => isWanted(marker) && (!limited || hasFixedPrice(marker)));
  const total = available.length;
  const shown = available.slice((page - 1) * size, page * size);
  return { markers: shown, total, page, size, pages: Math.ceil(total / size) };
}

/** The centers that a lookup shows. Choice: pending-account-centers */
function listCenters(zipCode: string, labId: number, radius: number, limited: boolean) {
  return centersNear(zipCode, labId, radius).filter(
    ({ capabilities }) => !limited || !capabilities.includes("appointment_scheduling_via_service"),
  );
}
