// What Redocly finds in a contract: structure, references and examples.
import { Failure, type Finding } from "../terminal/index.ts";
import { runRedocly } from "./redocly.ts";

interface RedoclyProblem {
  readonly ruleId: string;
  readonly message: string;
  readonly reference?: string;
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly pointer?: string;
    readonly start?: { readonly line: number; readonly col: number };
  }[];
}

/** What to do, for the rules that a person meets most; the others carry Redocly's own link. */
const remedies: Readonly<Record<string, string>> = {
  "no-unresolved-refs": "Correct the path of the reference, or create the file it names.",
  "operation-operationId-unique": "Give each operation its own operationId.",
  "no-invalid-media-type-examples": "Correct the example, or the schema if the example is right.",
  "no-invalid-schema-examples": "Correct the example, or the schema if the example is right.",
  "no-invalid-parameter-examples": "Correct the example, or the schema if the example is right.",
  "no-unused-components": "Use it or delete it.",
  "operation-4xx-response": "Document the statuses of refused requests: see openapi/README.md#operations.",
  "operation-summary": "Add a summary: see openapi/README.md#operations.",
};

/**
 * Runs `redocly lint`.
 *
 * @throws {Failure} when Redocly itself could not run.
 */
export async function structureFindings(root: string): Promise<Finding[]> {
  const run = await runRedocly(root, ["lint", root, "--format=json", "--max-problems=10000"]);
  const problems = problemsOf(run.stdout);
  if (problems === undefined) {
    const told = run.stderr.trim().split("\n").slice(-3).join(" ");
    throw new Failure(
      `Redocly could not check the contract: ${told}`,
      "Correct redocly.yaml, or install again with `npm ci`.",
    );
  }
  const findings = problems.map((problem) => {
    const [place] = problem.location;
    const remedy = remedies[problem.ruleId] ?? (problem.reference ? `See ${problem.reference}.` : "");
    return {
      file: place?.source.ref ?? root,
      ...(place?.start ? { line: place.start.line, column: place.start.col } : {}),
      ...(place?.pointer ? { pointer: place.pointer } : {}),
      rule: problem.ruleId,
      message: `${problem.message.replace(/\.?\s*$/, ".")} ${remedy}`.trim(),
    };
  });
  // An example that two operations use is checked, and reported, once for each
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function problemsOf(stdout: string): readonly RedoclyProblem[] | undefined {
  try {
    return (JSON.parse(stdout) as { problems: readonly RedoclyProblem[] }).problems;
  } catch {
    return undefined;
  }
}
