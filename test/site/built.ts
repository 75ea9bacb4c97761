// Builds the site for the tests of one file, into a directory of its own.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { OpenApiDocument } from "../../src/contract/index.ts";
import { buildSite } from "../../src/site/index.ts";

/** A site that was built for a test. */
export interface BuiltSite {
  readonly directory: string;
  /** The texts of its files, by path from the site's root. */
  readonly files: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/** Builds the site of a contract. */
export async function builtSite(document: OpenApiDocument, root?: string): Promise<BuiltSite> {
  const parent = await mkdtemp(join(tmpdir(), "site-test-"));
  const remove = () => rm(parent, { recursive: true, force: true });
  try {
    const directory = join(parent, "site");
    await buildSite(document, directory, root);
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map(async (file) => [relative(directory, file), await readFile(file, "utf8")] as const),
    );
    return { directory, files: new Map(files), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
