// `npm run replay`: makes the reads of a recording once more against another server, and compares the answers.
import { readContract } from "../contract/index.ts";
import { readRecording } from "../recording/index.ts";
import { formatOf, jsonText } from "../report/index.ts";
import { defineCommand, exitCode, Failure, parseHost, parseNumber, showProgress } from "../terminal/index.ts";
import { readBindings } from "./bindings.ts";
import { replay } from "./replay.ts";
import { junitReport, type ReplayEntry, type ReplayReport, textReport } from "./report.ts";

const help = `
Usage: npm run replay -- FILE --base-url URL --api-key KEY [options]
       wearable-health-api-tools replay FILE --base-url URL --api-key KEY [options]

Makes the read requests of a recording once more against another server, and compares each answer with the recorded
one. Only GET is sent. A recording has no values, so the shapes are compared: status, media type, fields, types and
formats. What the contract leaves to the server is no difference: an optional field, null where it is allowed,
another value, and the number and the order of items.

  FILE                   what --record of the mock has written, or a HAR file
  --host NAME            the recorded service's host in a HAR file; may be repeated (default: those of the contract's servers)
  --base-url URL         where the other server answers, in front of /v2/… and /v3/…
  --api-key KEY          the team's API key there; by default the environment's API_KEY
  --management-url URL   where the organization's operations answer; without it they are not comparable
  --management-key KEY   the organization's key; by default the environment's MANAGEMENT_KEY
  --bind NAME=VALUE      what stands for an id of the recording, such as ~user_id:1, or for each value of a parameter, such
                         as zip_code; may be given several times
  --bindings FILE        the same as a JSON object
  --timeout S            seconds in which an answer has to be there (default: 10)
  --format FORMAT        text, json or junit (default: text)

An id that an answer of the other server shows at the place of a recorded one is bound to it by itself.
The keys are sent to these two hosts only, redirects are not followed, and reports do not show them.

Exit codes: 0 all that could be compared is the same, 1 differences, 2 could not run, or nothing could be compared.
`;

export const replayCommand = defineCommand({
  name: "npm run replay --",
  help,
  allowPositionals: true,
  options: {
    "base-url": { type: "string" },
    "api-key": { type: "string" },
    "management-url": { type: "string" },
    "management-key": { type: "string" },
    host: { type: "string", multiple: true, default: [] },
    bind: { type: "string", multiple: true, default: [] },
    bindings: { type: "string" },
    timeout: { type: "string", default: "10" },
    format: { type: "string", default: "text" },
  },
  async run(options, files) {
    const format = formatOf(options.format);
    const [file] = files;
    if (file === undefined) throw new Failure("The recording is missing.", "Pass a file that --record has written.");
    if (files.length > 1) {
      throw new Failure(
        `Expected one recording, found ${files.length}.`,
        "Each has pseudonyms of its own: replay them one by one.",
      );
    }
    const base = parseHost(options["base-url"], options["api-key"] ?? process.env["API_KEY"], "base-url", "api-key");
    const management =
      options["management-url"] === undefined
        ? undefined
        : parseHost(
            options["management-url"],
            options["management-key"] ?? process.env["MANAGEMENT_KEY"],
            "management-url",
            "management-key",
          );
    const bindings = await readBindings(options.bind, options.bindings);
    const timeoutMs = parseNumber(options.timeout, "timeout", { least: 0.1, most: 600 }) * 1000;
    const contract = await readContract();
    const recording = await readRecording(file, options.host.length === 0 ? {} : { hosts: options.host });
    const done = showProgress("Replaying");
    const entries = await replay(recording, { contract, base, management, bindings, timeoutMs }).finally(done);
    const report: ReplayReport = {
      contract: contract.document.info.version,
      baseUrl: base.url,
      recording: file,
      ...countsOf(entries),
      unused: recording.unused(),
      operations: entries,
    };
    process.stdout.write(
      format === "json"
        ? jsonText(report)
        : format === "junit"
          ? junitReport(report)
          : textReport(report, process.stdout),
    );
    requireCompared(report);
    return report.different > 0 ? exitCode.findings : exitCode.well;
  },
});

function countsOf(entries: readonly ReplayEntry[]): Pick<ReplayReport, "same" | "different" | "notComparable"> {
  const sum = (name: "same" | "different" | "notComparable") =>
    entries.reduce((total, { [name]: count }) => total + count, 0);
  return { same: sum("same"), different: sum("different"), notComparable: sum("notComparable") };
}

function requireCompared({ same, different, notComparable }: ReplayReport): void {
  if (same + different > 0) return;
  throw notComparable === 0
    ? new Failure("The recording has no read request.", "Record some traffic with GET requests.")
    : new Failure("Nothing could be compared.", "The report gives the reasons, and what to pass.");
}
