// The handle of a world, for tests.

import type { Story } from "../contract/index.ts";
import type { HostPolicy } from "../events/index.ts";
import { attemptsOf, listDeliveries, resendDelivery } from "./delivery/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "./delivery/endpoints.ts";
import { addEventFault, listEventFaults, removeEventFault } from "./delivery/event-faults.ts";
import { eventLogOf } from "./delivery/event-log.ts";
import { happeningsOf } from "./happenings/index.ts";
import { inspectionsOf } from "./inspections/index.ts";
import type { SandboxDuration, SandboxWorld } from "./public/sandbox.ts";
import { playStory } from "./stories/play.ts";
import { isoOf, lastMs, msOfDuration } from "./world/clock.ts";
import type { LiveWorld, Worlds } from "./worlds.ts";

/** Creates the handle of a world. */
export function handleOf(worlds: Worlds, policy: HostPolicy, stories: readonly Story[], live: LiveWorld): SandboxWorld {
  const { world, timeline } = live;
  const { apiKey, managementKey, teamId, orgId } = world.identity;
  return {
    apiKey,
    managementKey,
    teamId,
    orgId,
    simulate: happeningsOf(world),
    stories: { play: (id, input) => playStory(live, stories, id, input) },
    inspect: inspectionsOf(world),
    endpoints: {
      register: (input) => registerEndpoint(world, policy, input),
      list: () => listEndpoints(world),
      remove: (id) => removeEndpoint(world, id),
    },
    deliveries: {
      list: (filter) => listDeliveries(world, filter),
      attempts: (id) => attemptsOf(world, id),
      resend: (id) => resendDelivery(world, id),
    },
    eventFaults: {
      add: (fault) => addEventFault(world, fault),
      list: () => listEventFaults(world),
      remove: (id) => void removeEventFault(world, id),
    },
    events: eventLogOf(world),
    settled: () => timeline.settled(),
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
      advance: async (by) => {
        const ms = forward(by);
        return timeline.advance((nowMs) => inTime(nowMs + ms));
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
