// Checks the events that a server sent during a run: their form, and what is stated of when one is sent.
import { field } from "../../shared/contract/index.ts";
import { writeCurl } from "../../shared/findings/index.ts";
import { counted } from "../../shared/terminal/index.ts";
import type { EventInbox } from "../events/inbox.ts";
import { describedEvent, eventPointer, judgeEvent, type ReceivedEvent } from "../events/judge-event.ts";
import { readId } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { Sent, Session } from "../session.ts";
import { type Deviation, makeDeviation } from "../verdicts/deviation.ts";

/** Under which the report lists events: they belong to no operation. */
export const eventsEntry = { id: "events", method: "post", path: "events" } as const;

const jobCreated = "lab_report.parsing_job.created";
const jobUpdated = "lab_report.parsing_job.updated";

/** Of so many jobs the status is looked up. */
const mostLookUps = 5;

/** The connections of the user, and the call that listed them. */
interface Connections {
  readonly sent: Sent;
  readonly slugs: readonly unknown[];
}

/** A run whose events are checked. */
interface EventRun {
  readonly session: Session;
  readonly inbox: EventInbox;
  readonly waitMs: number;
  /** The connections of the user when the run began; undefined when they could not be listed. */
  readonly before: Connections | undefined;
}

/** A row of the table of checks of events. Each has a wrong server in `test/verify/gallery/` that it alone finds. */
interface EventCheck {
  readonly id: string;
  readonly holds: string;
  /** The sentence of the service that says so, as of a `Check`. */
  readonly states?: string;
  run(run: EventRun, check: EventCheck): Promise<void> | void;
}

/** A cause of events: for each time that it happens one has to come. */
interface Cause {
  readonly event: string;
  /** Why it is skipped when nothing has caused one. */
  readonly otherwise: string;
  /** The calls that have caused one, or have shown that there was a cause. */
  causes(run: EventRun): Promise<readonly Sent[]>;
}

/** The thing that a cause and its event have in common. */
interface Subject {
  /** Its id, as the call shows it. */
  named(cause: Sent): string | undefined;
  /** The id of such a thing in an event; undefined where it shows none. */
  shown(event: ReceivedEvent): unknown;
}

const ofJob: Subject = {
  named: ({ body }) => readId(body, "job_id"),
  shown: ({ body }) => readId(field(body, "data"), "job_id"),
};

const newJobs: Cause = {
  event: jobCreated,
  otherwise: "no lab report was uploaded",
  causes: async ({ session }) => session.uploads,
};

/** The jobs whose lookup shows another status than their upload was answered with. */
const changedJobs: Cause = {
  event: jobUpdated,
  otherwise: "no job was seen to change its status",
  async causes({ session }) {
    const found = await Promise.all(
      session.uploads.slice(0, mostLookUps).map(async ({ body }) => {
        const job = await lookUpJob(session, readId(body, "job_id"));
        const status = field(job?.body, "status");
        return typeof status === "string" && status !== field(body, "status") ? job : undefined;
      }),
    );
    return found.filter((job) => job !== undefined);
  },
};

const newConnections: Cause = {
  event: "provider.connection.created",
  otherwise: "no connection was made during the run",
  async causes({ session, before }) {
    const now = before && (await listConnections(session));
    return now?.slugs.filter((slug) => !before?.slugs.includes(slug)).map(() => now.sent) ?? [];
  },
};

/** The checks of events, in the order in which they are made. */
export const eventChecks: readonly EventCheck[] = [
  emits({
    id: "created-job-emits-event",
    holds: "Creating a parsing job emits its event.",
    states: "6-25",
    ...newJobs,
  }),
  names({
    id: "event-names-its-job",
    holds: "The event of each new parsing job names that job.",
    ...newJobs,
    ...ofJob,
  }),
  emits({
    id: "changed-job-emits-event",
    holds: "A change of the status of a parsing job emits its event.",
    states: "6-26",
    ...changedJobs,
  }),
  names({
    id: "event-names-changed-job",
    holds: "The event of a changed parsing job names that job.",
    ...changedJobs,
    ...ofJob,
  }),
  emits({
    id: "new-connection-emits-event",
    holds: "A new connection to a provider emits its event.",
    states: "6-28",
    ...newConnections,
  }),
  names({
    id: "event-names-its-user",
    holds: "The event of a new connection names the user.",
    ...newConnections,
    named: ({ input }) => input.path["user_id"],
    shown: ({ body }) => field(body, "user_id"),
  }),
  {
    id: "one-historical-event",
    holds: "There is one historical event for each resource.",
    states: "6-05",
    run({ session, inbox }, check) {
      const expected = { text: check.holds, pointer: eventPointer("historical.data.{resource}.created") };
      const seen = new Set<string>();
      for (const event of inbox.events) {
        const { type = "", body } = event;
        const source = field(body, "data", "source");
        const [user, provider] = [field(body, "user_id"), field(source, "provider") ?? field(source, "slug")];
        // One that does not name its user and its provider may be of another pull
        if (!/^historical\.data\..+\.created$/.test(type) || user === undefined || provider === undefined) continue;
        const pull = JSON.stringify([type, user, provider]);
        const message = `\`${type}\` came twice for the same user and provider.`;
        keep(session, event, check, seen.has(pull) ? [makeDeviation(check.id, message, expected)] : []);
        seen.add(pull);
      }
      const reason = "no historical event came that names user and provider";
      if (seen.size === 0) session.notes.skip(eventsEntry, check.id, reason);
    },
  },
  {
    id: "event-as-described",
    holds: "An event that the contract describes is valid by its schema.",
    states: "2.13-01",
    run({ session, inbox: { events } }, check) {
      const { contract, notes } = session;
      for (const event of events) {
        // Others may well be sent: the description names some
        const isOther = event.type !== undefined && describedEvent(contract, event.type) === undefined;
        if (!isOther) keep(session, event, check, judgeEvent(contract, event));
      }
      if (events.length === 0) notes.skip(eventsEntry, check.id, "no event came");
    },
  },
];

