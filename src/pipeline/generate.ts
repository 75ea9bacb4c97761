// `npm run generate`: writes the files derived from the contract, if the contract passes lint.
import { join, relative, resolve } from "node:path";
import {
  contractRoot,
  controlRoot,
  generatedDirectory,
  readContract,
  replaceFiles,
  Source,
} from "../tools/contract/index.ts";
import {
  counted,
  defineCommand,
  exitCode,
  type Finding,
  formatFindings,
  runCommand,
  showProgress,
} from "../tools/terminal/index.ts";
import { type Bundle, bundle } from "./bundle/index.ts";
import { lintContract, lintControl } from "./lint/index.ts";
import { openApi30Of } from "./projections/index.ts";
import {
  callTablesOf,
  controlCallsOf,
  eventsOf,
  eventValidatorsOf,
  examplesOf,
  knownValuesOf,
  routesOf,
  schemasOf,
  typesOf,
  UnwritableError,
} from "./types/index.ts";

const help = `
Usage: npm run generate [-- --root FILE] [--control FILE] [--out DIR]

Checks the contract, bundles it and writes generated/: the bundle as YAML, JSON and OpenAPI 3.0, the types, and the
tables, examples and validators that the package needs at run time; and the bundle, the types and the calls
of the sandbox's control plane.
Errors in both documents are reported with file, line and remedy, and generated/ does not change.

  --root FILE      the root document (default: openapi/openapi.yaml)
  --control FILE   the document of the control plane (default: src/tools/sandbox/control/openapi.yaml)
  --out DIR        where to write (default: generated)

Exit codes: 0 written, 1 one of the documents has errors, 2 could not run.
`;

const controlHeader =
  "// Types of the sandbox's control plane. Written by `npm run generate`; edit src/tools/sandbox/control/openapi.yaml instead.\n\n";

/**
 * Makes the generated files from a contract without findings.
 *
 * @param controlBundle The document of the control plane; by default it is bundled here.
 * @throws {UnwritableError} at what cannot be written as TypeScript, such as an example named by a reserved word.
 */
export async function generatedFiles(bundled: Bundle, controlBundle?: Bundle): Promise<ReadonlyMap<string, string>> {
  const { yaml, document } = bundled;
  const contract = await readContract(document);
  const control = controlBundle ?? (await bundle(controlRoot));
  const validators = await eventValidatorsOf(contract);
  return new Map([
    ["openapi.yaml", `# The bundled contract. Written by \`npm run generate\`; edit openapi/ instead.\n${yaml}`],
    ["openapi.json", `${jsonByEntry(document)}\n`],
    ["openapi-3.0.json", `${jsonByEntry(openApi30Of(document))}\n`],
    ["types.ts", await typesOf(document)],
    ["schemas.ts", schemasOf(contract)],
    ["routes.ts", routesOf(contract)],
    ["call-tables.ts", callTablesOf(contract)],
    ["known-values.ts", knownValuesOf(contract)],
    ["events.ts", eventsOf(contract)],
    ["event-validators.js", validators.code],
    ["event-validators.d.ts", validators.declarations],
    ["examples.ts", examplesOf(contract)],
    ["control-openapi.json", `${JSON.stringify(control.document, null, 2)}\n`],
    ["control-types.ts", await typesOf(control.document, controlHeader)],
    ["control-calls.ts", controlCallsOf(await readContract(control.document))],
  ]);
}

/**
 * Writes JSON with a line for each method of a path, each event and each component: a third smaller than indented
 * throughout, and a change still shows where it is.
 */
function jsonByEntry(node: unknown, depth = 3): string {
  if (depth === 0 || typeof node !== "object" || node === null || Array.isArray(node)) return JSON.stringify(node);
  const entries = Object.entries(node).map(([key, value]) => `${JSON.stringify(key)}:${jsonByEntry(value, depth - 1)}`);
  return `{\n${entries.join(",\n")}\n}`;
}

/** The generated files of a contract and the document of the control plane, or their findings. */
async function checkedFiles(
  root: string,
  controlFile: string,
): Promise<{ readonly findings: readonly Finding[]; readonly files?: ReadonlyMap<string, string> }> {
  const { findings: inContract, bundled } = await lintContract(root);
  // Skipped after findings, to save time
  const control = inContract.length > 0 ? undefined : await lintControl(controlFile);
  const findings = [...inContract, ...(control?.findings ?? [])];
  if (findings.length > 0 || bundled === undefined) return { findings };
  try {
    return { findings, files: await generatedFiles(bundled, control?.bundled) };
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    const place = (await Source.read(root)).locate(error.path);
    return { findings: [{ ...place, rule: "generate", message: error.message }] };
  }
}

/** `npm run generate`. */
export const generateCommand = defineCommand({
  name: "npm run generate --",
  help,
  options: {
    root: { type: "string", default: contractRoot },
    control: { type: "string", default: controlRoot },
    out: { type: "string", default: generatedDirectory },
  },
  async run(options) {
    const root = resolve(options.root);
    const out = resolve(options.out);
    const done = showProgress("Checking the contract");
    const { findings, files } = await checkedFiles(root, resolve(options.control)).finally(done);
    if (files === undefined) {
      process.stderr.write(formatFindings(findings, process.stderr));
      process.stderr.write(
        `${counted(findings.length, "error")}; ${relative(process.cwd(), out) || out} was not changed.\n`,
      );
      return exitCode.findings;
    }
    replaceFiles(out, files);
    process.stdout.write(
      `Wrote ${[...files.keys()].map((name) => relative(process.cwd(), join(out, name))).join(", ")}.\n`,
    );
    return exitCode.well;
  },
});

if (import.meta.main) await runCommand(generateCommand);
