// Bundles the hand-written contract into one document, or says where it is broken.
import { statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { parse } from "yaml";
import { Failure, type Finding, FindingsError } from "../terminal/index.ts";
import type { OpenApiDocument } from "./document.ts";
import { contractRoot } from "./places.ts";
import { runRedocly } from "./redocly.ts";

/** The whole contract in one document, as Redocly writes it and parsed. */
export interface Bundle {
  readonly yaml: string;
  readonly document: OpenApiDocument;
}

/** The contract cannot be bundled; `findings` say where it is broken. */
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
    throw new Failure(`There is no contract at ${fromHere(root)}.`, "Name its root document with --root FILE.");
  }
  const directory = await mkdtemp(join(tmpdir(), "contract-"));
  try {
    const output = join(directory, "bundle.yaml");
    const run = await runRedocly(root, ["bundle", root, "-o", output, "--component-renaming-conflicts-severity=error"]);
    if (run.code !== 0) throw new ContractError(findingsOf(run.stderr, root));
    const yaml = await readFile(output, "utf8");
    return { yaml, document: parse(yaml) as OpenApiDocument };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
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
      rule: "bundle",
      message: `${sentence(message)} ${remedyFor(message)}`,
    });
  }
  if (findings.length > 0) return mostTelling(findings);
  // A root that does not parse is reported in another form: - message in "file" (line:column)
  const root_ = /^\s*- (.+) in "(.+)" \((\d+):(\d+)\)/m.exec(stderr);
  if (root_) {
    const [, message = "", file = root, line, column] = root_;
    const place = { file: fromHere(file), line: Number(line), column: Number(column) };
    return [{ ...place, rule: "bundle", message: `${sentence(message)} ${remedyFor("parse")}` }];
  }
  return [{ file: fromHere(root), rule: "bundle", message: `Redocly could not bundle it: ${stderr.trim()}` }];
}

/** A file that does not parse is also reported once at every reference to it: keep only the cause. */
function mostTelling(findings: readonly Finding[]): Finding[] {
  const causes = findings.filter((finding) => finding.message.startsWith("Failed to parse"));
  return causes.length > 0 ? causes : [...findings];
}

function remedyFor(message: string): string {
  if (/parse/i.test(message)) return "Correct the YAML at this place.";
  if (/resolve/i.test(message)) return "Correct the path of the reference, or create the file it names.";
  if (/same name|conflict/i.test(message)) return "Rename one of the files: a file's name is its component's name.";
  return "";
}

function sentence(message: string): string {
  return message.replace(/ in "([^"]+)"/g, "").replace(/\.?\s*$/, ".");
}

function fromHere(file: string): string {
  return isAbsolute(file) ? relative(process.cwd(), file) : file;
}
