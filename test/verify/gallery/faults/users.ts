// Servers that forget, confuse or wrongly restore users.
import type { VerifyData } from "../../../../src/verify/index.ts";
import type { Call } from "../call.ts";
import { cast } from "../server.ts";
import {
  asksAgain,
  changes,
  doesNothing,
  isText,
  keepsAs,
  refuses,
  refusesAt,
  replies,
  rewrites,
  sets,
  succeeds,
} from "./stages.ts";
import { differs, isSeenAt, type Stages, surprises, violates, type WrongServer } from "./wrong-server.ts";

const dayMs = 86_400_000;

const isDate = (text: unknown) =>
  typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toISOString().startsWith(text);

/** Keeps another birth date than was sent. */
const keepsBirthDate = (change: (date: string) => string) => keepsAs("body fallback_birth_date", isDate, change);

/** A fault of a new user is found where the user is looked up. */
const created = (what: string, stages: Stages) => violates("createUser", "created-user-is-found", what, stages);

/** Changes a refusal because of a conflict. */
function conflictsWith(change: () => object): Stages {
  return replies(400, (body) => ({ ...body, ...change() }));
}

/** Does the call undo the deletion of this user? */
function undoes({ query, body }: Call, user: VerifyData["user"]): boolean {
  const ids: unknown[] = Object.values(user ?? {});
  return [query["user_id"], query["client_user_id"], ...Object.values(Object(body))].some((id) => ids.includes(id));
}

/** Does it undo the deletion of a user whose client id was taken again? */
function isTaken(call: Call): boolean {
  return undoes(call, cast.replaced_user);
}

const swimmer = cast.deleted_user?.user_id ?? "";
const runner = cast.user?.user_id ?? "";

