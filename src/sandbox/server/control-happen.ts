// The calls of the control plane that make something happen: happenings, stories and faults.
import type { components } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";
import { happenings } from "../domain/index.ts";
import { addEventFault, listFaults } from "../events/event-faults.ts";
import { Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { assertOperation, type Calls } from "./control-topic.ts";
import type { ServerOptions } from "./options.ts";
import { playStory } from "./stories.ts";

export const happeningCalls = ({ contract, control }: ServerOptions) =>
  ({
    async simulateHappening({ world, body: { name, ...input } }) {
      const act = happenings[name] as (world: World, input: unknown) => unknown;
      const result = (await world.run(() => act(world, input))) ?? null;
      // Each happening is typed by the document where it is made
      return { name, result } as Given<components["schemas"]["Happened"]>;
    },

    playStory: ({ world, path, body }) => playStory(world, control.document["x-stories"] ?? [], path.story_id, body),

    listFaults: ({ world }) => ({ faults: listFaults(world) }),

    addFault: ({ world, body }) =>
      world.run(() => {
        if ("endpoint_id" in body) return addEventFault(world, body);
        assertOperation(contract, body.operation_id, "body /operation_id", true);
        return world.faults.add(body, world.clock.nowMs);
      }),

    removeFaults: ({ world, path: { fault_id } }) =>
      world.run(() => {
        const faults = listFaults(world).filter(({ id }) => fault_id === "*" || id === fault_id);
        if (faults.length === 0 && fault_id !== "*") {
          const remedy = "List the faults: it may have been removed, or the world reset.";
          throw new Refused("unknown", `The world has no fault "${fault_id}".`, { where: "path fault_id", remedy });
        }
        for (const { id } of faults) {
          world.faults.remove(id);
          world.eventFaults.remove(id);
        }
        return { faults };
      }),
  }) satisfies Partial<Calls>;
