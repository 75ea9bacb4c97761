// What Spectral finds: the conventions of this contract, reported at the place that breaks them.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type OpenApiDocument, runTool, Source } from "../../tools/contract/index.ts";
import { Failure, type Finding, makeTemporaryDirectory } from "../../tools/terminal/index.ts";
import { configurationOf } from "../bundle/index.ts";

/** One result of `spectral lint --format json`. */
export interface SpectralResult {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly source?: string;
  /** Lines count from 0. */
  readonly range: { readonly start: { readonly line: number } };
}

const binary = join(
  dirname(createRequire(import.meta.url).resolve("@stoplight/spectral-cli/package.json")),
  "dist",
  "index.js",
);

/** Runs Spectral on the bundle and says where in the files of the contract each result stands. */
export async function spectralFindings(root: string, document: OpenApiDocument): Promise<Finding[]> {
  // As a file: Spectral gives up when its input comes slower than it reads (EAGAIN)
  const directory = makeTemporaryDirectory(join(tmpdir(), "contract-"));
  try {
    const file = join(directory.path, "bundle.json");
    await writeFile(file, JSON.stringify(document));
    const results = await runSpectral(configurationOf(root, ".spectral.yaml"), [file]);
    if (results.length === 0) return [];
    const sources = await Source.read(root);
    const findings = results.map(({ path, code, message }) => ({ ...sources.locate(path), rule: code, message }));
    // What is written once and used in several places is reported once
    return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
  } finally {
    directory.remove();
  }
}

/**
 * Runs `spectral lint` over whole documents.
 *
 * @param ruleset Path of the ruleset.
 * @param files Paths or globs.
 * @throws {Failure} when Spectral itself could not run.
 */
export async function runSpectral(ruleset: string, files: readonly string[]): Promise<readonly SpectralResult[]> {
  const run = await runTool(binary, ["lint", ...files, "--ruleset", ruleset, "--format", "json", "--quiet"]);
  // 0: nothing found, 1: results; anything else means that it did not get that far
  const results = run.code === 0 || run.code === 1 ? resultsOf(run.stdout) : undefined;
  if (results) return results;
  const reason = (run.stderr || run.stdout).trim().split("\n").slice(0, 5).join(" ");
  throw new Failure(`Spectral could not check the contract: ${reason}`, `Correct the ruleset ${ruleset}.`);
}

function resultsOf(stdout: string): readonly SpectralResult[] | undefined {
  try {
    return JSON.parse(stdout) as readonly SpectralResult[];
  } catch {
    return undefined;
  }
}
