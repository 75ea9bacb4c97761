// `npm run release`: the version that the gate and the changelog ask for, as one commit and one tag.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { allowsRelease, type Bump, compare, nextVersion, type Report } from "../breaking/index.ts";
import { projectDirectory } from "../shared/contract/index.ts";
import { Git } from "../shared/git/index.ts";
import { defineCommand, exitCode, Failure, runCommand, showProgress } from "../shared/terminal/index.ts";

const help = `
Usage: npm run release [-- --dry-run] [--as VERSION]
       npm run release -- --check-tag TAG

Moves the notes under Unreleased in CHANGELOG.md to a new version, in one commit with one tag. Pushes nothing.
The version is the larger of what the contract needs (npm run breaking -- --next-version) and what the headings need:
major for Breaking or Removed, minor for Added, Changed or Deprecated, otherwise patch; below 1.0, minor for a break.
The first release has the version of package.json.

  --dry-run        show version and notes without writing them; CHANGELOG.md may have uncommitted notes
  --as VERSION     release as this higher version, such as 1.0.0
  --check-tag TAG  only check that this tag is the version of package.json and has its notes, as the release workflow does

Exit codes: 0 released, nothing to release, or the tag matches; 1 something prevents the release; 2 could not run.
`;

/** `npm run release` in the repository of a directory: this project, or one of a test. */
export function releaseCommandIn(directory: string) {
  return defineCommand({
    name: "npm run release --",
    help,
    options: {
      "dry-run": { type: "boolean", default: false },
      as: { type: "string" },
      "check-tag": { type: "string" },
    },
    async run({ "dry-run": isDryRun, as, "check-tag": tagToCheck }) {
      if (tagToCheck !== undefined && (as !== undefined || isDryRun)) {
        throw new Failure("--check-tag only checks a tag: found --as or --dry-run beside it.", "Pass it alone.");
      }
      if (as !== undefined && !isVersion.test(as)) {
        throw new Failure(`--as takes a version like 1.0.0, found "${as}".`, "Write it as three numbers.");
      }
      const git = new Git(directory);
      const { version: current } = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as Manifest;
      const changelog = await readChangelog(directory);
      if (tagToCheck !== undefined) return checkTag(tagToCheck, current, changelog);

      // The push that is printed takes main
      const branch = await git.text("branch", "--show-current");
      if (branch !== "main" && !isDryRun) {
        const found = branch === "" ? "no branch" : `the branch "${branch}"`;
        return refuse(`A release is made on main; git is on ${found}.`, "Run `git switch main`, and start again.");
      }
      // A dry run may read notes that are still being written
      const listChanges = async () =>
        (await git.lines("status", "--porcelain", "--untracked-files=normal")).filter(
          (line) => !isDryRun || !line.endsWith(" CHANGELOG.md"),
        );
      const changed = await listChanges();
      if (changed.length > 0) {
        return refuse(
          `The working tree has changes:\n${changed.join("\n")}\n`,
          "Commit or delete what is new (`??`). Commit the rest, or undo it with `git restore --staged --worktree .`.",
        );
      }
      // The gate compares bundles: an old one would hide a break
      if (existsSync(join(directory, "generated", "openapi.json"))) await generate(directory);
      const stale = await listChanges();
      if (stale.length > 0) {
        const remedy = "Commit it as it is now, and start again.";
        return refuse(`generated/ was not current:\n${stale.join("\n")}\n`, remedy);
      }
      const { latest, notes } = changelog;
      const nothing: Report = { bump: "none", changes: [], unusedWaivers: [] };
      const report = latest === undefined ? nothing : await compareWithRelease(directory);
      if (!allowsRelease(report)) return refuse("`npm run breaking` fails.", "Waive each break, or take it back.");
      if (notes === "") {
        if (report.bump !== "none") return refuse("Unreleased in CHANGELOG.md is empty.", "Say there what changed.");
        return succeed("Nothing stands under Unreleased in CHANGELOG.md: nothing to release.");
      }
      const unnamed = findUnnamed(report, notes);
      if (unnamed.length > 0) {
        const list = unnamed.map((line) => `\n- ${line}`).join("");
        return refuse(
          `CHANGELOG.md names none of these under Unreleased:${list}\n`,
          "Add a line for each, with its operation or event.",
        );
      }
      const unknown = listHeadings(notes).find((heading) => !bumpOfHeading.has(heading));
      if (unknown !== undefined) {
        const known = [...bumpOfHeading.keys()].join(", ");
        return refuse(`CHANGELOG.md has the heading ${unknown} under Unreleased.`, `Use one of ${known}.`);
      }
      const bumps: Bump[] = latest === undefined ? ["none"] : [bumpOfNotes(notes), report.bump];
      const versions = bumps.map((bump) => nextVersion(latest ?? current, bump)).sort(compareVersions);
      const needed = versions.at(-1) ?? current;
      const version = as ?? needed;
      if (compareVersions(version, needed) < 0) {
        throw new Failure(`Expected a version like 1.2.3 from ${needed} on, found "${version}".`, "Leave --as out.");
      }
      const tag = `v${version}`;
      const tagged = await git.commit(`refs/tags/${tag}`);
      if (tagged !== undefined) return refuse(`There is a tag ${tag} already.`, "Pass another version with --as.");
      const released = [describeBreaks(report), notes].filter(Boolean).join("\n\n");
      process.stdout.write(`Release ${version}, after ${latest ?? "none"}\n\n${released}\n\n`);
      if (isDryRun) return succeed("Dry run: nothing was written.");
      await writeVersion(directory, version, changelog, released);
      await git.text("add", "--all").catch(fail(undo));
      await git.text("commit", "--quiet", "--message", `Release ${version}`).catch(fail(undo));
      // By default git takes the headings of the notes for comments
      const tagging = git.text("tag", "--annotate", "--cleanup=whitespace", "--message", `${tag}\n\n${released}`, tag);
      await tagging.catch(fail(`The commit is made. Tag it with \`git tag --annotate ${tag}\`.`));
      return succeed(`Released ${version} in this clone. Publish it: git push --atomic origin main ${tag}`);
    },
  });
}

