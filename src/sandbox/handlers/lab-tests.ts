// The operations of labs, their markers and the team's lab accounts.
import type { Handlers } from "../call.ts";

export const labTests = {} satisfies Partial<Handlers>;
