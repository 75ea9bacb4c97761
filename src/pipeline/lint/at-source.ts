// Says where in the files of the contract the findings of Spectral stand, which checks the bundle:
// `spectral lint dist/bundle/*.yaml --format json | node src/pipeline/lint/at-source.ts`.
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import { Source } from "../../tools/contract/index.ts";
import { exitCode, type Finding, formatFindings } from "../../tools/terminal/index.ts";

/** One result of Spectral. */
interface SpectralResult {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly source: string;
}

const input = await text(process.stdin);
if (input.trim() === "") {
  // Spectral itself could not run, and has said why
  process.exitCode = exitCode.couldNotRun;
} else {
  const results = JSON.parse(input) as readonly SpectralResult[];
  const findings: Finding[] = [];
  for (const [source, found] of Map.groupBy(results, (result) => result.source)) {
    // npm runs it in the directory of the contract
    const isControl = basename(source) === "control-openapi.yaml";
    const files = await Source.read(isControl ? "src/tools/sandbox/control/openapi.yaml" : "openapi/openapi.yaml");
    for (const { path, code, message } of found) {
      findings.push({ ...files.locate(path), rule: String(code), message });
    }
  }
  // What is written once and used in several places is reported once
  const distinct = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  process.stderr.write(formatFindings([...distinct.values()], process.stderr));
  if (distinct.size > 0) process.exitCode = exitCode.findings;
}
