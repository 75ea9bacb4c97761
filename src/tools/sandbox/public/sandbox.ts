// The public interface of a sandbox: worlds with their keys, clock, happenings and events, with or without a socket.

import type { components } from "../../../../generated/control-types.ts";
import type { Given } from "../world/given.ts";
import type { WorldSettings } from "../world/settings.ts";
import type { Happenings, Inspections } from "./control-calls.ts";
import type { Delivery, DeliveryAttempt, Endpoint, EventFault, EventLogReader, NewEventFault } from "./events.ts";

/** A sandbox that runs, and its first world. */
export interface Sandbox extends SandboxWorld {
  /** Where it answers, such as `http://127.0.0.1:4020`; undefined when it listens to nothing. */
  readonly url: string | undefined;
  /** The URL of the organization's operations: separate with `managementPort`, otherwise `url`. */
  readonly managementUrl: string | undefined;
  /**
   * Calls the sandbox without a socket. Give it to a client as its `fetch`; any host will do. With `managementPort`, the host of
   * `managementUrl` has the organization's calls, and any other host the team's.
   *
   * @example
   * const client = createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Creates a world: a separate team with its own keys, so that tests can run side by side. */
  createWorld(options?: NewWorldOptions): Promise<SandboxWorld>;
  /**
   * Returns the world of this name, and creates it when there is none: several programs on one database find the same.
   * Of one that is there, a `ttl` takes the place of the one that it has; the other options count only when it is created.
   *
   * @param name 1 to 63 letters, digits, dots, hyphens and underscores; it begins with a letter or a digit.
   * @throws {HappeningRefused} when the name is not one.
   * @example
   * const world = await sandbox.openWorld("feature-login", { seed: "empty", ttl: { hours: 8 } });
   */
  openWorld(name: string, options?: NewWorldOptions): Promise<SandboxWorld>;
  /** Stops everything. The state in a file is kept for the next start. */
  close(): Promise<void>;
}

/** The initial state of a world. `demo` is the cast of the contract's examples; `empty` has no user, and one active lab account. */
export type SandboxSeed = components["schemas"]["Seed"];

/** How a world is made. */
export interface SandboxWorldOptions {
  /** By default `demo`. */
  readonly seed?: SandboxSeed;
  /** When its clock begins; by default the machine's time. */
  readonly now?: Date;
  /** Does its clock stand still until it is advanced? By default it runs. */
  readonly frozen?: boolean;
  /**
   * Where its settings differ from the default, such as `{ psc_scheduling: true }` for a team that has opted in to scheduling at
   * patient service centers. A reset brings them back.
   */
  readonly settings?: Partial<WorldSettings>;
}

/** How a world besides the first one is made. */
export interface NewWorldOptions extends SandboxWorldOptions {
  /**
   * How long it is kept in the database after its last use, from 1 minute to 366 days; by default until it is dropped.
   * As long as the sandbox that returned it runs, it is in use.
   */
  readonly ttl?: SandboxDuration;
  /** The name of a world to copy, with its clock and settings; then leave out seed, now, frozen and settings. */
  readonly copyOf?: string;
}

/** One team with its organization, its keys and its clock. Worlds are isolated from each other. */
export interface SandboxWorld {
  /** The key of the team, for `x-service-api-key`. */
  readonly apiKey: string;
  /** The key of the organization, for `X-Management-Key`. */
  readonly managementKey: string;
  readonly teamId: string;
  readonly orgId: string;
  readonly clock: SandboxClock;
  /** What happens outside of the API: a connection is made, data arrives, an order moves, a user is deleted. */
  readonly simulate: Happenings;
  /** Common situations that a consumer easily handles wrongly, each played by one call. */
  readonly stories: SandboxStories;
  /** What no operation shows. */
  readonly inspect: Inspections;
  /** Where events are sent to. */
  readonly endpoints: SandboxEndpoints;
  /** The deliveries to the endpoints, with their requests and responses. */
  readonly deliveries: SandboxDeliveries;
  /** What makes deliveries unkind: events that come twice, late, out of order, cut off, newer or forged. */
  readonly eventFaults: SandboxEventFaults;
  /** The events, whether or not there is an endpoint. */
  readonly events: EventLogReader;
  /** Resolves when every delivery has been tried that is due by the world's clock, and nothing else is due. */
  settled(): Promise<void>;
  /** Forgets everything that happened, and begins again with a seed and the first settings. Keys and clock stay. */
  reset(seed?: SandboxSeed): Promise<void>;
  /**
   * Makes a world with everything that this one has at this moment, its clock and what is still to be delivered included. It has keys of its own
   * and other ids of the team and the organization; all other ids stay.
   */
  copy(options?: Pick<NewWorldOptions, "ttl">): Promise<SandboxWorld>;
}

