// `npm run generate`: writes generated/ from the bundles that `redocly bundle` has made, one line for each file.
import { parse } from "yaml";
import { isObject, type OpenApiDocument, readContract, Source } from "../shared/contract/index.ts";
import { formatFileProblems } from "../shared/findings/index.ts";
import { defineCommand, exitCode, runCommand } from "../shared/terminal/index.ts";
import { writeEventValidators } from "./event-validators.ts";
import { writeEvents } from "./events.ts";
import { writeExamples } from "./examples.ts";
import { readBundle, writeGenerated } from "./files.ts";
import { toOpenApi30 } from "./openapi-3-0.ts";
import { writeCallTables, writeKnownValues, writeRoutes, writeSchemas } from "./tables.ts";
import { UnwritableError } from "./writing.ts";

const help = `
Usage: npm run generate [-- --check]

Writes generated/: the bundle as YAML, JSON and OpenAPI 3.0, the tables, examples and validators of the package,
and the bundle of the sandbox's control plane. The npm script runs redocly bundle first, whose output in dist/bundle/ this reads,
and openapi-typescript last, which writes the types.

  --check   report what cannot be written, with file, line and remedy, and write nothing; npm run lint uses it

Exit codes: 0 written, 1 a part of the contract cannot be written, 2 could not run.
`;

/**
 * Makes the generated files.
 *
 * @param yaml The bundle as `redocly bundle` writes it.
 * @param control The bundled document of the control plane.
 * @throws {UnwritableError} at what cannot be written, such as an example named by a reserved word.
 */
export async function generatedFiles(yaml: string, control: OpenApiDocument): Promise<ReadonlyMap<string, string>> {
  const document = parse(yaml) as OpenApiDocument;
  const contract = await readContract(document);
  const validators = await writeEventValidators(contract);
  return new Map([
    ["openapi.yaml", `# The bundled contract. Written by \`npm run generate\`; edit openapi/ instead.\n${yaml}`],
    ["openapi.json", `${writeJson(document)}\n`],
    ["openapi-3.0.json", `${writeJson(toOpenApi30(document))}\n`],
    ["schemas.ts", writeSchemas(contract)],
    ["routes.ts", writeRoutes(contract)],
    ["call-tables.ts", writeCallTables(contract)],
    ["known-values.ts", writeKnownValues(contract)],
    ["events.ts", writeEvents(contract)],
    ["event-validators.js", validators.code],
    ["event-validators.d.ts", validators.declarations],
    ["examples.ts", writeExamples(contract)],
    ["control-openapi.json", `${writeJson(control)}\n`],
  ]);
}

/** Writes a line for each method of a path, each event and each component: a third smaller than indented, and a change shows its place. */
function writeJson(node: unknown, depth = 3): string {
  if (depth === 0 || !isObject(node)) return JSON.stringify(node);
  const entries = Object.entries(node).map(([key, value]) => `${JSON.stringify(key)}:${writeJson(value, depth - 1)}`);
  return `{\n${entries.join(",\n")}\n}`;
}

/** `npm run generate`. */
export const generateCommand = defineCommand({
  name: "npm run generate --",
  help,
  options: { check: { type: "boolean", default: false } },
  async run({ check }) {
    // One after the other: of two that are missing the first is named
    const [yaml, control] = [await readBundle("openapi"), await readBundle("control-openapi")];
    try {
      const files = await generatedFiles(yaml, parse(control));
      if (check) return exitCode.success;
      writeGenerated(files);
      process.stdout.write(`Wrote generated/: ${[...files.keys()].join(", ")}.\n`);
      return exitCode.success;
    } catch (error) {
      if (!(error instanceof UnwritableError)) throw error;
      const place = (await Source.read("openapi/openapi.yaml")).locate(error.path);
      const finding = { ...place, rule: "generate", message: error.message };
      process.stderr.write(formatFileProblems([finding], process.stderr));
      return exitCode.findings;
    }
  },
});

if (import.meta.main) await runCommand(generateCommand);
