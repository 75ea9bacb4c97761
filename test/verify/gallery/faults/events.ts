// Wrong servers that `verify` has to find: they send events wrongly, twice or not at all.
import type { ChangeEvent, SentEvent } from "../events.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

const jobCreated = "lab_report.parsing_job.created";
const jobUpdated = "lab_report.parsing_job.updated";
const connected = "provider.connection.created";
const pulled = "historical.data.weight.created";

/** Sends something else instead of the events of a type. To read a job `verify` uploads two small files, which cause all of them but those of an order. */
const sends = (type: string, change: ChangeEvent) => ({
  ...(type.startsWith("order.") ? {} : { seenAt: "getLabReportParsingJob" as const }),
  changeEvent: (event: SentEvent) => (event.type === type ? change(event) : [event]),
});

/** Sends no event of a type. */
const sendsNone = (type: string) => sends(type, () => []);

/** Sends the events of a type with other data. */
const sendsWith = (type: string, change: object) =>
  sends(type, (event) => [{ ...event, data: { ...event.data, ...change } }]);

export const eventFaults = [
  ...violations({
    "created-job-emits-event": {
      "createLabReportParsingJob sends no event for a new job": sendsNone(jobCreated),
    },
    "changed-job-emits-event": {
      "createLabReportParsingJob sends no event for a completed job": sendsNone(jobUpdated),
    },
    "new-connection-emits-event": {
      "createLabReportParsingJob sends no event for a new connection": sendsNone(connected),
    },
    "one-historical-event": {
      "createLabReportParsingJob sends the event of a pulled resource twice": sends(pulled, (event) => [
        event,
        { ...event, data: { ...event.data, again: true } },
      ]),
    },
    "event-as-described": {
      "createLabReportParsingJob sends the event of a pull with a source that is no object": sendsWith(pulled, {
        source: "demo_scale",
      }),
    },
  }),
  ...surprises({
    "created-job-emits-event": {
      "createLabReportParsingJob names another job in the event of a new one": sends(jobCreated, (event) => [
        { ...event, data: { ...event.data, id: crypto.randomUUID() } },
      ]),
    },
    "event-sent-once": {
      "createLabReportParsingJob sends the event of a new job twice, under two ids": sends(jobCreated, (event) => [
        event,
        event,
      ]),
    },
    "new-connection-emits-event": {
      "createLabReportParsingJob names another provider in the event of a connection": sendsWith(connected, {
        provider: { slug: "demo_other" },
      }),
      "createLabReportParsingJob names another user in the event of a connection": sends(connected, (event) => [
        { ...event, user_id: crypto.randomUUID() },
      ]),
    },
    "changed-job-emits-event": {
      "createLabReportParsingJob names another job in the event of a change": sendsWith(jobUpdated, {
        id: crypto.randomUUID(),
      }),
    },
  }),
  ...differences({
    "event-as-described": {
      "createOrder sends an order event without `status_detail`": sends("order.created", (event) => [
        { ...event, data: {} },
      ]),
      "createOrder sends an order event without the order's id": sendsWith("order.created", { order_id: undefined }),
    },
  }),
];
