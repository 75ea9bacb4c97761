// Reads what `redocly bundle` has written, and writes generated/.
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../shared/terminal/index.ts";

/** Reads a bundle by the name of its API in redocly.yaml. npm runs scripts in the directory of the contract. */
export async function readBundle(name: "openapi" | "control-openapi"): Promise<string> {
  const file = `dist/bundle/${name}.yaml`;
  return readFile(file, "utf8").catch(() => {
    throw new Failure(`Found no ${file}, which redocly bundle writes.`, "Run `npm run generate`, which runs it first.");
  });
}

/** Writes files of generated/, by their names. */
export function writeGenerated(files: ReadonlyMap<string, string>): void {
  mkdirSync("generated", { recursive: true });
  for (const [name, text] of files) writeFileSync(join("generated", name), text);
}
