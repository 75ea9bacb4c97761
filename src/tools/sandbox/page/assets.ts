// The stylesheet and the script of the pages: made of their sources here, read as they were packed elsewhere.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A file that a page loads. */
export interface Asset {
  readonly type: string;
  readonly text: string;
}

/** Where `npm run build` puts them, beside the bundle that this becomes a part of. */
export const packedFolder = "sandbox-page";

const types = { "sandbox.css": "text/css; charset=utf-8", "sandbox.js": "text/javascript; charset=utf-8" } as const;

const isSource = import.meta.filename.endsWith(".ts");

let read: Promise<ReadonlyMap<string, Asset>> | undefined;

/** The files by name; read when the first page asks for them. */
export function pageAssets(): Promise<ReadonlyMap<string, Asset>> {
  read ??= readAll();
  return read;
}

async function readAll(): Promise<ReadonlyMap<string, Asset>> {
  const texts = isSource ? await made() : await packed();
  return new Map(Object.entries(types).map(([name, type]) => [name, { type, text: texts.get(name) ?? "" }]));
}

/** Made of the sources, as `npm run build` packs them. */
async function made(): Promise<ReadonlyMap<string, string>> {
  const { browserScripts, lookStyle } = await import("../../look/index.ts");
  const folder = join(import.meta.dirname, "assets");
  const own = await readFile(join(folder, "sandbox.css"), "utf8");
  return new Map([...(await browserScripts(folder)), ["sandbox.css", `${await lookStyle()}\n${own}`]]);
}

async function packed(): Promise<ReadonlyMap<string, string>> {
  const texts = Object.keys(types).map(
    async (name) => [name, await readFile(join(import.meta.dirname, packedFolder, name), "utf8")] as const,
  );
  return new Map(await Promise.all(texts));
}
