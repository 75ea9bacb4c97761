// Servers that give one what is another's: a user, a job, an order, a lab test, a context; asked one after the other, or at once.
import type { Call } from "../call.ts";
import { asksAgain, sent, sets } from "./stages.ts";
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
