// Servers that forget, confuse or wrongly restore users.
import type { User } from "../../../../generated/schemas.ts";
import type { Answer, Call } from "../call.ts";
import { createMemory, type Memory, type StoredUser } from "../memory.ts";
import { answers, reads } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const dayMs = 86_400_000;

/** Changes the profile of the user that a call has just created. */
function keeps(change: (profile: StoredUser["profile"]) => Partial<User>): Pick<WrongServer["fault"], "handle"> {
  return {
    handle(next, call) {
      const answer = next(call);
      const created = call.memory.users.at(-1);
      if (answer.status === 200 && created !== undefined) Object.assign(created.profile, change(created.profile));
      return answer;
    },
  };
}

/** Changes a refusal because of a conflict. */
function conflictsWith(change: (call: Call) => object): Pick<WrongServer["fault"], "answer"> {
  return {
    answer: (answer, call) =>
      answer.status === 400 ? { ...answer, body: { ...Object(answer.body), ...change(call) } } : answer,
  };
}

/** What each server's copy remembered before its last change: a reader that lags behind. */
const replicas = new WeakMap<Memory, Memory>();

function copyOf(memory: Memory): Memory {
  const copy = replicas.get(memory) ?? structuredClone(memory);
  replicas.set(memory, copy);
  return copy;
}

const lagging: WrongServer["fault"] = {
  name: "resolveUser reads from a replica that lags behind",
  on: ["createUser", "resolveUser"],
  handle(next, call) {
    const copy = copyOf(call.memory);
    return next(call.id === "resolveUser" ? { ...call, memory: copy } : call);
  },
};

const success = (value: boolean): Answer => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: { success: value },
});

/** The calls that undo the deletion of a user whose client id was taken again. */
function isTaken({ query, body }: Call): boolean {
  const replaced = ["7e0a4b85-c6d1-4293-b4e7-a05b1c238d69", "demo-climber-04"];
  return [query["user_id"], query["client_user_id"], ...Object.values(Object(body))].some((id) =>
    replaced.includes(String(id)),
  );
}

export const userFaults: readonly WrongServer[] = [
  violates(
    "createUser",
    "created-user-is-found",
    "loses the time zone",
    keeps(({ fallback_time_zone }) => ({ fallback_time_zone: { ...fallback_time_zone, id: "UTC" } })),
  ),
  violates(
    "createUser",
    "created-user-is-found",
    "keeps the birth date as the day before",
    keeps(({ fallback_birth_date: date }) =>
      date === undefined
        ? {}
        : {
            fallback_birth_date: {
              ...date,
              value: new Date(Date.parse(date.value) - dayMs).toISOString().slice(0, 10),
            },
          },
    ),
  ),
  violates(
    "createUser",
    "created-user-is-found",
    "swaps start and end",
    keeps(({ ingestion_start = null, ingestion_end = null }) => ({
      ingestion_start: ingestion_end,
      ingestion_end: ingestion_start,
    })),
  ),
  violates(
    "createUser",
    "created-user-is-found",
    "loses the user",
    reads(({ memory }) => ({ memory: structuredClone(memory) })),
  ),
  { operation: "createUser", check: "created-user-is-found", verdict: "violation", fault: lagging },
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
    conflictsWith(({ now }) => ({ created_on: new Date(now.getTime() + dayMs).toISOString() })),
  ),
  violates("createUser", "conflict-names-existing-user", "succeeds with the existing user", {
    answer(answer, { body }) {
      const { client_user_id } = Object(body);
      return answer.status === 400
        ? { ...answer, status: 200, body: { user_id: Object(answer.body).user_id, client_user_id } }
        : answer;
    },
  }),
  violates(
    "undoUserDeletion",
    "undo-restores-user",
    "says that it was undone, and does nothing",
    reads(({ memory }) => ({ memory: structuredClone(memory) })),
  ),
  violates(
    "undoUserDeletion",
    "undo-restores-user",
    "is undone, and says that it was not",
    answers(() => ({ success: false })),
  ),
  violates("undoUserDeletion", "undo-restores-user", "restores the connections, too", {
    handle(next, call) {
      const answer = next(call);
      const [connected] = createMemory(call.now).users;
      for (const user of call.memory.users) {
        if (user.profile.client_user_id === "demo-swimmer-03") user.connections = connected?.connections ?? [];
      }
      return answer;
    },
  }),
  violates(
    "createUser",
    "created-user-is-found",
    "changes the letters of the client id",
    answers<{ client_user_id: string }>((user) => ({ ...user, client_user_id: user.client_user_id.toLowerCase() })),
  ),
  violates("undoUserDeletion", "exclusive-enforced", "takes both ids in the query", {
    handle: (next, call) => (Object.keys(call.query).length === 2 ? success(true) : next(call)),
  }),
  differs("undoUserDeletion", "exclusive-enforced", "succeeds with neither id", {
    handle: (next, call) =>
      Object.keys(call.query).length === 0 && call.body === undefined ? success(false) : next(call),
  }),
  violates("undoUserDeletion", "undo-refused-when-taken", "is undone although the client id is taken", {
    handle: (next, call) => (isTaken(call) ? success(true) : next(call)),
  }),
  differs("undoUserDeletion", "undo-refused-when-taken", "succeeds with false when the client id is taken", {
    handle: (next, call) => (isTaken(call) ? success(false) : next(call)),
  }),
  violates("resolveUser", "resolved-user-is-asked-one", "finds another user", {
    handle: (next, call) =>
      call.path["client_user_id"] === "demo-runner-01"
        ? next({ ...call, path: { client_user_id: "demo-walker-02" } })
        : next(call),
  }),
  differs("resolveUser", "unknown-id", "finds some user for an unknown id", {
    handle(next, call) {
      const answer = next(call);
      return answer.status === 404 ? next({ ...call, path: { client_user_id: "demo-walker-02" } }) : answer;
    },
  }),
];
