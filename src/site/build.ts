// Builds the site into a directory, so that a reader never meets half of it.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { contractRoot, type OpenApiDocument, projectDirectory } from "../shared/contract/index.ts";
import { Failure, makeTemporaryDirectory } from "../shared/terminal/index.ts";
import { buildSiteFiles } from "./site.ts";

/** Where the site is built by default. */
export const siteDirectory = join(projectDirectory, "dist", "site");

/**
 * Builds the site.
 *
 * @param document The bundled contract.
 * @param directory Where it goes; what stood there is replaced only when all is built.
 * @param root The contract's root document, to locate broken links, with the register of assumptions beside it.
 * @param base The path that the site is published under.
 * @throws {FileProblemsError} with file and line when a link leads nowhere.
 * @throws {Failure} when the directory contains anything but a site.
 */
export async function buildSite(
  document: OpenApiDocument,
  directory = siteDirectory,
  root = contractRoot,
  base = "/",
): Promise<void> {
  refuseForeign(directory);
  const files = await buildSiteFiles(document, root, base);
  mkdirSync(dirname(directory), { recursive: true });
  const temporary = makeTemporaryDirectory(join(dirname(directory), `.${basename(directory)}-`));
  const work = temporary.path;
  const old = `${work}.old`;
  try {
    // Synchronously, so that a signal finds either the old site or the new one
    const folders = new Set(Array.from(files.keys(), (path) => dirname(join(work, path))));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    for (const [path, text] of files) writeFileSync(join(work, path), text);
    if (existsSync(directory)) renameSync(directory, old);
    renameSync(work, directory);
  } finally {
    rmSync(old, { recursive: true, force: true });
    temporary.remove();
  }
}

/** Building replaces the whole directory, so it must not contain other files. */
function refuseForeign(directory: string): void {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  if (names.length === 0 || (names.includes("index.html") && names.includes("openapi.json"))) return;
  throw new Failure(
    `${directory} contains files that are not from an earlier build, such as ${names[0]}.`,
    "Pass an empty directory, or one that does not exist yet.",
  );
}
