// The paths of the pages, and their options.
import type { Contract } from "../../contract/index.ts";
import type { ControlAccess } from "../control/guard.ts";
import type { Worlds } from "../worlds.ts";

/** The options of the pages. */
export interface PagesOptions {
  /** Of the service. */
  readonly contract: Contract;
  /** Of the control plane. */
  readonly control: Contract;
  readonly worlds: Worlds;
  readonly access: ControlAccess;
  /** The URL of the organization's operations, if they have a separate port. */
  readonly managementUrl: () => string | undefined;
  /** The URL of the reference, if it is served with this. */
  readonly referenceUrl?: string | undefined;
  readonly log: (line: string) => void;
}

/** The pages; `:id` is the id of what one shows. */
export const paths = [
  "",
  "users/",
  "users/:id",
  "orders/",
  "orders/:id",
  "lab-reports/",
  "lab-reports/:id",
  "calls/",
  "calls/:id",
  "events/",
  "events/:id",
  "deliveries/",
  "deliveries/:id",
  "simulate/",
  "stories/",
  "stories/:id",
  "clock/",
  "faults/",
  "event-faults/",
  "endpoints/",
  "worlds/",
] as const;

export type PagePath = (typeof paths)[number];
