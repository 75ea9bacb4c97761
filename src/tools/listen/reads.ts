// Compares events with what the service's reads return: users, their connections and parsing jobs.
import { type Contract, type Deviation, deviationOf, field } from "../contract/index.ts";
import {
  changedStatuses,
  connectionCreated,
  eventPointer,
  jobUpdated,
  missingEvent,
  type ReceivedEvent,
  unchangedJob,
} from "../events/index.ts";
import { counted, Failure } from "../terminal/index.ts";
import type { ListenCheck } from "./check-names.ts";
import { jobIdOf } from "./judge.ts";
import type { Notes } from "./notes.ts";

/** Where the service answers, and the key that opens it. */
export interface ServiceHost {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** By default that of the machine. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A parsing job that events have named. */
interface Job {
  /** The event that named it last. */
  event: ReceivedEvent;
  /** The status that the last read showed. */
  status: unknown;
  /** The statuses that its events have shown. */
  readonly shown: unknown[];
}

/** A user whom events have named. */
interface User {
  /** The slugs of the connections when an event named the user first, and of those that events have reported since. */
  readonly connections: Set<unknown>;
}

export class ServiceReads {
  readonly #contract: Contract;
  readonly #host: ServiceHost;
  readonly #notes: Notes;
  readonly #jobs = new Map<string, Job>();
  readonly #users = new Map<string, User | undefined>();
  /** Reads are made one after the other: a burst of events is no burst of calls. */
  #queue: Promise<void> = Promise.resolve();

  constructor(contract: Contract, host: ServiceHost, notes: Notes) {
    this.#contract = contract;
    this.#host = host;
    this.#notes = notes;
  }

  /**
   * Makes a read that needs no id, to know that the server and the key are right.
   *
   * @throws {Failure} when they are not.
   */
  async requireAccess(): Promise<void> {
    const { url } = this.#host;
    const answer = await this.#get("listProviders", {});
    if (answer?.status === 200) return;
    if (answer === undefined) throw new Failure(`${url} gives no answer of JSON.`, "Correct --base-url.");
    if (answer.status === 401 || answer.status === 403) {
      throw new Failure(`${url} refuses the key with ${answer.status}.`, "Pass a key of that server as --api-key.");
    }
    throw new Failure(
      `${url} answers the list of providers with ${answer.status}.`,
      "Correct --base-url: it is the URL without /v2/… and /v3/….",
    );
  }

  /** Compares an event with what the reads return, once those before it were compared. */
  take(event: ReceivedEvent): Promise<void> {
    this.#queue = this.#queue.then(() => this.#compare(event));
    return this.#queue;
  }

  /**
   * Looks once more whether each change that the reads show was reported by an event.
   *
   * @param nextEvent Waits for another event; `false` when none is waited for any more. An event may be on its way still.
   */
  async finish(nextEvent: () => Promise<boolean>): Promise<void> {
    for (;;) {
      await this.#queue;
      const found = await this.#unreported();
      if (found.some(({ deviations }) => deviations.length > 0) && (await nextEvent())) continue;
      for (const { check, deviations, event } of found) this.#notes.note(check, deviations, event);
      return;
    }
  }

  async #compare(event: ReceivedEvent): Promise<void> {
    await this.#compareUser(event);
    await this.#compareJob(event);
  }

