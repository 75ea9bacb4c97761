// Prepares the files of a release outside of the working tree, so that nothing half-done ever stands in it.
import { cpSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { runTool } from "../../tools/contract/index.ts";
import { exitCode, Failure, makeTemporaryDirectory } from "../../tools/terminal/index.ts";
import { withRelease } from "./changelog.ts";
import type { Obstacle } from "./obstacles.ts";
import type { Plan } from "./plan.ts";
import { contractVersion, lockVersions, withTexts } from "./scalar.ts";

/** Where breaks are acknowledged, in the repository. */
const waiversFile = "openapi/waivers.yaml";

/** The file of `npm run generate`, in the repository. */
export const generateFile = "src/pipeline/generate.ts";

/** Texts by the path of the file in the repository; undefined for a file that is removed. */
export type Files = ReadonlyMap<string, string | undefined>;

/**
 * The files that a release changes, with their new texts; those under generated/ are not among them.
 *
 * @param date The day of the release, as `2026-01-31`.
 */
export async function changedFiles(directory: string, plan: Plan, date: string): Promise<Files> {
  const { version, changelog, notes } = plan;
  const edits: readonly (readonly [path: string, edit: (text: string) => string | undefined])[] = [
    ["package.json", (text) => withTexts(text, [["version"]], version)],
    ["package-lock.json", (text) => withTexts(text, lockVersions, version)],
    ["openapi/openapi.yaml", (text) => withTexts(text, [contractVersion], version)],
    // The changelog has them now
    [waiversFile, () => undefined],
    ["CHANGELOG.md", () => withRelease(changelog, version, date, notes)],
  ];
  const files = new Map<string, string | undefined>();
  for (const [path, edit] of edits) {
    const text = await readFile(join(directory, path), "utf8").catch(ignoreMissing);
    if (text === undefined) continue;
    const edited = edit(text);
    if (edited !== text) files.set(path, edited);
  }
  return files;
}

/** What `npm run generate` writes for a contract, or why it writes nothing. */
export type Generated = { readonly files: Files } | { readonly fault: string };

/**
 * Runs `npm run generate` into a place of its own.
 *
 * @param changed Files of the contract that are to be other than they are; only a copy is changed.
 */
export async function generate(directory: string, changed: Files = new Map()): Promise<Generated> {
  const temporary = makeTemporaryDirectory(join(tmpdir(), "release-"));
  const place = temporary.path;
  try {
    for (const name of ["openapi", "redocly.yaml", ".redocly.lint-ignore.yaml"]) {
      // At once: thousands of small files, at a quarter of the cost
      cpSync(join(directory, name), join(place, name), { recursive: true });
    }
    for (const [path, text] of changed) {
      if (text !== undefined && path.startsWith("openapi/")) await writeFile(join(place, path), text);
    }
    const out = join(place, "generated");
    await mkdir(out);
    const root = join(place, "openapi", "openapi.yaml");
    const { code, stderr } = await runTool(join(directory, generateFile), ["--root", root, "--out", out]);
    if (code === exitCode.findings)
      return { fault: stderr.trim().replaceAll(`${relative(process.cwd(), place)}/`, "") };
    if (code !== exitCode.well) {
      throw new Failure(`\`npm run generate\` failed: ${stderr.trim()}`, "Correct that first.");
    }
    return { files: await filesIn(out, "generated") };
  } finally {
    temporary.remove();
  }
}

/** What is wrong with the committed generated/: a contract with faults, or files that are not what it makes. */
export async function driftObstacles(directory: string, generated: Generated): Promise<Obstacle[]> {
  if ("fault" in generated) {
    return [{ message: `The contract has faults:\n${generated.fault}\n`, remedy: "Correct them: `npm run lint`." }];
  }
  const committed = await filesIn(join(directory, "generated"), "generated");
  const paths = [...new Set([...committed.keys(), ...generated.files.keys()])];
  const stale = paths.filter((path) => committed.get(path) !== generated.files.get(path));
  if (stale.length === 0) return [];
  return [
    {
      message: `Generated files are stale: ${stale.join(", ")}.`,
      remedy: "Run `npm run generate` and commit the result.",
    },
  ];
}

async function filesIn(folder: string, shownAs: string): Promise<Files> {
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [`${shownAs}/${name}`, await readFile(join(folder, name), "utf8")] as const),
    ),
  );
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
