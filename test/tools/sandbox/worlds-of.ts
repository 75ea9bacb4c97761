// The worlds of a store without a server, for tests of the store and of what is in it.
import { readContract } from "../../../src/tools/contract/index.ts";
import { Assumptions } from "../../../src/tools/sandbox/assumptions/assumptions.ts";
import { doWork } from "../../../src/tools/sandbox/domain/index.ts";
import { plantSeed } from "../../../src/tools/sandbox/domain/seed.ts";
import { WorldCourier } from "../../../src/tools/sandbox/events/courier.ts";
import type { Store } from "../../../src/tools/sandbox/store/store.ts";
import { Timeline } from "../../../src/tools/sandbox/world/timeline.ts";
import { Worlds } from "../../../src/tools/sandbox/world/worlds.ts";

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
