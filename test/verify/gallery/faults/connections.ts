// Servers that list, refresh or disconnect wrongly.
import type { UserConnectionList } from "../../../../generated/schemas.ts";
import type { Call, Stages } from "../call.ts";
import { cast } from "../server.ts";
import { asksAgain, doesNothing, readsAs, relists, sets, when } from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

const { user, user_without_demographics: otherUser, on_device_provider: store } = cast;
const oldUsers = [user, otherUser, cast.deleted_user, cast.replaced_user].map((one) => one?.user_id);
const isNew = ({ path }: Call) => !oldUsers.includes(path["user_id"]);
const runner = { path: { user_id: user?.user_id ?? "" } };

/** Once it was asked to disconnect the store, the store is not listed. */
const forgetsOnDeviceStore: Stages = {
  answer(answer, { id, path, memory }) {
    if (id === "disconnectProvider" && path["provider"] === store) memory.set("is asked", true);
    if (id !== "listUserConnections" || !memory.has("is asked")) return answer;
    const { providers = [] } = answer.body as Partial<UserConnectionList>;
    return { ...answer, body: { providers: providers.filter(({ slug }) => slug !== store) } };
  },
};

export const connectionFaults = [
  ...surprises({
    "new-user-has-no-connections": {
      "listUserConnections lists another user's connections for a new user": asksAgain(
        ({ status }, call) => status === 200 && isNew(call),
        () => runner,
      ),
      "listUserConnections connects each new user to a provider": {
        async handle(next, call) {
          const answer = await next(call);
          if (answer.status !== 200 || !isNew(call)) return answer;
          const { providers } = (await next({ ...call, ...runner })).body as UserConnectionList;
          const made = { created_on: new Date().toISOString(), resource_availability: {} };
          return { ...answer, body: { providers: [{ ...providers[0], ...made }] } };
        },
      },
    },
    "refresh-names-user": {
      "refreshUserData names another user": sets("user_id", otherUser?.user_id ?? ""),
    },
    "listed-once": {
      "listUserConnections lists a provider twice": relists("providers", (providers) => [
        ...providers,
        ...providers.slice(0, 1),
      ]),
    },
  }),
  ...differences({
    "unknown-id": {
      // A swallowed error: who is not there has nothing
      "listUserConnections lists nothing for an unknown user": when(404, { status: 200, body: { providers: [] } }),
      "listSleepSummaries lists nothing for an unknown user": when(404, { status: 200, body: { sleep: [] } }),
    },
  }),
  ...violations({
    "disconnected-provider-is-gone": {
      "disconnectProvider says that it is disconnected, and does nothing": doesNothing,
      "disconnectProvider disconnects every provider": readsAs("path provider", /^/, "demo_watch"),
    },
    "on-device-store-stays": {
      "disconnectProvider disconnects an on-device store, too": {
        on: ["disconnectProvider", "listUserConnections"],
        ...forgetsOnDeviceStore,
      },
    },
  }),
];
