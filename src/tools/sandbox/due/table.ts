// What is done for each kind of work.
import type { DueKinds } from "../world/due-kinds.ts";
import type { World } from "../world/world.ts";

/** A kind that is missing or misnamed does not compile. */
export type DueTable = { readonly [Kind in keyof DueKinds]: (world: World, payload: DueKinds[Kind]) => Promise<void> };