const isVersion = /^\d+\.\d+\.\d+$/;

interface Manifest {
  readonly version: string;
}

async function compareWithRelease(directory: string): Promise<Report> {
  const done = showProgress("Comparing with the latest release");
  return (await compare({ root: join(directory, "openapi", "openapi.yaml") }).finally(done)).report;
}

/** CHANGELOG.md in three parts, and the version of its newest release. */
interface Changelog {
  readonly before: string;
  readonly notes: string;
  readonly after: string;
  readonly latest: string | undefined;
}

const run = promisify(execFile);
const undo = "Nothing is committed. Undo the edits with `git restore --staged --worktree .`.";

async function readChangelog(directory: string): Promise<Changelog> {
  const text = await readFile(join(directory, "CHANGELOG.md"), "utf8");
  const [before = "", rest] = text.split(/^(?<=## \[Unreleased\]\n)/m);
  if (rest === undefined) {
    throw new Failure("CHANGELOG.md has no `## [Unreleased]`.", "Add the heading above the latest release.");
  }
  const [notes = "", after = ""] = rest.split(/^(?=## \[)([\s\S]*)/m);
  return { before, notes: notes.trim(), after, latest: /^## \[(\d+\.\d+\.\d+)\]/.exec(after)?.[1] };
}

/** Operations and events that were added, and warnings, of which the notes name neither an operation, nor the part that changed, nor an assumption. */
function findUnnamed({ changes }: Report, notes: string): string[] {
  const needed = changes.filter(({ level, rule }) => level === "warning" || /^(operation|event)\/added$/.test(rule));
  const isNamed = ({ part, detail, affected }: (typeof needed)[number]) => {
    // One line says of an assumption what changed in all its places: the detail has its key in parentheses
    const keys = detail.match(/\((`[^)]+)\)/)?.[1]?.match(/[\w-]+/g) ?? [];
    const names = [
      part.match(/`(.+)`/)?.[1],
      ...part.split(", "),
      ...affected.map(({ operation }) => operation),
      ...keys,
    ];
    return names.some((name) => name !== undefined && containsName(notes, name.replace(/^webhook /, "")));
  };
  return needed.filter((change) => !isNamed(change)).map(({ part, detail }) => `${part}: ${detail}`);
}

/** True when a text has a name, and not only a longer one. */
function containsName(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`).test(text);
}

/** The headings of Keep a Changelog, and one for breaks, by what they need: the largest first. */
const bumpOfHeading = new Map<string, Bump>([
  ["Breaking", "major"],
  ["Removed", "major"],
  ["Added", "minor"],
  ["Changed", "minor"],
  ["Deprecated", "minor"],
  ["Fixed", "patch"],
  ["Security", "patch"],
]);

function listHeadings(notes: string): string[] {
  return Array.from(notes.matchAll(/^### (.*)/gm), ([, heading = ""]) => heading.trim());
}

function bumpOfNotes(notes: string): Bump {
  const headings = listHeadings(notes);
  return bumpOfHeading.entries().find(([heading]) => headings.includes(heading))?.[1] ?? "patch";
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** The waived breaks with their reasons: the release takes them out of the file of waivers. */
function describeBreaks({ changes }: Report): string {
  const lines = changes.flatMap(({ part, detail, waived }) =>
    waived === undefined ? [] : [`\n- ${part}: ${detail} ${waived}`],
  );
  return lines.length === 0 ? "" : `### Breaking in the contract\n${lines.join("")}`;
}

async function writeVersion(directory: string, version: string, { before, after }: Changelog, notes: string) {
  const date = new Date().toISOString().slice(0, 10);
  const section = `## [${version}] - ${date}\n\n${notes}\n`;
  await writeFile(join(directory, "CHANGELOG.md"), [`${before}\n${section}`, after].filter(Boolean).join("\n"));
  const contract = join(directory, "openapi", "openapi.yaml");
  const text = await readFile(contract, "utf8");
  await writeFile(contract, text.replace(/^ {2}version: .*$/m, `  version: ${version}`));
  await rm(join(directory, "openapi", "waivers.yaml"), { force: true });
  const bump = ["version", version, "--no-git-tag-version", "--allow-same-version"];
  await run("npm", bump, { cwd: directory }).catch(fail(undo));
  await generate(directory);
}

async function generate(directory: string): Promise<void> {
  await run("npm", ["run", "generate"], { cwd: directory }).catch(fail(undo));
}

function fail(remedy: string): (error: Error) => never {
  return (error) => {
    throw new Failure(error.message, remedy);
  };
}

function checkTag(tag: string, version: string, { latest }: Changelog): number {
  if (tag !== `v${version}`) return refuse(`The tag ${tag} is not the version of package.json, ${version}.`, "");
  return latest === version ? exitCode.success : refuse(`CHANGELOG.md has no section ${version} on top.`, "");
}

function succeed(message: string): number {
  process.stdout.write(`${message}\n`);
  return exitCode.success;
}

function refuse(message: string, remedy: string): number {
  process.stderr.write(`Nothing was released. ${message} ${remedy}\n`);
  return exitCode.findings;
}

if (import.meta.main) await runCommand(releaseCommandIn(projectDirectory));
