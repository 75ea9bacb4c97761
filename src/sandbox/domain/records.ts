// The records that the control plane lists, by their kind: the collection of each, the fields by which one is found at once, and how it is shown.
import type { RecordCalls, RecordOf } from "../control-client/index.ts";
import { toMs } from "../world/clock.ts";
import type { Records, StoredOrder } from "../world/records.ts";
import type { World } from "../world/world.ts";
import { findLabAccount } from "./labs.ts";

/** A record, and its place among those of its kind; later ones have a higher one. */
export interface Listed<Shown> {
  readonly place: number;
  readonly record: Shown;
}

type PageRequest = Parameters<Records["users"]["page"]>[0];

/** The touched assumptions are not kept in the world. */
type KeptKind = Exclude<keyof RecordCalls, "touchedAssumptions">;

/** Where the records of a kind are, and what is shown of each where that is not all of it. */
interface RecordList<Shown> {
  readonly kept: keyof Records;
  /** The fields by which a record is found at once, as its id, its owner or its name: one of a million, too. */
  readonly by: Readonly<Record<string, "id" | "owner" | "name">>;
  readonly show?: (world: World, kept: never) => Shown;
}

const lists: { readonly [Kind in KeptKind]: RecordList<RecordOf<Kind>> } = {
  users: { kept: "users", by: { user_id: "id", client_user_id: "name" } },
  connections: { kept: "connections", by: { user_id: "owner" } },
  healthData: { kept: "data", by: { user_id: "name" } },
  orders: { kept: "orders", by: { id: "id", user_id: "owner" } },
  requisitions: { kept: "orders", by: { order_id: "id" }, show: showRequisition },
  appointments: { kept: "appointments", by: { id: "id", order_id: "owner" } },
  forwardings: { kept: "forwardings", by: { order_id: "owner" } },
  linkCodes: { kept: "linkCodes", by: { user_id: "owner" }, show: showExpiry },
  portalUrls: { kept: "portalUrls", by: { user_id: "owner" }, show: showExpiry },
};

/** Reads a page of a kind. @param wanted The values of fields; of those by which a record is not found, any value. */
export function listRecords(
  world: World,
  kind: KeptKind,
  request: PageRequest,
  wanted: Readonly<Record<string, string>>,
): readonly Listed<object>[] {
  const { kept, by, show } = lists[kind];
  const keys = Object.entries(wanted).map(([field, value]) => [by[field], value] as const);
  const known = Object.fromEntries(keys.filter(([column]) => column !== undefined));
  const found: readonly Listed<object>[] = world.records[kept].page(request, known);
  // A list shows what it keeps
  return show === undefined ? found : found.map((one) => ({ ...one, record: show(world, one.record as never) }));
}

function showExpiry<Kept extends { readonly expires_at: string }>({ clock }: World, kept: Kept) {
  return { ...kept, is_expired: toMs(kept.expires_at) <= clock.nowMs };
}

function showRequisition(
  world: World,
  { id, lab_account_id, patient_address, clinical_comments }: StoredOrder,
): RecordOf<"requisitions"> {
  // Choice: comments-joined
  const comments = [clinical_comments, findLabAccount(world, lab_account_id)?.default_clinical_comments]
    .filter((text) => text !== undefined && text !== "")
    .join("\n");
  return {
    order_id: id,
    lab_account_id,
    patient_address: patient_address ?? null,
    clinical_comments: comments === "" ? null : comments,
  };
}
