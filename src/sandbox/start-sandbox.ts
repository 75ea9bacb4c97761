// Starts a sandbox in this process: store, worlds and server put together. It is what `wearable-health-api/sandbox` exports.
import { type Contract, readContract } from "../contract/index.ts";
import { listenOnLoopback } from "../terminal/index.ts";
import { day, hour, isoOf, minute, second } from "./clock.ts";
import { happeningsOf } from "./happenings.ts";
import { inProcessFetch } from "./in-process-fetch.ts";
import { inspectionsOf } from "./inspections.ts";
import type { Sandbox, SandboxDuration, SandboxOptions, SandboxWorld } from "./sandbox.ts";
import { createServer } from "./server.ts";
import { openStore } from "./store/sqlite.ts";
import { demoIdentity, type LiveWorld, Worlds } from "./worlds.ts";

export type * from "./sandbox.ts";

/** The committed contract, read once in a process. */
let contract: Promise<Contract> | undefined;

/**
 * Starts a sandbox. Without a port it listens to nothing: only its `fetch` reaches it.
 *
 * @throws {Failure} when the port or the file cannot be had.
 * @example
 * const sandbox = await startSandbox();
 * const answer = await sandbox.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": sandbox.apiKey } });
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    port,
    db = ":memory:",
    responseChecks = true,
    requestTimeoutMs = 30_000,
    allowedHosts = [],
    log = writeError,
  } = options;
  contract ??= readContract();
  const store = openStore(db);
  const worlds = new Worlds(store, { allowedHosts: allowedHosts.map((host) => host.toLowerCase()) }, (what, error) =>
    log(`error: ${what} failed: ${error instanceof Error ? error.name : "unknown"}`),
  );
  const server = createServer({ contract: await contract, worlds, responseChecks, patienceMs: requestTimeoutMs, log });
  const close = async () => {
    await server.close();
    await worlds.close();
    store.close();
  };
  try {
    const first = worlds.get(demoIdentity.id) ?? worlds.create(rowOptions(options), demoIdentity);
    await server.ready();
    const url =
      port === undefined
        ? undefined
        : await listenOnLoopback(server.server, port, "the sandbox", "Choose another with --port N.");
    return {
      ...handleOf(worlds, first),
      url,
      fetch: inProcessFetch(server),
      createWorld: (wanted = {}) => handleOf(worlds, worlds.create(rowOptions(wanted))),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function rowOptions({ seed, now, frozen }: Pick<SandboxOptions, "seed" | "now" | "frozen">) {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(now === undefined ? {} : { now: now.toISOString() }),
    ...(frozen === undefined ? {} : { frozen }),
  };
}

/** What a test gets to hold of a world. */
function handleOf(worlds: Worlds, live: LiveWorld): SandboxWorld {
  const { world, timeline } = live;
  const { apiKey, managementKey, teamId, orgId } = world.identity;
  return {
    apiKey,
    managementKey,
    teamId,
    orgId,
    simulate: happeningsOf(world),
    inspect: inspectionsOf(world),
    reset: (seed = "demo") => worlds.reset(live, seed),
    clock: {
      now: () => new Date(isoOf(world.clock.nowMs)),
      freeze() {
        world.clock.freeze();
        world.save();
      },
      resume() {
        world.clock.resume();
        world.save();
        timeline.wake();
      },
      advance: async (by) => timeline.advance(msOfDuration(by)),
    },
  };
}

function msOfDuration({ days = 0, hours = 0, minutes = 0, seconds = 0 }: SandboxDuration): number {
  const ms = days * day + hours * hour + minutes * minute + seconds * second;
  if (ms >= 0 && Number.isFinite(ms)) return ms;
  throw new RangeError(`A clock goes forward only: expected a length of time of 0 or more, found ${ms} ms.`);
}

function writeError(line: string): void {
  process.stderr.write(`${line}\n`);
}
