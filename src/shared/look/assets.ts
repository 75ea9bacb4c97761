// Stylesheet and scripts of the pages: one classic script per entry, since modules do not load from disk.
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

const ending = ".entry.ts";
const bundled = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** The scripts that all our pages load. */
const own = join(import.meta.dirname, "browser");

/** The rules of colours, type, frame, lists and tables; what only some pages have comes after them. */
export function lookStyle(): Promise<string> {
  return readFile(join(import.meta.dirname, "look.css"), "utf8");
}

/**
 * Bundles every `*.entry.ts` of a folder, such as `search.entry.ts`, and those that all pages load, once per process:
 * an edit of the contract changes nothing in them.
 *
 * @returns The scripts by their name, such as `search.js`.
 */
export function browserScripts(folder: string): Promise<ReadonlyMap<string, string>> {
  const known = bundled.get(folder) ?? bundleAll(folder);
  bundled.set(folder, known);
  return known;
}

async function bundleAll(folder: string): Promise<ReadonlyMap<string, string>> {
  // Loaded late: who serves what was bundled before needs no bundler
  const { build } = await import("esbuild");
  const entries = (await Promise.all([own, folder].map(entriesIn))).flat();
  const { outputFiles } = await build({
    entryPoints: entries.map((file) => ({ in: file, out: basename(file, ending) })),
    outdir: folder,
    absWorkingDir: folder,
    bundle: true,
    write: false,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

async function entriesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort();
  return files.map((file) => join(folder, file));
}
