// The known events: their types, and how to find one by its name. Written by `npm run generate`; edit openapi/ instead.

import type { components } from "./types.ts";

/** The known events by name; that of a family has its free part in braces. */
export interface KnownEvents {
  /** Handle a new provider connection */
  "provider.connection.created": components["schemas"]["ProviderConnectionCreatedEvent"];
  /** Handle created data of a resource */
  "daily.data.{resource}.created": components["schemas"]["DailyDataCreatedEvent"];
  /** Handle updated data of a resource */
  "daily.data.{resource}.updated": components["schemas"]["DailyDataUpdatedEvent"];
  /** Handle the completed historical pull of a resource */
  "historical.data.{resource}.created": components["schemas"]["HistoricalDataCreatedEvent"];
  /** Handle a created sleep cycle */
  "daily.data.sleep_cycle.created": components["schemas"]["DailySleepCycleCreatedEvent"];
  /** Handle an updated sleep cycle */
  "daily.data.sleep_cycle.updated": components["schemas"]["DailySleepCycleUpdatedEvent"];
  /** Handle historical sleep cycles */
  "historical.data.sleep_cycle.created": components["schemas"]["HistoricalSleepCycleCreatedEvent"];
  /**
   * Handle created hypnogram values
   * @deprecated
   */
  "daily.timeseries.hypnogram.created": components["schemas"]["DailyHypnogramCreatedEvent"];
  /**
   * Handle updated hypnogram values
   * @deprecated
   */
  "daily.timeseries.hypnogram.updated": components["schemas"]["DailyHypnogramUpdatedEvent"];
  /**
   * Handle historical hypnogram values
   * @deprecated
   */
  "historical.timeseries.hypnogram.created": components["schemas"]["HistoricalHypnogramCreatedEvent"];
  /** Handle a submitted lab report parsing job */
  "lab_report.parsing_job.created": components["schemas"]["LabReportParsingJobCreatedEvent"];
  /** Handle a lab report parsing job whose status changed */
  "lab_report.parsing_job.updated": components["schemas"]["LabReportParsingJobUpdatedEvent"];
  /** Handle an order event */
  "order.{event}": components["schemas"]["OrderStatusEvent"];
  /** Handle partial results of an order */
  "order.partial_results": components["schemas"]["OrderPartialResultsEvent"];
}

/** Any known event, discriminated by `event_type`. */
export type KnownEvent = KnownEvents[keyof KnownEvents];

/** The family that the name of an event falls into, also where the event is described on its own. */
export interface EventFamilies {
  "daily.data.{resource}.created": "daily.data.{resource}.created";
  "daily.data.{resource}.updated": "daily.data.{resource}.updated";
  "historical.data.{resource}.created": "historical.data.{resource}.created";
  "daily.data.sleep_cycle.created": "daily.data.{resource}.created";
  "daily.data.sleep_cycle.updated": "daily.data.{resource}.updated";
  "historical.data.sleep_cycle.created": "historical.data.{resource}.created";
  "order.{event}": "order.{event}";
  "order.partial_results": "order.{event}";
}

/** The name under which an `event_type` is known: its own, else that of its family; none when it is unknown. */
export function eventNameOf(type: string): keyof KnownEvents | undefined {
  switch (type) {
    case "provider.connection.created":
    case "daily.data.sleep_cycle.created":
    case "daily.data.sleep_cycle.updated":
    case "historical.data.sleep_cycle.created":
    case "daily.timeseries.hypnogram.created":
    case "daily.timeseries.hypnogram.updated":
    case "historical.timeseries.hypnogram.created":
    case "lab_report.parsing_job.created":
    case "lab_report.parsing_job.updated":
    case "order.partial_results":
      return type;
  }
  return eventFamilyOf(type);
}

/** The family that an `event_type` falls into; none when it falls into none. */
export function eventFamilyOf(type: string): EventFamilies[keyof EventFamilies] | undefined {
  if (/^daily\.data\..+\.created$/.test(type)) return "daily.data.{resource}.created";
  if (/^daily\.data\..+\.updated$/.test(type)) return "daily.data.{resource}.updated";
  if (/^historical\.data\..+\.created$/.test(type)) return "historical.data.{resource}.created";
  if (/^order\..+$/.test(type)) return "order.{event}";
  return undefined;
}
