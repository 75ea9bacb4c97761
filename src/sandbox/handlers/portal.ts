// The operation that makes portal URLs.
import type { Handlers } from "../call.ts";

export const portal = {} satisfies Partial<Handlers>;
