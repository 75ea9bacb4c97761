// Checks the events that a server sent during a run: their form, and what is stated of when one is sent.
import { excuse, field } from "../../contract/index.ts";
import { quote } from "../../findings/index.ts";
import { counted } from "../../terminal/index.ts";
import { readId } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { cutBody } from "../sending/request.ts";
import type { Sent, Session } from "../session.ts";
import { type Deviation, makeDeviation } from "../verdicts/deviation.ts";
import { acceptance } from "../verdicts/judge.ts";
import { describedEvent, eventPointer, judgeEvent, type ReceivedEvent } from "./form.ts";
import type { EventOptions } from "./inbox.ts";

/** Under which the report lists events: they belong to no operation. */
export const eventsEntry = { id: "events", method: "post", path: "events" } as const;

const jobUpdated = "lab_report.parsing_job.updated";

/** What is stated of when an event is sent: of each cause one has to come. */
interface Tie {
  readonly check: string;
  readonly event: string;
  readonly text: string;
  /** Why it is skipped when nothing has caused one. */
  readonly otherwise: string;
  /** The calls that have caused one, or have shown that there was a cause. */
  causes(session: Session, connections: readonly unknown[] | undefined): Promise<readonly Sent[]>;
}

const ties: readonly Tie[] = [
  {
    check: "created-job-emits-event",
    event: "lab_report.parsing_job.created",
    text: "Creating a parsing job emits the event.",
    otherwise: "no lab report was uploaded",
    causes: async ({ uploads }) => uploads,
  },
  {
    check: "changed-job-emits-event",
    event: jobUpdated,
    text: "A change of a job's status emits the event.",
    otherwise: "no job was seen to change its status",
    // The jobs whose lookup shows another status than their upload was answered with
    async causes(session) {
      const found = await Promise.all(
        session.uploads.slice(0, mostLookUps).map(async ({ body }) => {
          const job = await lookUpJob(session, readId(body, "job_id"));
          const status = field(job?.body, "status");
          return typeof status === "string" && status !== field(body, "status") ? job : undefined;
        }),
      );
      return found.filter((job) => job !== undefined);
    },
  },
  {
    check: "new-connection-emits-event",
    event: "provider.connection.created",
    text: "Creating a connection to a provider emits the event.",
    otherwise: "no connection was made during the run",
    async causes(session, before) {
      const found = before && (await askConnections(session));
      return slugsIn(found)
        .filter((slug) => !before?.includes(slug))
        .flatMap(() => found ?? []);
    },
  },
];

/** Of so many jobs the status is looked up. */
const mostLookUps = 5;

/** The slugs of the user's connections; undefined when they cannot be listed. */
export async function listConnections(session: Session): Promise<readonly unknown[] | undefined> {
  const found = await askConnections(session);
  return found?.asDemanded ? slugsIn(found) : undefined;
}

function slugsIn(found: Sent | undefined): unknown[] {
  const providers = field(found?.body, "providers");
  return Array.isArray(providers) ? providers.map((connection) => field(connection, "slug")) : [];
}

async function askConnections(session: Session): Promise<Sent | undefined> {
  const user_id = session.data.user?.user_id ?? session.createdUser?.user_id;
  return user_id === undefined ? undefined : ask(session, "listUserConnections", { user_id });
}

async function lookUpJob(session: Session, job_id: string | undefined): Promise<Sent | undefined> {
  return job_id === undefined ? undefined : ask(session, "getLabReportParsingJob", { job_id });
}

/** Calls an operation with an id in its path; undefined when it cannot be called. */
async function ask(session: Session, id: string, path: Readonly<Record<string, string>>): Promise<Sent | undefined> {
  try {
    const operation = session.operation(id);
    return await session.ask(operation, { path, query: {}, header: {}, body: undefined }, acceptance(operation));
  } catch (error) {
    if (error instanceof OutOfReach) return undefined;
    throw error;
  }
}

/**
 * Waits for the events that the run has caused, and notes what is wrong with them.
 *
 * @param connections The connections of the user when the run began; undefined when they could not be listed.
 */
