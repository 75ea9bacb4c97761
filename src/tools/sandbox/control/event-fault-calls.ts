// The calls that add, show and remove event faults.
import { addEventFault, eventFaultOf, listEventFaults, removeEventFault } from "../delivery/event-faults.ts";
import type { ControlHandlers } from "./call.ts";

export const eventFaultCalls = {
  listEventFaults({ world }) {
    return { status: 200, body: { faults: listEventFaults(world) } };
  },

  async addEventFault({ world, body }) {
    return { status: 201, body: await addEventFault(world, body) };
  },

  removeEventFaults({ world }) {
    const faults = listEventFaults(world);
    world.eventFaults.clear();
    return { status: 200, body: { faults } };
  },

  getEventFault({ world, path: { fault_id } }) {
    return { status: 200, body: eventFaultOf(world, fault_id) };
  },

  removeEventFault({ world, path: { fault_id } }) {
    return { status: 200, body: removeEventFault(world, fault_id) };
  },
} satisfies Partial<ControlHandlers>;
