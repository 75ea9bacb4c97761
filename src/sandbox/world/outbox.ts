// The outbox of a world: each event is written with a delivery for every endpoint, in which order and when the event faults say.
import { randomUUID } from "node:crypto";
import { eventValidators } from "../../../generated/event-validators.js";
import { eventNameOf } from "../../../generated/events.ts";
import type { DeliveryRow, Queue, WorldTables } from "../store/tables.ts";
import { msOfDuration } from "./clock.ts";
import type { Applied, EventFault, Faults } from "./faults.ts";
import type { Records, StoredUser } from "./records.ts";

/** An event fault that applies to a delivery. */
export type AppliedEventFault = Applied<EventFault>;

/** An event to write. */
export interface NewEvent {
  /** Its name, such as `daily.data.steps.created`. */
  readonly type: string;
  /** Whom it is about; undefined where it is about no user. */
  readonly user: StoredUser | undefined;
  readonly data: unknown;
}

export class Outbox {
  readonly #tables: WorldTables;
  readonly #records: Records;
  readonly #faults: Faults<EventFault>;

  constructor(tables: WorldTables, records: Records, faults: Faults<EventFault>) {
    this.#tables = tables;
    this.#records = records;
    this.#faults = faults;
  }

  /**
   * Writes events, all about one user.
   *
   * @throws when a payload breaks the contract: that is a bug in the sandbox, and the change is undone with it.
   */
  async write(events: readonly NewEvent[], teamId: string, atMs: number): Promise<void> {
    const written = events.map(({ type, user, data }) => ({
      id: `evt_${randomUUID().replaceAll("-", "")}`,
      type,
      user_id: user?.user_id ?? "",
      at_ms: atMs,
      payload: writePayload(type, user, teamId, data),
    }));
    const [first] = written;
    if (first === undefined) return;
    await this.#tables.events.append(written);
    for (const endpoint of await this.#records.endpoints.all()) {
      const queue = { endpoint_id: endpoint.id, user_id: first.user_id };
      const ids = written.map(({ id }) => id);
      // Without a fault there never was one: nothing is held back either
      if (this.#faults.kept.made === 0) await this.#tables.deliveries.add(queue, ids, atMs);
      else for (const id of ids) await this.#deliver(queue, id, atMs);
    }
  }

  /** A delivery is tried now: no other event takes its place any more. */
  async start(delivery: DeliveryRow): Promise<readonly AppliedEventFault[]> {
    const faults = readFaults(delivery);
    if (faults.some(isHold)) {
      const held = await this.#records.heldEvents.get(heldId(delivery));
      if (held?.place === delivery.place) await this.#records.heldEvents.delete(held.id);
    }
    return faults;
  }

  /** Keeps which faults a delivery has when it is tried next. */
  async keepFaults(place: number, faults: readonly AppliedEventFault[]): Promise<void> {
    await this.#tables.deliveries.keepFaults(place, JSON.stringify(faults));
  }

  /** Nothing more is sent to an endpoint. */
  async removeEndpoint(endpointId: string): Promise<void> {
    await this.#tables.deliveries.removeEndpoint(endpointId);
    for (const { id } of await this.#records.heldEvents.ofOwner(endpointId)) await this.#records.heldEvents.delete(id);
  }

  /** Puts an event into a queue as the faults have it. */
  async #deliver(queue: Queue, eventId: string, nowMs: number): Promise<void> {
    const { deliveries } = this.#tables;
    const { heldEvents } = this.#records;
    const held = await heldEvents.get(heldId(queue));
    const faults = this.#faults.apply(
      ({ endpoint_id, effect }) =>
        (endpoint_id === "*" || endpoint_id === queue.endpoint_id) &&
        // What another one waits for is not held back itself
        !(effect === "reorder_within_user" && held !== undefined),
      ({ effect }) => effect === "delay" || effect === "silence",
      nowMs,
    );
    const times = faults.map((fault) =>
      fault.effect === "delay"
        ? nowMs + msOfDuration(fault.delay ?? {})
        : fault.effect === "silence"
          ? (fault.endsAtMs ?? nowMs)
          : nowMs,
    );
    const atMs = Math.max(nowMs, ...times);
    const hold = faults.find(isHold);
    const untilMs = hold === undefined ? atMs : Math.max(atMs, nowMs + msOfDuration(hold.delay ?? {}));
    const kept = faults.length === 0 ? null : JSON.stringify(faults);
    let place: number | undefined;
    if (held === undefined) [place] = await deliveries.add(queue, [eventId], untilMs, kept);
    else {
      // The other event takes the next place, and this one the place that the other one had
      place = held.place;
      const faultsOfHeld = (await deliveries.get(place))?.faults;
      await deliveries.add(queue, [held.event_id], held.at_ms, faultsOfHeld);
      await deliveries.replan(place, eventId, untilMs, kept);
      await heldEvents.delete(held.id);
    }
    if (hold === undefined || place === undefined) return;
    const id = heldId(queue);
    await heldEvents.put(id, { id, ...queue, place, event_id: eventId, at_ms: atMs });
  }
}

/** The text that was checked against the contract is sent, not the object that it was made of. */
function writePayload(event_type: string, user: StoredUser | undefined, team_id: string, data: unknown): string {
  const ids = user === undefined ? {} : { user_id: user.user_id, client_user_id: user.client_user_id };
  const payload = JSON.stringify({ event_type, ...ids, team_id, data });
  const problem = findEventProblem(event_type, payload);
  if (problem !== undefined) throw new Error(`The event "${event_type}" is not written: ${problem}.`);
  return payload;
}

/** How an event breaks the contract; undefined when it does not. By the validators that the client's package has, too: they need no Ajv. */
export function findEventProblem(type: string, payload: string): string | undefined {
  const name = eventNameOf(type);
  if (name === undefined) return `the contract has no event "${type}"`;
  const validate = eventValidators[name];
  if (validate(JSON.parse(payload))) return undefined;
  const [problem] = validate.errors ?? [];
  return `it breaks the contract: ${problem?.instancePath ?? ""} ${problem?.message ?? ""}`;
}

function isHold(fault: AppliedEventFault): fault is Extract<AppliedEventFault, { readonly delay?: unknown }> {
  return fault.effect === "reorder_within_user";
}

/** At an endpoint one event of each user waits for the next one of the user. */
function heldId({ endpoint_id, user_id }: Queue): string {
  return `${endpoint_id} ${user_id}`;
}

/** What is kept with a delivery until its next attempt is settled. A retry is sent as usual. */
function readFaults({ faults }: DeliveryRow): readonly AppliedEventFault[] {
  return faults === null ? [] : (JSON.parse(faults) as readonly AppliedEventFault[]);
}
