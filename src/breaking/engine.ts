// Runs `redocly diff`: the one file that knows it. It finds what changed anywhere in a document, down to the words.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { runTool } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import { isObject, stringsOf } from "./json.ts";

/** One change, as the engine tells it. */
export interface EngineChange {
  /** JSON pointer from the document's root, through references, to the node. */
  readonly path: string;
  readonly kind: "added" | "removed" | "modified";
  /** The field of the node, for one that was modified. */
  readonly property?: string;
  readonly verdicts: readonly {
    readonly ruleId: string;
    readonly impact: "major" | "minor" | "patch";
    readonly message: string;
    readonly location: { readonly file: string; readonly line: number; readonly col: number };
  }[];
}

/** The version that this wrapper was written for. */
const version = "2.77.0";
const remedy = `Install it with \`npm install --save-dev @redocly/cli@${version}\`.`;

/** Collecting new objects often halves the memory that 500 operations need, and costs no time that counts. */
const frugal = ["--max-semi-space-size=4"];

/** What it judges by, as a file, because it takes nothing else. */
const rules = join(import.meta.dirname, "diff-rules.yaml");

/**
 * Lists what changed between two documents, whatever it means.
 *
 * @throws {Failure} when it is not installed, has no rules, or could not compare.
 */
export async function engineChanges(base: string, revision: string): Promise<readonly EngineChange[]> {
  const binary = installedBinary();
  checkRules();
  const args = ["diff", base, revision, "--format=json", "--fail-on=none", `--config=${rules}`];
  const { code, stdout, stderr } = await runTool(binary, args, frugal);
  // It ends with 1 for a break and for a fault alike, and complains of faults beside a report that looks whole
  const changes = changesIn(stdout);
  if (code !== 0 || changes === undefined || /problems above leave parts|No diff rules are on/.test(stderr)) {
    const told = stderr.trim().split("\n").slice(-3).join(" ").trim();
    throw new Failure(`Redocly could not compare the documents: ${told || `it ended with ${code}`}`, remedy);
  }
  return changes;
}

/** Found when it is needed: whoever installs the package without it can use the rest. */
function installedBinary(): string {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      const manifest = createRequire(from).resolve("@redocly/cli/package.json");
      const binary = join(dirname(manifest), "bin", "cli.js");
      if (existsSync(binary)) return binary;
    } catch {
      // Not to be found from there
    }
  }
  throw new Failure("The breaking-change gate needs @redocly/cli, which is not installed.", remedy);
}

function checkRules(): void {
  const content = existsSync(rules) ? (parse(readFileSync(rules, "utf8")) as unknown) : undefined;
  if (isObject(content) && stringsOf(content["extends"]).includes("diff-recommended")) return;
  throw new Failure(
    `The rules of \`redocly diff\` are missing: ${rules} has to extend diff-recommended.`,
    "Restore the file, or install the package again.",
  );
}

function changesIn(stdout: string): readonly EngineChange[] | undefined {
  try {
    const { reportVersion, changes } = JSON.parse(stdout) as { reportVersion: string; changes: EngineChange[] };
    return reportVersion === "1" && Array.isArray(changes) ? changes : undefined;
  } catch {
    return undefined;
  }
}
