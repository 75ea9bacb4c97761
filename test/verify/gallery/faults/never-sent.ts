// Servers that go wrong at input that is valid, and rare.
import type { MarkerPage } from "../../../../generated/schemas.ts";
import type { Call } from "../call.ts";
import { answers, failsWhen, letsIn, misreads, refuses, rewrites, sent, sets } from "./stages.ts";
import { differs, isSeenAt, type Stages, surprises, violates, type WrongServer } from "./wrong-server.ts";

/** Fails when the same call was a success before. */
const failsTwice = (key: (call: Call) => string): Stages => ({
  answer(answer, call) {
    const isAgain = call.memory.has(key(call));
    if (answer.status === 200) call.memory.set(key(call), true);
    return isAgain ? { ...answer, status: 500, body: { detail: "The server failed." } } : answer;
  },
});

const idOf = ({ path, query, body }: Call) => JSON.stringify([path, query, body]);

/** Later pages without their first item. */
const withoutFirst = (list: string, isLater: (call: Call) => boolean) =>
  sets(list, (items: readonly unknown[], call: Call) => (isLater(call) ? items.slice(1) : items));

export const rareFaults: readonly WrongServer[] = [
  violates(
    "listLabs",
    "credential-required",
    "takes an empty key",
    letsIn((headers) => headers["x-service-api-key"] === ""),
  ),
  surprises("undoUserDeletion", "no-server-error", "fails when it was undone before", failsTwice(idOf)),
  surprises("disconnectProvider", "no-server-error", "fails when it was disconnected before", failsTwice(idOf)),
  differs(
    "placeOrder",
    "limit-accepted",
    "counts code units of comments",
    refuses((call) => String(sent(call, "clinical_comments") ?? "").length > 1000),
  ),
  violates(
    "createLabReportParsingJob",
    "report-limit-accepted",
    "refuses a file name beyond ASCII",
    refuses(({ bytes }) => /filename="[^"]*[^\0-\x7f]/.test(bytes.subarray(0, 1000).toString())),
  ),
  surprises(
    "createUser",
    "no-server-error",
    "fails for an end before a start",
    failsWhen((call, status) => {
      const [start, end] = [sent(call, "ingestion_start"), sent(call, "ingestion_end")];
      return status === 200 && typeof start === "string" && typeof end === "string" && end < start;
    }),
  ),
  surprises(
    "listUserConnections",
    "listed-once",
    "lists a provider twice",
    sets("providers", (providers: readonly unknown[]) => [...providers, ...providers.slice(0, 1)]),
  ),
  violates(
    "createLinkCode",
    "exchange-url-carries-code",
    "gives a web address for that of an app",
    rewrites("exchange_url", (url) => url.replace(/^[^:]+/, "https")),
  ),

  differs(
    "listLabTestMarkers",
    "pages-hold-the-list",
    "counts a page too many when the last one is full",
    answers<MarkerPage>((page) => ({ ...page, pages: Math.floor(Number(page.total) / Number(page.size)) + 1 })),
  ),
  differs(
    "listLabTestMarkers",
    "pages-hold-the-list",
    "leaves the first marker of later pages out, and does not count",
    {
      ...withoutFirst("markers", ({ query }) => Number(query["page"] ?? 1) > 1),
    },
  ),
  differs(
    "listOrganizationTeams",
    "region-filter",
    "leaves the first team of later pages out",
    withoutFirst("teams", ({ query }) => query["next_cursor"] !== undefined),
  ),
  differs(
    "getPscInfo",
    "capabilities-filter",
    "reads the first of several capabilities only",
    misreads(({ query }) =>
      Array.isArray(query["capabilities"])
        ? { query: { ...query, capabilities: query["capabilities"].slice(0, 1) } }
        : {},
    ),
  ),

  differs(
    "listMealSummaries",
    "body-schema",
    "calls the list `meals`",
    answers<Readonly<Record<string, unknown>>>(({ meal, ...others }) => ({ ...others, meals: meal })),
  ),
  isSeenAt(
    "createUser",
    differs("resolveUser", "created-user-is-found", "never shows a birth date", sets("fallback_birth_date", undefined)),
  ),
  differs("createOrder", "values-come-back", "never shows the comments", sets("clinical_comments", undefined)),
];
