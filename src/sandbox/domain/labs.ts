// Labs, their markers, and the team's lab accounts.
import type { Marker } from "../../../generated/schemas.ts";
import { findLabTest, hasFixedPrice, labs, markers } from "../catalogue/labs.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredLabAccount } from "../world/records.ts";
import type { World } from "../world/world.ts";
import { type HappeningTable, type Operations, refusal } from "./topic.ts";

/** The lab account of this id. */
export function findLabAccount(world: World, labAccountId: string): StoredLabAccount | undefined {
  return world.records.labAccounts.get(labAccountId.toLowerCase());
}

/** Can orders be created with it? Choice: account-status-active */
export function isActive({ status }: StoredLabAccount): boolean {
  return status === "ACTIVE";
}

/**
 * The account that a lookup is made with.
 *
 * @returns `isLimited`: does the lookup show only a part? Choice: pending-account-hides. Or a refusal, when there is no such account.
 */
export function readLookupAccount(world: World, { lab_account_id }: { readonly lab_account_id?: string }) {
  if (lab_account_id === undefined) return { isLimited: false };
  const account = findLabAccount(world, lab_account_id);
  return account === undefined
    ? refusal(422, "No lab account has this id.")
    : { isLimited: account.status === "PENDING" };
}

export const operations = {
  listLabs: () => ({ status: 200, body: [...labs] }),

  listMarkers({ query, world }) {
    const { lab_slug } = query;
    const ofLabs = labs.filter(({ slug }) => lab_slug === undefined || slug === lab_slug).map(({ id }) => id);
    return pageMarkers(world, query, ({ lab_id }) => ofLabs.includes(lab_id));
  },

  listLabTestMarkers({ path, query, world }) {
    const isMeasured = findLabTest(path.lab_test_id);
    if (isMeasured === undefined) return refusal(404, "No lab test has this id.");
    return pageMarkers(world, query, isMeasured);
  },

  listLabAccounts({ query, world }) {
    const body = world.records.labAccounts
      .all()
      .filter(
        ({ lab_account_id, status }) =>
          [undefined, lab_account_id].includes(query.lab_account_id) && [undefined, status].includes(query.status),
      );
    return { status: 200, body };
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

/** The query parameters that both lists of markers have. */
interface MarkerQuery {
  readonly lab_account_id?: string;
  readonly page?: number;
  readonly size?: number;
}

/** A page of the markers that are wanted and available. Choice: page-beyond-last */
function pageMarkers(world: World, query: MarkerQuery, isWanted: (marker: Marker) => boolean) {
  const { page = 1, size = 50 } = query;
  const account = readLookupAccount(world, query);
  if ("status" in account) return account;
  // Choice: markers-without-account, pending-account-hides
  const available = markers.filter((marker) => isWanted(marker) && (!account.isLimited || hasFixedPrice(marker)));
  const total = available.length;
  const shown = available.slice((page - 1) * size, page * size);
  return { status: 200, body: { markers: shown, total, page, size, pages: Math.ceil(total / size) } } as const;
}