/** The stories of a world. */
export interface SandboxStories {
  /**
   * Plays a story, with the world's clock. It resolves when all that was due was delivered. The control document describes the stories in `x-stories`.
   *
   * @param input The payloads that the story needs, and a user where it is not to be a new one.
   * @throws {HappeningRefused} when a payload is missing, or when a step is refused; what happened before stays.
   * @example
   * const { user_id } = await sandbox.stories.play("late_correction_of_a_day", { data: [{ minutes: 400 }, { minutes: 415 }] });
   */
  play(story_id: StoryId, input?: StoryInput): Promise<StoryPlayed>;
}

/** The id of a story. */
export type StoryId = components["schemas"]["StoryId"];

/** What a story is given: the payloads that the contract does not show. */
export type StoryInput = Given<components["schemas"]["StoryInput"]>;

/** What happened in a story. */
export type StoryPlayed = Given<components["schemas"]["StoryPlayed"]>;

/** Where the events of a world are sent to. */
export interface SandboxEndpoints {
  /**
   * Registers a receiver. It gets the events that are written from now on, signed after Standard Webhooks.
   *
   * @param input `secret`: what the signatures are made with, `whsec_` and 24 to 64 bytes in base64; by default a new one.
   * @throws when the URL is neither on this machine nor of an allowed host.
   * @example
   * const { secret } = await sandbox.endpoints.register({ url: "http://127.0.0.1:3000/events" });
   */
  register(input: { readonly url: string; readonly secret?: string }): Promise<Endpoint & { readonly secret: string }>;
  list(): Promise<Endpoint[]>;
  /** Nothing more is sent there. */
  remove(id: string): Promise<void>;
}

/** The deliveries of a world. */
export interface SandboxDeliveries {
  list(filter?: { readonly state?: Delivery["state"] }): Promise<Delivery[]>;
  /** What was sent and what came back, the first attempt first. */
  attempts(id: number): Promise<DeliveryAttempt[]>;
  /** Sends a parked or delivered event again, or a due one now. */
  resend(id: number): Promise<Delivery>;
}

/** What makes the deliveries of a world unkind, repeatably. The events themselves stay as they happened. */
export interface SandboxEventFaults {
  /**
   * Adds one. It affects the events that are written from now on.
   *
   * @returns It, with its `conduct`: whether an honest provider may do so, or only an attacker does.
   * @throws when there is no such endpoint, or when a field does not belong to the effect.
   * @example
   * await sandbox.eventFaults.add({ endpoint_id: "*", effect: "duplicate", probability: 0.5, seed: 7 });
   */
  add(fault: NewEventFault): Promise<EventFault>;
  list(): Promise<EventFault[]>;
  /** It affects no more events. What it holds back is sent when its time has come. */
  remove(id: string): Promise<void>;
}

/** The clock of a world. It never goes back. */
export interface SandboxClock {
  /** The time. */
  now(): Date;
  /** Stops it where it is. */
  freeze(): Promise<void>;
  /** Restarts it. */
  resume(): Promise<void>;
  /**
   * Moves it forward; several advances at once move it by the sum of their durations. What is due in between (retries of events, confirmations, expiries) is done in order before this resolves.
   *
   * @example
   * await sandbox.clock.advance({ days: 8 });
   * @throws {RangeError} when the time is negative, or ends after the year 9999.
   */
  advance(by: SandboxDuration): Promise<void>;
}

/** A length of time; its parts add up. */
export type SandboxDuration = Given<components["schemas"]["Duration"]>;

/** How a sandbox is started. */
export interface SandboxOptions extends SandboxWorldOptions {
  /** The port to listen on, 0 for a free one; when left out it listens to nothing and only `fetch` reaches it. */
  readonly port?: number;
  /**
   * A second port for the organization's operations, 0 for a free one: a client that mixes up the two hosts
   * then gets 404. It needs `port`. By default both hosts share one address.
   */
  readonly managementPort?: number;
  /** A file to keep the state in, or an empty PostgreSQL database as `postgres://…`; by default it is forgotten with the process. */
  readonly db?: string;
  /** Are its responses checked against the contract? By default they are, and violations are logged. */
  readonly responseChecks?: boolean;
  /**
   * Is each path taken with and without the slash at its end, and with repeated slashes? For clients written for another
   * server; by default slashes count, as in the contract.
   */
  readonly lenientSlash?: boolean;
  /** In how many milliseconds a request must have arrived whole; 30 seconds by default. */
  readonly requestTimeoutMs?: number;
  /** In how many milliseconds a receiver of events must have answered; 5 seconds by default. */
  readonly deliveryTimeoutMs?: number;
  /** Hosts by name, address or range, besides this machine, that events may be sent to. By default none. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may call the control plane, such as `http://127.0.0.1:4000`. By default none but its own. */
  readonly allowedControlOrigins?: readonly string[];
  /** Takes a line that an operator should read; by default it goes to the error stream. */
  readonly log?: (line: string) => void;
}
