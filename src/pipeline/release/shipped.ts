// Finds which files changed since a release that reach those who install one of the packages.
import type { History } from "./history.ts";
import { isSameToConsumers, type Manifest } from "./manifest.ts";

/** What the packages are built from. */
export const shipped = [
  "src/package",
  "src/tools",
  "generated",
  "tsconfig.json",
  "tsconfig.build.json",
  "LICENSE",
  // Guides of the site
  ":(exclude)src/*/README.md",
];

/** The files that changed, as paths in the repository. */
export async function shippedChanges(git: History, base: string, before: Manifest, after: Manifest): Promise<string[]> {
  const changed = await git.changedSince(base, shipped);
  return isSameToConsumers(before, after) ? changed : ["package.json", ...changed];
}
