// Wrong servers that `verify` has to find: they forget, confuse or wrongly restore users, or list, refresh or disconnect wrongly.
import type { UserConnectionList } from "../../../../generated/schemas.ts";
import type { VerifyData } from "../../../../src/verify/index.ts";
import type { Call, Stages } from "../call.ts";
import { cast } from "../server.ts";
import {
  asksAgain,
  changes,
  doesNothing,
  isText,
  keepsAs,
  readsAs,
  refuses,
  refusesAt,
  relists,
  sets,
  succeeds,
  when,
} from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

const { user, deleted_user, other_deleted_user, expired_user, replaced_user } = cast;
const { user_without_demographics: otherUser, on_device_provider: store } = cast;
const nobody = "10000000-0000-4000-8000-ffffffffffff";

/** Keeps another birth date than was sent. */
const keepsBirthDate = (change: (date: string) => string) =>
  keepsAs("body fallback_birth_date", (date) => /^\d{4}-\d\d-\d\d$/.test(String(date)) && isDay(String(date)), change);

const isDay = (date: string) => new Date(date).toISOString().startsWith(date);

/** A user, and a conflict, with another time of creation. */
const movesCreation = (ms: number) =>
  ({
    on: ["createUser", "resolveUser"],
    seenAt: "createUser",
    ...when(
      ({ body }) => Object(body).created_on !== undefined,
      ({ body }) => {
        const created_on = new Date(Date.parse(Object(body).created_on) + ms).toISOString();
        return { body: { ...Object(body), created_on } };
      },
    ),
  }) as const;

/** Does a call undo the deletion of this user? */
const undoes = (deleted: VerifyData["user"]) => (call: Call) => {
  const ids: unknown[] = Object.values(deleted ?? {});
  return [call.query, call.body].some((part) => Object.values(Object(part)).some((id) => ids.includes(id)));
};

const count = ({ query }: Call) => Object.keys(query).length;
const oldUsers = [user, otherUser, deleted_user, replaced_user].map((one) => one?.user_id);
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

export const userFaults = [
  ...violations({
    "created-user-is-found": {
      "createUser swaps start and end": changes(({ body }) => {
        const { ingestion_start, ingestion_end, ...others } = Object(body);
        const isPeriod = typeof ingestion_start === "string" && typeof ingestion_end === "string";
        return isPeriod ? { body: { ...others, ingestion_start: ingestion_end, ingestion_end: ingestion_start } } : {};
      }),
      "createUser keeps the 28th for a leap day": keepsBirthDate((date) => date.replace("-02-29", "-02-28")),
      "createUser keeps two digits of the year of birth": keepsBirthDate((date) => date.replace(/^195/, "205")),
      "createUser turns the sign of a time zone round": keepsAs("body fallback_time_zone", isText, (zone: string) =>
        zone.replace("GMT+", "GMT-"),
      ),
      "createUser loses the user": doesNothing,
      "createUser answers with an id that the user does not get": sets("user_id", nobody),
    },
    "conflict-names-existing-user": {
      "createUser names the newest user in a conflict": {
        answer({ status, ...answer }, { memory }) {
          const body = Object(answer.body);
          if (status === 200) memory.set("newest", body.user_id);
          const newest = memory.get("newest") ?? body.user_id;
          return { ...answer, status, body: status === 400 ? { ...body, user_id: newest } : body };
        },
      },
      "createUser does not say who the existing user is": when(400, { body: { detail: "It is taken." } }),
      "createUser succeeds with the existing user": when(400, ({ body }, call) => ({
        status: 200,
        body: { ...Object(call.body), ...Object(body) },
      })),
    },
    "undo-restores-user": {
      "undoUserDeletion says that it was undone, and does nothing": doesNothing,
      "undoUserDeletion is undone, and says that it was not": sets("success", false),
      "listUserConnections shows the connections of a restored user, too": {
        seenAt: "undoUserDeletion",
        ...keepsAs("path user_id", deleted_user?.user_id ?? "", user?.user_id),
      },
    },
    "valid-input": {
      "undoUserDeletion refuses every undo": refuses(
        (call) => undoes(deleted_user)(call) || undoes(other_deleted_user)(call),
      ),
    },
    "undo-refused-when-taken": {
      "undoUserDeletion is undone although the client id is taken": succeeds(undoes(replaced_user), { success: true }),
    },
    "undo-refused-after-grace-period": {
      "undoUserDeletion is undone after 8 days": succeeds(undoes(expired_user), { success: true }),
      "undoUserDeletion is undone after 8 days by an id in the body": succeeds(
        (call) => undoes(expired_user)(call) && count(call) === 0,
        { success: true },
      ),
    },
    "resolved-user-is-asked-one": {
      "resolveUser finds some user for an unknown id": asksAgain(
        ({ status }) => status === 404,
        () => ({ path: { client_user_id: "demo-walker-02" } }),
      ),
      "resolveUser finds another user for one who was deleted": keepsAs(
        "path client_user_id",
        "demo-diver-05",
        "demo-walker-02",
      ),
    },
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
  ...surprises({
    "created-on-is-now": {
      "resolveUser writes the time of another zone as UTC, and so does a conflict": movesCreation(2 * 3_600_000),
      "resolveUser shows an hour ago as the time of creation, and so does a conflict": movesCreation(-3_600_000),
    },
    "created-user-is-found": {
      "resolveUser never shows the end": { seenAt: "createUser", ...sets("ingestion_end", undefined) },
    },
    "new-user-has-no-connections": {
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
    "listed-once": {
      "listUserConnections lists a provider twice": relists("providers", (providers) => [
        ...providers,
        ...providers.slice(0, 1),
      ]),
    },
  }),
  ...differences({
    "created-user-is-found": {
      "resolveUser never shows a birth date": { seenAt: "createUser", ...sets("fallback_birth_date", undefined) },
    },
    "undo-restores-user": {
      "undoUserDeletion reads no id in the query": refuses((call) => count(call) > 0),
    },
    "exclusive-enforced": {
      // That the ids exclude each other is stated, what happens to both is not
      "undoUserDeletion lets one of two ids in the query win": succeeds((call) => count(call) === 2, { success: true }),
      "undoUserDeletion succeeds with neither id": succeeds((call) => count(call) === 0 && call.bytes.length === 0, {
        success: false,
      }),
    },
    "undo-refused-when-taken": {
      "undoUserDeletion succeeds with false when the client id is taken": succeeds(undoes(replaced_user), {
        success: false,
      }),
    },
    "undo-takes-body": {
      "undoUserDeletion reads no id in the body": refusesAt("body client_user_id", "demo-rower-06"),
    },
    "unknown-id": {
      // A swallowed error: who is not there has nothing
      "listUserConnections lists nothing for an unknown user": when(404, { status: 200, body: { providers: [] } }),
    },
  }),
];