export async function verifyEvents(
  session: Session,
  { inbox, waitMs }: EventOptions,
  connections: readonly unknown[] | undefined,
): Promise<void> {
  const { notes } = session;
  for (const { check, event, text, otherwise, causes } of ties) {
    const all = await causes(session, connections);
    const [cause] = all;
    const count = () => inbox.events.filter(({ type }) => type === event).length;
    if (cause === undefined) {
      notes.skip(eventsEntry, check, otherwise);
    } else if (await inbox.until(() => count() >= all.length, waitMs)) {
      notes.pass(eventsEntry, check);
    } else {
      const { refused } = inbox;
      // Without this the reader looks for the fault in the service
      const why =
        refused === 0 ? "" : ` ${counted(refused, "signature does", "signatures do")} not match --events-secret.`;
      const message = `Expected ${counted(all.length, "event")}, received ${count()}.${why}`;
      const deviation = makeDeviation(check, message, { text, pointer: eventPointer(event) });
      notes.keep(eventsEntry, { ...cause, passed: [], deviations: [deviation] });
    }
    if (event === jobUpdated) await checkChanges(session, inbox.events);
  }
  checkHistory(session, inbox.events);
  checkForm(session, inbox.events);
}

/** An event that a job changed its status comes after the change. In which order events arrive is not shown. */
async function checkChanges(session: Session, events: readonly ReceivedEvent[]): Promise<void> {
  const check = "updated-job-has-changed";
  const { schemas } = session.contract.document.components;
  // The statuses that a job is known to change to
  const changed: readonly unknown[] = schemas["LabReportParsingJobStatus"]?.["x-extensible-enum"] ?? [];
  // Where an event names its job is assumed: its id stands somewhere in it
  const named = session.uploads.flatMap(({ body }) => {
    const [id, before] = [readId(body, "job_id"), field(body, "status")];
    const event = events.find(({ type, text }) => id !== undefined && type === jobUpdated && text.includes(id));
    return id === undefined || event === undefined || changed.includes(before) ? [] : [{ event, id, before }];
  });
  if (named.length === 0) session.notes.skip(eventsEntry, check, "no event names a job that was uploaded");
  for (const { event, id, before } of named.slice(0, mostLookUps)) {
    const found = await lookUpJob(session, id);
    if (found?.asDemanded !== true) continue;
    if (field(found.body, "status") !== before) {
      session.notes.pass(eventsEntry, check);
      continue;
    }
    const isMissing = before === undefined;
    const status = isMissing ? "which has no status still" : `whose status is ${JSON.stringify(before)} still`;
    const expected = { text: "The event says that the status of a job changed.", pointer: eventPointer(jobUpdated) };
    // A job may show no status at all
    const assumption = isMissing ? excuse(schemas["LabReportParsingJob"]?.["x-assumption"], "fields") : undefined;
    const message = `\`${jobUpdated}\` came for the job ${id}, ${status}.`;
    keep(session, event, [makeDeviation(check, message, expected, assumption)]);
  }
}

/** There is one historical event for each resource that a provider has of a user. */
function checkHistory(session: Session, events: readonly ReceivedEvent[]): void {
  const check = "one-historical-event";
  const expected = {
    text: "There is one historical event for each resource.",
    pointer: eventPointer("historical.data.{resource}.created"),
  };
  const seen = new Set<string>();
  for (const event of events) {
    const { type = "", body } = event;
    const source = field(body, "data", "source");
    const [user, provider] = [field(body, "user_id"), field(source, "provider") ?? field(source, "slug")];
    // One that does not name its user and its provider may be of another pull
    if (!/^historical\.data\..+\.created$/.test(type) || user === undefined || provider === undefined) continue;
    const pull = JSON.stringify([type, user, provider]);
    const message = `\`${type}\` came twice for the same user and provider.`;
    keep(session, event, seen.has(pull) ? [makeDeviation(check, message, expected)] : []);
    seen.add(pull);
  }
  if (seen.size === 0) session.notes.skip(eventsEntry, check, "no historical event came that names user and provider");
  else session.notes.pass(eventsEntry, check);
}

/** Each event that the contract describes has the form that it describes. */
function checkForm(session: Session, events: readonly ReceivedEvent[]): void {
  const { contract, notes } = session;
  const check = "event-as-described";
  for (const event of events) {
    // Others may well be sent: the description names some
    if (event.type !== undefined && describedEvent(contract, event.type) === undefined) continue;
    const found = judgeEvent(contract, event);
    if (found.length === 0) notes.pass(eventsEntry, check);
    keep(session, event, found);
  }
  if (events.length === 0) notes.skip(eventsEntry, check, "no event came");
}

/** Keeps what is wrong with an event, with the request that it came by. */
function keep({ notes }: Session, { text }: ReceivedEvent, deviations: readonly Deviation[]): void {
  const curl = `curl "$EVENTS_URL" -H 'content-type: application/json' --data-raw ${quote(cutBody(text))}`;
  notes.keep(eventsEntry, { passed: [], deviations, curl: notes.redact(curl), excerpt: undefined });
}
