// The stylesheet and the scripts of the pages: ours made of their sources here, read as they were packed elsewhere.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file that a page loads. */
export interface Asset {
  readonly type: string;
  readonly text: string;
}

/** Where `npm run build` puts them, beside the bundle that this becomes a part of. */
export const packedFolder = "sandbox-page";

const types = {
  "sandbox.css": "text/css; charset=utf-8",
  "theme.js": "text/javascript; charset=utf-8",
  "sandbox.js": "text/javascript; charset=utf-8",
  "idiomorph.js": "text/javascript; charset=utf-8",
} as const;

/** The names of the files. */
export const assetNames: readonly string[] = Object.keys(types);

let read: Promise<ReadonlyMap<string, Asset>> | undefined;

/** The files by name; read when the first page asks for them. */
export function pageAssets(): Promise<ReadonlyMap<string, Asset>> {
  read ??= readAll();
  return read;
}

async function readAll(): Promise<ReadonlyMap<string, Asset>> {
  const own = import.meta.filename.endsWith(".ts") ? await madeAssets() : undefined;
  const textOf = (name: string): Promise<string> | string => {
    if (name === "idiomorph.js")
      return readFile(fileURLToPath(import.meta.resolve("idiomorph/dist/idiomorph.min.js")), "utf8");
    return own?.get(name) ?? readFile(join(import.meta.dirname, packedFolder, name), "utf8");
  };
  const assets = Object.entries(types).map(async ([name, type]) => [name, { type, text: await textOf(name) }] as const);
  return new Map(await Promise.all(assets));
}

/** What is ours, made of the sources as `npm run build` packs it. */
export async function madeAssets(): Promise<ReadonlyMap<string, string>> {
  const { browserScripts, lookStyle } = await import("../../look/index.ts");
  const folder = join(import.meta.dirname, "assets");
  const own = await readFile(join(folder, "sandbox.css"), "utf8");
  return new Map([...(await browserScripts(folder)), ["sandbox.css", `${await lookStyle()}\n${own}`]]);
}
