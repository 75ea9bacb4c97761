// Servers that take one user, or one order, for another.
import type { LinkCode, User } from "../../../../generated/schemas.ts";
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import type { Answer, Call } from "../call.ts";
import { cast } from "../server.ts";
import { answers, asksAgain, changes, replies, sent, sets } from "./stages.ts";
import { differs, type Stages, surprises, violates, type WrongServer } from "./wrong-server.ts";

const runner = cast.user?.user_id ?? "";

/** The users that were created, as client ids. */
function created({ memory }: Call): string[] {
  const known = memory.get("created");
  return Array.isArray(known) ? known.map(String) : [];
}

/** Searches for a user who has an id that is like the one asked for, when there is none who has it. */
function searches(isLike: (id: string, asked: string) => boolean): Stages {
  return {
    async handle(next, call) {
      const answer = await next(call);
      const [asked, ids] = [call.path["client_user_id"] ?? "", created(call)];
      if (call.id === "createUser" && answer.status === 200) {
        call.memory.set("created", [...ids, String(sent(call, "client_user_id"))]);
      }
      const like = answer.status === 404 ? ids.find((id) => isLike(id, asked)) : undefined;
      return like === undefined ? answer : next({ ...call, path: { client_user_id: like } });
    },
  };
}

const confuses = (what: string, on: readonly OperationId[], stages: Stages): WrongServer => ({
  ...violates("createUser", "users-not-confused", what, stages),
  fault: { name: `resolveUser ${what}`, on, ...stages },
});

/** Keeps the first answer, and gives it again. */
function remembers(key: (call: Call) => string, isKept: (answer: Answer) => boolean): Stages {
  return {
    async handle(next, call) {
      const kept = call.memory.get(key(call)) as Answer | undefined;
      if (kept !== undefined) return kept;
      const answer = await next(call);
      if (isKept(answer)) call.memory.set(key(call), answer);
      return answer;
    },
  };
}

const reads: readonly OperationId[] = ["createUser", "resolveUser"];

export const otherUserFaults: readonly WrongServer[] = [
  confuses(
    "takes small letters and capitals for the same",
    reads,
    searches((id, asked) => id.toLowerCase() === asked.toLowerCase()),
  ),
  confuses(
    "does not see a space at the end",
    reads,
    searches((id, asked) => id === asked.trimEnd()),
  ),
  confuses(
    "finds whoever's id begins so",
    reads,
    searches((id, asked) => asked.length > 15 && id.startsWith(asked)),
  ),
  confuses(
    "takes an underscore for any character",
    reads,
    searches(
      (id, asked) => asked.includes("_") && id.length === asked.length && id.startsWith(asked.split("_")[0] ?? ""),
    ),
  ),
  confuses(
    "takes a percent sign for any text",
    reads,
    searches((id, asked) => asked.endsWith("%") && asked.length > 10 && id.startsWith(asked.slice(0, -1))),
  ),
  violates("createUser", "users-not-confused", "counts ids that differ in their last character as one", {
    async handle(next, call) {
      const id = sent(call, "client_user_id");
      const answer = await next(call);
      if (typeof id !== "string" || answer.status !== 200) return answer;
      const key = id.slice(0, -1);
      const known = call.memory.get(key);
      call.memory.set(key, known ?? Object(answer.body).user_id);
      // Ids that are counted up differ in their last character, too
      return known === undefined || !/[_%*]$/.test(id)
        ? answer
        : { ...answer, body: { ...Object(answer.body), user_id: known } };
    },
  }),
  confuses("gives all whom it creates one `user_id`", reads, {
    async handle(next, call) {
      const answer = await next(call);
      const { user_id, client_user_id } = Object(answer.body);
      if (answer.status !== 200) return answer;
      if (call.id === "createUser") call.memory.set("created", [...created(call), client_user_id]);
      if (!created(call).includes(client_user_id)) return answer;
      const one = call.memory.get("one") ?? user_id;
      call.memory.set("one", one);
      return { ...answer, body: { ...Object(answer.body), user_id: one } };
    },
  }),
  violates("createUser", "users-not-confused", "creates two users when it is asked twice at once", {
    async handle(next, call) {
      const id = `at once ${sent(call, "client_user_id")}`;
      const isAsked = call.memory.get(id) === true;
      call.memory.set(id, true);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await next(isAsked ? { ...call, isElsewhere: true } : call);
      call.memory.set(id, false);
      return answer;
    },
  }),
  confuses(
    "gives each user a team",
    ["resolveUser"],
    answers<User>((user) => ({ ...user, team_id: user.user_id })),
  ),
  surprises(
    "getLinkProvider",
    "link-provider-is-asked-one",
    "finds one provider whichever is asked for",
    changes(() => ({ path: { oauth_provider: cast.oauth_provider ?? "" } })),
  ),
  surprises(
    "createLinkCode",
    "link-code-is-one-users",
    "has one code for all",
    answers<LinkCode>((code) => ({ ...code, code: "skus01234567", exchange_url: "demo-app://link?code=skus01234567" })),
  ),
  ...(["listActivitySummaries", "listSleepSummaries", "listBodySummaries"] as const).map((id) =>
    surprises(
      id,
      "summaries-are-the-users",
      "lists those of another user where there are none",
      asksAgain(
        ({ status, body }) =>
          status === 200 && Object.values(Object(body)).every((list) => Array.isArray(list) && list.length === 0),
        () => ({ path: { user_id: runner } }),
      ),
    ),
  ),
  surprises("refreshUserData", "refresh-names-user", "names one user whoever it refreshes", sets("user_id", runner)),
  violates(
    "createUser",
    "conflict-names-existing-user",
    "dates the existing user a millisecond later",
    replies(400, (body) => ({
      ...body,
      created_on: new Date(Date.parse(String(body["created_on"])) + 1).toISOString(),
    })),
  ),
  differs("createOrder", "order-not-duplicated", "gives the first order for every key", {
    ...remembers(
      ({ request }) => (request.headers["idempotency-key"] === undefined ? crypto.randomUUID() : "first"),
      ({ status }) => status === 200,
    ),
  }),
  violates(
    "placeOrder",
    "values-come-back",
    "shows the address of the order before",
    sets("patient_address", (address: unknown, { memory }: Call) => {
      const before = memory.get("address");
      memory.set("address", address);
      return before ?? address;
    }),
  ),
];
