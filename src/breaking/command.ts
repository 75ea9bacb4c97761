// `npm run breaking`: finds breaking changes and the next version.
import { join, resolve } from "node:path";
import { jsonText } from "../shared/findings/index.ts";
import { Git } from "../shared/git/index.ts";
import { defineCommand, exitCode, Failure, parseChoice, showProgress } from "../shared/terminal/index.ts";
import { allowsRelease, compare, type NamedReport, nextVersion } from "./compare.ts";
import { asGithub } from "./report/github.ts";
import { asMarkdown } from "./report/markdown.ts";
import { type Selection, select } from "./report/selection.ts";
import { asText } from "./report/terminal.ts";

const help = `
Usage: npm run breaking [-- [base] [revision] [--root FILE] [--waivers FILE] [--format text|json|markdown|github]
                             [--all] [--next-version]]
       wearable-health-api-tools breaking [base] [revision] […]

Finds breaking changes between two versions of this contract, and the version that they need. A request may only accept more,
a response may only promise more, and an event counts as a response.

  base            a file, or a git revision (default: the latest release tag, or main before there is one)
  revision        a file, or a git revision (default: the root document as it is)
  --root FILE     the root document in a git revision (default: openapi/openapi.yaml of the repository)
  --waivers FILE  acknowledged breaking changes (default: waivers.yaml beside the revision, if it exists)
  --format        text, json (documented by report.schema.json), markdown, or github (default: text)
  --all           list changes of descriptions and other words, too, as json always does
  --next-version  print only the next version that the changes need; below 1.0 a break needs a minor version

In a repository it compares the generated bundles (generated/openapi.json beside openapi/), or the files if there is none. It knows the
vocabulary of this contract; a change of anything else is reported as not compared, and treated as a break.
Exit codes: 0 compatible, 1 a breaking change without a waiver or an unused waiver, 2 could not compare.
`;

const formats = {
  text: (selection: Selection) => asText(selection, process.stdout),
  json: ({ report }: Selection) => jsonText(report),
  markdown: asMarkdown,
  github: asGithub,
} as const;

export const breakingCommand = defineCommand({
  name: "npm run breaking --",
  help,
  options: {
    root: { type: "string" },
    waivers: { type: "string" },
    format: { type: "string", default: "text" },
    all: { type: "boolean", default: false },
    "next-version": { type: "boolean", default: false },
  },
  allowPositionals: true,
  async run(options, positionals) {
    const format = formats[parseChoice(options.format, "format", "text", "json", "markdown", "github")];
    if (positionals.length > 2) {
      throw new Failure(
        `Expected at most two versions, found ${positionals.length}: ${positionals.join(" ")}.`,
        "Pass a base and a revision.",
      );
    }
    const [base, revision] = positionals;
    const waivers = options.waivers === undefined ? undefined : resolve(options.waivers);
    const done = showProgress("Comparing the contracts");
    const root = options.root === undefined ? await findRoot() : resolve(options.root);
    const comparison = await compare({ base, revision, root, waivers }).finally(done);
    process.stdout.write(
      options["next-version"] ? `${describeNextVersion(comparison)}\n` : await format(select(comparison, options.all)),
    );
    return allowsRelease(comparison.report) ? exitCode.success : exitCode.findings;
  },
});

/** The root document of the repository around the working directory. */
async function findRoot(): Promise<string> {
  const here = process.cwd();
  const top = await new Git(here).top().catch(() => undefined);
  return join(top ?? here, "openapi", "openapi.yaml");
}

function describeNextVersion({ base, baseVersion, report }: NamedReport): string {
  if (typeof baseVersion === "string" && /^\d+\.\d+\.\d+$/.test(baseVersion)) {
    return nextVersion(baseVersion, report.bump);
  }
  throw new Failure(
    `Expected \`info.version\` of ${base} to be like 1.2.3, found ${JSON.stringify(baseVersion)}.`,
    "Correct it, or leave --next-version out: the report says how large the step is.",
  );
}
