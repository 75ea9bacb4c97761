// What a view of the page is given, and what it returns.
import type { Html } from "../../shared/look/index.ts";
import type { ControlOptions } from "../server/control.ts";
import type { World } from "../world/world.ts";
import { demoIdentity } from "../world/worlds.ts";

/** The options of the page. */
export interface PageOptions extends Pick<ControlOptions, "contract" | "control" | "worlds" | "access" | "log"> {
  /** The URL of the organization's operations, if they have a separate port. */
  readonly managementUrl: () => string | undefined;
  /** The URL of the reference, if it is served with this. */
  readonly referenceUrl?: string | undefined;
}

/** The views: activity, calls, deliveries, a user. */
export const viewPaths = ["", "calls/", "deliveries/", "users/:id"] as const;

export type ViewPath = (typeof viewPaths)[number];

/** Where all views are. */
export const pagePrefix = "/_sandbox";

/** A request for a view. */
export interface View extends PageOptions {
  /** The world that is shown. */
  readonly world: World;
  /** Where the sandbox answers, as seen by this browser. */
  readonly origin: string;
  readonly query: URLSearchParams;
  /** The id in the path; empty where it has none. */
  readonly id: string;
  /** The path below the prefix. */
  readonly path: string;
}

/** The content of a view. */
export interface Content {
  readonly title: string;
  readonly body: Html;
  /** Is it read again when something happens in the world? */
  readonly isLive: boolean;
}

/** Writes the address of a view of a world; an address without a name means the first world. */
export function linkTo(worldId: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams({ ...query, ...(worldId === demoIdentity.id ? {} : { world: worldId }) });
  return `${pagePrefix}/${path}${search.size === 0 ? "" : `?${search}`}`;
}
