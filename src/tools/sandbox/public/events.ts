// What the events of a sandbox are, as its callers see them: the log, the endpoints, the deliveries and their attempts.

import type { components } from "../../../../generated/control-types.ts";
import type { KnownEvents } from "../../../../generated/events.ts";
import type { Given } from "../world/given.ts";

/** What a receiver answered to an attempt. */
export interface Answer {
  /** Absent when there was no answer. */
  readonly status?: number;
  /** The beginning of the answer's body. */
  readonly body?: string;
  /** What went wrong; beside a status, why the body is not whole. */
  readonly error?: string;
  readonly duration_ms: number;
}

/** The payload of the events of one name. */
export type PayloadOf<Name extends string> = Name extends keyof KnownEvents
  ? KnownEvents[Name]
  : { readonly event_type: string; readonly data: unknown; readonly [field: string]: unknown };

/** An event that the world has written, whether or not it was delivered yet. */
export interface SandboxEvent<Name extends string = string> {
  /** The `webhook-id` of its deliveries. */
  readonly id: string;
  readonly event_type: string;
  /** The user that it is about; absent without one. */
  readonly user_id?: string;
  /** When it happened, by the world's clock. */
  readonly at: string;
  /** As it is sent. */
  readonly payload: PayloadOf<Name>;
}

/** A name of an event: its own, or that of its family, such as `daily.data.{resource}.created`. */
export type EventName = keyof KnownEvents | (string & {});

/** The events of a world, in the order in which they happened. */
export interface EventLogReader {
  all(): Promise<SandboxEvent[]>;
  ofUser(user_id: string): Promise<SandboxEvent[]>;
  ofType<Name extends EventName>(name: Name): Promise<SandboxEvent<Name>[]>;
  /**
   * The next event, or the next of a type: one that has happened already or is about to. Each call returns a later one than the call before
   * for the same type.
   *
   * @param options `after`: only what happened after the event of this id. `timeoutMs`: how long to wait, in time of the machine; by default 5 s.
   * @throws when the time is over; the message lists the events that there are.
   */
  next<Name extends EventName = string>(
    name?: Name,
    options?: { readonly after?: string; readonly timeoutMs?: number },
  ): Promise<SandboxEvent<Name>>;
}

/** An endpoint as it is listed. */
export type Endpoint = Given<components["schemas"]["Endpoint"]>;

/** An event fault to add: what is done to deliveries, to which and how often. */
export type NewEventFault = Given<components["schemas"]["NewEventFault"]>;

/** An event fault, and the number of deliveries that it affected. */
export type EventFault = Given<components["schemas"]["EventFault"]>;

/** The delivery of an event to one endpoint. */
export type Delivery = Given<components["schemas"]["Delivery"]>;

/** A request and its response, without the secret of the signature. */
export interface Exchange extends Answer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body that was sent, where it is not the payload of the event. */
  readonly sent?: string;
  /** The event faults that struck it. */
  readonly faults: readonly Given<components["schemas"]["EventStrike"]>[];
  /** Was it sent in addition? Then its answer does not count for the delivery. */
  readonly is_additional: boolean;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt extends Exchange {
  readonly number: number;
  /** By the world's clock. */
  readonly at: string;
}
