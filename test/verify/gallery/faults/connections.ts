// Servers that list, refresh or disconnect wrongly.
import type { UserConnectionList } from "../../../../generated/schemas.ts";
import { cast } from "../server.ts";
import { asksAgain, doesNothing, finds, misreads, rewrites, sets } from "./stages.ts";
import { differs, type Stages, surprises, violates, type WrongServer } from "./wrong-server.ts";

const { user, user_without_demographics: otherUser } = cast;
const oldUsers = [user, otherUser, cast.deleted_user, cast.replaced_user].map((one) => one?.user_id);

/** Once it was asked to disconnect the store, the store is not listed. */
const forgetsOnDeviceStore: Stages = {
  answer(answer, { id, path, memory }) {
    const { on_device_provider: store } = cast;
    if (id === "disconnectProvider" && path["provider"] === store && answer.status === 200)
      memory.set(String(store), id);
    if (id !== "listUserConnections" || answer.status !== 200 || !memory.has(String(store))) return answer;
    const { providers } = answer.body as UserConnectionList;
    return { ...answer, body: { providers: providers.filter(({ slug }) => slug !== store) } };
  },
};

export const connectionFaults: readonly WrongServer[] = [
  surprises(
    "listUserConnections",
    "new-user-has-no-connections",
    "lists another user's connections for a new user",
    asksAgain(
      ({ status }, { path }) => status === 200 && !oldUsers.includes(path["user_id"]),
      () => ({ path: { user_id: user?.user_id ?? "" } }),
    ),
  ),
  surprises("listUserConnections", "new-user-has-no-connections", "connects each new user to a provider", {
    async handle(next, call) {
      const answer = await next(call);
      if (answer.status !== 200 || oldUsers.includes(call.path["user_id"])) return answer;
      const { body } = await next({ ...call, path: { user_id: user?.user_id ?? "" } });
      const [connection] = (body as UserConnectionList).providers;
      const created_on = new Date().toISOString();
      return { ...answer, body: { providers: [{ ...connection, created_on, resource_availability: {} }] } };
    },
  }),
  // A swallowed error: who is not there has nothing
  differs("listUserConnections", "unknown-id", "lists nothing for an unknown user", finds({ providers: [] })),
  differs("listSleepSummaries", "unknown-id", "lists nothing for an unknown user", finds({ sleep: [] })),
  violates(
    "disconnectProvider",
    "disconnected-provider-is-gone",
    "says that it is disconnected, and does nothing",
    doesNothing,
  ),
  violates(
    "disconnectProvider",
    "disconnected-provider-is-gone",
    "disconnects every provider",
    misreads(({ path }) => ({ path: { ...path, provider: "demo_watch" } })),
  ),
  {
    operation: "disconnectProvider",
    check: "on-device-store-stays",
    verdict: "violation",
    fault: { name: "disconnectProvider disconnects an on-device store, too", ...forgetsOnDeviceStore },
  },
  surprises("refreshUserData", "refresh-names-user", "names another user", sets("user_id", otherUser?.user_id ?? "")),
  violates(
    "refreshUserData",
    "body-schema",
    "names providers only",
    rewrites("refreshed_sources/*", (source) => source.split("/")[0] ?? ""),
  ),
  violates(
    "refreshUserData",
    "body-schema",
    "joins by another character on failure",
    sets("failed_sources", ["demo_ring:sleep"]),
  ),
];
