// The operations of appointments, at home and at service centers.
import type { Handlers } from "../call.ts";

export const appointments = {} satisfies Partial<Handlers>;
