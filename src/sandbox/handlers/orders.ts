// The operations that create and import orders.
import type { Handlers } from "../call.ts";

export const orders = {} satisfies Partial<Handlers>;
