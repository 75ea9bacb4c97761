// The records that the control plane lists, by their kind: where they are kept, and what is shown of each.
import type { RecordCalls, RecordOf } from "../control-client/index.ts";
import { toMs } from "../world/clock.ts";
import type { StoredOrder } from "../world/records.ts";
import type { World } from "../world/world.ts";
import { findLabAccount } from "./labs.ts";

/** A record, and its place among those of its kind; later ones have a higher one. */
export interface Listed<Shown> {
  readonly place: number;
  readonly record: Shown;
}

type PageRequest = Parameters<World["records"]["users"]["page"]>[0];

/** The touched assumptions are not kept in the world. */
type KeptKind = Exclude<keyof RecordCalls, "touchedAssumptions">;

/** The fields that a record of each kind is found by, as its id, its owner or its name: one of a million is found at once. */
const columns: { readonly [Kind in KeptKind]?: Readonly<Record<string, "id" | "owner" | "name">> } = {
  users: { user_id: "id", client_user_id: "name" },
  connections: { user_id: "owner" },
  healthData: { user_id: "name" },
  orders: { id: "id", user_id: "owner" },
  requisitions: { order_id: "id" },
  appointments: { id: "id", order_id: "owner" },
  forwardings: { order_id: "owner" },
  linkCodes: { user_id: "owner" },
  portalUrls: { user_id: "owner" },
};

/** The values of fields that the listed records have. */
type Wanted = Readonly<Record<string, string>>;

/** Reads a page of each kind; of fields by which a record is not found, any value. What is missing or of another form does not compile. */
export const recordLists: {
  readonly [Kind in KeptKind]: (
    world: World,
    request: PageRequest,
    wanted: Wanted,
  ) => readonly Listed<RecordOf<Kind>>[];
} = {
  users: ({ records }, request, wanted) => records.users.page(request, find("users", wanted)),
  connections: ({ records }, request, wanted) => records.connections.page(request, find("connections", wanted)),
  healthData: ({ records }, request, wanted) => records.data.page(request, find("healthData", wanted)),
  orders: ({ records }, request, wanted) => records.orders.page(request, find("orders", wanted)),
  requisitions: (world, request, wanted) =>
    show(world.records.orders.page(request, find("requisitions", wanted)), (order) => showRequisition(world, order)),
  appointments: ({ records }, request, wanted) => records.appointments.page(request, find("appointments", wanted)),
  forwardings: ({ records }, request, wanted) => records.forwardings.page(request, find("forwardings", wanted)),
  linkCodes: (world, request, wanted) =>
    show(world.records.linkCodes.page(request, find("linkCodes", wanted)), (code) => showExpiry(world, code)),
  portalUrls: (world, request, wanted) =>
    show(world.records.portalUrls.page(request, find("portalUrls", wanted)), (url) => showExpiry(world, url)),
};

function find(kind: KeptKind, wanted: Wanted): { id?: string; owner?: string; name?: string } {
  const known = Object.entries(wanted).map(([field, value]) => [columns[kind]?.[field], value] as const);
  return Object.fromEntries(known.filter(([column]) => column !== undefined));
}

function show<Kept, Shown>(listed: readonly Listed<Kept>[], showOne: (kept: Kept) => Shown): Listed<Shown>[] {
  return listed.map(({ place, record }) => ({ place, record: showOne(record) }));
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
