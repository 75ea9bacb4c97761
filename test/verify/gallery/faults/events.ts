// Servers that send events wrongly, twice or not at all.
import type { SentEvent } from "../events.ts";
import { differs, surprises, violates, type WrongServer } from "./wrong-server.ts";

const operation = "createLabReportParsingJob";

/** A server that sends something else instead of the events of a name. */
function sends(
  wrong: WrongServer,
  name: string,
  change: (event: SentEvent) => readonly SentEvent[],
  waitMs?: number,
): WrongServer {
  const events = { change: (event: SentEvent) => (event.type === name ? change(event) : [event]) };
  return { ...wrong, events: waitMs === undefined ? events : { ...events, waitMs } };
}

/** A server that sends no event of a name. Nobody waits for long for what does not come. */
const sendsNone = (check: string, what: string, name: string) =>
  sends(violates(operation, check, what, {}), name, () => [], 200);

/** The first event again and again. */
function namesFirst() {
  let first: SentEvent | undefined;
  return (event: SentEvent) => {
    first ??= event;
    return [first];
  };
}

/** The first event, and no other. */
function onlyFirst() {
  let hasCome = false;
  return (event: SentEvent) => {
    if (hasCome) return [];
    hasCome = true;
    return [event];
  };
}

const jobCreated = "lab_report.parsing_job.created";
const jobUpdated = "lab_report.parsing_job.updated";
const connected = "provider.connection.created";
const pulled = "historical.data.weight.created";

export const eventFaults: readonly WrongServer[] = [
  sendsNone("created-job-emits-event", "sends no event for a new job", jobCreated),
  sends(
    surprises(operation, "event-names-its-job", "names the first job in the event of each", {}),
    jobCreated,
    namesFirst(),
  ),
  sends(
    surprises(operation, "event-names-its-job", "names another job in the event of a new one", {}),
    jobCreated,
    (event) => [{ ...event, data: { ...event.data, id: crypto.randomUUID() } }],
  ),
  sends(
    surprises(operation, "event-sent-once", "sends the event of a new job twice, under two ids", {}),
    jobCreated,
    (event) => [event, event],
  ),
  sends(
    surprises(operation, "event-names-changed-job", "names another job in the event of a change", {}),
    jobUpdated,
    (event) => [{ ...event, data: { ...event.data, id: crypto.randomUUID() } }],
  ),
  sends(
    surprises(operation, "event-names-its-user", "names another user in the event of a connection", {}),
    connected,
    (event) => [{ ...event, user_id: crypto.randomUUID() }],
  ),
  sends(
    surprises(operation, "event-names-its-provider", "names another provider in the event of a connection", {}),
    connected,
    (event) => [{ ...event, data: { provider: { slug: "demo_other" } } }],
  ),
  sends(
    violates(operation, "new-connection-emits-event", "sends the event of the first connection only", {}),
    connected,
    onlyFirst(),
    200,
  ),
  sendsNone("changed-job-emits-event", "sends no event for a completed job", jobUpdated),
  sendsNone("new-connection-emits-event", "sends no event for a new connection", connected),
  sends(
    violates(operation, "one-historical-event", "sends the event of a pulled resource twice", {}),
    pulled,
    (event) => [event, { ...event, data: { ...event.data, again: true } }],
  ),
  sends(
    differs("createOrder", "event-as-described", "sends an order event without `status_detail`", {}),
    "order.created",
    (event) => [{ ...event, data: {} }],
  ),
  sends(
    differs("createOrder", "event-as-described", "sends an order event without the order's id", {}),
    "order.created",
    (event) => [{ ...event, data: { ...event.data, order_id: undefined } }],
  ),
  sends(
    violates(operation, "event-as-described", "sends the event of a pull with a source that is no object", {}),
    pulled,
    (event) => [{ ...event, data: { ...event.data, source: "demo_scale" } }],
  ),
];
