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
    ...violates(operation, "created-job-is-told", "tells nobody of a new job", {}),
    events: { change: instead("lab_report.parsing_job.created", () => []), waitMs: soon },
  },
  {
    ...violates(operation, "changed-job-is-told", "tells nobody that a job is completed", {}),
    events: { change: instead("lab_report.parsing_job.updated", () => []), waitMs: soon },
  },
  {
    ...differs(operation, "updated-job-has-changed", "tells of a change of each job when it is created", {}),
    events: {
      change: instead("lab_report.parsing_job.created", (event) => [
        event,
        { ...event, type: "lab_report.parsing_job.updated", data: { ...event.data, status: "completed" } },
      ]),
    },
  },
  {
    ...violates(operation, "new-connection-is-told", "tells nobody of a new connection", {}),
    events: { change: instead("provider.connection.created", () => []), waitMs: soon },
  },
  {
    ...violates(operation, "history-is-told-once", "tells twice that a resource was pulled", {}),
    events: { change: instead("historical.data.weight.created", (event) => [event, event]) },
  },
  {
    ...differs("createOrder", "event-as-described", "tells of an order without `status_detail`", {}),
    events: { change: instead("order.created", (event) => [{ ...event, data: {} }]) },
  },
  {
    ...violates(operation, "event-as-described", "tells of a pull from a source that is no object", {}),
    events: {
      change: instead("historical.data.weight.created", (event) => [
        { ...event, data: { ...event.data, source: "demo_scale" } },
      ]),
    },
  },
];
