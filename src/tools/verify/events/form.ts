// Reads an event, and holds it to the schema that the contract has for its name, or for the family of its name.

import {
  type Contract,
  type ContractEvent,
  escapeToken,
  excuse,
  field,
  nodesAt,
  nodesBelow,
} from "../../contract/index.ts";
import { bodyDeviations } from "../verdicts/body-deviations.ts";
import { type Deviation, makeDeviation } from "../verdicts/deviation.ts";

/** An event as it came. */
export interface ReceivedEvent {
  /** Its `event_type`; undefined when it has none. */
  readonly type: string | undefined;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

/** Reads an event from the body of a delivery. */
export function readEvent(text: string): ReceivedEvent {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The check of its form reports it
  }
  const type = field(body, "event_type");
  return { text, body, type: typeof type === "string" ? type : undefined };
}

/** The event of the contract that has a name: by its own, else by that of its family. */
export function describedEvent({ events }: Contract, type: string | undefined): ContractEvent | undefined {
  if (type === undefined) return undefined;
  return (
    events.find(({ name }) => name === type) ??
    events.find(({ name }) => new RegExp(`^${name.replaceAll(".", "\\.").replace(/\{\w+\}/, ".+")}$`).test(type))
  );
}

/** Where the contract describes an event. */
export function eventPointer(name: string): string {
  return `#/webhooks/${escapeToken(name)}`;
}

/**
 * The ways in which an event departs from its form; none for an event that the contract does not describe:
 * others may well be sent, as the description names some.
 */
export function formDeviations(contract: Contract, event: ReceivedEvent): Deviation[] {
  const { document } = contract;
  const described = describedEvent(contract, event.type);
  const isObject = typeof event.body === "object" && event.body !== null && !Array.isArray(event.body);
  if (described === undefined && event.type !== undefined) return [];
  if (described === undefined) return [unnamed(contract, isObject)];
  const { name, payload, operation } = described;
  const pointer = `${eventPointer(name)}/post/requestBody`;
  const root = { schema: payload.schema ?? {}, pointer };
  const data = nodesBelow(document, nodesAt(document, root), "data");
  // Where the payload may stand elsewhere, what stands here may be something else
  const elsewhere = data
    .map(({ schema }) => excuse(schema["x-assumption"], "place"))
    .find((assumption) => assumption !== undefined);
  const body = { text: event.text, headers: new Headers({ "content-type": payload.mediaType }) };
  const response = { response: { description: "" }, bodies: [payload] };
  return bodyDeviations(document, { operation }, response, pointer, body)
    .flatMap(({ found }) => found)
    .map(({ message, expected, assumption }) =>
      makeDeviation("event-as-described", message, expected, assumption ?? elsewhere),
    );
}

/** What is said of a body without a name. Where the name stands is assumed; that an event is a JSON object is not. */
function unnamed({ document }: Contract, isObject: boolean): Deviation {
  const expected = { text: "An object with `event_type`.", pointer: "#/components/schemas/EventEnvelope" };
  if (!isObject) return makeDeviation("event-as-described", "The body is not a JSON object.", expected, undefined);
  const assumption = excuse(document.components.schemas["EventEnvelope"]?.["x-assumption"], "fields");
  return makeDeviation("event-as-described", "The event has no `event_type`.", expected, assumption);
}
