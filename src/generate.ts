// `npm run generate`: writes everything that is derived from the contract, after the contract has passed lint.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type Bundle, contractRoot, generatedDirectory } from "./contract/index.ts";
import { lintContract } from "./lint/index.ts";
import { exitCode, formatFindings, runCommand, showProgress } from "./terminal/index.ts";
import { typesOf } from "./types/index.ts";

const help = `
Usage: npm run generate [-- --root FILE] [--out DIR]

Checks the contract, bundles it and writes generated/: the bundle as YAML and JSON, and the types.
A contract with a fault is reported with file, line and remedy, and generated/ is left as it was.

  --root FILE   the root document (default: openapi/openapi.yaml)
  --out DIR     where to write (default: generated)

Exit codes: 0 written, 1 the contract has faults, 2 could not run.
`;

/** Makes the generated files from a contract that is known to be sound. */
export async function generatedFiles(bundled: Bundle): Promise<ReadonlyMap<string, string>> {
  const { yaml, document } = bundled;
  return new Map([
    ["openapi.yaml", `# The bundled contract. Written by \`npm run generate\`; edit openapi/ instead.\n${yaml}`],
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["types.ts", await typesOf(document)],
  ]);
}

/** Writes all files or none: beside their place first, then by renaming. */
async function write(directory: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(directory, { recursive: true });
  const beside = (name: string) => join(directory, `.${name}.new`);
  try {
    for (const [name, text] of files) await writeFile(beside(name), text);
    for (const name of files.keys()) await rename(beside(name), join(directory, name));
  } finally {
    for (const name of files.keys()) await rm(beside(name), { force: true });
  }
}

function count(faults: number): string {
  return faults === 1 ? "1 fault" : `${faults} faults`;
}

if (import.meta.main) {
  await runCommand({
    name: "npm run generate",
    help,
    options: { root: { type: "string", default: contractRoot }, out: { type: "string", default: generatedDirectory } },
    async run(options) {
      const root = resolve(options.root);
      const out = resolve(options.out);
      const done = showProgress("Checking the contract");
      const { findings, bundled } = await lintContract(root).finally(done);
      if (findings.length > 0 || bundled === undefined) {
        process.stderr.write(formatFindings(findings, process.stderr));
        process.stderr.write(`${count(findings.length)}; ${relative(process.cwd(), out) || out} is left as it was.\n`);
        return exitCode.findings;
      }
      const files = await generatedFiles(bundled);
      await write(out, files);
      process.stdout.write(
        `Wrote ${[...files.keys()].map((name) => relative(process.cwd(), join(out, name))).join(", ")}.\n`,
      );
      return exitCode.well;
    },
  });
}
