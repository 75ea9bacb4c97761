// Checks of the events that a server sent while it was verified: one for each cause, about the right thing, valid by its schema.
import { canonical, field } from "../../shared/contract/index.ts";
import { writeCurl } from "../../shared/findings/index.ts";
import { counted } from "../../shared/terminal/index.ts";
import { callWithPath, listUploads, type Run, type Sent } from "../calls.ts";
import type { EventOptions } from "../events/inbox.ts";
import { findDescribedEvent, judgeEvent, pointToEvent, type ReceivedEvent } from "../events/judge-event.ts";
import { readId } from "../operations.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { RequestResult } from "../report.ts";
import { isUnmistakable, list, type Statement, type Verdicts } from "./check.ts";

/** The heading of events in the report: they belong to no operation. */
export const eventsEntry = { id: "events", method: "post", path: "events" } as const;

/** How many jobs are looked up for a change of their status. */
const mostLookUps = 5;

/** A run whose events are checked. */
interface EventRun extends EventOptions {
  readonly run: Run;
  /** The call that listed the connections of the user when the run began; undefined when they could not be listed. */
  readonly before: Sent | undefined;
}

/** A row of the table of checks of events. */
interface EventCheck extends Statement {
  check(verdicts: Verdicts, events: EventRun): Promise<void> | void;
}

/** One cause of an event: the call that shows it, and the ids that the event has to name, by what they are ids of. */
interface Happened {
  readonly sent: Sent;
  readonly names: Readonly<Record<string, string | undefined>>;
}

/** A kind of cause: an event has to come each time that it happens, and to name what it is about. */
interface Cause extends Statement {
  readonly event: string;
  /** The reason to skip the check when nothing has caused an event. */
  readonly otherwise: string;
  list(events: EventRun): Promise<readonly Happened[]> | readonly Happened[];
  /** Where an event may show each id: where it does is assumed, and one that shows none says nothing. */
  readonly shown: Readonly<Record<string, (event: ReceivedEvent) => unknown>>;
}

const showJob: Cause["shown"] = { job: ({ body }) => readId(field(body, "data"), "job_id") };

const causes: readonly Cause[] = [
  {
    id: "created-job-emits-event",
    holds: "Creating a parsing job emits its event, which names that job.",
    states: "6-25",
    event: "lab_report.parsing_job.created",
    otherwise: "no lab report was uploaded",
    list: ({ run }) => listUploads(run).map((sent) => ({ sent, names: { job: readId(sent.body, "job_id") } })),
    shown: showJob,
  },
  {
    id: "changed-job-emits-event",
    holds: "A change of the status of a parsing job emits its event, which names that job.",
    states: "6-26",
    event: "lab_report.parsing_job.updated",
    otherwise: "no job was seen to change its status",
    // The jobs whose lookup shows another status than their upload was answered with
    async list({ run }) {
      const jobs = listUploads(run)
        .slice(0, mostLookUps)
        .map(async ({ body }) => {
          const job = readId(body, "job_id");
          const sent = await tryCall(run, "getLabReportParsingJob", "job_id", job);
          const [before, now] = [field(body, "status"), field(sent?.body, "status")];
          return sent === undefined || typeof now !== "string" || now === before ? [] : [{ sent, names: { job } }];
        });
      return (await Promise.all(jobs)).flat();
    },
    shown: showJob,
  },
  {
    id: "new-connection-emits-event",
    holds: "A new connection to a provider emits its event, which names the provider and the user.",
    states: "6-28",
    event: "provider.connection.created",
    otherwise: "no connection was made during the run",
    async list({ run, before }) {
      const sent = await listConnections(run);
      if (before === undefined || sent === undefined) return [];
      const known = readSlugs(before);
      const added = readSlugs(sent).filter((provider) => !known.includes(provider));
      return added.map((provider) => ({ sent, names: { provider, user: sent.input.path["user_id"] } }));
    },
    shown: {
      provider: ({ body }) => field(body, "data", "provider", "slug") ?? field(body, "data", "provider"),
      user: ({ body }) => field(body, "user_id"),
    },
  },
];

