// What Spectral finds: the conventions of this contract, reported at the place that breaks them.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
// CommonJS, whose names Node cannot read ahead
import core, { type RulesetDefinition, type RulesetFunction } from "@stoplight/spectral-core";
import builtIn from "@stoplight/spectral-functions";
import parsers from "@stoplight/spectral-parsers";
import { parse } from "yaml";
import { configurationOf, type OpenApiDocument, SourceMap } from "../contract/index.ts";
import { Failure, type Finding } from "../terminal/index.ts";

/** One result of Spectral. */
export interface SpectralResult {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly source?: string;
  /** Lines count from 0. */
  readonly range: { readonly start: { readonly line: number } };
}

/** A ruleset as its file has it: functions by their names. */
interface RulesetFile {
  readonly extends?: string;
  readonly functionsDir?: string;
  readonly functions?: readonly string[];
  readonly rules?: Readonly<Record<string, string | { readonly then: { function: unknown } }>>;
}

/** Runs Spectral on the bundle and says where in the files of the contract each result stands. */
export async function spectralFindings(root: string, document: OpenApiDocument): Promise<Finding[]> {
  const ruleset = configurationOf(root, ".spectral.yaml");
  // The overrides of the ruleset call it so
  const file = join(dirname(ruleset), "bundle.json");
  const results = await runSpectral(ruleset, [{ file, text: JSON.stringify(document) }]);
  const sources = await SourceMap.of(root);
  return results.map(({ code, message, path }) => ({ ...sources.locate(path), rule: `${code}`, message }));
}

/**
 * Runs Spectral over whole documents.
 *
 * @param ruleset Path of the ruleset.
 * @throws {Failure} when Spectral itself could not run.
 */
export async function runSpectral(
  ruleset: string,
  documents: readonly { readonly file: string; readonly text: string }[],
): Promise<readonly SpectralResult[]> {
  try {
    const spectral = new core.Spectral();
    spectral.setRuleset(new core.Ruleset(await definitionIn(ruleset), { source: ruleset }));
    const results: SpectralResult[] = [];
    for (const { file, text } of documents)
      results.push(...(await spectral.run(new core.Document(text, parsers.Yaml, file))));
    return results;
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error];
    const reason = errors.map((one) => (one instanceof Error ? one.message : String(one))).join(" ");
    throw new Failure(`Spectral could not check the contract: ${reason}`, `Correct the ruleset ${ruleset}.`);
  }
}

/** Reads a ruleset, and puts the functions in place of their names: those of Spectral, and those of its `functionsDir`. */
async function definitionIn(file: string): Promise<RulesetDefinition> {
  const {
    extends: base,
    functionsDir = "functions",
    functions = [],
    rules = {},
    ...rest
  } = parse(await readFile(file, "utf8")) as RulesetFile;
  const known = new Map<unknown, unknown>(Object.entries(builtIn));
  for (const name of functions) {
    const path = join(dirname(file), functionsDir, `${name}.js`);
    const { default: own } = (await import(pathToFileURL(path).href)) as { default: RulesetFunction };
    known.set(name, own);
  }
  for (const rule of Object.values(rules)) {
    if (typeof rule !== "string") rule.then.function = known.get(rule.then.function);
  }
  return {
    ...rest,
    ...(base === undefined ? {} : { extends: await definitionIn(join(dirname(file), base)) }),
    rules,
  } as RulesetDefinition;
}
