// The calls of the control plane, by their operations.
import { toPointer } from "../../shared/contract/index.ts";
import { findAssumptions } from "../assumptions/alternatives.ts";
import type { World } from "../world/world.ts";
import { eventCalls } from "./control-events.ts";
import { happeningCalls } from "./control-happen.ts";
import { inspectionCalls } from "./control-inspect.ts";
import type { CallOptions, Calls } from "./control-topic.ts";
import { worldCalls } from "./control-worlds.ts";

/** A call with the types of its operation forgotten. */
type UntypedCall = (call: {
  readonly world: World | undefined;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}) => readonly [status: number, body: unknown] | Promise<readonly [status: number, body: unknown]>;

/** Makes what answers the calls. One that is missing does not compile. */
export function controlCalls(options: CallOptions): Readonly<Record<string, UntypedCall>> {
  const calls: Calls = {
    ...aboutCalls(options),
    ...worldCalls(options),
    ...happeningCalls(options),
    ...inspectionCalls(options),
    ...eventCalls(options),
  };
  // Not JSON
  const backUpWorld = ({ world }: { readonly world: World }) => world.whenFree(() => [200, world.database.serialize()]);
  return { ...calls, backUpWorld } as unknown as Readonly<Record<string, UntypedCall>>;
}

const aboutCalls = ({ contract, control: { document } }: CallOptions) =>
  ({
    getDocument: () => [200, document as unknown as Record<string, unknown>],

    listAssumptions() {
      const found = Array.from(findAssumptions(contract.document), ({ assumption, path }) => ({
        pointer: toPointer(path),
        ...assumption,
        leaves_open: [...assumption.leaves_open],
      }));
      return [200, { assumptions: found, choices: document["x-choices"] ?? [] }];
    },
  }) satisfies Partial<Calls>;