/** Checks that an event comes for each cause, and that one names what each was about. */
function checkCause({ event, otherwise, list, shown, ...statement }: Cause): EventCheck {
  return {
    ...statement,
    async check({ expectAt, skip }, events) {
      const { inbox, waitMs } = events;
      const all = await list(events);
      const [first] = all;
      if (first === undefined) throw new OutOfReach(otherwise);
      const findCame = () => inbox.events.filter(({ type }) => type === event);
      const hasCome = await inbox.until(() => findCame().length >= all.length, waitMs);
      const came = findCame();
      if (inbox.refusal !== undefined) throw new OutOfReach(inbox.refusal);
      // A wrong signature looks like a missing event otherwise
      const why =
        inbox.refused === 0
          ? ""
          : ` ${counted(inbox.refused, "signature does", "signatures do")} not match --events-secret.`;
      expectAt(
        first.sent,
        findEvent(event),
        hasCome,
        `Expected ${counted(all.length, "event")}, received ${came.length}.${why}`,
      );
      for (const [what, show] of Object.entries(shown)) {
        if (came.every((one) => show(one) === undefined)) skip(`no \`${event}\` shows the id of a ${what}`);
        else {
          const lost = all.find(({ names }) => !came.some(({ text }) => text.includes(names[what] ?? "")));
          const message = `No \`${event}\` names the ${what} ${lost?.names[what]}.`;
          // That an event comes is stated, and what it names is not
          expectAt((lost ?? first).sent, findEvent(event), lost === undefined, message, undefined, true);
        }
      }
    },
  };
}

/** Events of which no two have the same key. */
interface Unique extends Statement {
  /** The event of the contract; any event if there is none. */
  readonly event?: string;
  /** Undefined of an event that says nothing. */
  key(event: ReceivedEvent): string | undefined;
  /** The rest of the message about an event that came twice. */
  readonly twice: string;
  /** The reason to skip the check when no event has a key. */
  readonly otherwise: string;
}

const unique: readonly Unique[] = [
  {
    id: "one-historical-event",
    holds: "There is one historical event for each resource.",
    states: "6-05",
    event: "historical.data.{resource}.created",
    key({ type = "", body }) {
      const source = field(body, "data", "source");
      const [user, provider] = [field(body, "user_id"), field(source, "provider") ?? field(source, "slug")];
      // An event without user and provider may belong to another pull
      const isKnown = /^historical\.data\..+\.created$/.test(type) && user !== undefined && provider !== undefined;
      return isKnown ? JSON.stringify([type, user, provider]) : undefined;
    },
    twice: "for the same user and provider",
    otherwise: "no historical event came that names user and provider",
  },
  {
    id: "event-sent-once",
    holds: "No event of a creation is sent twice under two ids: a receiver would handle it twice.",
    // Two events that show neither an id nor a time may well be alike, and so may two updates
    key: ({ type, body }) =>
      type?.endsWith(".created") && isUnmistakable(field(body, "data")) ? canonical(body) : undefined,
    twice: "with the same body, under two ids",
    otherwise: "no event of a creation came that shows an id or a time",
  },
];

function checkUnique({ event, key, twice, otherwise, ...statement }: Unique): EventCheck {
  return {
    ...statement,
    check({ expectAt }, { run, inbox }) {
      const seen = new Set<string>();
      const at = event === undefined ? { pointer: "#/webhooks", marks: [] } : findEvent(event);
      for (const one of inbox.events) {
        const own = key(one);
        if (own === undefined) continue;
        expectAt(showEvent(run, one), at, !seen.has(own), `\`${one.type}\` came twice ${twice}.`);
        seen.add(own);
      }
      if (seen.size === 0) throw new OutOfReach(inbox.refusal ?? otherwise);
    },
  };
}

/** The checks of events, in the order in which they are made. */
export const eventChecks: readonly EventCheck[] = [
  ...causes.map(checkCause),
  ...unique.map(checkUnique),
  {
    id: "event-as-described",
    holds: "An event that the contract describes is valid by its schema.",
    states: "2.13-01",
    check({ keep }, { run, inbox: { events, refusal } }) {
      const { contract } = run.options;
      // The service may send other events: its description names some only
      const described = events.filter(
        ({ type }) => type === undefined || findDescribedEvent(contract, type) !== undefined,
      );
      for (const event of described) keep(showEvent(run, event), judgeEvent(contract, event));
      if (events.length === 0) throw new OutOfReach(refusal ?? "no event came");
      if (described.length === 0) throw new OutOfReach("no event came that the contract describes");
    },
  },
];

/** Where the contract describes an event. */
const findEvent = (name: string) => ({ pointer: pointToEvent(name), marks: [] });

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
  return tryCall(run, "listUserConnections", "user_id", user?.user_id);
}

const readSlugs = (sent: Sent) => list(sent, "providers").map((connection) => String(field(connection, "slug")));

/** Calls an operation with an id in its path; undefined when it cannot be called, or is refused. */
async function tryCall(run: Run, id: string, name: string, value: string | undefined): Promise<Sent | undefined> {
  if (value === undefined) return undefined;
  try {
    const sent = await callWithPath(run, id, { [name]: value });
    return sent.succeeded ? sent : undefined;
  } catch (error) {
    if (error instanceof OutOfReach) return undefined;
    throw error;
  }
}
