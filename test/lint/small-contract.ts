// A small contract in which lint finds nothing, with edits: `redocly.yaml` has it.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** Edits of the small contract. */
export interface Edits {
  /** By file, texts and what stands in their place. */
  readonly edits?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Files that are added; null takes one away. With an index among them, there are no others. */
  readonly files?: Readonly<Record<string, string | null>>;
}

interface Row extends Edits {
  readonly what: string;
  /** The findings of Redocly, as `FILE:LINE RULE` and a part of the message. */
  readonly found?: readonly string[];
}

export const { sound, rows } = parse(readFileSync(join(import.meta.dirname, "redocly.yaml"), "utf8")) as {
  readonly sound: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
};

/** Writes the contract into a directory that is gone after the run, and returns its root document. */
export function writeSmallContract(
  { edits = {}, files = {} }: Edits = {},
  directory = mkdtempSync(join(tmpdir(), "small-contract-")),
): string {
  const all: Record<string, string | null> = "openapi.yaml" in files ? { ...files } : { ...sound, ...files };
  for (const [file, parts] of Object.entries(edits)) {
    for (const [from, to] of Object.entries(parts)) {
      const before = all[file] ?? "";
      if (!before.includes(from)) throw new Error(`${file} has no "${from}".`);
      all[file] = before.replace(from, () => to);
    }
  }
  for (const [file, text] of Object.entries(all)) {
    if (text === null) continue;
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  return join(directory, "openapi.yaml");
}
