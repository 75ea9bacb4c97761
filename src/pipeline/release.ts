// `npm run release`: prepares version, changelog, commit and tag from what changed since the latest release.
import { join } from "node:path";
import { compare } from "../tools/breaking/index.ts";
import { projectDirectory } from "../tools/contract/index.ts";
import { defineCommand, exitCode, Failure, runCommand, showProgress } from "../tools/terminal/index.ts";
import {
  changedFiles,
  driftObstacles,
  type Files,
  type Generated,
  generate,
  nextStep,
  type Obstacle,
  obstaclesText,
  openRepository,
  planRelease,
  planText,
  tagObstacles,
  writeRelease,
} from "./release/index.ts";

const help = `
Usage: npm run release [-- --dry-run] [--as VERSION]
       npm run release -- --check-tag TAG

Works out the next version from three things, and takes the largest: the changes of the contract, those of the
package's public surface (test/pipeline/build/surface), and whether files that ship have changed. Below 1.0 a break is a minor.
Then it writes version, generated/ and CHANGELOG.md, moves the waivers into the changelog, commits and tags.
It keeps the lines that you wrote under Unreleased and pushes nothing. A release that fails leaves nothing behind.

  --dry-run      show everything, and write nothing
  --as VERSION   release as this version, such as 1.0.0; at least the version that the changes need
  --check-tag TAG
                 only check that this tag matches the version in package.json, as the release workflow does

Exit codes: 0 released, nothing to release, or the tag matches; 1 something prevents the release; 2 could not run.
`;

/** `npm run release` in the repository of a directory: this project, or a copy of it. */
export function releaseCommandIn(directory: string) {
  return defineCommand({
    name: "npm run release --",
    help,
    options: {
      "dry-run": { type: "boolean", default: false },
      as: { type: "string" },
      "check-tag": { type: "string" },
    },
    async run(options) {
      if (options["check-tag"] !== undefined) {
        const wrong = await tagObstacles(directory, options["check-tag"]);
        return wrong.length === 0 ? exitCode.well : refuse(wrong);
      }
      const git = await openRepository(directory);
      const date = new Date().toISOString().slice(0, 10);
      const plan = await withProgress("Comparing with the latest release", () =>
        planRelease({
          git,
          wanted: options.as,
          compare: async (base) => (await compare({ base, root: join(directory, "openapi", "openapi.yaml") })).report,
        }),
      );
      if (plan === undefined) {
        process.stdout.write(
          `Nothing that ships has changed since ${await git.latestRelease()}: nothing to release.\n`,
        );
        return exitCode.well;
      }
      const files = await changedFiles(directory, plan, date);
      const isRegenerated = files.has("openapi/openapi.yaml");
      const paths = [...files.keys(), ...(isRegenerated ? ["generated/"] : [])];
      process.stdout.write(`${planText(plan, paths, date)}\n`);
      if (plan.obstacles.length > 0 && !options["dry-run"]) return refuse(plan.obstacles);

      const isReal = !options["dry-run"];
      const [now, next] = await withProgress("Checking what is generated", () =>
        Promise.all([generate(directory), isReal && isRegenerated ? generate(directory, files) : undefined]),
      );
      const obstacles = [...plan.obstacles, ...(await driftObstacles(directory, now))];
      if (obstacles.length > 0) return refuse(obstacles);
      if (!isReal) {
        process.stdout.write("Dry run: nothing was written.\n");
        return exitCode.well;
      }
      const all = new Map([...files, ...filesOf(next)]);
      const commit = await writeRelease(git, all, plan);
      process.stdout.write(`Released ${plan.version}: commit ${commit}, tag ${plan.tag}. ${nextStep(plan.tag)}\n`);
      return exitCode.well;
    },
  });
}

/** What is generated from the contract with its new version; nothing when the version stays. */
function filesOf(generated: Generated | undefined): Files {
  if (generated === undefined) return new Map();
  if ("files" in generated) return generated.files;
  throw new Failure(
    `With its new version the contract has faults:\n${generated.fault}\n`,
    "Correct them; nothing was written.",
  );
}

function refuse(obstacles: readonly Obstacle[]): number {
  process.stderr.write(`Nothing was released. Resolve this first:\n${obstaclesText(obstacles)}`);
  return exitCode.findings;
}

async function withProgress<T>(text: string, work: () => Promise<T>): Promise<T> {
  const done = showProgress(text);
  return work().finally(done);
}

if (import.meta.main) await runCommand(releaseCommandIn(projectDirectory));
