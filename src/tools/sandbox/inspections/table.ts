// A look at something in a world that no operation shows.
import type { Inspections } from "../public/control-calls.ts";
import type { World } from "../world/world.ts";

/** How each inspection finds what it shows. A missing or misnamed one does not compile. */
export type InspectionTable = {
  readonly [Name in keyof Inspections]: (
    world: World,
    input: Parameters<Inspections[Name]>[0],
  ) => ReturnType<Inspections[Name]> | Awaited<ReturnType<Inspections[Name]>>;
};
