// Bundles the hand-written contract into one document, or says where it is broken.
import { statSync } from "node:fs";
import { contractRoot, fromHere, type OpenApiDocument, Source } from "../../tools/contract/index.ts";
import { Failure, type Finding, FindingsError } from "../../tools/terminal/index.ts";
import { type Bundle, bundleWithRedocly } from "./redocly.ts";
import { readSourceFiles, sourceFindings } from "./source-files.ts";

/**
 * Bundles a multi-file contract with Redocly.
 *
 * @param root The root document, by default this repository's.
 * @throws {Failure} when the file does not exist.
 * @throws {FindingsError} with file and line when a file cannot be parsed, a reference leads nowhere,
 *   or two components share a name.
 */
export async function bundle(root = contractRoot): Promise<Bundle> {
  if (!statSync(root, { throwIfNoEntry: false })?.isFile()) {
    throw new Failure(`Found no contract at ${fromHere(root)}.`, "Pass its root document with --root FILE.");
  }
  const broken = sourceFindings(root, await readSourceFiles(root));
  if (broken.length > 0) throw new FindingsError(broken);
  const { yaml, document } = await bundleWithRedocly(root);
  const left = await unbundledReferences(document, root);
  if (left.length > 0) throw new FindingsError(left);
  return { yaml, document };
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
  const sources = await Source.read(root);
  return paths.map((path) => ({
    ...sources.locate(path),
    rule: "contract/reference",
    message: `A reference is under "${path.findLast((key) => !/^\d+$/.test(key)) ?? ""}", where OpenAPI does not allow one. Correct the name of that field.`,
  }));
}
