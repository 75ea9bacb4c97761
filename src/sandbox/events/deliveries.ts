// The deliveries of a world for inspection: the state of each, its requests and responses, and sending one again.
import type { components, operations } from "../../../generated/control-types.ts";
import type { Answer } from "../../shared/http/index.ts";
import type { DeliveryRow } from "../store/tables.ts";
import { toIso } from "../world/clock.ts";
import { showFaults } from "../world/faults.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import { assertFound, Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { readFaults } from "./outbox.ts";

type Delivery = components["schemas"]["Delivery"];
type Attempt = components["schemas"]["Attempt"];
type ResendFilter = NonNullable<operations["resendDeliveries"]["requestBody"]>["content"]["application/json"];

/** A request and its response, without the secret of the signature. */
export interface Exchange extends Answer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body that was sent, where it is not the payload of the event. */
  readonly sent?: string;
  /** The event faults that applied to it. */
  readonly faults: Attempt["faults"];
  /** Was it sent in addition? Then its answer does not count for the delivery. */
  readonly is_additional: boolean;
}

/** One delivery. @throws {Refused} when there is none of this id. */
export function readDelivery(world: World, id: number): Delivery {
  return showDelivery(world, getRow(world, id));
}

/** The attempts of a delivery, the first one first. */
export function listAttempts(world: World, id: number): Attempt[] {
  return world.deliveries.attempts(id).map(({ number, at_ms, exchange }) => {
    const { url, headers, sent, status, body, error, faults, is_additional, duration_ms } = JSON.parse(
      exchange,
    ) as Exchange;
    return {
      number,
      at: toIso(at_ms),
      request: omitUndefined({ url, headers, body: sent }),
      answer: status === undefined ? null : omitUndefined({ status, body }),
      error: error ?? null,
      faults,
      is_additional,
      duration_ms,
    };
  });
}

/**
 * Sends the deliveries again that match, by default all that are parked. Each goes before all later events of its user to that endpoint.
 *
 * @returns How many.
 * @throws {Refused} when the one that `delivery_id` names is not there, waits for an earlier one, or its endpoint was removed.
 */
export function resendDeliveries(world: World, filter: ResendFilter): number {
  const { delivery_id, endpoint_id, user_id, event_type, state } = filter;
  const isThere = (row: DeliveryRow) => world.records.endpoints.get(row.endpoint_id) !== undefined;
  const named = delivery_id && getRow(world, delivery_id);
  const rows = named ? [named] : world.deliveries.page({}, state ?? "parked");
  if (named && !isThere(named)) {
    throw new Refused("conflict", "The endpoint of this delivery was removed. Register it again for new events.");
  }
  if (named && named.state === "waiting") {
    throw new Refused(
      "conflict",
      "This delivery waits for an earlier event of the same user. It is sent after that one is delivered or parked.",
    );
  }
  const matching = rows.filter(
    (row) =>
      [undefined, row.state].includes(state) &&
      [undefined, row.endpoint_id].includes(endpoint_id) &&
      [undefined, row.user_id].includes(user_id) &&
      (event_type === undefined || world.events.get(row.event_id)?.type === event_type) &&
      isThere(row),
  );
  for (const { place } of matching) world.deliveries.resend(place, world.clock.nowMs);
  world.noteWork();
  return matching.length;
}

function getRow(world: World, id: number): DeliveryRow {
  return assertFound(world.deliveries.get(id), `No delivery has the id ${id}. List the deliveries for their ids.`);
}

/** A delivery as the control plane shows it. */
export function showDelivery(world: World, row: DeliveryRow): Delivery {
  const { place, endpoint_id, event_id, user_id, state, attempts, due_at_ms } = row;
  return omitUndefined({
    id: place,
    endpoint_id,
    event_id,
    event_type: world.events.get(event_id)?.type ?? "",
    user_id: user_id || undefined,
    state,
    attempts,
    due_at: due_at_ms === null ? undefined : toIso(due_at_ms),
    faults: row.faults === null ? undefined : showFaults(readFaults(row)),
  });
}
