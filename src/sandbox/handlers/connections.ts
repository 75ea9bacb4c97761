// The operations of a user's connections: list, refresh, disconnect.
import type { Handlers } from "../call.ts";

export const connections = {} satisfies Partial<Handlers>;
