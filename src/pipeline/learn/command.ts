// `npm run learn`: says what recordings of the service settle of the contract, and which edits they lead to.
import { writeFile } from "node:fs/promises";
import { formatOf, jsonText, paintFor, visible } from "../../tools/report/index.ts";
import { counted, defineCommand, exitCode, Failure, runCommand, showProgress } from "../../tools/terminal/index.ts";
import { CodePlaces } from "./code.ts";
import { applyGroup, type EditPlan, planEdits } from "./edit/index.ts";
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
  --record FILE    write what is read of one HAR file as a recording, without its values
  --format FORMAT  text or json (default: text)
  --patch FILE     write the edits of the YAML files as one patch
  --write          make the first edit, which is of the size of a commit; with --all, every edit

An edit needs at least ${thresholds.exchanges} exchanges, of at least ${thresholds.users} users where the recordings have more than one, and ${percent(thresholds.agreement)} of the
exchanges that could show it have to say the same. What is only sometimes so, such as a field that is left
out, needs more than ${percent(thresholds.sometimes)}. What nothing may depart from, such as a required field, needs at least
${thresholds.exchangesForAlways} exchanges of at least ${thresholds.usersForAlways} users, without exception.

Exit codes: 0 nothing to change, 1 findings that ask for something, 2 could not run, or the recordings show no exchange and no event.
`;

async function writePatch(file: string, { groups }: EditPlan): Promise<void> {
  try {
    await writeFile(file, groups.map(({ patch }) => patch).join(""), { flag: "wx" });
  } catch (error) {
    throw new Failure(`${file} cannot be written: it exists, or its folder does not.`, "Choose another file.", {
      cause: error,
    });
  }
}

/** Makes the first edit, or all of them, and prints each one's commit message. */
function applyEdits({ groups }: EditPlan, code: CodePlaces, isAll: boolean): void {
  const applied = isAll ? groups : groups.slice(0, 1);
  const lines = applied.flatMap((group) => {
    applyGroup(group);
    const lines = new Set(group.findings.flatMap((finding) => code.about(finding)));
    const todos = [...group.byHand, ...Array.from(lines, (place) => `${place}: code that may have to follow.`)];
    return [`\n${group.title}\n`, group.body, ...todos.map((todo) => `By hand: ${todo}`)];
  });
  const left = groups.length - applied.length;
  lines.push(
    `\nMade ${counted(applied.length, "edit")} of the contract; ${left === 0 ? "none is" : `${left} are`} left.`,
    ...(applied.length === 0
      ? []
      : [
          "Review it, run npm run lint and npm run generate, and commit it with the message above.",
          "npm test names the facts in test/facts/ that state what was open until now.",
        ]),
  );
  process.stdout.write(`${lines.map(visible).join("\n")}\n`);
}

/** `npm run learn`. */
export const learnCommand = defineCommand({
  name: "npm run learn --",
  help,
  options: {
    host: { type: "string", multiple: true, default: [] },
    record: { type: "string" },
    format: { type: "string", default: "text" },
    patch: { type: "string" },
    write: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
  },
  allowPositionals: true,
  async run(options, files) {
    const format = formatOf(options.format);
    if (format === "junit") throw new Failure('--format takes text, json, found "junit".', "Choose one of them.");
    if (files.length === 0) {
      throw new Failure("Expected at least one recording, found none.", "Pass at least one: npm run learn -- FILE…");
    }
    if (options.write && format === "json") {
      throw new Failure("--write prints commit messages, and goes with --format text.", "Leave one of them out.");
    }
    const done = showProgress("Reading");
    const learned = await learn(files, {
      ...(options.host.length === 0 ? {} : { hosts: options.host }),
      ...(options.record === undefined ? {} : { record: options.record }),
    }).finally(done);
    const text = format === "json" ? jsonText(jsonReport(learned)) : textReport(learned, paintFor(process.stdout));
    process.stdout.write(text);
    if (learned.files.length > 0 && learned.evidence.total.exchanges === 0) {
      throw new Failure("The recordings show no exchange and no event.", "Pass one of calls of the service.");
    }
    if (options.patch !== undefined || options.write) {
      const planned = showProgress("Trying each edit on a copy of the contract");
      const plan = await planEdits(learned.findings).finally(planned);
      for (const { reason, findings: dropped } of plan.dropped) {
        const pointers = dropped.map(({ pointer }) => pointer).join(", ");
        process.stderr.write(`${visible(`To be edited by hand: ${pointers}. ${reason}`)}\n`);
      }
      if (options.patch !== undefined) await writePatch(options.patch, plan);
      if (options.write) applyEdits(plan, new CodePlaces(learned.evidence), options.all);
    }
    return askingFindings(learned.findings).length > 0 ? exitCode.findings : exitCode.well;
  },
});

if (import.meta.main) await runCommand(learnCommand);
