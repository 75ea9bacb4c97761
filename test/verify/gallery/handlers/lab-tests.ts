// The operations of labs, their markers and the team's lab accounts.
import type { Marker } from "../../../../generated/schemas.ts";
import { type Handlers, refusal } from "../call.ts";
import { isSameId, labAccountOf, type Memory } from "../memory.ts";

/** The query parameters that the lists of markers share. */
interface MarkerQuery {
  readonly lab_account_id?: string;
  readonly page?: number;
  readonly size?: number;
}

export const labTests = {
  listLabs: ({ memory }) => ({ status: 200, body: memory.labs }),

  listMarkers({ query, memory }) {
    const { lab_slug } = query;
    const labs = memory.labs.filter(({ slug }) => lab_slug === undefined || slug === lab_slug).map(({ id }) => id);
    return pageOf(memory, labs, query);
  },

  listLabTestMarkers({ path, query, memory }) {
    const labs = memory.labTests.get(path.lab_test_id.toLowerCase());
    return labs === undefined ? refusal(404, "No lab test has this id.") : pageOf(memory, labs, query);
  },

  listLabAccounts({ query, memory }) {
    const { lab_account_id, status } = query;
    const found = memory.labAccounts.filter(
      (account) =>
        (lab_account_id === undefined || isSameId(account.lab_account_id, lab_account_id)) &&
        (status === undefined || account.status === status),
    );
    return { status: 200, body: found };
  },
} satisfies Partial<Handlers>;

function pageOf(memory: Memory, labs: readonly number[], { lab_account_id, page = 1, size = 50 }: MarkerQuery) {
  const account = lab_account_id === undefined ? undefined : labAccountOf(memory, lab_account_id);
  if (lab_account_id !== undefined && account === undefined) return refusal(422, "No lab account has this id.");
  const available = memory.markers.filter(
    (marker) => labs.includes(marker.lab_id) && (account?.status !== "PENDING" || isForPending(marker)),
  );
  const [total, first] = [available.length, (page - 1) * size];
  const markers = available.slice(first, first + size);
  return { status: 200, body: { markers, total, page, size, pages: Math.ceil(total / size) } } as const;
}

/** The lab account decides what is available: a pending one gets the first 40 markers of a lab. */
function isForPending({ id }: Marker): boolean {
  return id % 100 <= 40;
}
