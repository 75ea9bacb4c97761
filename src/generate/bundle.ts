// The contract in one document: what `redocly bundle` makes of it and `redocly lint` says of it, in this process.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BaseResolver, Config, NormalizedProblem } from "@redocly/openapi-core";
import { contractRoot, fromHere, type OpenApiDocument, projectDirectory } from "../shared/contract/index.ts";
import { type FileProblem, FileProblemsError } from "../shared/findings/index.ts";
import { Failure } from "../shared/terminal/index.ts";

/**
 * Bundles a contract into one document.
 *
 * @param root The root document, by default this repository's.
 * @throws {Failure} when the file does not exist, or is not OpenAPI.
 * @throws {FileProblemsError} with file and line when it cannot be bundled.
 */
export async function bundle(root = contractRoot): Promise<OpenApiDocument> {
  const { redocly, config } = await loadRedocly(root);
  const externalRefResolver = readAtOnce(redocly, config);
  const bundling = redocly.bundle({ ref: root, config, externalRefResolver, componentRenamingConflicts: "error" });
  const { bundle, problems } = await bundling.catch((error: Error) => {
    throw new Failure(`${fromHere(root)} cannot be bundled: ${error.message}.`, "Undo or correct the last change.");
  });
  const found = listProblems(problems, redocly);
  if (found.length > 0) throw new FileProblemsError(found);
  // Redocly puts one object at several places; readers of the document expect a tree
  return JSON.parse(JSON.stringify(bundle.parsed)) as OpenApiDocument;
}

/**
 * Bundles a contract in which Redocly finds no fault: Prism serves almost anything.
 *
 * @throws {FileProblemsError} with file and line.
 */
export async function soundBundle(root = contractRoot): Promise<OpenApiDocument> {
  const document = await bundle(root);
  const { redocly, config } = await loadRedocly(root);
  const problems = await redocly.lint({ ref: root, config });
  // Where a file belongs is for lint to say: while one is being written, nothing may refer to it yet
  const found = listProblems(problems, redocly).filter(({ rule }) => !rule.startsWith("layout/"));
  if (found.length > 0) throw new FileProblemsError(found);
  return document;
}

/**
 * A resolver for which each file is there at once. While Redocly waits for one, it does not yet watch what it found in
 * another: there a reference to itself would end this process with a stack.
 */
function readAtOnce(redocly: Redocly, config: Config): BaseResolver {
  const resolver = new redocly.BaseResolver(config.resolve);
  const loadExternalRef = resolver.loadExternalRef.bind(resolver);
  resolver.loadExternalRef = async (absoluteRef) => {
    // Redocly has words for each of the others: an address, a directory, no file
    if (!statSync(absoluteRef, { throwIfNoEntry: false })?.isFile()) return loadExternalRef(absoluteRef);
    return new redocly.Source(absoluteRef, readFileSync(absoluteRef, "utf8").replaceAll("\r\n", "\n"));
  };
  return resolver;
}

type Redocly = typeof import("@redocly/openapi-core");

/** Redocly with the rules of the API that has this root, from the nearest redocly.yaml. */
async function loadRedocly(root: string): Promise<{ readonly redocly: Redocly; readonly config: Config }> {
  if (!statSync(root, { throwIfNoEntry: false })?.isFile()) {
    throw new Failure(`Found no contract at ${fromHere(root)}.`, "Pass its root document with --root FILE.");
  }
  // Loaded only when it is needed: it costs 0.35 s of CPU
  const redocly = await import("@redocly/openapi-core");
  const configPath = findConfig(dirname(resolve(root)));
  const config = await redocly.loadConfig({ configPath });
  const apis = Object.entries(config.resolvedConfig.apis ?? {});
  const [alias] = apis.find(([, api]) => resolve(dirname(configPath), api.root) === resolve(root)) ?? [];
  if (alias !== undefined || apis.length === 0) return { redocly, config: config.forAlias(alias) };
  return { redocly, config: await redocly.createConfig(elsewhere) };
}

/** For a contract that no redocly.yaml names: it may have a register, and name known values once. */
const elsewhere = {
  extends: ["recommended-strict"],
  plugins: ["marks.js", "vocabulary.js"].map((plugin) => join(projectDirectory, "src", "lint", plugin)),
  preprocessors: { "vocabulary/finite-schemas": "error" as const },
  decorators: { "marks/expand-assumptions": "on" as const, "marks/write-known-values": "on" as const },
};

function findConfig(directory: string): string {
  const path = join(directory, "redocly.yaml");
  if (existsSync(path)) return path;
  return directory === dirname(directory) ? join(projectDirectory, "redocly.yaml") : findConfig(dirname(directory));
}

function listProblems(problems: readonly NormalizedProblem[], { getLineColLocation }: Redocly): FileProblem[] {
  const found = problems
    .filter(({ severity, ignored }) => severity === "error" && !ignored)
    .map(({ ruleId, message, location: [place] }): FileProblem => {
      if (place === undefined) return { file: "", rule: ruleId, message };
      const { line, col } = getLineColLocation(place).start;
      const pointer = place.pointer === undefined ? {} : { pointer: place.pointer };
      return { file: fromHere(place.source.absoluteRef), line, column: col, ...pointer, rule: ruleId, message };
    });
  // An example that two operations use is checked, and reported, once for each
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