export const userFaults: readonly WrongServer[] = [
  created("loses the time zone", keepsAs("body fallback_time_zone", isText, "UTC")),
  created(
    "keeps the birth date as the day before",
    keepsBirthDate((date) => new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)),
  ),
  created(
    "swaps start and end",
    changes((call) => {
      const { ingestion_start, ingestion_end, ...others } = Object(call.body);
      const isGiven = typeof ingestion_start === "string" && typeof ingestion_end === "string";
      return isGiven ? { body: { ...others, ingestion_start: ingestion_end, ingestion_end: ingestion_start } } : {};
    }),
  ),
  created(
    "keeps the 28th for a leap day",
    keepsBirthDate((date) => date.replace("-02-29", "-02-28")),
  ),
  created(
    "keeps two digits of the year of birth",
    keepsBirthDate((date) => date.replace(/^195/, "205")),
  ),
  created(
    "turns the sign of a time zone round",
    keepsAs("body fallback_time_zone", isText, (zone: string) => zone.replace("GMT+", "GMT-")),
  ),
  created("loses the user", doesNothing),
  created("answers with an id that the user does not get", sets("user_id", "10000000-0000-4000-8000-ffffffffffff")),
  ...(
    [
      ["writes the time of another zone as UTC", 2 * 3_600_000],
      ["shows an hour ago as the time of creation", -3_600_000],
    ] as const
  ).map(
    ([what, ms]): WrongServer => ({
      ...surprises("createUser", "created-on-is-now", "", {}),
      fault: {
        name: `resolveUser ${what}, and so does a conflict`,
        on: ["resolveUser", "createUser"],
        answer(answer) {
          const { created_on } = Object(answer.body);
          if (typeof created_on !== "string") return answer;
          const moved = new Date(Date.parse(created_on) + ms).toISOString();
          return { ...answer, body: { ...Object(answer.body), created_on: moved } };
        },
      },
    }),
  ),
  isSeenAt(
    "createUser",
    violates("resolveUser", "created-user-is-found", "reads from a replica that lags behind", doesNothing),
  ),
  violates("createUser", "conflict-names-existing-user", "names the newest user in a conflict", {
    async handle(next, call) {
      const answer = await next(call);
      const { user_id } = Object(answer.body);
      if (answer.status === 200) call.memory.set("newest", user_id);
      const newest = call.memory.get("newest");
      return answer.status === 400 && newest !== undefined
        ? { ...answer, body: { ...Object(answer.body), user_id: newest } }
        : answer;
    },
  }),
  violates(
    "createUser",
    "conflict-names-existing-user",
    "names a new user in a conflict",
    conflictsWith(() => ({ user_id: "10000000-0000-4000-8000-ffffffffffff" })),
  ),
  violates(
    "createUser",
    "conflict-names-existing-user",
    "dates the existing user by the conflict",
    conflictsWith(() => ({ created_on: new Date(Date.now() + dayMs).toISOString() })),
  ),
  violates(
    "createUser",
    "conflict-names-existing-user",
    "does not say who the existing user is",
    replies(400, () => ({ detail: "It is taken." })),
  ),
  violates("createUser", "conflict-names-existing-user", "succeeds with the existing user", {
    answer(answer, { body }) {
      const { client_user_id } = Object(body);
      return answer.status === 400
        ? { ...answer, status: 200, body: { user_id: Object(answer.body).user_id, client_user_id } }
        : answer;
    },
  }),
  violates("undoUserDeletion", "undo-restores-user", "says that it was undone, and does nothing", doesNothing),
  differs(
    "undoUserDeletion",
    "undo-restores-user",
    "reads no id in the query",
    refuses(({ query }) => Object.keys(query).length > 0),
  ),
  violates(
    "undoUserDeletion",
    "valid-input",
    "refuses every undo",
    refuses((call) => undoes(call, cast.deleted_user) || undoes(call, cast.other_deleted_user)),
  ),
  violates("undoUserDeletion", "undo-restores-user", "is undone, and says that it was not", sets("success", false)),
  isSeenAt(
    "undoUserDeletion",
    violates(
      "listUserConnections",
      "undo-restores-user",
      "shows the connections of a restored user, too",
      keepsAs("path user_id", swimmer, runner),
    ),
  ),
  violates(
    "createUser",
    "values-come-back",
    "changes the letters of the client id",
    rewrites("client_user_id", (id) => id.toLowerCase()),
  ),
  // That the ids exclude each other is stated, what happens to both is not
  differs(
    "undoUserDeletion",
    "exclusive-enforced",
    "lets one of two ids in the query win",
    succeeds(({ query }) => Object.keys(query).length === 2, { success: true }),
  ),
  differs(
    "undoUserDeletion",
    "exclusive-enforced",
    "succeeds with neither id",
    succeeds(({ query, bytes }) => Object.keys(query).length === 0 && bytes.length === 0, { success: false }),
  ),
  violates(
    "undoUserDeletion",
    "undo-refused-when-taken",
    "is undone although the client id is taken",
    succeeds(isTaken, { success: true }),
  ),
  differs(
    "undoUserDeletion",
    "undo-refused-when-taken",
    "succeeds with false when the client id is taken",
    succeeds(isTaken, { success: false }),
  ),
  violates(
    "undoUserDeletion",
    "undo-refused-after-grace-period",
    "is undone after 8 days",
    succeeds((call) => undoes(call, cast.expired_user), { success: true }),
  ),
  violates(
    "undoUserDeletion",
    "undo-refused-after-grace-period",
    "is undone after 8 days by an id in the body",
    succeeds((call) => undoes(call, cast.expired_user) && call.bytes.length > 0, { success: true }),
  ),
  differs(
    "undoUserDeletion",
    "undo-refused-after-grace-period",
    "succeeds with false after 8 days",
    succeeds((call) => undoes(call, cast.expired_user), { success: false }),
  ),
  differs(
    "undoUserDeletion",
    "undo-takes-body",
    "reads no id in the body",
    refusesAt("body client_user_id", "demo-rower-06"),
  ),
  violates(
    "resolveUser",
    "resolved-user-is-asked-one",
    "finds another user",
    keepsAs("path client_user_id", "demo-runner-01", "demo-walker-02"),
  ),
  violates(
    "resolveUser",
    "resolved-user-is-asked-one",
    "finds another user for one who was deleted",
    keepsAs("path client_user_id", "demo-diver-05", "demo-walker-02"),
  ),
  differs(
    "resolveUser",
    "unknown-id",
    "finds some user for an unknown id",
    asksAgain(
      ({ status }) => status === 404,
      () => ({ path: { client_user_id: "demo-walker-02" } }),
    ),
  ),
];
