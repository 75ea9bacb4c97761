// Servers whose events have other names, places and types than the contract assumes.
import type { SentEvent } from "../../../tools/verify/gallery/events.ts";
import { type Departure, rename, schemaAt } from "./departure.ts";

const dataOf = (event: string, name: string) =>
  `#/components/schemas/${event}/allOf/1/properties/data/properties/${name}`;

/** Other data in the events of one name or family. */
function data(type: RegExp, change: (data: Record<string, unknown>) => Record<string, unknown>) {
  return (event: SentEvent): SentEvent =>
    type.test(event.type) ? { ...event, data: change({ ...event.data }) } : event;
}

export const events: readonly Departure[] = [
  {
    name: "names the status of an order event `state`",
    event: data(/^order\./, (one) => rename(one, "status", "state")),
    proposals: [{ kind: "rename", pointer: schemaAt("OrderEvent", "status"), name: "state" }],
  },
  {
    name: "names the low-level status of an order event `sub_status`",
    event: data(/^order\./, (one) => rename(one, "low_level_status", "sub_status")),
    proposals: [{ kind: "rename", pointer: schemaAt("OrderEvent", "low_level_status"), name: "sub_status" }],
  },
  {
    name: "names the status of a parsing job `job_status` in its event",
    event: data(/^lab_report\.parsing_job\.updated$/, (one) => rename(one, "status", "job_status")),
    proposals: [{ kind: "rename", pointer: dataOf("LabReportParsingJobUpdatedEvent", "status"), name: "job_status" }],
  },
  {
    name: "puts `is_final` beside the data of a historical event",
    event: (event) => (/^historical\.data\.(?!sleep_cycle)/.test(event.type) ? { ...event, is_final: true } : event),
    proposals: [{ kind: "move", pointer: dataOf("HistoricalDataCreatedEvent", "is_final"), to: ["is_final"] }],
  },
  {
    name: "names a provider in an event by its slug alone",
    event: data(/^provider\.connection\.created$/, ({ provider, source, ...rest }) => ({
      ...rest,
      provider: slugOf(provider),
      ...(source === undefined ? {} : { source: slugOf(source) }),
    })),
    proposals: [{ kind: "change-schema", pointer: schemaAt("EventProvider"), schema: { type: "string" } }],
  },
];

function slugOf(provider: unknown): unknown {
  return Reflect.get(Object(provider), "slug");
}
