// What Spectral finds: the conventions of this contract, reported at the place that breaks them.
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { ILintConfig } from "@stoplight/spectral-cli/dist/services/config.js";
import { type OpenApiDocument, Source } from "../../tools/contract/index.ts";
import { Failure, type Finding, makeTemporaryDirectory } from "../../tools/terminal/index.ts";
import { configurationOf } from "../bundle/index.ts";

/** One result of Spectral. */
export interface SpectralResult {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly source?: string;
  /** Lines count from 0. */
  readonly range: { readonly start: { readonly line: number } };
}

/** As `spectral lint` has it by default. */
const options: ILintConfig = {
  encoding: "utf8",
  format: [],
  ignoreUnknownFormat: false,
  failOnUnmatchedGlobs: false,
  showDocumentationUrl: false,
};

/** Runs Spectral on the bundle and says where in the files of the contract each result stands. */
export async function spectralFindings(root: string, document: OpenApiDocument): Promise<Finding[]> {
  // As a file: the ruleset's exceptions name it
  const directory = makeTemporaryDirectory(join(tmpdir(), "contract-"));
  try {
    const file = join(directory.path, "bundle.json");
    await writeFile(file, JSON.stringify(document));
    const results = await runSpectral(configurationOf(root, ".spectral.yaml"), [file]);
    if (results.length === 0) return [];
    const sources = await Source.read(root);
    const findings = results.map(({ path, code, message }) => ({
      ...sources.locate(path),
      rule: String(code),
      message,
    }));
    // What is written once and used in several places is reported once
    return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
  } finally {
    directory.remove();
  }
}

/**
 * Does what `spectral lint` does over whole documents, in this process: starting another one cost more than the check.
 *
 * @param ruleset Path of the ruleset.
 * @param files Paths or globs.
 * @throws {Failure} when Spectral itself could not run.
 */
export async function runSpectral(ruleset: string, files: readonly string[]): Promise<readonly SpectralResult[]> {
  // Loaded only when it is needed
  const { lint } = await import("@stoplight/spectral-cli/dist/services/linter/index.js");
  try {
    return (await lint([...files], { ...options, ruleset })).results;
  } catch (error) {
    const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    const reasons = errors.map((one) => stripVTControlCharacters(one instanceof Error ? one.message : String(one)));
    throw new Failure(`Spectral could not check the contract: ${reasons.join(" ")}`, `Correct the ruleset ${ruleset}.`);
  }
}
