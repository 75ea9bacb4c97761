// The calls that add, show and remove event faults.
import { addEventFault, eventFaultOf, listEventFaults, removeEventFault } from "../delivery/event-faults.ts";
import type { ControlHandlers } from "./call.ts";

export const eventFaultCalls = {
  listEventFaults({ live: { world } }) {
    return { status: 200, body: { faults: listEventFaults(world) } };
  },

  addEventFault({ live: { world }, body }) {
    return { status: 201, body: addEventFault(world, body) };
  },

  removeEventFaults({ live: { world } }) {
    const faults = listEventFaults(world);
    world.eventFaults.clear();
    return { status: 200, body: { faults } };
  },

  getEventFault({ live: { world }, path: { fault_id } }) {
    return { status: 200, body: eventFaultOf(world, fault_id) };
  },

  removeEventFault({ live: { world }, path: { fault_id } }) {
    return { status: 200, body: removeEventFault(world, fault_id) };
  },
} satisfies Partial<ControlHandlers>;
