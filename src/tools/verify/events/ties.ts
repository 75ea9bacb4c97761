// What is stated of when an event is sent: the names of those events, and the deviations from it.
import { type Contract, excuse, field } from "../../contract/index.ts";
import { type Deviation, makeDeviation } from "../verdicts/deviation.ts";
import { eventPointer, type ReceivedEvent } from "./form.ts";

export const jobCreated = "lab_report.parsing_job.created";
export const jobUpdated = "lab_report.parsing_job.updated";
export const connectionCreated = "provider.connection.created";

/** The checks of what is stated of events, by the event that it is stated of. */
const ties = {
  "created-job-emits-event": [jobCreated, "Creating a parsing job emits the event."],
  "changed-job-emits-event": [jobUpdated, "A change of a job's status emits the event."],
  "new-connection-emits-event": [connectionCreated, "Creating a connection to a provider emits the event."],
} as const;

/** The name of a check of an event that has to come. */
export type TieCheck = keyof typeof ties;

/** An event that was to come did not. */
export function missingEvent(check: TieCheck, message: string): Deviation {
  const [event, text] = ties[check];
  return makeDeviation(check, message, { text, pointer: eventPointer(event) }, undefined);
}

/** The statuses that a job is known to change to. */
export function changedStatuses({ document }: Contract): readonly unknown[] {
  return document.components.schemas["LabReportParsingJobStatus"]?.["x-extensible-enum"] ?? [];
}

/** An event says that a job changed, and a read shows the status that the job had before. */
export function unchangedJob({ document }: Contract, id: string, was: unknown): Deviation {
  const status = was === undefined ? "which has no status still" : `whose status is ${JSON.stringify(was)} still`;
  // A job may show no status at all
  const shown = document.components.schemas["LabReportParsingJob"]?.["x-assumption"];
  return makeDeviation(
    "updated-job-has-changed",
    `\`${jobUpdated}\` came for the job ${id}, ${status}.`,
    { text: "The event says that the status of a job changed.", pointer: eventPointer(jobUpdated) },
    was === undefined ? excuse(shown, "fields") : undefined,
  );
}

/** The historical pulls that events have reported: there is one event for each resource that a provider has of a user. */
export class HistoricalPulls {
  readonly #reported = new Set<string>();

  /** How many pulls were reported by events that name their user and their provider: one that does not may be of another pull. */
  get size(): number {
    return this.#reported.size;
  }

  /** Takes an event in; a deviation when its pull was reported before. */
  take({ type, body }: ReceivedEvent): Deviation[] {
    const source = field(body, "data", "source");
    const provider = field(source, "provider") ?? field(source, "slug");
    const user = field(body, "user_id");
    if (!/^historical\.data\..+\.created$/.test(type ?? "") || user === undefined || provider === undefined) return [];
    const pull = JSON.stringify([type, user, provider]);
    if (!this.#reported.has(pull)) {
      this.#reported.add(pull);
      return [];
    }
    const message = `\`${type}\` came twice for the same user and provider.`;
    const expected = { text: "There is one historical event for each resource.", pointer: eventPointer(historical) };
    return [makeDeviation("one-historical-event", message, expected, undefined)];
  }
}

const historical = "historical.data.{resource}.created";
