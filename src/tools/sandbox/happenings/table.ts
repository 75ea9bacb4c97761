// Something that happens in the world outside of the API, and that a test or a person makes happen.
import type { Happenings } from "../public/control-calls.ts";
import type { World } from "../world/world.ts";

/** How each happening comes about in a world, inside of one transaction. A missing or misnamed one does not compile. */
export type HappeningTable = {
  readonly [Name in keyof Happenings]: (
    world: World,
    input: Parameters<Happenings[Name]>[0],
  ) => ReturnType<Happenings[Name]> | Awaited<ReturnType<Happenings[Name]>>;
};
