// Servers that break on hostile input, or read only the half of it that they understand.
import { failsAt, failsWhen, takesAs } from "./stages.ts";
import { differences, surprises } from "./wrong-server.ts";

/** Is it a number that no 32 bits hold? */
const isLarge = (value: unknown) => /^\d+$/.test(String(value)) && Number(value) > 2 ** 31;

const nul = /\0/;
const untilNull = (text: unknown) => String(text).split("\0")[0];

export const hostileFaults = [
  ...surprises({
    "no-server-error": {
      "resolveUser fails for a null byte in the path": failsAt("path client_user_id", nul),
      "createUser fails for a null byte in the client id": failsAt("body client_user_id", nul),
      "listMarkers fails for a null byte in a lab's slug": failsAt("query lab_slug", nul),
      "listSleepSummaries fails for a user id of hundreds of characters": failsAt("path user_id", /^.{256}/s),
      "getPscInfo fails for a lab id beyond 32 bits": failsAt("query lab_id", isLarge),
      "listLabTestMarkers fails for an offset beyond 64 bits": failsAt("query page", (page) => Number(page) > 2 ** 63),
      "createUser fails for a client id of more than 255 characters": failsAt("body client_user_id", /^.{601}/s),
      "createUser fails for a day before the first of its database": failsAt("body ingestion_start", /^0001/),
      "createLinkCode fails for an expiry that is after the last year in UTC": failsAt("query expires_at", /^9999/),
      "createOrder fails for a body of many levels": failsWhen(({ bytes }) => bytes.includes("[".repeat(500))),
      "getLabReportParsingJob fails for a job id of hundreds of characters": failsAt("path job_id", /^.{256}/s),
    },
    "hostile-input-refused": {
      "listActivitySummaries reads a user id up to a null byte": takesAs("path user_id", nul, untilNull),
      "listUserConnections reads 36 characters of a user id": takesAs("path user_id", /^.{37}/s, (id: unknown) =>
        String(id).slice(0, 36),
      ),
      "getLabReportParsingJob reads a job id up to a null byte": takesAs("path job_id", nul, untilNull),
    },
  }),
  ...differences({
    "hostile-input-refused": {
      "listLabTestMarkers reads the lower 32 bits of a size": takesAs("query size", isLarge, (size: unknown) =>
        Number(BigInt(String(size)) % 2n ** 32n),
      ),
    },
  }),
];
