// The workflows of CI: GitHub's own parser takes them, they call scripts that there are, and have no more rights than they need.
import { chmodSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { startProgram } from "./commands.ts";
import { writeFiles } from "./files.ts";

interface Job {
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadParser();
const read = (file: string) => readFileSync(join(projectDirectory, file), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
const files = globSync(".github/workflows/*.yml", { cwd: projectDirectory });

/** The lines that are no `npm run …` or `npm test …`. */
const others = [
  "npm ci",
  "npm ci --prefix test/matrix",
  "npm run generate && git diff --exit-code",
  ...["wearable-health-api", "wearable-health-api-tools"].map(
    (name) =>
      `test -n "$(npm view "${name}@\${GITHUB_REF_NAME#v}" version)" || npm publish --provenance ./dist/${name}`,
  ),
];
/** A call of a script. A value that a person chose, such as the name of a tag, is quoted. */
const call =
  /^npm (?:run (?:--silent )?)?(?<script>[\w:-]+)(?: --(?: (?:[\w./=-]+|"\$GITHUB_REF_NAME"|"\/\$\{GITHUB_REPOSITORY#\*\/\}\/"))+)?(?: >> "\$GITHUB_STEP_SUMMARY")?$/;

describe.each(files.map((file) => [file, read(file), parse(read(file)) as Workflow] as const))(
  "%s",
  (_, text, workflow) => {
    const jobs = Object.values(workflow.jobs);
    const lines = (job: Job) => job.steps.flatMap(({ run }) => run?.trim().split("\n") ?? []);

    test("is taken by GitHub's parser", async () => {
      const { context, value } = parseWorkflow({ name: "workflow.yml", content: text }, new NoOperationTraceWriter());
      // Its errors are added to those of the context
      if (value !== undefined) await convertWorkflowTemplate(context, value);
      expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
    });

    test("calls scripts of package.json", () => {
      const calls = jobs.flatMap(lines).filter((line) => !others.includes(line));
      expect(calls.filter((line) => !Object.hasOwn(scripts, call.exec(line)?.groups?.["script"] ?? ""))).toEqual([]);
    });

    test("pins each action by digest, with its version beside it", () => {
      const uses = text.split("\n").filter((line) => /\buses:/.test(line));
      expect(uses.filter((line) => !/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    });

    test("has the rights that each job names, which writes only in an environment, and no secret", () => {
      expect([workflow.permissions, text.match(/\bsecrets\b/)]).toEqual([{}, null]);
      for (const { permissions = { all: "write" }, environment } of jobs) {
        if (Object.values(permissions).includes("write")) expect(environment).toBeDefined();
      }
      expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    });

    test("leaves no credentials behind, and has the whole history where the gate or the build reads it", () => {
      for (const job of jobs) {
        const readsHistory = lines(job).some((line) =>
          /^npm (test$|run .*\b(?:test:full|breaking|build|release)\b)/.test(line),
        );
        for (const step of job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))) {
          expect(step.with?.["persist-credentials"]).toBe(false);
          if (readsHistory) expect(step.with?.["fetch-depth"]).toBe(0);
        }
      }
    });
  },
);

test("a release is checked against its tag, and publishes first the package that the other depends on", () => {
  const { on, jobs } = parse(read(".github/workflows/release.yml")) as Workflow;
  expect(on).toEqual({ push: { tags: [expect.stringMatching(/^v/)] } });
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  const [, , , client, tools] = others;
  const steps = ['npm run release -- --check-tag "$GITHUB_REF_NAME"', "npm run build", client, tools];
  expect(lines.filter((line) => steps.includes(line))).toEqual(steps);
});

test.each([
  ["", "dist/wearable-health-api dist/wearable-health-api-tools"],
  ["wearable-health-api@1.2.3", "dist/wearable-health-api-tools"],
])("a release that is started again publishes what the registry does not have: it has %j", async (there, published) => {
  const directory = writeFiles({
    npm: `#!/bin/sh\ncase "$1 $2" in "view ${there}") echo 1.2.3 ;; view*) exit 1 ;; *) echo "$3" >> published ;; esac\n`,
  });
  chmodSync(join(directory, "npm"), 0o755);
  const env = { PATH: `${directory}:${process.env["PATH"]}`, GITHUB_REF_NAME: "v1.2.3" };
  const { steps = [] } = (parse(read(".github/workflows/release.yml")) as Workflow).jobs["publish"] ?? {};
  for (const { run = "" } of steps.filter(({ run }) => run?.includes("publish"))) {
    expect(await startProgram("bash", ["-e", "-c", run], { cwd: directory, env }).ended).toBe(0);
  }
  const lines = readFileSync(join(directory, "published"), "utf8").trim().split("\n");
  expect(lines.join(" ")).toBe(published.replaceAll("dist/", "./dist/"));
});

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
