// One function of this project in a process of its own: `node functions.ts NAME ROOT` prints the seconds that it took.
// A fresh process each time, because that is how a person meets these functions: nothing is compiled or cached yet.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundle, structureFindings } from "../../src/pipeline/bundle/index.ts";
import { lintContract } from "../../src/pipeline/lint/index.ts";
import { layoutFindings } from "../../src/pipeline/lint/layout.ts";
import { spectralFindings } from "../../src/pipeline/lint/spectral-findings.ts";
import { buildSite } from "../../src/pipeline/site/index.ts";
import { typesOf } from "../../src/pipeline/types/index.ts";
import type { OpenApiDocument } from "../../src/tools/contract/index.ts";
import { exitCode, Failure, type Finding, formatFindings, reportError } from "../../src/tools/terminal/index.ts";

/** Does the work that is measured, and returns what it found wrong, if it looks for that. */
type Work = () => Promise<readonly Finding[] | undefined>;

/** For each name: what prepares the work, unmeasured, and returns the work itself. */
const functions: Readonly<Record<string, (root: string, directory: string) => Promise<Work>>> = {
  "redocly-lint": async (root) => () => structureFindings(root),
  bundle: async (root) => () => bundle(root).then(() => undefined),
  spectral: async (root, directory) => {
    const document = await bundled(root, directory);
    return () => spectralFindings(root, document);
  },
  layout: async (root) => () => layoutFindings(root),
  lint: async (root) => () => lintContract(root).then(({ findings }) => findings),
  types: async (root, directory) => {
    const document = await bundled(root, directory);
    return () => typesOf(document).then(() => undefined);
  },
  site: async (root, directory) => {
    const document = await bundled(root, directory);
    return () => buildSite(document, join(directory, "site")).then(() => undefined);
  },
};

/** The bundle of a contract; kept beside it, because several functions start from it. */
async function bundled(root: string, directory: string): Promise<OpenApiDocument> {
  const kept = join(directory, "bundle.json");
  if (existsSync(kept)) return JSON.parse(await readFile(kept, "utf8")) as OpenApiDocument;
  const { document } = await bundle(root);
  await writeFile(kept, JSON.stringify(document));
  return document;
}

const [name = "", root = ""] = process.argv.slice(2);
try {
  const prepare = functions[name];
  if (prepare === undefined) {
    throw new Failure(`There is no function "${name}".`, `Name one of ${Object.keys(functions).join(", ")}.`);
  }
  const work = await prepare(root, dirname(dirname(root)));
  const start = performance.now();
  const findings = (await work()) ?? [];
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(formatFindings(findings, process.stderr));
  process.stdout.write(`${seconds}\n`);
  if (findings.length > 0) process.exitCode = exitCode.findings;
} catch (error) {
  reportError(error);
  process.exitCode = exitCode.couldNotRun;
}
