// `wearable-health-api-tools assume`: which assumptions of the contract do the tests of a consumer rest on?
import { readContract } from "../shared/contract/index.ts";
import { jsonText, paintFor } from "../shared/findings/index.ts";
import { counted, defineCommand, exitCode, Failure, parseChoice } from "../shared/terminal/index.ts";
import type { SuiteReport } from "./try-alternatives.ts";

const help = `
Usage: npx --no wearable-health-api-tools assume [--only KEY[=ALTERNATIVE],…] [--format text|json] -- COMMAND

Finds out which assumptions of the contract your tests rest on: where the description of the service is silent, the real one may answer otherwise.
It runs your suite as it is, and then once for each alternative of the assumptions that it touched, such as status 201 instead of 200.
A run that fails shows code that rests on what nobody has promised.
At the end it lists what the sandbox chose for the operations that the suite called, where neither the service nor the contract says anything.

A suite that starts its sandbox by startSandbox() or with the fixture wearable-health-api-tools/vitest needs no change. Any other one calls the
sandbox at the address in the environment variable SANDBOX_URL, with the keys sk_demo_team and mk_demo_org.

  --only KEY[=ALTERNATIVE],…  only these assumptions; of a single alternative the output of the suite is shown when it fails
  --format text|json          how to write the report (default: text)

Exit codes: 0 no alternative broke the suite, 1 one did, 2 the suite fails as it is, or could not run.
Example: npx --no wearable-health-api-tools assume -- npm test
`;

export const assumeCommand = defineCommand({
  name: "npx --no wearable-health-api-tools assume",
  help,
  options: { only: { type: "string" }, format: { type: "string", default: "text" } },
  allowPositionals: true,
  async run({ only, format }, suite) {
    if (suite.length === 0) {
      throw new Failure("The command of the suite is missing.", "Write it behind `--`, such as `assume -- npm test`.");
    }
    const isJson = parseChoice(format, "format", "text", "json") === "json";
    const { tryAlternatives } = await import("./try-alternatives.ts");
    const names = only?.split(",").map((name) => name.trim());
    const report = await tryAlternatives(await readContract(), suite, names);
    process.stdout.write(isJson ? jsonText(report) : writeText(report, process.stdout));
    return report.questions.length > 0 ? exitCode.findings : exitCode.success;
  },
});

/** The table of runs, and the questions to the service's owner. */
function writeText({ runs, questions, untried, choices }: SuiteReport, stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  const width = Math.max(0, ...runs.map(({ key, alternative }) => `${key}=${alternative}`.length));
  const rows = runs.map(({ key, alternative, broke, by: [first, ...others] }) => {
    const sign = broke ? paint("red", "✗ fails ") : paint("green", "✓ passes");
    const by = others.length === 0 ? first : `${first} and ${others.length} more`;
    return `${sign}  ${`${key}=${alternative}`.padEnd(width)}  ${paint("dim", `${by}`)}\n`;
  });
  const asked = questions.map(({ key = "", chose, because, could_be, weight }) =>
    weight === "decides"
      ? `  ${paint("bold", key)}\n    ${chose}, because ${because}. Is that so? It could be ${could_be}.\n`
      : `  ${paint("bold", key)}  ${chose}. It could be ${could_be}.\n`,
  );
  const section = (title: string, items: readonly string[]) => (items.length === 0 ? "" : title + items.join(""));
  const tried = new Set(runs.map(({ key }) => key)).size;
  const without = `It also touches ${counted(untried.length, "assumption")} without an alternative: `;
  const chosen = `\nIt may rest on ${counted(choices.length, "choice")} of the sandbox, in the operations and events that it uses:\n`;
  return [
    ...rows,
    section(
      "\nWhat the suite wrote:\n",
      runs.flatMap(({ output = [] }) => output),
    ),
    `\nThe suite rests on ${counted(questions.length, "assumption")}; an alternative was tried of ${tried}.\n`,
    untried.length === 0 ? "" : `${without}${untried.join(", ")}.\n`,
    section(
      chosen,
      choices.map((choice) => `  ${choice.id}  ${choice.chosen}\n`),
    ),
    section("\nTo be asked of the service's owner:\n", asked),
  ].join("");
}
