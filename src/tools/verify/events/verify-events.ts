// Checks the events that a server sent during a run: their form, and what is stated of when one is sent.
import { type ContractOperation, field } from "../../contract/index.ts";
import { quote } from "../../findings/index.ts";
import { list } from "../checks/scene.ts";
import { cutBody, type Input } from "../sending/request.ts";
import type { Sent } from "../sending/sender.ts";
import type { Session } from "../session.ts";
import type { Deviation } from "../verdicts/deviation.ts";
import { acceptance } from "../verdicts/judge.ts";
import { describedEvent, formDeviations, type ReceivedEvent } from "./form.ts";
import type { EventInbox, EventOptions } from "./inbox.ts";
import {
  changedStatuses,
  connectionCreated,
  HistoricalPulls,
  jobCreated,
  jobUpdated,
  missingEvent,
  type TieCheck,
  unchangedJob,
} from "./ties.ts";

/** Under which the report lists events: they belong to no operation. */
export const eventsEntry = { id: "events", method: "post", path: "events" } as const;

/** The slugs of the user's connections; undefined when they cannot be listed. */
export async function connectionsOf(session: Session): Promise<readonly unknown[] | undefined> {
  const found = await ask(session, "listUserConnections", "user_id", session.known);
  return found?.asDemanded ? list(found.body, "providers").map((connection) => field(connection, "slug")) : undefined;
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
  const of = (name: string) => inbox.events.filter(({ type }) => type === name);
  const { uploads } = session;
  const hasCome = await inbox.until(() => of(jobCreated).length >= uploads.length, waitMs);
  noteTie(session, "created-job-emits-event", uploads[0], "no lab report was uploaded", {
    hasCome,
    message: `${uploads.length} were created, and ${of(jobCreated).length} events came.${signaturesOf(inbox)}`,
  });
  const changed = await changedJobs(session, uploads.slice(0, lookedAt));
  const haveChangesCome = await inbox.until(() => of(jobUpdated).length >= changed.length, waitMs);
  noteTie(session, "changed-job-emits-event", changed[0], "no job was seen to change its status", {
    hasCome: haveChangesCome,
    message: `${changed.length} changed their status, and ${of(jobUpdated).length} events came.${signaturesOf(inbox)}`,
  });
  await checkChanges(session, inbox.events);
  await checkConnections(session, { inbox, waitMs }, connections);
  checkHistory(session, inbox.events);
  checkForm(session, inbox.events);
}

/** Of so many jobs the status is looked up. */
const lookedAt = 5;

/** Without this the reader looks for the fault in the service. */
function signaturesOf({ refused }: EventInbox): string {
  return refused === 0 ? "" : ` ${refused} events were refused, as their signatures do not fit --events-secret.`;
}

/** The call that has caused an event, or has shown that there was a cause. */
type Cause = Pick<Sent, "body" | "curl" | "excerpt">;

/** Notes whether an event came for what a call has brought about. */
function noteTie(
  session: Session,
  check: TieCheck,
  cause: Cause | undefined,
  otherwise: string,
  { hasCome, message }: { readonly hasCome: boolean; readonly message: string },
): void {
  const { notes } = session;
  if (cause === undefined) notes.skip(eventsEntry, check, otherwise);
  else if (hasCome) notes.pass(eventsEntry, check);
  else notes.keep(eventsEntry, { ...cause, passed: [], deviations: [missingEvent(check, message)] });
}

/** The jobs whose lookup shows another status than their upload was answered with. */
async function changedJobs(session: Session, uploads: readonly Cause[]): Promise<Sent[]> {
  const changed: Sent[] = [];
  for (const { body } of uploads) {
    const found = await lookUp(session, jobIdOf(body));
    const status = field(found?.body, "status");
    if (found !== undefined && typeof status === "string" && status !== field(body, "status")) changed.push(found);
  }
  return changed;
}

function jobIdOf(uploaded: unknown): string | undefined {
  return [field(uploaded, "id"), field(uploaded, "job_id")].find((id) => typeof id === "string");
}

