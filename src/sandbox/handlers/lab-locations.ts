// The operations that look up service centers and areas.
import type { Handlers } from "../call.ts";

export const labLocations = {} satisfies Partial<Handlers>;
