// The operation of the provider catalog.
import type { Handlers } from "../call.ts";

export const providers = {} satisfies Partial<Handlers>;
