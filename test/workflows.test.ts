// The workflows of CI: accepted by GitHub's own parser, pinned, with few rights, and only calling our npm scripts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectDirectory } from "../src/shared/contract/index.ts";

type Rights = Readonly<Record<string, string>> | string;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly "runs-on"?: string;
  readonly "timeout-minutes"?: number;
  readonly environment?: unknown;
  readonly permissions?: Rights;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on?: Readonly<Record<string, unknown>>;
  readonly permissions?: Rights;
  readonly concurrency?: unknown;
  readonly jobs?: Readonly<Record<string, Job>>;
}

/** Says what is wrong with a workflow; nothing when all is well. */
type Rule = (workflow: Workflow, text: string) => readonly string[] | Promise<readonly string[]>;

const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadParser();

const folder = join(projectDirectory, ".github", "workflows");
const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
const { scripts } = JSON.parse(readFileSync(join(projectDirectory, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};

const jobsOf = ({ jobs = {} }: Workflow) => Object.entries(jobs);
const stepsOf = (workflow: Workflow) => jobsOf(workflow).flatMap(([, { steps = [] }]) => steps);
const runs = (workflow: Workflow) => stepsOf(workflow).flatMap(({ run }) => run?.trim().split("\n") ?? []);
const checkouts = ({ steps = [] }: Job) => steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
const writes = (rights: Rights | undefined) => typeof rights === "object" && Object.values(rights).includes("write");

/** The script that a line runs, when it is one that a person runs too. What a person named is quoted: the tag and the repository. */
const call =
  /^npm (?:run (?:--silent )?(?<script>[\w:-]+)|(?<test>test))(?: --(?: (?:[\w./=-]+|"\$GITHUB_REF_NAME"|"\/\$\{GITHUB_REPOSITORY#\*\/\}\/"))+)?(?: >> "\$GITHUB_STEP_SUMMARY")?$/;
const installMatrix = "npm ci --prefix test/matrix";
const publish = "npm publish --provenance ./dist/wearable-health-api";
const publishTools = `${publish}-tools`;
const checkTag = 'npm run release -- --check-tag "$GITHUB_REF_NAME"';

const rules = {
  "opens by saying what it is for": (_, text) => (/^# \S+ .*[.]\n/.test(text) ? [] : ["no sentence at its top"]),

  "is what GitHub's parser takes": (_, text) => parserErrors(text),

  "runs npm scripts only": (workflow) =>
    runs(workflow).filter(
      (line) => !["npm ci", installMatrix, publish, publishTools].includes(line) && !call.test(line),
    ),

  "runs npm scripts that exist": (workflow) =>
    runs(workflow).flatMap((line) => {
      const { script, test } = call.exec(line)?.groups ?? {};
      const name = script ?? test;
      return name === undefined || Object.hasOwn(scripts, name) ? [] : [name];
    }),

  "runs tests that exist": (workflow) =>
    runs(workflow)
      .flatMap((line) => /^npm test -- (?<path>test\/\S+)$/.exec(line)?.groups?.["path"] ?? [])
      .filter((path) => !existsSync(join(projectDirectory, path))),

  "pins each action by digest, with its version beside it": (_, text) =>
    text
      .split("\n")
      .filter((line) => /\buses:/.test(line) && !/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),

  "has no rights of its own": ({ permissions }) =>
    typeof permissions === "object" && Object.keys(permissions).length === 0 ? [] : ["rights for every job"],

  "names the rights of each job": (workflow) =>
    jobsOf(workflow)
      .filter(([, { permissions }]) => typeof permissions !== "object")
      .map(([name]) => name),

  "writes only where an environment guards it": (workflow) =>
    jobsOf(workflow)
      .filter(([, { permissions, environment }]) => writes(permissions) && environment === undefined)
      .map(([name]) => name),

  "publishes on a tag only, from a guarded job": (workflow) =>
    jobsOf(workflow)
      .filter(([, { steps = [] }]) => steps.some(({ run }) => run?.includes("npm publish")))
      .filter(([, { environment }]) => environment === undefined || !isOnTagOnly(workflow))
      .map(([name]) => name),

  "publishes only what its tag says": (workflow) =>
    runs(workflow).includes(publish) && !runs(workflow).includes(checkTag) ? [checkTag] : [],

  "publishes both packages as they are built, and first the one that the other depends on": (workflow) => {
    const published = runs(workflow).filter((line) => /^npm (?:publish|run build)/.test(line));
    const expected = ["npm run build", publish, publishTools].join();
    return published.length === 0 || published.join() === expected ? [] : published;
  },

  "leaves no credentials behind": (workflow) =>
    jobsOf(workflow)
      .filter(([, job]) => checkouts(job).some((step) => step.with?.["persist-credentials"] !== false))
      .map(([name]) => name),

  "needs no secret": (_, text) => text.match(/\bsecrets\b/g) ?? [],

  "has the whole history where the gate or the build runs": (workflow) =>
    jobsOf(workflow)
      .filter(([, { steps = [] }]) =>
        steps.some(({ run }) => /^npm run .*\b(?:breaking|build|release)\b/m.test(run ?? "")),
      )
      .filter(([, job]) => !checkouts(job).every((step) => step.with?.["fetch-depth"] === 0))
      .map(([name]) => name),

  "never runs a stranger's change with our rights": ({ on = {} }) =>
    Object.keys(on).filter((event) => ["pull_request_target", "workflow_run", "issue_comment"].includes(event)),

  "ends by itself": (workflow) =>
    jobsOf(workflow)
      .filter(([, job]) => !((job["timeout-minutes"] ?? 360) <= 30))
      .map(([name]) => name),

  "does not run twice at once": ({ concurrency }) => (concurrency === undefined ? ["no concurrency"] : []),

  "names its runner by version": (workflow) =>
    jobsOf(workflow)
      .filter(([, job]) => !/^ubuntu-\d+\.\d+$/.test(job["runs-on"] ?? ""))
      .map(([name]) => name),
} as const satisfies Record<string, Rule>;

function isOnTagOnly({ on = {} }: Workflow): boolean {
  const { push, ...others } = on;
  const filters = Object.keys(push ?? {});
  return Object.keys(others).length === 0 && filters.length === 1 && filters[0] === "tags";
}

/** Loads the parser. It imports JSON in a way that bundlers take and Node does not. */
async function loadParser(): Promise<typeof import("@actions/workflow-parser")> {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "@actions/workflow-parser";', resolveDir: projectDirectory },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? "").toString("base64")}`);
}

/** Lists the errors of GitHub's own parser in structure, expressions, and the jobs that others need. */
async function parserErrors(text: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: "workflow.yml", content: text }, new NoOperationTraceWriter());
  // Its findings join those of the context
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

async function complaints(rule: keyof typeof rules, text: string): Promise<readonly string[]> {
  const check: Rule = rules[rule];
  return check(parse(text) as Workflow, text);
}

const names = Object.keys(rules) as (keyof typeof rules)[];

test("there is one for changes, one for releases and one for the site", () => {
  expect(texts.map(([name]) => name).sort()).toEqual(["check.yml", "release.yml", "site.yml"]);
});

describe.each(texts)("%s", (_, text) => {
  test.each(names)("%s", async (rule) => {
    expect(await complaints(rule, text)).toEqual([]);
  });
});

const checkout = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
const sample = `# Publishes it.
on:
  push:
    tags: ['v*']
permissions: {}
concurrency: sample
jobs:
  first:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    environment: npm
    permissions:
      contents: read
      id-token: write
    steps:
      - uses: ${checkout}
        with:
          fetch-depth: 0
          persist-credentials: false
      - run: npm ci
      - run: npm run --silent generate -- --root a/b.yaml >> "$GITHUB_STEP_SUMMARY"
      - run: npm run release -- --check-tag "$GITHUB_REF_NAME"
      - run: npm run build
      - run: npm publish --provenance ./dist/wearable-health-api
      - run: npm publish --provenance ./dist/wearable-health-api-tools
`;

const gated = sample.replace("npm ci", "npm ci\n      - run: npm run breaking -- --format github");

/** Edits of the sample that each rule refuses: a part, its replacement and the complaint. */
const refused: [rule: keyof typeof rules, from: string, to: string, complaint?: string][] = [
  ["opens by saying what it is for", "# Publishes it.\n", ""],
  ["is what GitHub's parser takes", "timeout-minutes", "timeout-minute", "Unexpected value 'timeout-minute'"],
  ["is what GitHub's parser takes", "contents: read", "contents: reed", "Unexpected value 'reed'"],
  ["is what GitHub's parser takes", "environment: npm", "needs: second", "no dependencies"],
  ["is what GitHub's parser takes", "environment: npm", "if: alwayz()", "Unrecognized function: 'alwayz'"],
  ["runs npm scripts only", "npm ci", "npm install", "npm install"],
  ["runs npm scripts only", "npm ci", "npm ci && curl https://example.com"],
  ["runs npm scripts only", "npm ci", "npx something"],
  ["runs npm scripts only", "npm ci", `npm run lint -- \${{ github.head_ref }}`],
  ["runs npm scripts only", "npm ci", "npm run lint || true"],
  ["runs npm scripts only", "npm ci", "npm run release -- --check-tag $GITHUB_REF_NAME"],
  ["runs npm scripts only", "run: npm ci", "run: |\n          npm ci\n          node src/start.ts", "node src/"],
  ["runs npm scripts only", "npm publish --provenance", "npm publish"],
  ["runs npm scripts that exist", "generate --", "generat --", "generat"],
  ["runs tests that exist", "- run: npm ci\n", "- run: npm ci\n      - run: npm test -- test/none\n", "test/none"],
  ["pins each action by digest, with its version beside it", checkout, "actions/checkout@v7"],
  ["pins each action by digest, with its version beside it", " # v7.0.1", ""],
  ["pins each action by digest, with its version beside it", "ba90b1 #", "ba90b #"],
  ["has no rights of its own", "permissions: {}", "permissions: read-all"],
  ["has no rights of its own", "permissions: {}\n", ""],
  ["has no rights of its own", "permissions: {}", "permissions: { contents: read }"],
  ["names the rights of each job", "permissions:\n      contents: read\n      id-token: write", "if: true", "first"],
  [
    "names the rights of each job",
    "permissions:\n      contents: read\n      id-token: write",
    "permissions: write-all",
  ],
  ["writes only where an environment guards it", "    environment: npm\n", "", "first"],
  ["publishes on a tag only, from a guarded job", "    environment: npm\n", "", "first"],
  ["publishes on a tag only, from a guarded job", "tags: ['v*']", "branches: [main]"],
  ["publishes on a tag only, from a guarded job", "tags: ['v*']", "tags: ['v*']\n  workflow_dispatch:"],
  ["publishes only what its tag says", ' --check-tag "$GITHUB_REF_NAME"', "", "--check-tag"],
  ...[publishTools, "npm run build"].map((left): [keyof typeof rules, string, string, string] => [
    "publishes both packages as they are built, and first the one that the other depends on",
    `      - run: ${left}\n`,
    "",
    "npm publish",
  ]),
  ["leaves no credentials behind", "persist-credentials: false", "persist-credentials: true", "first"],
  ["leaves no credentials behind", "          persist-credentials: false\n", ""],
  ["needs no secret", "environment: npm", `env:\n      TOKEN: \${{ secrets.TOKEN }}`],
  ["has the whole history where the gate or the build runs", "fetch-depth: 0", "fetch-depth: 1", "first"],
  ["has the whole history where the gate or the build runs", "          fetch-depth: 0\n", "", "first"],
  ["never runs a stranger's change with our rights", "push:", "pull_request_target:", "pull_request_target"],
  ["ends by itself", "    timeout-minutes: 10\n", "", "first"],
  ["ends by itself", "timeout-minutes: 10", "timeout-minutes: 300", "first"],
  ["does not run twice at once", "concurrency: sample\n", ""],
  ["names its runner by version", "ubuntu-24.04", "ubuntu-latest", "first"],
];

describe("each rule", () => {
  test("has a sample that it refuses", () => {
    expect(names.filter((name) => !refused.some(([rule]) => rule === name))).toEqual([]);
  });

  test.each(names)("%s: takes the sample", async (rule) => {
    expect(await complaints(rule, sample)).toEqual([]);
  });

  test.each(refused)("%s: refuses %j as %j", async (rule, from, to, complaint = "") => {
    const whole = rule === "has the whole history where the gate or the build runs" ? gated : sample;
    expect(await complaints(rule, whole)).toEqual([]);
    const broken = whole.replace(from, () => to);
    expect(broken).not.toBe(whole);
    expect((await complaints(rule, broken)).join("\n")).toMatch(complaint === "" ? /./ : complaint);
  });
});
