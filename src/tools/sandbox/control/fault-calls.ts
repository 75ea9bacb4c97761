// The calls that add, show and remove faults.

import { msOfDuration } from "../world/clock.ts";
import type { NewFault } from "../world/faults.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";

/** The most faults a world may have: each call checks all of them. */
const mostFaults = 100;

/** The fields that belong to one effect only. */
const fieldsOf = {
  status: ["status", "body", "headers"],
  latency: ["latency_ms"],
  drop: [],
  truncate: ["bytes"],
} as const satisfies Record<NewFault["effect"], readonly (keyof NewFault)[]>;

const framingHeaders = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/** @param operationIds The operations of the contract. */
export function faultCalls(operationIds: readonly string[]) {
  return {
    listFaults({ world }) {
      return { status: 200, body: { faults: world.faults.all(world.clock.nowMs) } };
    },

    addFault({ world, body: { lasts, ...wanted } }) {
      refuseInvalidFault(wanted, operationIds);
      if (world.faults.count >= mostFaults) {
        throw new ControlRefused(409, `The world has ${mostFaults} faults, which is the limit.`, {
          remedy: "Remove some. Expired faults count, too.",
        });
      }
      const { nowMs } = world.clock;
      const endsAtMs = lasts === undefined ? undefined : nowMs + msOfDuration(lasts);
      return { status: 201, body: world.faults.add(wanted, endsAtMs, nowMs) };
    },

    removeFaults({ world }) {
      const faults = world.faults.all(world.clock.nowMs);
      world.faults.clear();
      return { status: 200, body: { faults } };
    },

    getFault({ world, path: { fault_id } }) {
      return { status: 200, body: world.faults.get(fault_id, world.clock.nowMs) ?? unknownFault(fault_id) };
    },

    removeFault({ world, path: { fault_id } }) {
      const body = world.faults.get(fault_id, world.clock.nowMs) ?? unknownFault(fault_id);
      world.faults.remove(fault_id);
      return { status: 200, body };
    },
  } satisfies Partial<ControlHandlers>;
}

function unknownFault(id: string): never {
  throw new ControlRefused(404, `The world has no fault "${id}".`, {
    where: "path fault_id",
    remedy: "List the faults: it may have been removed, or the world reset.",
  });
}

/** What a schema cannot say: which operations there are, and which field goes with which effect. */
function refuseInvalidFault(wanted: NewFault, operationIds: readonly string[]): void {
  const { operation_id, effect } = wanted;
  if (operation_id !== "*" && !operationIds.includes(operation_id)) {
    throw new ControlRefused(422, `Expected the id of an operation or \`*\`, found "${operation_id}".`, {
      where: "body /operation_id",
      remedy: `Use one of ${operationIds.join(", ")}.`,
    });
  }
  for (const [other, fields] of Object.entries(fieldsOf)) {
    const [field] = fields.filter((name) => name in wanted);
    if (other === effect || field === undefined) continue;
    throw new ControlRefused(422, `\`${field}\` belongs to the effect \`${other}\`, found it with \`${effect}\`.`, {
      where: `body /${field}`,
      remedy: "Leave it out, or add a second fault.",
    });
  }
  const framing = Object.keys(wanted.headers ?? {}).find((name) => framingHeaders.includes(name));
  if (framing !== undefined) {
    throw new ControlRefused(422, `The header \`${framing}\` frames the response and is set by the server.`, {
      where: `body /headers/${framing}`,
      remedy: "Leave it out. To break the framing, use `truncate` or `drop`.",
    });
  }
  const needed = effect === "status" ? "status" : effect === "latency" ? "latency_ms" : undefined;
  if (needed !== undefined && wanted[needed] === undefined) {
    throw new ControlRefused(422, `The effect \`${effect}\` needs \`${needed}\`, which is missing.`, {
      where: `body /${needed}`,
      remedy: effect === "status" ? "Pass a status, such as 503." : "Pass milliseconds, such as 2000.",
    });
  }
  if (effect === "truncate" && wanted.when === "before") {
    throw new ControlRefused(422, "`truncate` needs `after`: before the operation there is no body.", {
      where: "body /when",
      remedy: "Leave it out, or use `drop`.",
    });
  }
}
