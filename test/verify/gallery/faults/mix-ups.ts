// Servers that give one what is another's: a user, a job, an order, a lab test, a context; asked one after the other, or at once.
import { labReportParsingJobCompleted } from "../../../../generated/examples.ts";
import type { Call } from "../call.ts";
import { answers, asksAgain, sent, sets } from "./stages.ts";
import { differs, type Stages, surprises, violates, type WrongServer } from "./wrong-server.ts";

/** Gives what the first call of a kind was answered with to each further one. */
const keepsFirst = (path: string, kind: (call: Call) => unknown = () => ""): Stages =>
  sets(path, (value: unknown, call: Call) => {
    const key = `first ${path} ${JSON.stringify(kind(call))}`;
    if (!call.memory.has(key)) call.memory.set(key, value);
    return call.memory.get(key);
  });

/** While the same call is being answered, it is answered as another one. */
function overlaps(key: (call: Call) => string | undefined, change: (first: Call, call: Call) => Partial<Call>): Stages {
  return {
    async handle(next, call) {
      const name = `overlaps ${key(call)}`;
      if (key(call) === undefined) return next(call);
      const first = call.memory.get(name) as Call | undefined;
      call.memory.set(name, first ?? call);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await next(first === undefined ? call : { ...call, ...change(first, call) });
      call.memory.delete(name);
      return answer;
    },
  };
}

/** One URL for each user and each context; of two users who ask at once each is given the other's. */
const swapsUrls: Stages = {
  async handle(next, call) {
    const { memory } = call;
    const asking = (memory.get("asking") ?? new Set()) as Set<{ readonly call: Call; url?: unknown }>;
    memory.set("asking", asking);
    const own: { readonly call: Call; url?: unknown } = { call };
    asking.add(own);
    const answer = await next(call);
    const key = JSON.stringify([call.path, call.body]);
    if (!memory.has(key)) memory.set(key, Object(answer.body).url);
    own.url = memory.get(key);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while ([...asking].some((one) => !("url" in one))) await turn();
    const isOther = (one: Call) =>
      one.path["user_id"] !== call.path["user_id"] && sent(one, "context") === sent(call, "context");
    const other = [...asking].find((one) => isOther(one.call));
    await turn();
    asking.delete(own);
    return answer.status === 200 ? { ...answer, body: { ...Object(answer.body), url: (other ?? own).url } } : answer;
  },
};

const idempotencyKey = ({ request: { headers } }: Call) => headers["idempotency-key"]?.toString();
const withoutKey = (_: Call, { request }: Call): Partial<Call> => ({
  request: { ...request, headers: { ...request.headers, "idempotency-key": undefined } },
});

export const mixUpFaults: readonly WrongServer[] = [
  surprises(
    "createPortalUrl",
    "portal-url-is-the-users",
    "gives the URL of the first user to all",
    keepsFirst("url", (call) => [sent(call, "context"), sent(call, "order_id")]),
  ),
  surprises(
    "createPortalUrl",
    "portal-url-is-the-users",
    "gives one URL for both contexts",
    keepsFirst("url", (call) => [call.path, sent(call, "order_id")]),
  ),
  surprises("createPortalUrl", "portal-url-is-the-users", "gives two who ask at once the URL of the other", swapsUrls),
  differs(
    "getLabReportParsingJob",
    "job-is-asked-one",
    "shows the results of one job for each",
    answers((job: object) => ({ ...job, results: labReportParsingJobCompleted.results })),
  ),
  differs(
    "getLabReportParsingJob",
    "job-is-asked-one",
    "shows the first job for each id that there is",
    keepsFirst("id"),
  ),
  surprises(
    "createLabReportParsingJob",
    "created-thing-is-new",
    "answers every upload with the first job",
    keepsFirst("id"),
  ),
  surprises("importOrder", "created-thing-is-new", "answers every import with the first order", keepsFirst("id")),
  surprises(
    "listUserConnections",
    "summaries-are-the-users",
    "lists one user's connections for two users who ask at once",
    overlaps(
      () => "",
      (first) => ({ path: first.path }),
    ),
  ),
  violates(
    "resolveUser",
    "resolved-user-is-asked-one",
    "finds one user for two who ask at once",
    overlaps(
      () => "",
      (first) => ({ path: first.path }),
    ),
  ),
  surprises(
    "refreshUserData",
    "refresh-names-user",
    "refreshes the sources of the first user for each",
    keepsFirst("refreshed_sources"),
  ),
  surprises("listLabTestMarkers", "markers-are-the-tests", "lists the markers of all lab tests", {
    ...asksAgain(
      ({ status }) => status === 200,
      ({ request }) => ({
        request: { ...request, url: request.url.replace(/[\da-f-]{36}\//, "") },
      }),
    ),
  }),
  differs(
    "createOrder",
    "order-not-duplicated",
    "creates two orders for one key when it is asked twice at once",
    overlaps(idempotencyKey, withoutKey),
  ),
];
