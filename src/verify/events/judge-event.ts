// Holds an event to the schema that the contract has for its type, or for the family of its type.
import {
  ApplicableSchemas,
  type Contract,
  type ContractEvent,
  escapeToken,
  excuse,
  field,
  isObject,
  parsePointer,
} from "../../shared/contract/index.ts";
import { judgeBody, parseJson } from "../verdicts/body.ts";
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
  // A body that is not JSON is reported by the check of its form
  const body = parseJson(text);
  const type = field(body, "event_type");
  return { text, body, type: typeof type === "string" ? type : undefined };
}

/** The event of the contract that has a name: by its own, else by that of its family. */
export function findDescribedEvent({ events }: Contract, type: string | undefined): ContractEvent | undefined {
  if (type === undefined) return undefined;
  const isOfFamily = ({ name }: ContractEvent) =>
    new RegExp(`^${name.replaceAll(".", "\\.").replace(/\{\w+\}/, ".+")}$`).test(type);
  return events.find(({ name }) => name === type) ?? events.find(isOfFamily);
}

/** Where the contract describes an event. */
export function pointToEvent(name: string): string {
  return `#/webhooks/${escapeToken(name)}`;
}

/**
 * Judges an event by the contract: the ways in which it departs from its form. Of an event that the contract does not describe nothing
 * is said: others may well be sent, as the description names some.
 */
export function judgeEvent(contract: Contract, { type, text: written, body }: ReceivedEvent): Deviation[] {
  const { document } = contract;
  const described = findDescribedEvent(contract, type);
  if (described === undefined) {
    // Where the name stands is assumed; that an event is a JSON object is not
    const mark = isObject(body) ? document.components.schemas["EventEnvelope"]?.["x-assumption"] : undefined;
    const message = isObject(body) ? "The event has no `event_type`." : "The body is not a JSON object.";
    const [text, pointer] = ["An object with `event_type`.", "#/components/schemas/EventEnvelope"];
    const expected = { text, pointer, assumption: excuse(mark, "fields") };
    return type === undefined ? [makeDeviation("event-as-described", message, expected)] : [];
  }
  const { name, payload, operation } = described;
  const pointer = `${pointToEvent(name)}/post/requestBody`;
  const root = { value: payload.schema ?? {}, path: parsePointer(pointer) };
  // Where the payload may stand elsewhere, what stands here may be something else
  const elsewhere = excuse(new ApplicableSchemas(document, root).below("data").marks, "place");
  // Judged as if it were a success of the documented media type
  const sent = { status: 200, text: written, headers: new Headers({ "content-type": payload.mediaType }) };
  const response = { response: { description: "" }, bodies: [payload], pointer };
  return judgeBody(document, { operation }, response, sent).map(({ message, expected, assumption }) =>
    makeDeviation("event-as-described", message, { ...expected, assumption: assumption ?? elsewhere }),
  );
}
