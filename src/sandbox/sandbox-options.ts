// The options of a sandbox, and the handle that its callers get.

import { Failure } from "../shared/terminal/index.ts";
import type { Duration, SandboxSeed, SandboxWorld, WorldSeed } from "./control-client/index.ts";
import { findNearest } from "./server/nearest.ts";
import type { ServingOptions } from "./server/serving-options.ts";
import type { WorldSettings } from "./world/settings.ts";

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
   * Returns the world of this name, and creates it when there is none. With `db`, the next sandbox on that database finds it again.
   * Of one that is there, a `ttl` takes the place of the one that it has; the other options count only when it is created.
   *
   * @param name 1 to 63 letters, digits, dots, hyphens and underscores; it begins with a letter or a digit.
   * @throws {HappeningRefused} when the name is not one.
   * @example
   * const world = await sandbox.openWorld("feature-login", { seed: "empty", ttl: { hours: 8 } });
   */
  openWorld(name: string, options?: NewWorldOptions): Promise<SandboxWorld>;
  /** Stops everything. The state in a folder is kept for the next start. */
  close(): Promise<void>;
}

/** How a world is made. */
export interface SandboxWorldOptions {
  /** By default `demo`; or the state of another world, as `writeSeed` returned it: settings and clock are then its own, unless they are given. */
  readonly seed?: SandboxSeed | WorldSeed | undefined;
  /** When its clock begins; by default the machine's time. */
  readonly now?: Date | undefined;
  /** Does its clock stand still until it is advanced? By default it runs. */
  readonly frozen?: boolean | undefined;
  /**
   * The ids of new things: `random` by default, or a `sequence` that a test can print, `00000000-0000-4000-8000-000000000001` and so on for users, orders,
   * endpoints and events alike. A reset begins it again.
   */
  readonly ids?: "random" | "sequence" | undefined;
  /**
   * Where its settings differ from the default, such as `{ psc_scheduling: false }` for a team that has not opted in to scheduling
   * at patient service centers. A reset brings them back.
   */
  readonly settings?: Partial<WorldSettings> | undefined;
}

/** How a world besides the first one is made. */
export interface NewWorldOptions extends SandboxWorldOptions {
  /**
   * How long it is kept in the database after its last use, from 1 minute to 366 days; by default until it is dropped.
   * As long as the sandbox that returned it runs, it is in use.
   */
  readonly ttl?: Duration | undefined;
  /** The name of a world to copy, with its clock and settings; then leave out seed, now, frozen, ids and settings. */
  readonly copyOf?: string | undefined;
}

/** How a sandbox is started. */
export interface SandboxOptions extends SandboxWorldOptions, ServingOptions {
  /** The port to listen on, 0 for a free one; when left out it listens to nothing and only `fetch` reaches it. */
  readonly port?: number | undefined;
  /**
   * A second port for the organization's operations, 0 for a free one: a client that mixes up the two hosts
   * then gets 404. It needs `port`. By default both hosts share one address.
   */
  readonly managementPort?: number | undefined;
  /** A folder to keep the state in, with a file for each world; by default it is forgotten with the process. */
  readonly db?: string | undefined;
  /** In how many milliseconds a receiver of events must have answered; 5 seconds by default. */
  readonly deliveryTimeoutMs?: number | undefined;
  /**
   * Where the service chose otherwise than the contract assumes, in every world: by the key of an assumption the name of one of its alternatives,
   * such as `{ "success-status": "201" }`. A world of its own can have others by its setting `assume`.
   */
  readonly assume?: Readonly<Record<string, string>> | undefined;
  /** Hosts by name, address or range, besides this machine, that events may be sent to. By default none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Takes a line that an operator should read; by default it goes to the error stream. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The options of a world, by the names that the control plane gives them. */
export const worldFields = {
  seed: "seed",
  now: "now",
  frozen: "is_frozen",
  ids: "ids",
  settings: "settings",
  ttl: "ttl",
  copyOf: "copy_of",
} as const satisfies Readonly<Record<keyof NewWorldOptions, string>>;

const optionNames = {
  startSandbox: [
    ...["seed", "now", "frozen", "ids", "settings", "port", "managementPort", "db", "responseChecks", "lenientSlash"],
    ...["requestTimeoutMs", "deliveryTimeoutMs", "assume", "strict", "allowedHosts", "log"],
  ] as readonly (keyof SandboxOptions)[],
  "A world": Object.keys(worldFields),
} as const;

/** @throws {Failure} for an option that there is not. */
export function assertOptions(of: keyof typeof optionNames, options: object): void {
  const known: readonly string[] = optionNames[of];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = findNearest(unknown, known, (name) => name);
  throw new Failure(
    `${of} has no option "${unknown}"; the nearest of ${known.join(", ")} is "${nearest}".`,
    "Correct the name, or leave the option out.",
  );
}
