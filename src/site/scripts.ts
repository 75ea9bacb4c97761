// Bundles the scripts that run in the reader's browser: one classic script per entry, since modules do not load from disk.
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";

const folder = join(import.meta.dirname, "assets");
const ending = ".entry.ts";
let bundled: Promise<ReadonlyMap<string, string>> | undefined;

/**
 * Bundles every `*.entry.ts` of `assets/`, such as `search.entry.ts`, once per process: an edit of the contract changes
 * nothing in them.
 *
 * @returns The scripts by their path in the site, such as `search.js`.
 */
export function browserScripts(): Promise<ReadonlyMap<string, string>> {
  bundled ??= bundleAll();
  return bundled;
}

async function bundleAll(): Promise<ReadonlyMap<string, string>> {
  const entries = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort();
  const { outputFiles } = await build({
    entryPoints: entries.map((file) => ({ in: join(folder, file), out: basename(file, ending) })),
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