async function lookUp(session: Session, job_id: string | undefined): Promise<Sent | undefined> {
  return job_id === undefined ? undefined : ask(session, "getLabReportParsingJob", "job_id", { value: () => job_id });
}

/** An event that a job changed its status comes after the change. In which order events arrive is not shown. */
async function checkChanges(session: Session, events: readonly ReceivedEvent[]): Promise<void> {
  const check = "updated-job-has-changed";
  const statuses = changedStatuses(session.contract);
  // Where an event names its job is assumed: its id stands somewhere in it
  const named = session.uploads.flatMap(({ body }) => {
    const [id, was] = [jobIdOf(body), field(body, "status")];
    if (id === undefined) return [];
    const event = events.find(({ type, text }) => type === jobUpdated && text.includes(id));
    return event === undefined || statuses.includes(was) ? [] : [{ event, id, was }];
  });
  if (named.length === 0) session.notes.skip(eventsEntry, check, "no event names a job that was uploaded");
  for (const { event, id, was } of named.slice(0, lookedAt)) {
    const found = await lookUp(session, id);
    if (found?.asDemanded !== true) continue;
    if (field(found.body, "status") !== was) {
      session.notes.pass(eventsEntry, check);
      continue;
    }
    keep(session, event, [unchangedJob(session.contract, id, was)]);
  }
}

/** For a connection that was made during the run an event has to come. */
async function checkConnections(
  session: Session,
  { inbox, waitMs }: EventOptions,
  connections: readonly unknown[] | undefined,
): Promise<void> {
  const operation = session.operation("listUserConnections");
  const found = operation && (await ask(session, operation.id, "user_id", session.known));
  const listed = connections === undefined ? [] : list(found?.body, "providers");
  const made = listed.filter((one) => !connections?.includes(field(one, "slug")));
  const count = () => inbox.events.filter(({ type }) => type === connectionCreated).length;
  const hasCome = await inbox.until(() => count() >= made.length, waitMs);
  const cause = made.length === 0 ? undefined : found;
  noteTie(session, "new-connection-emits-event", cause, "no connection was made during the run", {
    hasCome,
    message: `${made.length} were made, and ${count()} events came.${signaturesOf(inbox)}`,
  });
}

/** There is one historical event for each resource that a provider has of a user. */
function checkHistory(session: Session, events: readonly ReceivedEvent[]): void {
  const check = "one-historical-event";
  const pulls = new HistoricalPulls();
  for (const event of events) keep(session, event, pulls.take(event));
  if (pulls.size === 0) session.notes.skip(eventsEntry, check, "no historical event came that names user and provider");
  else session.notes.pass(eventsEntry, check);
}

/** Each event that the contract describes has the form that it describes. */
function checkForm(session: Session, events: readonly ReceivedEvent[]): void {
  const { contract, notes } = session;
  const check = "event-as-described";
  for (const event of events) {
    // Others may well be sent: the description names some
    if (event.type !== undefined && describedEvent(contract, event.type) === undefined) continue;
    const found = formDeviations(contract, event);
    if (found.length === 0) notes.pass(eventsEntry, check);
    keep(session, event, found);
  }
  if (events.length === 0) notes.skip(eventsEntry, check, "no event came");
}

/** Keeps what is wrong with an event, with the request that it came by. */
function keep(session: Session, { text }: ReceivedEvent, deviations: readonly Deviation[]): void {
  const curl = `curl "$EVENTS_URL" -H 'content-type: application/json' --data-raw ${quote(cutBody(text))}`;
  session.notes.keep(eventsEntry, { passed: [], deviations, curl: session.redact(curl), excerpt: undefined });
}

/** Calls an operation that takes one id in its path; undefined when there is none. */
async function ask(session: Session, id: string, name: string, ids: IdSource): Promise<Sent | undefined> {
  const operation = session.operation(id);
  const value = operation && ids.value(operation, name);
  if (operation === undefined || value === undefined) return undefined;
  const input: Input = { path: { [name]: String(value) }, query: {}, header: {}, body: undefined };
  return session.ask(operation, input, acceptance(operation));
}

/** Where an id comes from. */
interface IdSource {
  value(operation: ContractOperation, field: string): string | number | undefined;
}
