// The worlds of a store without a server, for tests of the store and of what is in it.

import { Assumptions } from "../../src/sandbox/assumptions/assumptions.ts";
import { doWork } from "../../src/sandbox/domain/index.ts";
import { plantSeed } from "../../src/sandbox/domain/seed.ts";
import { WorldCourier } from "../../src/sandbox/events/courier.ts";
import type { Store } from "../../src/sandbox/store/store.ts";
import { Timeline } from "../../src/sandbox/world/timeline.ts";
import { Worlds } from "../../src/sandbox/world/worlds.ts";
import { readContract } from "../../src/shared/contract/index.ts";

const assumptions = new Assumptions(await readContract(), {});

/** Opens them. What fails in the background fails the process. */
export function worldsOf(store: Store): Worlds {
  return new Worlds(store, {
    plant: plantSeed,
    timelineOf: (live, scheduler) =>
      new Timeline(live, new WorldCourier(live, { allowedHosts: [] }, assumptions), doWork, scheduler),
    onFault: (what, error) => {
      throw new Error(`${what} failed`, { cause: error });
    },
  });
}
