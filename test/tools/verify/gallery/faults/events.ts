// Servers that send events wrongly, twice or not at all.
import type { ChangeEvent, SentEvent } from "../events.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const operation = "createLabReportParsingJob";

/** Sends something else instead of the events of a name. */
function instead(name: string, change: (event: SentEvent) => readonly SentEvent[]): ChangeEvent {
  return (event) => (event.type === name ? change(event) : [event]);
}

/** Nobody waits for long for what does not come. */
const soon = 200;

export const eventFaults: readonly WrongServer[] = [
  {
    ...violates(operation, "created-job-emits-event", "sends no event for a new job", {}),
    events: { change: instead("lab_report.parsing_job.created", () => []), waitMs: soon },
  },
  {
    ...violates(operation, "changed-job-emits-event", "sends no event for a completed job", {}),
    events: { change: instead("lab_report.parsing_job.updated", () => []), waitMs: soon },
  },
  {
    ...differs(operation, "updated-job-has-changed", "sends an event of a change for each job that it creates", {}),
    events: {
      change: instead("lab_report.parsing_job.created", (event) => [
        event,
        { ...event, type: "lab_report.parsing_job.updated", data: { ...event.data, status: "completed" } },
      ]),
    },
  },
  {
    ...violates(operation, "new-connection-emits-event", "sends no event for a new connection", {}),
    events: { change: instead("provider.connection.created", () => []), waitMs: soon },
  },
  {
    ...violates(operation, "one-historical-event", "sends the event of a pulled resource twice", {}),
    events: { change: instead("historical.data.weight.created", (event) => [event, event]) },
  },
  {
    ...differs("createOrder", "event-as-described", "sends an order event without `status_detail`", {}),
    events: { change: instead("order.created", (event) => [{ ...event, data: {} }]) },
  },
  {
    ...differs("createOrder", "event-as-described", "sends an order event without the order's id", {}),
    events: {
      change: instead("order.created", (event) => [{ ...event, data: { ...event.data, order_id: undefined } }]),
    },
  },
  {
    ...violates(operation, "event-as-described", "sends the event of a pull with a source that is no object", {}),
    events: {
      change: instead("historical.data.weight.created", (event) => [
        { ...event, data: { ...event.data, source: "demo_scale" } },
      ]),
    },
  },
];
