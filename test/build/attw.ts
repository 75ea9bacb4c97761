// Checks with attw that the types and the code of a packed package agree for every resolver of ES modules.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectDirectory } from "../../src/shared/contract/index.ts";

/**
 * Lists what attw finds.
 *
 * @param documents The entries that have no types.
 */
export async function typeProblems(
  tarball: string,
  documents: string[],
): Promise<{ readonly entries: readonly string[]; readonly problems: readonly unknown[] }> {
  const { checkPackage, createPackageFromTarballData, filterProblems } = await attw();
  const packed = createPackageFromTarballData(await readFile(tarball));
  const analysis = await checkPackage(packed, { excludeEntrypoints: documents });
  if (!analysis.types) throw new Error("attw found no types in the package.");
  const resolvers = ["node16-esm", "bundler"] as const;
  return {
    entries: Object.keys(analysis.entrypoints),
    problems: resolvers.flatMap((resolutionKind) => filterProblems(analysis, { resolutionKind })),
  };
}

/** Loads what attw checks with by its files: to vitest, its package offers sources that Node does not run. */
async function attw(): Promise<
  typeof import("@arethetypeswrong/core") & typeof import("@arethetypeswrong/core/problems")
> {
  const dist = join(projectDirectory, "node_modules", "@arethetypeswrong", "core", "dist");
  return { ...(await import(join(dist, "index.js"))), ...(await import(join(dist, "problems.js"))) };
}