/** A check that of each cause an event comes. */
function emits({ event, otherwise, causes, ...row }: Omit<EventCheck, "run"> & Cause): EventCheck {
  const { id, holds } = row;
  return {
    ...row,
    async run(run) {
      const { session, inbox, waitMs } = run;
      const all = await causes(run);
      const [cause] = all;
      const count = () => inbox.events.filter(({ type }) => type === event).length;
      if (cause === undefined) {
        session.notes.skip(eventsEntry, id, otherwise);
      } else if (await inbox.until(() => count() >= all.length, waitMs)) {
        session.notes.pass(eventsEntry, id);
      } else {
        const { refused } = inbox;
        // Without this the reader looks for the fault in the service
        const why =
          refused === 0 ? "" : ` ${counted(refused, "signature does", "signatures do")} not match --events-secret.`;
        const message = `Expected ${counted(all.length, "event")}, received ${count()}.${why}`;
        const deviation = makeDeviation(id, message, { text: holds, pointer: eventPointer(event) });
        session.notes.keep(eventsEntry, { ...cause, passed: [], deviations: [deviation] });
      }
    },
  };
}

/** A check that the events of each cause name the thing that they are about. */
function names({
  event,
  otherwise,
  causes,
  named,
  shown,
  ...row
}: Omit<EventCheck, "run"> & Cause & Subject): EventCheck {
  const { id, holds } = row;
  return {
    ...row,
    async run(run) {
      const { notes } = run.session;
      const all = await causes(run);
      const events = run.inbox.events.filter(({ type }) => type === event);
      const lost = all.find((cause) => !events.some(({ text }) => text.includes(named(cause) ?? "")));
      // Where an event shows an id is assumed: events without one say nothing
      const isSilent = events.every((one) => shown(one) === undefined);
      if (all.length === 0 || isSilent) {
        notes.skip(eventsEntry, id, all.length === 0 ? otherwise : `no \`${event}\` shows an id`);
      } else if (lost === undefined) {
        notes.pass(eventsEntry, id);
      } else {
        const expected = { text: holds, pointer: eventPointer(event), isUnstated: true };
        const deviation = makeDeviation(id, `No \`${event}\` names ${named(lost)}.`, expected);
        notes.keep(eventsEntry, { ...lost, passed: [], deviations: [deviation] });
      }
    },
  };
}

/** Notes what is wrong with an event, with the request that it came by, or that nothing is. */
function keep({ notes }: Session, { text }: ReceivedEvent, { id }: EventCheck, deviations: readonly Deviation[]): void {
  const passed = deviations.length === 0 ? [id] : [];
  const headers = { "content-type": "application/json" };
  // Keys are removed before a long body is compressed
  const curl = () => writeCurl({ method: "POST", url: "$EVENTS_URL", headers, body: notes.redact(text) });
  notes.keep(eventsEntry, { passed, deviations, curl, excerpt: undefined });
}

/** The connections of the user; undefined when they cannot be listed. */
export async function listConnections(session: Session): Promise<Connections | undefined> {
  const user_id = session.data.user?.user_id ?? session.createdUser?.user_id;
  const sent = user_id === undefined ? undefined : await ask(session, "listUserConnections", { user_id });
  const providers = field(sent?.body, "providers");
  if (sent === undefined) return undefined;
  return { sent, slugs: Array.isArray(providers) ? providers.map((connection) => field(connection, "slug")) : [] };
}

async function lookUpJob(session: Session, job_id: string | undefined): Promise<Sent | undefined> {
  return job_id === undefined ? undefined : ask(session, "getLabReportParsingJob", { job_id });
}

/** Calls an operation with an id in its path; undefined when it cannot be called, or is refused. */
async function ask(session: Session, id: string, path: Readonly<Record<string, string>>): Promise<Sent | undefined> {
  try {
    const sent = await session.look(session.operation(id), path);
    return sent.asDemanded ? sent : undefined;
  } catch (error) {
    if (error instanceof OutOfReach) return undefined;
    throw error;
  }
}
