// `npm run learn`: says what recordings of the service settle of the contract, and which edits they lead to.
import { formatOf, jsonText, paintFor } from "../../tools/report/index.ts";
import { defineCommand, exitCode, Failure, runCommand, showProgress } from "../../tools/terminal/index.ts";
import { learn } from "./learn.ts";
import { askingFindings, jsonReport, textReport } from "./report.ts";
import { thresholds } from "./thresholds.ts";

const percent = (share: number) => `${share * 100} %`;

const help = `
Usage: npm run learn -- FILE… [options]

Reads recordings of the service, and says for every assumption and every unknown of the contract whether they
confirm it, contradict it, or do not show it; which fields, statuses, headers and values are new; and where
the service departs from what it states. Make a recording with npm run mock -- --proxy URL --record FILE, or
with npm run listen -- --record FILE.

FILE is a recording, a HAR file of a browser or another proxy, or another OpenAPI document (3.0 or 3.1, .yaml
or .json) that describes the same service. A document says what somebody wrote: it stands beside a finding,
and leads to no edit by itself.

  --host NAME      the service's host in HAR files; may be repeated (default: those of the contract's servers)
  --format FORMAT  text or json (default: text)

An edit needs at least ${thresholds.exchanges} exchanges, of at least ${thresholds.users} users where the recordings have more than one, and ${percent(thresholds.agreement)} of the
exchanges that could show it have to say the same. What is only sometimes so, such as a field that is left
out, needs more than ${percent(thresholds.sometimes)}. What nothing may depart from, such as a required field, needs at least
${thresholds.exchangesForAlways} exchanges of at least ${thresholds.usersForAlways} users, without exception.

Exit codes: 0 nothing to change, 1 findings that ask for something, 2 could not run.
`;

/** `npm run learn`. */
export const learnCommand = defineCommand({
  name: "npm run learn --",
  help,
  options: {
    host: { type: "string", multiple: true, default: [] },
    format: { type: "string", default: "text" },
  },
  allowPositionals: true,
  async run(options, files) {
    const format = formatOf(options.format);
    if (format === "junit") throw new Failure('--format takes text, json, found "junit".', "Choose one of them.");
    if (files.length === 0) {
      throw new Failure("There is no recording to learn from.", "Pass at least one: npm run learn -- FILE…");
    }
    const done = showProgress("Reading");
    const learned = await learn(files, options.host.length === 0 ? {} : { hosts: options.host }).finally(done);
    const text = format === "json" ? jsonText(jsonReport(learned)) : textReport(learned, paintFor(process.stdout));
    process.stdout.write(text);
    return askingFindings(learned.findings).length > 0 ? exitCode.findings : exitCode.well;
  },
});

if (import.meta.main) await runCommand(learnCommand);
