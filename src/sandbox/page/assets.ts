// The page, its stylesheet and its scripts: made of their sources here, read as they were packed elsewhere.
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

/** Where `npm run build` puts them, beside the bundle that this becomes a part of. */
export const packedFolder = "sandbox-page";

/** The names of the files; the first is the page. */
export const assetNames = ["page.html", "sandbox.css", "theme.js", "sandbox.js"] as const;

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

/** Reads one of these files. */
export async function readAsset(name: string): Promise<{ readonly type: string; readonly text: string }> {
  const made = import.meta.filename.endsWith(".ts") ? await makeAssets() : undefined;
  const text = made?.get(name) ?? (await readFile(join(import.meta.dirname, packedFolder, name), "utf8"));
  return { type: `${types[extname(name)]}; charset=utf-8`, text };
}

/** Makes the files that `npm run build` packs, of their sources. */
export async function makeAssets(): Promise<ReadonlyMap<string, string>> {
  const { browserScripts, lookStyle } = await import("../../shared/look/index.ts");
  const folder = join(import.meta.dirname, "assets");
  const [page, own] = await Promise.all(
    ["page.html", "sandbox.css"].map((name) => readFile(join(folder, name), "utf8")),
  );
  return new Map([
    ...(await browserScripts(folder)),
    ["page.html", page ?? ""],
    ["sandbox.css", `${await lookStyle()}\n${own}`],
  ]);
}
