// Checks the events that a server sent during a run: their form, and what is stated of when one is sent.
import { field } from "../../shared/contract/index.ts";
import { writeCurl } from "../../shared/findings/index.ts";
import { counted } from "../../shared/terminal/index.ts";
import { listUploads, look, type Run, type Sent } from "../calls.ts";
import type { EventOptions } from "../events/inbox.ts";
import { describedEvent, eventPointer, judgeEvent, type ReceivedEvent } from "../events/judge-event.ts";
import { readId } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { RequestResult } from "../report.ts";
import { list, type makeVerdicts, type Statement } from "./check.ts";

/** Under which the report lists events: they belong to no operation. */
export const eventsEntry = { id: "events", method: "post", path: "events" } as const;

const jobCreated = "lab_report.parsing_job.created";
const jobUpdated = "lab_report.parsing_job.updated";

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

/** A cause of events: for each time that it happens one has to come. */
interface Cause {
  readonly event: string;
  /** Why it is skipped when nothing has caused one. */
  readonly otherwise: string;
  /** The calls that have caused one, or have shown that there was a cause. */
  causes(events: EventRun): Promise<readonly Sent[]>;
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
  causes: async ({ run }) => listUploads(run),
};

/** The jobs whose lookup shows another status than their upload was answered with. */
const changedJobs: Cause = {
  event: jobUpdated,
  otherwise: "no job was seen to change its status",
  async causes({ run }) {
    const uploads = listUploads(run).slice(0, mostLookUps);
    const jobs = await Promise.all(
      uploads.map(({ body }) => tryLook(run, "getLabReportParsingJob", "job_id", readId(body, "job_id"))),
    );
    return jobs.flatMap((job, index) => {
      const status = field(job?.body, "status");
      const isOther = typeof status === "string" && status !== field(uploads[index]?.body, "status");
      return job !== undefined && isOther ? [job] : [];
    });
  },
};

const newConnections: Cause = {
  event: "provider.connection.created",
  otherwise: "no connection was made during the run",
  async causes({ run, before }) {
    const now = before && (await listConnections(run));
    if (now === undefined) return [];
    const known = readSlugs(before);
    return readSlugs(now).flatMap((slug) => (known.includes(slug) ? [] : [now]));
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
    check({ expect }, { run, inbox }) {
      const seen = new Set<string>();
      for (const event of inbox.events) {
        const { type = "", body } = event;
        const source = field(body, "data", "source");
        const [user, provider] = [field(body, "user_id"), field(source, "provider") ?? field(source, "slug")];
        // One that does not name its user and its provider may be of another pull
        if (!/^historical\.data\..+\.created$/.test(type) || user === undefined || provider === undefined) continue;
        const pull = JSON.stringify([type, user, provider]);
        const message = `\`${type}\` came twice for the same user and provider.`;
        expect(showEvent(run, event), findEvent("historical.data.{resource}.created"), !seen.has(pull), message);
        seen.add(pull);
      }
      if (seen.size === 0) throw new OutOfReach("no historical event came that names user and provider");
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
function emits({ event, otherwise, causes, ...statement }: Statement & Cause): EventCheck {
  return {
    ...statement,
    async check({ expect }, events) {
      const { inbox, waitMs } = events;
      const all = await causes(events);
      const [cause] = all;
      if (cause === undefined) throw new OutOfReach(otherwise);
      const count = () => inbox.events.filter(({ type }) => type === event).length;
      const hasCome = await inbox.until(() => count() >= all.length, waitMs);
      const { refused } = inbox;
      // Without this the reader looks for the fault in the service
      const why =
        refused === 0 ? "" : ` ${counted(refused, "signature does", "signatures do")} not match --events-secret.`;
      expect(cause, findEvent(event), hasCome, `Expected ${counted(all.length, "event")}, received ${count()}.${why}`);
    },
  };
}

/** A check that the events of each cause name the thing that they are about. */
function names({ event, otherwise, causes, named, shown, ...statement }: Statement & Cause & Subject): EventCheck {
  return {
    ...statement,
    async check({ expect }, events) {
      const all = await causes(events);
      const [cause] = all;
      if (cause === undefined) throw new OutOfReach(otherwise);
      const came = events.inbox.events.filter(({ type }) => type === event);
      const lost = all.find((one) => !came.some(({ text }) => text.includes(named(one) ?? "")));
      // Where an event shows an id is assumed: events without one say nothing
      if (came.every((one) => shown(one) === undefined)) throw new OutOfReach(`no \`${event}\` shows an id`);
      const message = `No \`${event}\` names ${lost && named(lost)}.`;
      expect(lost ?? cause, findEvent(event), lost === undefined, message);
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

const readSlugs = (sent: Sent | undefined) =>
  sent === undefined ? [] : list(sent, "providers").map((connection) => field(connection, "slug"));

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
