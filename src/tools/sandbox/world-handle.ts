// The handle of a world, for tests.

import type { Story } from "../contract/index.ts";
import type { HostPolicy } from "../http/index.ts";
import { copyWorld } from "./copy-world.ts";
import { attemptsOf, listDeliveries, resendDelivery } from "./delivery/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "./delivery/endpoints.ts";
import { addEventFault, listEventFaults, removeEventFault } from "./delivery/event-faults.ts";
import { eventLogOf } from "./delivery/event-log.ts";
import { happeningsOf } from "./happenings/index.ts";
import { inspectionsOf } from "./inspections/index.ts";
import type { SandboxDuration, SandboxWorld } from "./public/sandbox.ts";
import { playStory } from "./stories/play.ts";
import { isoOf, lastMs, msOfDuration } from "./world/clock.ts";
import type { LiveWorld } from "./world/live-world.ts";
import { newIdentity, type Worlds } from "./worlds.ts";

/** Creates the handle of a world: each call is one transaction. */
export function handleOf(worlds: Worlds, policy: HostPolicy, stories: readonly Story[], live: LiveWorld): SandboxWorld {
  const { apiKey, managementKey, teamId, orgId } = live.identity;
  return {
    apiKey,
    managementKey,
    teamId,
    orgId,
    simulate: happeningsOf(live),
    stories: { play: (id, input) => playStory(live, stories, id, input) },
    inspect: inspectionsOf(live),
    endpoints: {
      register: (input) => live.write((world) => registerEndpoint(world, policy, input)),
      list: () => live.read(listEndpoints),
      remove: (id) => live.write((world) => removeEndpoint(world, id)),
    },
    deliveries: {
      list: (filter) => live.read((world) => listDeliveries(world, filter)),
      attempts: (id) => live.read((world) => attemptsOf(world, id)),
      resend: (id) => live.write((world) => resendDelivery(world, id)),
    },
    eventFaults: {
      add: (fault) => live.write((world) => addEventFault(world, fault)),
      list: () => live.read(listEventFaults),
      remove: async (id) => void (await live.write((world) => removeEventFault(world, id))),
    },
    events: eventLogOf(live),
    settled: () => live.timeline.settled(),
    reset: (seed = "demo") => worlds.reset(live, seed),
    copy: async (options) =>
      handleOf(worlds, policy, stories, worlds.hold(await copyWorld(worlds, live, newIdentity(), options))),
    clock: {
      now: () => new Date(isoOf(live.clock.nowMs)),
      freeze: () => live.write((world) => world.freeze()),
      resume: () => live.write((world) => world.resume()),
      advance: async (by) => {
        const ms = forward(by);
        return live.timeline.advance((nowMs) => inTime(nowMs + ms));
      },
    },
  };
}

function inTime(ms: number): number {
  if (ms <= lastMs) return ms;
  throw new RangeError(`The clock ends at ${isoOf(lastMs)}. Advance it by less.`);
}

function forward(by: SandboxDuration): number {
  const ms = msOfDuration(by);
  if (ms >= 0 && Number.isFinite(ms)) return ms;
  throw new RangeError(`A clock only goes forward: expected a duration of 0 or more, found ${ms} ms.`);
}
