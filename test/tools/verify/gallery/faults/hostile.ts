// Servers that break on hostile input, or read only the half of it that they understand.
import type { OperationId } from "../../../../../src/tools/sandbox/domain/topic.ts";
import type { Call } from "../call.ts";
import { failsWhen, sent, takes } from "./stages.ts";
import { differs, type Stages, violates, type WrongServer } from "./wrong-server.ts";

const fails = (operation: OperationId, what: string, stages: Stages) =>
  violates(operation, "no-server-error", `fails for ${what}`, stages);

const reads = (operation: OperationId, what: string, stages: Stages) =>
  violates(operation, "hostile-input-refused", what, stages);

/** Is a null byte in the path or in the query? */
const hasNull = ({ request }: Call) => request.url.includes("%00");

/** Has the query a number that no 32 bits hold? */
const isLarge = (value: unknown) => /^\d+$/.test(String(value)) && Number(value) > 2 ** 31;

/** The query with one value read in another way. */
const readingQuery = (name: string, read: (text: string) => unknown) =>
  takes(
    ({ query }) => query[name] !== undefined && read(String(query[name])) !== query[name],
    ({ query }) => ({ query: { ...query, [name]: read(String(query[name])) } }),
  );

const untilNull = (text: string) => text.split("\0")[0];

export const hostileFaults: readonly WrongServer[] = [
  fails("resolveUser", "a null byte in the path", failsWhen(hasNull)),
  fails(
    "createUser",
    "a null byte in the client id",
    failsWhen((call) => String(sent(call, "client_user_id")).includes("\0")),
  ),
  fails(
    "listMarkers",
    "a null byte in a lab's slug",
    failsWhen(({ query }) => String(query["lab_slug"]).includes("\0")),
  ),
  fails(
    "listSleepSummaries",
    "a user id of hundreds of characters",
    failsWhen(({ path }) => (path["user_id"] ?? "").length > 255),
  ),
  fails(
    "getPscInfo",
    "a lab id beyond 32 bits",
    failsWhen(({ query }) => isLarge(query["lab_id"])),
  ),
  fails(
    "listLabTestMarkers",
    "an offset beyond 64 bits",
    failsWhen(({ query }) => Number(query["page"]) > 2 ** 63),
  ),
  fails(
    "createUser",
    "a client id of more than 255 characters",
    failsWhen((call) => String(sent(call, "client_user_id")).length > 600),
  ),
  fails(
    "createUser",
    "a day before the first of its database",
    failsWhen((call) => String(sent(call, "ingestion_start")).startsWith("0001")),
  ),
  fails(
    "createLinkCode",
    "an expiry that is after the last year in UTC",
    failsWhen(({ query }) => String(query["expires_at"]).startsWith("9999")),
  ),
  fails(
    "createOrder",
    "a body of many levels",
    failsWhen(({ bytes }) => bytes.includes("[".repeat(500))),
  ),
  fails(
    "getLabReportParsingJob",
    "a job id of hundreds of characters",
    failsWhen(({ path }) => (path["job_id"] ?? "").length > 255),
  ),
  reads(
    "listActivitySummaries",
    "reads a user id up to a null byte",
    takes(
      ({ path }) => (path["user_id"] ?? "").includes("\0"),
      ({ path }) => ({ path: { user_id: untilNull(path["user_id"] ?? "") ?? "" } }),
    ),
  ),
  differs(
    "listLabTestMarkers",
    "hostile-input-refused",
    "reads the lower 32 bits of a size",
    readingQuery("size", (text) => {
      const size = /^\d+$/.test(text) ? Number(BigInt(text) % 2n ** 32n) : text;
      return typeof size === "number" && size > 0 && Number(text) >= 2 ** 32 ? size : text;
    }),
  ),
  reads(
    "listUserConnections",
    "reads 36 characters of a user id",
    takes(
      ({ path }) => (path["user_id"] ?? "").length > 36,
      ({ path }) => ({ path: { ...path, user_id: (path["user_id"] ?? "").slice(0, 36) } }),
    ),
  ),
  reads(
    "getLabReportParsingJob",
    "reads a job id up to a null byte",
    takes(
      ({ path }) => (path["job_id"] ?? "").includes("\0"),
      ({ path }) => ({ path: { ...path, job_id: untilNull(path["job_id"] ?? "") ?? "" } }),
    ),
  ),
];
