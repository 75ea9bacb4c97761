// The stylesheet and the scripts of the page: made of their sources here, read as they were packed elsewhere.
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

/** Where `npm run build` puts them, beside the bundle that this becomes a part of. */
export const packedFolder = "sandbox-page";

/** The names of the files. */
export const assetNames = ["sandbox.css", "theme.js", "sandbox.js"] as const;

/** Reads a file that the page loads. */
export async function readAsset(name: string): Promise<{ readonly type: string; readonly text: string }> {
  const made = import.meta.filename.endsWith(".ts") ? await makeAssets() : undefined;
  const text = made?.get(name) ?? (await readFile(join(import.meta.dirname, packedFolder, name), "utf8"));
  return { type: extname(name) === ".css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8", text };
}

/** What `npm run build` packs, made of the sources. */
export async function makeAssets(): Promise<ReadonlyMap<string, string>> {
  const { browserScripts, lookStyle } = await import("../../shared/look/index.ts");
  const folder = join(import.meta.dirname, "assets");
  const own = await readFile(join(folder, "sandbox.css"), "utf8");
  return new Map([...(await browserScripts(folder)), ["sandbox.css", `${await lookStyle()}\n${own}`]]);
}
