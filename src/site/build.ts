// Builds the site into a directory, so that a reader never meets half of it.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { contractRoot, type OpenApiDocument, projectDirectory } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import { siteFiles } from "./site.ts";

/** Where the site is built by default. */
export const siteDirectory = join(projectDirectory, "dist", "site");

/**
 * Builds the site.
 *
 * @param document The bundled contract.
 * @param directory Where it goes; what stood there is replaced only when all is built.
 * @param root The contract's root document, to tell where a broken link was written.
 * @throws {FindingsError} with file and line when a link leads nowhere.
 * @throws {Failure} when something else than a site stands in the directory.
 */
export async function buildSite(
  document: OpenApiDocument,
  directory = siteDirectory,
  root = contractRoot,
): Promise<void> {
  await refuseForeign(directory);
  const files = await siteFiles(document, root);
  await mkdir(dirname(directory), { recursive: true });
  const work = await mkdtemp(join(dirname(directory), `.${basename(directory)}-`));
  try {
    const folders = new Set(Array.from(files.keys(), (path) => dirname(join(work, path))));
    for (const folder of folders) await mkdir(folder, { recursive: true });
    await Promise.all(Array.from(files, ([path, text]) => writeFile(join(work, path), text)));
    await rm(directory, { recursive: true, force: true });
    await rename(work, directory);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Building replaces the whole directory: nothing that a person made may stand in it. */
async function refuseForeign(directory: string): Promise<void> {
  const names = existsSync(directory) ? await readdir(directory) : [];
  if (names.length === 0 || (names.includes("index.html") && names.includes("openapi.json"))) return;
  throw new Failure(
    `${directory} contains files that are not from an earlier build, such as ${names[0]}.`,
    "Pass an empty directory, or one that does not exist yet.",
  );
}
