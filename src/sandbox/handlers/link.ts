// The operations of the link flow: the lookup of a provider, and link codes.
import type { Handlers } from "../call.ts";

export const link = {} satisfies Partial<Handlers>;
