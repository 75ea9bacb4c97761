// Wrong servers that `verify` has to find: they give one user, job, order or lab test what is another's, also to two who ask at once.
import { labReportParsingJobCompleted } from "../../../../generated/examples.ts";
import type { LinkCode, User } from "../../../../generated/schemas.ts";
import type { Call, Stages } from "../call.ts";
import { cast } from "../server.ts";
import { answers, asksAgain, sent, sets } from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

const runner = cast.user?.user_id ?? "";

/** Gives what the first call of a kind was answered with to each further one. */
const keepsFirst = (path: string, kind: (call: Call) => unknown = () => ""): Stages =>
  sets(path, (value: unknown, call: Call) => {
    const key = `first ${path} ${JSON.stringify(kind(call))}`;
    if (!call.memory.has(key)) call.memory.set(key, value);
    return call.memory.get(key);
  });

/** While a call of a kind is being answered, a further one is answered as another call. */
function overlaps(
  change: (first: Call, call: Call) => Partial<Call>,
  kind: (call: Call) => unknown = () => "",
): Stages {
  return {
    async handle(next, call) {
      const name = `overlaps ${kind(call)}`;
      if (kind(call) === undefined) return next(call);
      const first = call.memory.get(name) as Call | undefined;
      call.memory.set(name, first ?? call);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await next(first === undefined ? call : { ...call, ...change(first, call) });
      call.memory.delete(name);
      return answer;
    },
  };
}

const idempotencyKey = ({ headers }: Call) => headers["idempotency-key"];
const clientId = (call: Call) => String(sent(call, "body client_user_id") ?? call.path["client_user_id"]);

/** Takes new users for one another, which is found where users are created. */
const confuses = (stages: Stages) => ({ on: ["createUser", "resolveUser"], seenAt: "createUser", ...stages }) as const;

/** Searches for a user who has an id that is like the one asked for, when there is none who has it. */
const searches = (isLike: (id: string, asked: string) => boolean) =>
  confuses({
    async handle(next, call) {
      const answer = await next(call);
      const [asked, ids] = [clientId(call), [...call.memory.keys()]];
      if (call.id === "createUser" && answer.status === 200) call.memory.set(asked, true);
      const like = answer.status === 404 ? ids.find((id) => isLike(id, asked)) : undefined;
      return like === undefined ? answer : next({ ...call, path: { client_user_id: like } });
    },
  });

export const mixUpFaults = [
  ...surprises({
    "portal-url-is-the-users": {
      "createPortalUrl gives the URL of the first user to all": keepsFirst("url", ({ body }) => body),
      "createPortalUrl gives one URL for both contexts": keepsFirst("url", (call) => [
        call.path,
        sent(call, "body order_id"),
      ]),
    },
    "created-thing-is-new": {
      "createLabReportParsingJob answers every upload with the first job": keepsFirst("id"),
      "importOrder answers every import with the first order": keepsFirst("id"),
    },
    "summaries-are-the-users": {
      "listUserConnections lists one user's connections for two users who ask at once": overlaps(({ path }) => ({
        path,
      })),
      "listActivitySummaries lists those of another user where there are none": asksAgain(
        ({ status, body }) => status === 200 && Object.values(Object(body)).every((list) => Object(list).length === 0),
        () => ({ path: { user_id: runner } }),
      ),
    },
    "refresh-names-user": {
      "refreshUserData refreshes the sources of the first user for each": keepsFirst("refreshed_sources"),
      "refreshUserData names one user whoever it refreshes": sets("user_id", runner),
    },
    "link-code-is-one-users": {
      "createLinkCode has one code for all": answers<LinkCode>((code) => ({
        ...code,
        code: "skus01234567",
        exchange_url: "demo-app://link?code=skus01234567",
      })),
      "createLinkCode hands out five codes in turn": answers<LinkCode>((made, { memory }) => {
        const count = Number(memory.get("codes") ?? 0);
        memory.set("codes", count + 1);
        const code = `skus0123456${count % 5}`;
        return { ...made, code, exchange_url: `demo-app://link?code=${code}` };
      }),
    },
    "markers-are-the-tests": {
      "listLabTestMarkers lists the markers of all lab tests": asksAgain(
        ({ status }) => status === 200,
        ({ url }) => ({ url: url.replace(/[\da-f-]{36}\//, "") }),
      ),
    },
  }),
  ...differences({
    "job-is-asked-one": {
      "getLabReportParsingJob shows the first job for each id that there is": keepsFirst("id"),
      "getLabReportParsingJob shows the results of one job for each": answers<object>((job) => ({
        ...job,
        results: labReportParsingJobCompleted.results,
      })),
    },
    "order-not-duplicated": {
      "createOrder creates two orders for one key when it is asked twice at once": overlaps(
        (_, { headers }) => ({ headers: { ...headers, "idempotency-key": undefined } }),
        idempotencyKey,
      ),
      "createOrder gives the first order for every key": keepsFirst("id", (call) =>
        idempotencyKey(call) === undefined ? crypto.randomUUID() : "",
      ),
    },
  }),
  ...violations({
    "resolved-user-is-asked-one": {
      "resolveUser finds one user for two who ask at once": overlaps(({ path }) => ({ path })),
    },
    "users-not-confused": {
      "resolveUser takes small letters and capitals for the same": searches(
        (id, asked) => id.toLowerCase() === asked.toLowerCase(),
      ),
      "resolveUser does not see a space at the end": searches((id, asked) => id === asked.trimEnd()),
      "resolveUser finds whoever's id begins so": searches((id, asked) => asked.length > 15 && id.startsWith(asked)),
      "resolveUser takes an underscore for any character": searches(
        (id, asked) => id.length === asked.length && asked.endsWith("_") && id.startsWith(asked.slice(0, -1)),
      ),
      "resolveUser takes a percent sign for any text": searches(
        (id, asked) => asked.endsWith("%") && asked.length > 10 && id.startsWith(asked.slice(0, -1)),
      ),
      "createUser takes one sign at the end of an id for another": keepsFirst("user_id", (call) =>
        clientId(call).replace(/[_%*]$/, "?"),
      ),
      "resolveUser gives all whom it creates one `user_id`": confuses(
        keepsFirst("user_id", (call) => clientId(call).replace(/^(?!demo-).*/, "")),
      ),
      "createUser creates two users when it is asked twice at once": overlaps(() => ({ isElsewhere: true }), clientId),
      "resolveUser gives each user a team": {
        seenAt: "createUser",
        ...answers<User>((user) => ({ ...user, team_id: user.user_id })),
      },
    },
    "values-come-back": {
      "placeOrder shows the address of the order before": sets(
        "patient_address",
        (address: unknown, { memory }: Call) => {
          const before = memory.get("address") ?? address;
          memory.set("address", address);
          return before;
        },
      ),
    },
  }),
];
