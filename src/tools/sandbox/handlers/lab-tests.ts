// The operations of labs, their markers and the team's lab accounts.
import type { Marker } from "../../../../generated/schemas.ts";
import { labs, labTestOf } from "../catalogue/labs.ts";
import { hasFixedPrice, markers } from "../catalogue/markers.ts";
import { isLimited, labAccountOf } from "../rules/lab-accounts.ts";
import { newerOr, withNewer } from "../rules/newer-values.ts";
import type { World } from "../world/world.ts";
import { type Handlers, refusal } from "./call.ts";

/** The query parameters that both lists of markers have. */
interface MarkerQuery {
  readonly lab_account_id?: string;
  readonly page?: number;
  readonly size?: number;
}

export const labTests = {
  listLabs: ({ world }) => ({
    status: 200,
    body: labs.map((lab) => ({
      ...lab,
      collection_methods: withNewer(world, lab.collection_methods, "newer_collection_method"),
      sample_types: withNewer(world, lab.sample_types, "newer_sample_type"),
    })),
  }),

  listMarkers({ query, world }) {
    const { lab_slug } = query;
    const ofLabs = labs.filter(({ slug }) => lab_slug === undefined || slug === lab_slug).map(({ id }) => id);
    return pageOf(world, query, ({ lab_id }) => ofLabs.includes(lab_id));
  },

  async listLabTestMarkers({ path, query, world }) {
    const labTest = labTestOf(path.lab_test_id);
    if (labTest === undefined) return refusal(404, "No lab test has this id.");
    return pageOf(world, query, labTest.measures);
  },

  async listLabAccounts({ query, world }) {
    const { lab_account_id, status } = query;
    const found = (await world.records.labAccounts.all()).filter(
      (account) =>
        (lab_account_id === undefined || account.lab_account_id === lab_account_id) &&
        (status === undefined || account.status === status),
    );
    return { status: 200, body: found };
  },
} satisfies Partial<Handlers>;

/** A page of the markers that are wanted and available. Choice: page-beyond-last */
async function pageOf(world: World, query: MarkerQuery, isWanted: (marker: Marker) => boolean) {
  const { lab_account_id, page = 1, size = 50 } = query;
  const account = lab_account_id === undefined ? undefined : await labAccountOf(world, lab_account_id);
  if (lab_account_id !== undefined && account === undefined) return refusal(422, "No lab account has this id.");
  // Choice: markers-without-account, pending-account-hides
  const available = markers.filter((marker) => isWanted(marker) && (!isLimited(account) || hasFixedPrice(marker)));
  const total = available.length;
  const shown = available
    .slice((page - 1) * size, page * size)
    .map((marker) => ({ ...marker, type: newerOr(world, marker.type, "newer_marker_type") }));
  return { status: 200, body: { markers: shown, total, page, size, pages: Math.ceil(total / size) } } as const;
}
