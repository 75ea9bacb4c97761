// The operation of the management surface.
import type { Handlers } from "../call.ts";

export const organization = {} satisfies Partial<Handlers>;
