// Where the pages of the sandbox stand, and how they lead to one another: within one world.
import { demoIdentity } from "../worlds.ts";

/** Where all pages are. */
export const pagePrefix = "/_sandbox";

/** Writes the address of a page of the world that is looked at. */
export type LinkTo = (path: string, query?: Readonly<Record<string, string | number | undefined>>) => string;

/** The links of a world. The first world is the one that an address without a name means. */
export function linksOf(worldId: string): LinkTo {
  return (path, query = {}) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    if (worldId !== demoIdentity.id) search.set("world", worldId);
    return `${pagePrefix}/${path}${search.size === 0 ? "" : `?${search}`}`;
  };
}
