// Checks the events that a server sent during a run: their form, and what is stated of when one is sent.
import { canonical, field } from "../../shared/contract/index.ts";
import { writeCurl } from "../../shared/findings/index.ts";
import { counted } from "../../shared/terminal/index.ts";
import { listUploads, look, type Run, type Sent } from "../calls.ts";
import type { EventOptions } from "../events/inbox.ts";
import { describedEvent, eventPointer, judgeEvent, type ReceivedEvent } from "../events/judge-event.ts";
import { readId } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { RequestResult } from "../report.ts";
import { isUnmistakable, list, type makeVerdicts, type Statement } from "./check.ts";

/** Under which the report lists events: they belong to no operation. */
export const eventsEntry = { id: "events", method: "post", path: "events" } as const;

/** Of so many jobs the status is looked up. */
const mostLookUps = 5;

/** A run whose events are checked. */
interface EventRun extends EventOptions {
  readonly run: Run;
  /** The call that listed the connections of the user when the run began; undefined when they could not be listed. */
  readonly before: Sent | undefined;
}

/** A row of the table of checks of events. */
interface EventCheck extends Statement {
  check(verdicts: ReturnType<typeof makeVerdicts>, events: EventRun): Promise<void> | void;
}

/** The call that has caused an event, or has shown that there was a cause, and the id of what the event is about. */
interface Happened {
  readonly sent: Sent;
  readonly id: string | undefined;
}

/** A cause of events: for each time that it happens one has to come. */
interface Cause {
  readonly event: string;
  /** Why it is skipped when nothing has caused one. */
  readonly otherwise: string;
  list(events: EventRun): Promise<readonly Happened[]> | readonly Happened[];
  /** The id of such a thing in an event; undefined where it shows none. */
  shown(event: ReceivedEvent): unknown;
}

const showJob: Cause["shown"] = ({ body }) => readId(field(body, "data"), "job_id");

const newJobs: Cause = {
  event: "lab_report.parsing_job.created",
  otherwise: "no lab report was uploaded",
  list: ({ run }) => listUploads(run).map((sent) => ({ sent, id: readId(sent.body, "job_id") })),
  shown: showJob,
};

/** The jobs whose lookup shows another status than their upload was answered with. */
const changedJobs: Cause = {
  event: "lab_report.parsing_job.updated",
  otherwise: "no job was seen to change its status",
  async list({ run }) {
    const uploads = listUploads(run).slice(0, mostLookUps);
    const jobs = await Promise.all(
      uploads.map(async ({ body }) => {
        const id = readId(body, "job_id");
        const sent = await tryLook(run, "getLabReportParsingJob", "job_id", id);
        const [before, now] = [field(body, "status"), field(sent?.body, "status")];
        return sent === undefined || typeof now !== "string" || now === before ? [] : [{ sent, id }];
      }),
    );
    return jobs.flat();
  },
  shown: showJob,
};

const newConnections: Cause = {
  event: "provider.connection.created",
  otherwise: "no connection was made during the run",
  async list({ run, before }) {
    const sent = await listConnections(run);
    if (before === undefined || sent === undefined) return [];
    const known = readSlugs(before);
    return readSlugs(sent).flatMap((id) => (known.includes(id) ? [] : [{ sent, id }]));
  },
  shown: ({ body }) => field(body, "data", "provider", "slug") ?? field(body, "data", "provider"),
};

