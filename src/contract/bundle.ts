// Bundles the hand-written contract into one document, or says where it is broken.
import { statSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { parse } from "yaml";
import { Failure, type Finding, FindingsError } from "../terminal/index.ts";
import type { OpenApiDocument } from "./document.ts";
import { contractRoot, projectDirectory } from "./places.ts";
import { runRedocly } from "./redocly.ts";
import { readSourceFiles, sourceFindings } from "./source-files.ts";
import { SourceMap } from "./source-map.ts";

/** The whole contract in one document, as Redocly writes it and parsed. */
export interface Bundle {
  readonly yaml: string;
  readonly document: OpenApiDocument;
}

/** The contract cannot be used; `findings` say where it is broken. */
export class ContractError extends FindingsError {
  override readonly name = "ContractError";
}

/**
 * Bundles a multi-file contract with Redocly.
 *
 * @param root The root document, by default this repository's.
 * @throws {Failure} when there is no such file.
 * @throws {ContractError} with file and line when a file cannot be parsed, a reference leads nowhere,
 *   or two components share a name.
 */
export async function bundle(root = contractRoot): Promise<Bundle> {
  if (!statSync(root, { throwIfNoEntry: false })?.isFile()) {
    throw new Failure(
      `There is no contract at ${fromHere(root)}.`,
      "Its root document has to be there; --root FILE names another.",
    );
  }
  const broken = sourceFindings(root, await readSourceFiles(root));
  if (broken.length > 0) throw new ContractError(broken);
  const run = await runRedocly(root, ["bundle", root, "--component-renaming-conflicts-severity=error"]);
  if (run.code !== 0) throw new ContractError(findingsOf(run.stderr, root));
  const document = parse(run.stdout) as OpenApiDocument;
  const left = await unbundledReferences(document, root);
  if (left.length > 0) throw new ContractError(left);
  return { yaml: run.stdout, document };
}

/** Reads the places out of what `redocly bundle` prints, since it has no machine-readable output. */
function findingsOf(stderr: string, root: string): Finding[] {
  const findings: Finding[] = [];
  for (const block of stderr.split(/^(?=\[\d+\] )/m)) {
    const heading = /^\[\d+\] (.+):(\d+):(\d+)(?: at (#\S*))?\s*\n+([^\n]+)/.exec(block);
    if (!heading) continue;
    const [, file = root, line, column, pointer, message = ""] = heading;
    findings.push({
      file,
      line: Number(line),
      column: Number(column),
      ...(pointer === undefined ? {} : { pointer }),
      rule: "contract/bundle",
      message: `${withoutPaths(message).replace(/\.?\s*$/, ".")} ${remedyFor(message)}`.trim(),
    });
  }
  if (findings.length > 0) return findings;
  const [told = ""] = stderr.trim().split("\n").slice(-1);
  const message = `It cannot be bundled: ${withoutPaths(told)} Look for what was changed last.`;
  return [{ file: fromHere(root), line: 1, column: 1, rule: "contract/bundle", message }];
}

function remedyFor(message: string): string {
  if (/same name|conflict/i.test(message)) return "Rename one of the files: a file's name is its component's name.";
  return "Correct the reference.";
}

/** Under a key that is not OpenAPI's, such as a misspelt one, Redocly leaves a reference as it is. */
async function unbundledReferences(document: OpenApiDocument, root: string): Promise<Finding[]> {
  const paths: string[][] = [];
  const visit = (node: unknown, path: string[]) => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "$ref" && typeof value === "string" && !value.startsWith("#")) paths.push(path);
      else visit(value, [...path, key]);
    }
  };
  visit(document, []);
  if (paths.length === 0) return [];
  const sources = await SourceMap.of(root);
  return paths.map((path) => ({
    ...sources.locate(path),
    rule: "contract/reference",
    message: `A reference stands under "${path.findLast((key) => !/^\d+$/.test(key)) ?? ""}", where OpenAPI knows none. Correct the name of the field around it.`,
  }));
}

function withoutPaths(message: string): string {
  return message.replaceAll(`${projectDirectory}/`, "").replaceAll(`${process.cwd()}/`, "");
}

function fromHere(file: string): string {
  return isAbsolute(file) ? relative(process.cwd(), file) || "." : file;
}
