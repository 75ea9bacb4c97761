// Finds which files changed since a release that reach those who install one of the packages.
import type { Git } from "../contract/index.ts";
import { isSameToConsumers, type Manifest } from "./manifest.ts";

/** What the packages are built from. A new room of src/ counts until it stands among the exceptions. */
const sources = ["src", "generated", "tsconfig.json", "tsconfig.build.json", "LICENSE"];

/** The rooms and commands that only work in this repository, and what only its readers see. */
export const notShipped = [
  "src/lint",
  "src/mock",
  "src/site",
  "src/types",
  "src/bundle",
  "src/release",
  "src/*/README.md",
  "src/build.ts",
  "src/generate.ts",
  "src/release.ts",
  "src/start.ts",
];

/** The files that changed, as paths in the repository. */
export async function shippedChanges(git: Git, base: string, before: Manifest, after: Manifest): Promise<string[]> {
  const exceptions = notShipped.map((path) => `:(exclude)${path}`);
  const changed = await git.lines("diff", "--name-only", "--no-renames", base, "--", ...sources, ...exceptions);
  return isSameToConsumers(before, after) ? changed : ["package.json", ...changed];
}
