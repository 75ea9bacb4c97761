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

/** Reads a page of each kind. What is missing or of another form does not compile. */
export const recordLists: {
  readonly [Kind in KeptKind]: (world: World, request: PageRequest) => readonly Listed<RecordOf<Kind>>[];
} = {
  users: ({ records }, request) => records.users.page(request),
  connections: ({ records }, request) => records.connections.page(request),
  healthData: ({ records }, request) => records.data.page(request),
  orders: ({ records }, request) => records.orders.page(request),
  requisitions: (world, request) => show(world.records.orders.page(request), (order) => showRequisition(world, order)),
  appointments: ({ records }, request) => records.appointments.page(request),
  forwardings: ({ records }, request) => records.forwardings.page(request),
  linkCodes: (world, request) => show(world.records.linkCodes.page(request), (code) => showExpiry(world, code)),
  portalUrls: (world, request) => show(world.records.portalUrls.page(request), (url) => showExpiry(world, url)),
};

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
