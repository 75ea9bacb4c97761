// The operations of connections: list, refresh, disconnect.
import { type Handlers, refusal } from "../call.ts";
import { type Memory, userOf } from "../memory.ts";

export const connections = {
  listUserConnections({ path, memory }) {
    const user = userOf(memory, path.user_id);
    if (user === undefined) return refusal(404, "No user has this id.");
    return { status: 200, body: { providers: user.connections } };
  },

  refreshUserData({ path, memory }) {
    const user = userOf(memory, path.user_id);
    if (user === undefined) return refusal(404, "No user has this id.");
    // What is on the phone cannot be pulled
    const sources = user.connections
      .filter(({ slug }) => !isOnPhone(memory, slug))
      .flatMap(({ slug, resource_availability }) =>
        Object.entries(resource_availability).map(([resource, { status }]) => ({
          source: `${slug}/${resource}`,
          isAvailable: status === "available",
        })),
      );
    return {
      status: 200,
      body: {
        success: true,
        user_id: user.profile.user_id,
        refreshed_sources: sources.filter(({ isAvailable }) => isAvailable).map(({ source }) => source),
        in_progress_sources: [],
        failed_sources: sources.filter(({ isAvailable }) => !isAvailable).map(({ source }) => source),
      },
    };
  },

  disconnectProvider({ path, memory }) {
    const user = userOf(memory, path.user_id);
    if (user === undefined) return refusal(404, "No user has this id.");
    if (!memory.providers.some(({ listed }) => listed.slug === path.provider)) {
      return refusal(404, "No provider has this slug.");
    }
    // In automatic connect mode, deregistration of a health store on the phone has no effect
    if (!isOnPhone(memory, path.provider)) {
      user.connections = user.connections.filter(({ slug }) => slug !== path.provider);
    }
    return { status: 200, body: { success: true } };
  },
} satisfies Partial<Handlers>;

function isOnPhone(memory: Memory, slug: string): boolean {
  return memory.providers.some(({ listed, isOnPhone }) => isOnPhone && listed.slug === slug);
}