/** The checks of events, in the order in which they are made. */
export const eventChecks: readonly EventCheck[] = [
  emits(newJobs, "created-job-emits-event", "Creating a parsing job emits its event.", "6-25"),
  names(newJobs, "event-names-its-job", "The event of each new parsing job names that job."),
  emits(changedJobs, "changed-job-emits-event", "A change of the status of a parsing job emits its event.", "6-26"),
  names(changedJobs, "event-names-changed-job", "The event of a changed parsing job names that job."),
  emits(newConnections, "new-connection-emits-event", "A new connection to a provider emits its event.", "6-28"),
  names(newConnections, "event-names-its-provider", "The event of each new connection names the provider."),
  names(
    {
      ...newConnections,
      async list(events) {
        const all = await newConnections.list(events);
        return all.map(({ sent }) => ({ sent, id: sent.input.path["user_id"] }));
      },
      shown: ({ body }) => field(body, "user_id"),
    },
    "event-names-its-user",
    "The event of a new connection names the user.",
  ),
  {
    id: "one-historical-event",
    holds: "There is one historical event for each resource.",
    states: "6-05",
    check({ expectAt }, { run, inbox }) {
      const seen = new Set<string>();
      for (const event of inbox.events) {
        const { type = "", body } = event;
        const source = field(body, "data", "source");
        const [user, provider] = [field(body, "user_id"), field(source, "provider") ?? field(source, "slug")];
        // One that does not name its user and its provider may be of another pull
        if (!/^historical\.data\..+\.created$/.test(type) || user === undefined || provider === undefined) continue;
        const pull = JSON.stringify([type, user, provider]);
        const message = `\`${type}\` came twice for the same user and provider.`;
        expectAt(showEvent(run, event), findEvent("historical.data.{resource}.created"), !seen.has(pull), message);
        seen.add(pull);
      }
      if (seen.size === 0) throw new OutOfReach("no historical event came that names user and provider");
    },
  },
  {
    id: "event-sent-once",
    holds: "No event is sent twice under two ids: a receiver would handle it twice.",
    check({ expectAt }, { run, inbox: { events } }) {
      // Two events that show neither an id nor a time may well be alike
      const known = events.filter(({ body }) => isUnmistakable(field(body, "data")));
      const seen = new Set<string>();
      for (const event of known) {
        const body = canonical(event.body);
        const message = `\`${event.type}\` came twice with the same body, under two ids.`;
        expectAt(showEvent(run, event), { pointer: "#/webhooks", marks: [] }, !seen.has(body), message);
        seen.add(body);
      }
      if (known.length === 0) throw new OutOfReach("no event came that shows an id or a time");
    },
  },
  {
    id: "event-as-described",
    holds: "An event that the contract describes is valid by its schema.",
    states: "2.13-01",
    check({ keep }, { run, inbox: { events } }) {
      const { contract } = run.options;
      // Others may well be sent: the description names some
      const described = events.filter(({ type }) => type === undefined || describedEvent(contract, type) !== undefined);
      for (const event of described) keep(showEvent(run, event), judgeEvent(contract, event));
      if (events.length === 0) throw new OutOfReach("no event came");
      if (described.length === 0) throw new OutOfReach("no event came that the contract describes");
    },
  },
];

/** Where the contract describes an event. */
const findEvent = (name: string) => ({ pointer: eventPointer(name), marks: [] });

/** A check that of each cause an event comes. */
function emits({ event, otherwise, list }: Cause, id: string, holds: string, states: string): EventCheck {
  return {
    ...{ id, holds, states },
    async check({ expectAt }, events) {
      const { inbox, waitMs } = events;
      const all = await list(events);
      if (all[0] === undefined) throw new OutOfReach(otherwise);
      const count = () => inbox.events.filter(({ type }) => type === event).length;
      const hasCome = await inbox.until(() => count() >= all.length, waitMs);
      const { refused } = inbox;
      // Without this the reader looks for the fault in the service
      const why =
        refused === 0 ? "" : ` ${counted(refused, "signature does", "signatures do")} not match --events-secret.`;
      const message = `Expected ${counted(all.length, "event")}, received ${count()}.${why}`;
      expectAt(all[0].sent, findEvent(event), hasCome, message);
    },
  };
}

/** A check that the events of each cause name the thing that they are about. */
function names({ event, otherwise, list, shown }: Cause, id: string, holds: string): EventCheck {
  return {
    ...{ id, holds },
    async check({ expectAt }, events) {
      const all = await list(events);
      if (all[0] === undefined) throw new OutOfReach(otherwise);
      const came = events.inbox.events.filter(({ type }) => type === event);
      const lost = all.find((one) => !came.some(({ text }) => text.includes(one.id ?? "")));
      // Where an event shows an id is assumed: events without one say nothing
      if (came.every((one) => shown(one) === undefined)) throw new OutOfReach(`no \`${event}\` shows an id`);
      const { sent } = lost ?? all[0];
      expectAt(sent, findEvent(event), lost === undefined, `No \`${event}\` names ${lost?.id}.`);
    },
  };
}
/** An event as the request that it came by. */
function showEvent({ notes }: Run, { text }: ReceivedEvent): RequestResult {
  const headers = { "content-type": "application/json" };
  // Keys are removed before a long body is compressed
  const curl = () => writeCurl({ method: "POST", url: "$EVENTS_URL", headers, body: notes.redact(text) });
  return { passed: [], deviations: [], curl, excerpt: undefined };
}

/** Lists the connections of the user; undefined when they cannot be listed. */
export function listConnections(run: Run): Promise<Sent | undefined> {
  const user = run.data.user ?? run.createdUser;
  return tryLook(run, "listUserConnections", "user_id", user?.user_id);
}

const readSlugs = (sent: Sent) => list(sent, "providers").map((connection) => String(field(connection, "slug")));

/** Calls an operation with an id in its path; undefined when it cannot be called, or is refused. */
async function tryLook(run: Run, id: string, name: string, value: string | undefined): Promise<Sent | undefined> {
  if (value === undefined) return undefined;
  try {
    const sent = await look(run, id, { [name]: value });
    return sent.asDemanded ? sent : undefined;
  } catch (error) {
    if (error instanceof OutOfReach) return undefined;
    throw error;
  }
}
