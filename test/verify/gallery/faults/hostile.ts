// Servers that break on hostile input, or read only the half of it that they understand.
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import type { Call } from "../call.ts";
import { failsAt, failsWhen, takesAs } from "./stages.ts";
import { differs, type Stages, surprises, type WrongServer } from "./wrong-server.ts";

const fails = (operation: OperationId, what: string, stages: Stages) =>
  surprises(operation, "no-server-error", `fails for ${what}`, stages);

const reads = (operation: OperationId, what: string, stages: Stages) =>
  surprises(operation, "hostile-input-refused", what, stages);

/** Is a null byte in the path or in the query? */
const hasNull = ({ request }: Call) => request.url.includes("%00");

/** Has the query a number that no 32 bits hold? */
const isLarge = (value: unknown) => /^\d+$/.test(String(value)) && Number(value) > 2 ** 31;

const nul = /\0/;
const untilNull = (text: unknown) => String(text).split("\0")[0];

export const hostileFaults: readonly WrongServer[] = [
  fails("resolveUser", "a null byte in the path", failsWhen(hasNull)),
  fails("createUser", "a null byte in the client id", failsAt("body client_user_id", nul)),
  fails("listMarkers", "a null byte in a lab's slug", failsAt("query lab_slug", nul)),
  fails("listSleepSummaries", "a user id of hundreds of characters", failsAt("path user_id", /^.{256}/s)),
  fails("getPscInfo", "a lab id beyond 32 bits", failsAt("query lab_id", isLarge)),
  fails(
    "listLabTestMarkers",
    "an offset beyond 64 bits",
    failsAt("query page", (page) => Number(page) > 2 ** 63),
  ),
  fails("createUser", "a client id of more than 255 characters", failsAt("body client_user_id", /^.{601}/s)),
  fails("createUser", "a day before the first of its database", failsAt("body ingestion_start", /^0001/)),
  fails("createLinkCode", "an expiry that is after the last year in UTC", failsAt("query expires_at", /^9999/)),
  fails(
    "createOrder",
    "a body of many levels",
    failsWhen(({ bytes }) => bytes.includes("[".repeat(500))),
  ),
  fails("getLabReportParsingJob", "a job id of hundreds of characters", failsAt("path job_id", /^.{256}/s)),
  reads("listActivitySummaries", "reads a user id up to a null byte", takesAs("path user_id", nul, untilNull)),
  differs(
    "listLabTestMarkers",
    "hostile-input-refused",
    "reads the lower 32 bits of a size",
    takesAs("query size", isLarge, (size: unknown) => Number(BigInt(String(size)) % 2n ** 32n)),
  ),
  reads(
    "listUserConnections",
    "reads 36 characters of a user id",
    takesAs("path user_id", /^.{37}/s, (id: unknown) => String(id).slice(0, 36)),
  ),
  reads("getLabReportParsingJob", "reads a job id up to a null byte", takesAs("path job_id", nul, untilNull)),
];
