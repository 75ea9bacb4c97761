// The calls of the control plane, by their operations.
import { toPointer } from "../../shared/contract/index.ts";
import { findAssumptions } from "../assumptions/alternatives.ts";
import type { World } from "../world/world.ts";
import { eventCalls } from "./control-events.ts";
import { happeningCalls } from "./control-happen.ts";
import { inspectionCalls } from "./control-inspect.ts";
import type { Calls, Input } from "./control-topic.ts";
import { worldCalls } from "./control-worlds.ts";
import type { ServerOptions } from "./options.ts";
import { makeStreams } from "./stream.ts";

/** A call with the types of its operation forgotten. */
type UntypedCall = (
  call: Pick<Input<never>, "request" | "reply"> & {
    readonly world: World | undefined;
    readonly path: object;
    readonly query: object;
    readonly body: unknown;
  },
) => unknown;

/** Makes what answers the calls. One that is missing does not compile. */
export function controlCalls(options: ServerOptions): Readonly<Record<string, UntypedCall>> {
  const { contract, control, stopping } = options;
  const sendStream = makeStreams(stopping);
  const calls: Calls = {
    getDocument: () => control.document as unknown as Record<string, unknown>,

    listAssumptions() {
      const assumptions = Array.from(findAssumptions(contract.document), ({ assumption, path }) => ({
        pointer: toPointer(path),
        ...assumption,
        leaves_open: [...assumption.leaves_open],
      }));
      return { assumptions, choices: control.document["x-choices"] ?? [] };
    },

    watchWorld: ({ world, request, reply }) => sendStream(world, request, reply),

    backUpWorld: ({ world, reply }) =>
      void reply.type("application/vnd.sqlite3").send(world.tables.database.serialize()),

    ...worldCalls(options),
    ...happeningCalls(options),
    ...inspectionCalls(options),
    ...eventCalls(options),
  };
  return calls as unknown as Readonly<Record<string, UntypedCall>>;
}
