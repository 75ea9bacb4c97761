// Servers that list, refresh or disconnect wrongly.
import type { RefreshResult } from "../../../../generated/schemas.ts";
import { createMemory } from "../memory.ts";
import { answers, reads } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

export const connectionFaults: readonly WrongServer[] = [
  violates("listUserConnections", "new-user-has-no-connections", "lists another user's connections for a new user", {
    handle(next, call) {
      const answer = next(call);
      const isNew = call.memory.users.findIndex(({ profile }) => profile.user_id === call.path["user_id"]) > 5;
      return isNew ? { ...answer, body: { providers: createMemory(call.now).users[0]?.connections } } : answer;
    },
  }),
  // A swallowed error: who is not there has nothing
  differs("listUserConnections", "unknown-id", "lists nothing for an unknown user", {
    answer: (answer) => (answer.status === 404 ? { ...answer, status: 200, body: { providers: [] } } : answer),
  }),
  differs("listSleepSummaries", "unknown-id", "lists nothing for an unknown user", {
    answer: (answer) => (answer.status === 404 ? { ...answer, status: 200, body: { sleep: [] } } : answer),
  }),
  violates(
    "disconnectProvider",
    "disconnected-provider-is-gone",
    "says that it is disconnected, and does nothing",
    reads(({ memory }) => ({ memory: structuredClone(memory) })),
  ),
  violates("disconnectProvider", "disconnected-provider-is-gone", "disconnects every provider", {
    handle(next, call) {
      for (const { profile, connections } of call.memory.users) {
        if (profile.user_id === call.path["user_id"]) connections.splice(0);
      }
      return next(call);
    },
  }),
  violates(
    "refreshUserData",
    "refresh-names-user",
    "names another user",
    answers<RefreshResult>((result) => ({ ...result, user_id: "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36" })),
  ),
  violates(
    "refreshUserData",
    "refreshed-sources-name-provider-and-resource",
    "names providers only",
    answers<RefreshResult>((result) => ({
      ...result,
      refreshed_sources: result.refreshed_sources.map((source) => source.split("/")[0]),
    })),
  ),
  violates(
    "refreshUserData",
    "refreshed-sources-name-provider-and-resource",
    "joins by another character on failure",
    answers<RefreshResult>((result) => ({ ...result, failed_sources: ["demo_ring:sleep"] })),
  ),
];
