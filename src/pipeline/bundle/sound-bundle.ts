// Bundles a contract to serve, and refuses one with errors.

import { contractRoot, type OpenApiDocument, type Schema, Source, validatorsOf } from "../../tools/contract/index.ts";
import { type Finding, FindingsError } from "../../tools/terminal/index.ts";
import { bundle } from "./bundle.ts";
import { type Bundle, structureFindings } from "./redocly.ts";

/**
 * Bundles a contract after checking its structure, its examples and its schemas.
 *
 * Prism serves almost anything, and stops validating where a schema does not compile: what is broken must not reach it.
 *
 * @throws {FindingsError} with file and line.
 */
export async function soundBundle(root = contractRoot): Promise<Bundle> {
  const bundled = await bundle(root);
  const findings = (await Promise.all([structureFindings(root), schemaFindings(root, bundled.document)])).flat();
  if (findings.length > 0) throw new FindingsError(findings);
  return bundled;
}

/** Finds schemas that do not compile in Ajv's strict mode: unknown keywords, broken patterns, contradictory types. */
export async function schemaFindings(root: string, document: OpenApiDocument): Promise<Finding[]> {
  const validatorOf = validatorsOf(document);
  const broken: { readonly path: readonly string[]; readonly message: string }[] = [];
  for (const { path, schema } of schemasOf(document)) {
    try {
      // Each schema on its own: its references are reported at their own place
      validatorOf(withoutReferences(schema));
    } catch (error) {
      broken.push({ path, message: error instanceof Error ? error.message : String(error) });
    }
  }
  if (broken.length === 0) return [];
  const sources = await Source.read(root);
  return broken.map(({ path, message }) => ({
    ...sources.locate(path),
    rule: "contract/schema",
    message: `The schema does not compile: ${message.replace(/\.?$/, ".")} Correct the keyword or the value that it names.`,
  }));
}

/** Every outermost schema of the document: the components, and what stands inline in operations. */
function schemasOf(document: OpenApiDocument): { path: string[]; schema: Schema }[] {
  const found: { path: string[]; schema: Schema }[] = [];
  const visit = (node: unknown, path: string[]) => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "schema") found.push({ path: [...path, key], schema: value as Schema });
      else if (key !== "examples" && key !== "example") visit(value, [...path, key]);
    }
  };
  visit({ paths: document.paths, webhooks: document.webhooks }, []);
  const { schemas = {}, ...others } = document.components ?? {};
  visit(others, ["components"]);
  for (const [name, schema] of Object.entries(schemas)) found.push({ path: ["components", "schemas", name], schema });
  return found;
}

function withoutReferences<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutReferences) as T;
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== "$ref")
      .map(([key, value]) => [key, withoutReferences(value)]),
  ) as T;
}
