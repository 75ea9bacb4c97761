// `npm run learn`: says what recordings of the service show of the contract.
import { readContract } from "../shared/contract/index.ts";
import { jsonText, paintFor } from "../shared/findings/index.ts";
import { defineCommand, exitCode, Failure, parseFormat, runCommand, showProgress } from "../shared/terminal/index.ts";
import { Learner } from "./learn.ts";
import { readRecording } from "./recordings.ts";
import { makeReport, writeReport } from "./report.ts";

const help = `
Usage: npm run learn -- FILE… [options]

Reads recordings of the service, and says for every assumption and every unknown of the contract whether they
contradict it, confirm it, or do not show it; and which statuses, fields, values and events are new.
No value is printed, except words at open enums that three users have.

FILE is a HAR file (.har, .json), as a browser or a proxy saves it, or any other with the body of one event a line.

  --server URL     where the service was called: calls of other services are left out. By default a call counts, whatever
                   its host, when its path ends like that of an operation: a gateway may have put more before it
  --format FORMAT  text or json (default: text)

Exit codes: 0 nothing is contradicted, 1 something is, 2 could not run, or the files show no exchange.
`;

/** `npm run learn`. */
export const learnCommand = defineCommand({
  name: "npm run learn --",
  help,
  options: {
    server: { type: "string" },
    format: { type: "string", default: "text" },
  },
  allowPositionals: true,
  async run(options, files) {
    const format = parseFormat(options.format, "text", "json");
    if (files.length === 0)
      throw new Failure("Expected a recording, found none.", "Pass at least one: npm run learn -- FILE…");
    const contract = await readContract();
    const { server } = options;
    if (server !== undefined && !URL.canParse(server)) {
      throw new Failure(`--server takes a URL, found "${server}".`, "Write it like https://api.example.com.");
    }
    const learner = new Learner(contract, server === undefined ? undefined : new URL(server));
    const done = showProgress("Reading");
    try {
      for (const file of files) for await (const recorded of readRecording(file)) learner.add(recorded);
    } finally {
      done();
    }
    if (learner.calls.exchanges + learner.events.exchanges === 0) {
      const found = [...learner.unused.keys()].map((reason) => `, only some that ${reason}`).join("");
      throw new Failure(`The files show no exchange${found}.`, "Pass recordings of calls or events of the service.");
    }
    const report = await makeReport(learner);
    process.stdout.write(format === "json" ? jsonText(report) : writeReport(report, paintFor(process.stdout)));
    const isContradicted = report.findings.some(({ verdict }) => verdict === "contradicted");
    return isContradicted ? exitCode.findings : exitCode.success;
  },
});

if (import.meta.main) await runCommand(learnCommand);