  async #compareUser(event: ReceivedEvent): Promise<void> {
    const id = field(event.body, "user_id");
    if (typeof id !== "string") return;
    const isFirst = !this.#users.has(id);
    if (isFirst ? this.#users.size >= mostUsers : event.type !== connectionCreated) return;
    const answer = await this.#get("listUserConnections", { user_id: id });
    if (answer === undefined) return;
    const slugs = slugsOf(answer);
    if (isFirst) {
      const expected = { text: "A user whom the service knows.", pointer: "#/components/schemas/EventEnvelope" };
      const message = `The event is about a user whom \`listUserConnections\` answers with ${answer.status}.`;
      const isKnown = answer.status !== 404;
      this.#notes.note(
        "user-is-known",
        isKnown ? [] : [deviationOf("user-is-known", message, expected, undeleted)],
        event,
      );
      this.#users.set(id, slugs && { connections: new Set(slugs) });
    }
    if (event.type !== connectionCreated || slugs === undefined) return;
    const provider = field(event.body, "data", "provider");
    const slug = typeof provider === "string" ? provider : field(provider, "slug");
    if (slug === undefined) {
      // Which of the new connections it reports is not shown: it may be any
      for (const one of slugs) this.#users.get(id)?.connections.add(one);
      return;
    }
    this.#users.get(id)?.connections.add(slug);
    const expected = { text: "A connection that the user has.", pointer: eventPointer(connectionCreated) };
    const message = "The connection that the event reports is not one of the user's.";
    const found = slugs.includes(slug) ? [] : [deviationOf("connection-is-listed", message, expected, namedBySlug)];
    this.#notes.note("connection-is-listed", found, event);
  }

  async #compareJob(event: ReceivedEvent): Promise<void> {
    const id = jobIdOf(event);
    if (id === undefined) return;
    const known = this.#jobs.get(id);
    if (known === undefined && this.#jobs.size >= mostJobs) return;
    const answer = await this.#get("getLabReportParsingJob", { job_id: id });
    // How an event names its job is not published: this may be another id
    if (answer?.status !== 200) return;
    const status = field(answer.body, "status");
    const job = known ?? { event, status, shown: [] };
    const shown = field(event.body, "data", "status");
    if (event.type === jobUpdated) {
      job.shown.push(shown);
      const isUnchanged = known?.status === status && !changedStatuses(this.#contract).includes(status);
      if (known !== undefined) {
        const found = isUnchanged ? [unchangedJob(this.#contract, "of the event", status)] : [];
        this.#notes.note("updated-job-has-changed", found, event);
      }
    }
    job.event = event;
    job.status = status;
    this.#jobs.set(id, job);
  }

  /** What the reads show now and no event has reported. */
  async #unreported() {
    const found: { check: ListenCheck; deviations: Deviation<ListenCheck>[]; event?: ReceivedEvent }[] = [];
    for (const [user_id, user] of this.#users) {
      const answer = user && (await this.#get("listUserConnections", { user_id }));
      const slugs = answer && slugsOf(answer);
      if (user === undefined || slugs === undefined) continue;
      const made = slugs.filter((slug) => !user.connections.has(slug)).length;
      const message = `A user has ${counted(made, "new connection")} that no event has reported.`;
      const deviations = made === 0 ? [] : [missingEvent("new-connection-emits-event", message)];
      found.push({ check: "new-connection-emits-event", deviations });
    }
    for (const [job_id, { event, status, shown }] of this.#jobs) {
      const answer = await this.#get("getLabReportParsingJob", { job_id });
      if (answer?.status !== 200) continue;
      const now = field(answer.body, "status");
      const changed = "A job changed its status, and no event has reported it.";
      const deviations = now === status ? [] : [missingEvent("changed-job-emits-event", changed)];
      found.push({ check: "changed-job-emits-event", deviations, event });
      const said = shown.filter((one) => one !== undefined);
      if (said.length === 0 || now === undefined || now !== status) continue;
      const check = "read-agrees";
      const expected = { text: "The status that the lookup of the job shows.", pointer: eventPointer(jobUpdated) };
      const message = "The lookup of the job shows another status than its events.";
      // A known status shows that the field is the one of the status
      const isStatus = said.every((one) => changedStatuses(this.#contract).includes(one));
      const disagrees = said.includes(now)
        ? []
        : [deviationOf(check, message, expected, isStatus ? undefined : statusByName)];
      found.push({ check, deviations: disagrees, event });
    }
    return found;
  }

  /** The answer of a read; undefined when there is none, which is noted. */
  async #get(id: string, path: Readonly<Record<string, string>>): Promise<Answer | undefined> {
    const operation = this.#contract.operations.find((one) => one.id === id);
    const scheme = this.#contract.document.components.securitySchemes?.["TeamApiKey"];
    if (operation === undefined || scheme === undefined) throw new Error(`The contract has no ${id}.`);
    const template = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
    try {
      const response = await (this.#host.fetch ?? fetch)(`${this.#host.url}${template}`, {
        headers: { [String(field(scheme, "name"))]: this.#host.key, accept: "application/json" },
        redirect: "manual",
        signal: AbortSignal.timeout(readMs),
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      const reason = error instanceof SyntaxError ? "the answer is not JSON" : String(Object(error).message);
      this.#notes.skip(id, `a read failed: ${reason}`);
      return undefined;
    }
  }
}

function slugsOf({ status, body }: Answer): unknown[] | undefined {
  const providers = status === 200 ? field(body, "providers") : undefined;
  return Array.isArray(providers) ? providers.map((provider) => field(provider, "slug")) : undefined;
}

/** Reads are calls of a service that may count them: of so many users and jobs the reads are compared. */
const mostUsers = 100;
const mostJobs = 100;

const readMs = 10_000;

const undeleted =
  "The user of an event still exists when it is read, because deletions are not reported; it could be that the user was deleted since.";

const statusByName =
  "`status` of the event is that of the job, because the service does not show whether the event carries it; it could be something else.";

const namedBySlug =
  "The `slug` of the event's provider is that of the connection, because the fields of the provider are not shown; it could be named otherwise, or disconnected since.";
