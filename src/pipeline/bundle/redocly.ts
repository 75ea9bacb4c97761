// What Redocly makes of a contract, in this process: the bundle, and what it finds in structure, references and examples.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { NormalizedProblem } from "@redocly/openapi-core";
import { fromHere, type OpenApiDocument, projectDirectory } from "../../tools/contract/index.ts";
import { Failure, type Finding, FindingsError } from "../../tools/terminal/index.ts";

/** The whole contract in one document, as Redocly writes it and parsed. */
export interface Bundle {
  readonly yaml: string;
  readonly document: OpenApiDocument;
}

/** What to do, for the rules that a person meets most; the others carry Redocly's own link. */
const remedies: Readonly<Record<string, string>> = {
  "no-unresolved-refs": "Correct the path of the reference, or create its file.",
  "operation-operationId-unique": "Give each operation its own operationId.",
  "no-invalid-media-type-examples": "Correct the example, or the schema if the example is right.",
  "no-invalid-schema-examples": "Correct the example, or the schema if the example is right.",
  "no-invalid-parameter-examples": "Correct the example, or the schema if the example is right.",
  "no-unused-components": "Use it or delete it.",
  "operation-4xx-response": "Document the statuses of refused requests: see openapi/README.md#operations.",
  "operation-summary": "Add a summary: see openapi/README.md#operations.",
};

/** The order in which `redocly bundle` writes the fields of the root; any other comes after them. */
const rootFields = [
  ...["openapi", "info", "jsonSchemaDialect", "servers", "security", "tags", "externalDocs"],
  ...["paths", "webhooks", "x-webhooks", "components"],
];

/**
 * Bundles a contract into one document, to the byte as `redocly bundle` writes it.
 *
 * @throws {Failure} when Redocly's configuration cannot be used.
 * @throws {FindingsError} when the contract cannot be bundled.
 */
export async function bundleWithRedocly(root: string): Promise<Bundle> {
  const { bundle, config, findingOf, stringifyYaml } = await redoclyFor(root);
  // Without a name of its own, a component would be renamed
  const run = bundle({ ref: root, config, componentRenamingConflicts: "error" });
  const { bundle: bundled, problems } = await run.catch((error: unknown) => {
    const message = `It cannot be bundled: ${messageOf(error)}. Check the last change.`;
    throw new FindingsError([{ file: fromHere(root), line: 1, column: 1, rule: "contract/bundle", message }]);
  });
  const errors = problems.filter(({ severity, ignored }) => severity === "error" && !ignored);
  if (errors.length > 0) {
    throw new FindingsError(
      errors.map((problem) => {
        const isRenamed = problem.message.includes("same name");
        const remedy = isRenamed
          ? "Rename one of the files: a file's name is its component's name."
          : "Correct the reference.";
        return { ...findingOf(problem, remedy), rule: "contract/bundle" };
      }),
    );
  }
  const fields = bundled.parsed as Readonly<Record<string, unknown>>;
  const known = rootFields.flatMap((name) => (name in fields ? [[name, fields[name]]] : []));
  const document = { ...Object.fromEntries(known), ...fields };
  // Redocly puts one object at several places; readers of the document expect a tree
  const tree = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
  return { yaml: stringifyYaml(document, { noRefs: true, lineWidth: -1 }), document: tree };
}

/**
 * Checks a contract with the rules of Redocly.
 *
 * @throws {Failure} when Redocly itself could not run.
 */
export async function structureFindings(root: string): Promise<Finding[]> {
  const { lint, config, findingOf } = await redoclyFor(root);
  const problems = await lint({ ref: root, config }).catch((error: unknown) => {
    throw couldNotCheck(error);
  });
  const findings = problems
    .filter((problem) => !problem.ignored && !isNamedMark(problem))
    .map((problem) => {
      const remedy = remedies[problem.ruleId] ?? (problem.reference ? `See ${problem.reference}.` : "");
      return findingOf(problem, remedy);
    });
  // An example that two operations use is checked, and reported, once for each
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

/** OpenAPI knows no references inside an extension; the bundler follows them, so that an assumption is written once. */
function isNamedMark({ ruleId, location: [place] }: NormalizedProblem): boolean {
  return ruleId === "spec-strict-refs" && place?.pointer?.endsWith("/x-assumption/$ref") === true;
}

/** Finds a tool's configuration: the nearest file of that name above the document, else the one of this project. */
export function configurationOf(root: string, name: string): string {
  for (let directory = dirname(root); ; directory = dirname(directory)) {
    const candidate = join(directory, name);
    if (existsSync(candidate)) return candidate;
    if (directory === dirname(directory)) return join(projectDirectory, name);
  }
}

/** Redocly, with the configuration that belongs to a contract. */
async function redoclyFor(root: string) {
  // Loaded only when it is needed: it costs 0.35 s of CPU, and the packed commands run without it
  const redocly = await import("@redocly/openapi-core");
  const config = await redocly
    .loadConfig({ configPath: configurationOf(root, "redocly.yaml") })
    .catch((error: unknown) => {
      throw couldNotCheck(error);
    });
  const findingOf = ({ ruleId, message, location }: NormalizedProblem, remedy: string): Finding => {
    const [place] = location;
    const start = place && redocly.getLineColLocation(place).start;
    return {
      file: fromHere(place?.source.absoluteRef ?? root),
      ...(start ? { line: start.line, column: start.col } : {}),
      ...(place?.pointer ? { pointer: place.pointer } : {}),
      rule: ruleId,
      message: `${withoutPaths(message)}. ${remedy}`.trim(),
    };
  };
  return { ...redocly, config, findingOf };
}

function couldNotCheck(error: unknown): Failure {
  return new Failure(
    `Redocly could not check the contract: ${messageOf(error)}.`,
    "Correct redocly.yaml, or install again with `npm ci`.",
    { cause: error },
  );
}

function messageOf(error: unknown): string {
  return withoutPaths(stripVTControlCharacters(error instanceof Error ? error.message : String(error)));
}

/** A message of Redocly as we write ours: no absolute paths, and no full stop, which is for the caller to add. */
function withoutPaths(message: string): string {
  return message
    .replaceAll(`${projectDirectory}/`, "")
    .replaceAll(`${process.cwd()}/`, "")
    .replace(/\.?\s*$/, "");
}
