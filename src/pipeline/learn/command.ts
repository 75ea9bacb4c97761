// `npm run learn`: says what HAR files of the service settle of the contract.

import { jsonText, paintFor } from "../../tools/findings/index.ts";
import { defineCommand, exitCode, Failure, parseFormat, runCommand, showProgress } from "../../tools/terminal/index.ts";
import { learn } from "./learn.ts";
import { askingFindings, jsonReport, textReport } from "./report.ts";

const help = `
Usage: npm run learn -- FILE… [options]

Reads HAR files of calls to the service, and says for every assumption and every unknown of the contract
whether they confirm it, contradict it, or do not show it; which operations, fields, statuses, headers and
values are new; and where the service departs from what it states. No value is printed, except unknown values
of open enums that are plain words.

FILE is a HAR file, as a browser or a proxy saves it.

  --host NAME      the service's host; may be repeated (default: those of the contract's servers)
  --format FORMAT  text or json (default: text)

Exit codes: 0 nothing to change, 1 findings that ask for something, 2 could not run, or the files show no exchange.
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
    const format = parseFormat(options.format);
    if (format === "junit") throw new Failure('--format takes text, json, found "junit".', "Choose one of them.");
    if (files.length === 0) {
      throw new Failure("Expected at least one HAR file, found none.", "Pass at least one: npm run learn -- FILE…");
    }
    const done = showProgress("Reading");
    const learned = await learn(files, options.host).finally(done);
    const text = format === "json" ? jsonText(jsonReport(learned)) : textReport(learned, paintFor(process.stdout));
    process.stdout.write(text);
    if (learned.evidence.total.exchanges === 0) {
      throw new Failure("The files show no exchange.", "Pass one of calls of the service, and its host with --host.");
    }
    return askingFindings(learned.findings).length > 0 ? exitCode.findings : exitCode.success;
  },
});

if (import.meta.main) await runCommand(learnCommand);
