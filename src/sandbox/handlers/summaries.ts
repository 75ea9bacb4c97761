// The operations that read summaries.
import type { Handlers } from "../call.ts";

export const summaries = {} satisfies Partial<Handlers>;
