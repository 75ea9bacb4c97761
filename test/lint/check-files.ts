// Bundles and lints small contracts with Redocly and one of our plugins.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { bundle, createConfig, getLineColLocation, lint, type RawUniversalConfig } from "@redocly/openapi-core";
import { projectDirectory } from "../../src/shared/contract/index.ts";

/** The files of a contract by path, of which `openapi.yaml` is the root; an absent one is `undefined`. */
export type Files = Readonly<Record<string, string | undefined>>;

/** A problem at its place. */
export interface Found {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Bundles and lints a contract.
 *
 * @param plugin The name of a plugin in `src/lint/`.
 * @param rules The rules of that plugin; each is an error.
 */
export async function checkFiles(
  files: Files,
  plugin: "layout" | "marks" | "vocabulary",
  rules: readonly string[],
  decorators: NonNullable<RawUniversalConfig["decorators"]> = {},
): Promise<{ readonly document: unknown; readonly found: readonly Found[] }> {
  const directory = join(mkdtempSync(join(tmpdir(), "check-files-")), "openapi");
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const config = await createConfig({
    plugins: [join(projectDirectory, "src", "lint", `${plugin}.js`)],
    rules: Object.fromEntries(rules.map((rule) => [`${plugin}/${rule}`, "error" as const])),
    decorators,
  });
  const ref = join(directory, "openapi.yaml");
  const bundled = await bundle({ ref, config, componentRenamingConflicts: "error" });
  const problems = [...bundled.problems, ...(await lint({ ref, config }))];
  const found = problems.map(({ ruleId: rule, message, location: [place] }) => {
    if (place === undefined) return { rule, file: "", line: 0, column: 0, message };
    const { line, col: column } = getLineColLocation(place).start;
    return { rule, file: relative(directory, place.source.absoluteRef), line, column, message };
  });
  return { document: bundled.bundle.parsed, found };
}
