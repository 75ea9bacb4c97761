// The due work of refreshes.
import { type RefreshDue, refreshCompletes } from "../rules/refresh.ts";

/** What is left to do after a refresh was answered. */
export interface RefreshKinds {
  /** A source that took longer than its call waited has its data. */
  readonly refreshCompletes: RefreshDue;
}

export const refresh = { refreshCompletes };
