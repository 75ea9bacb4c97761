// `npm run lint`: checks the contract, and formats and lints the TypeScript.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { contractRoot, controlRoot, projectDirectory } from "../../tools/contract/index.ts";
import {
  counted,
  defineCommand,
  exitCode,
  type Finding,
  formatFindings,
  runCommand,
  showProgress,
} from "../../tools/terminal/index.ts";
import { lintContract, lintControl } from "./lint.ts";
import { unusedFindings } from "./unused.ts";

const help = `
Usage: npm run lint [-- --root FILE] [--control FILE] [--fix]

Checks the contract with Redocly (structure, references, examples), Spectral (conventions)
and the layout check (files); the document of the sandbox's control plane with Redocly and
Spectral; the TypeScript with Biome; and that every file and export is used.

  --root FILE      another contract's root document
  --control FILE   another document of the control plane
                   With one of these, only what is named is checked
  --fix            let Biome fix what it can

Exit codes: 0 no findings, 1 findings, 2 could not run.
`;

function runBiome(fix: boolean): Promise<number> {
  const require = createRequire(import.meta.url);
  const binary = join(dirname(require.resolve("@biomejs/biome/package.json")), "bin", "biome");
  const args = [binary, "check", "--error-on-warnings", ...(fix ? ["--write"] : [])];
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, { cwd: projectDirectory, stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", failed);
    child.on("close", (code) => done(code ?? exitCode.couldNotRun));
  });
}

/** `npm run lint`. */
export const lintCommand = defineCommand({
  name: "npm run lint --",
  help,
  options: { root: { type: "string" }, control: { type: "string" }, fix: { type: "boolean", default: false } },
  async run({ root, control, fix }) {
    const isWhole = root === undefined && control === undefined;
    let found = 0;
    if (isWhole || root !== undefined) {
      const done = showProgress("Checking the contract");
      found += report("Contract", (await lintContract(resolve(root ?? contractRoot)).finally(done)).findings);
    }
    if (isWhole || control !== undefined) {
      const done = showProgress("Checking the document of the control plane");
      found += report("Control plane", (await lintControl(resolve(control ?? controlRoot)).finally(done)).findings);
    }
    if (!isWhole) return found > 0 ? exitCode.findings : exitCode.well;
    found += report("Files and exports", await unusedFindings());
    return (await runBiome(fix)) !== 0 || found > 0 ? exitCode.findings : exitCode.well;
  },
});

if (import.meta.main) await runCommand(lintCommand);

/** @returns How many there are. */
function report(what: string, findings: readonly Finding[]): number {
  process.stderr.write(formatFindings(findings, process.stderr));
  process.stdout.write(`${what}: ${findings.length === 0 ? "sound" : counted(findings.length, "finding")}.\n`);
  return findings.length;
}
