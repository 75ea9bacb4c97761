// The operations of lab report parsing.
import type { Handlers } from "../call.ts";

export const labReports = {} satisfies Partial<Handlers>;
