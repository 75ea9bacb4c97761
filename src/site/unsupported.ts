// Refuses by name and place what no page renders: what the vocabulary does not have, and the few forms of it that are not rendered.
import {
  findRow,
  isForm,
  isObject,
  type OpenApiDocument,
  Source,
  toPointer,
  vocabulary,
} from "../shared/contract/index.ts";
import { type FileProblem, FileProblemsError } from "../shared/findings/index.ts";

/** Forms of the vocabulary that no page renders: the gate knows them from earlier releases. */
const unsupported: Readonly<Record<string, (value: unknown) => boolean>> = {
  "Schema minProperties": () => true,
  "Schema maxProperties": () => true,
  "Schema propertyNames": () => true,
  // Only fields that exclude each other are rendered
  "Schema not": (value) => !(Object(value).required?.length > 1),
  // Of alternatives, null or objects that a field tells apart
  "Schema anyOf": (value) => {
    const others = [value].flat().filter((one) => Object(one).type !== "null");
    return others.length > 1 && others.some((one) => Object(one).required === undefined);
  },
  "Schema oneOf": () => true,
  "Schema type": (value) => [value].flat().filter((one) => one !== "null").length > 1,
  "SecurityScheme type": (value) => value !== "apiKey",
  "MediaType example": () => true,
};

/** The fields that a page cannot do without. */
const needed: Readonly<Record<string, readonly string[]>> = {
  Operation: ["operationId", "summary", "description", "tags"],
  MediaType: ["examples"],
};

/**
 * Refuses a contract with a form that no page renders.
 *
 * @param root Its root document, to name the file and line.
 * @throws {FileProblemsError} with each such form at its place.
 */
export async function refuseUnsupported(document: OpenApiDocument, root: string): Promise<void> {
  const found = listUnsupported(document);
  if (found.length === 0) return;
  const source = await Source.read(root);
  throw new FileProblemsError(
    found.map(({ path, what }): FileProblem => {
      const { file, line, column, pointer } = source.locate(path);
      const message = `The pages do not render ${what} (${toPointer(path)} in the bundle). They render revisions of this contract: write it in another form.`;
      return { file, line, column, pointer, rule: "site/unsupported", message };
    }),
  );
}

/** Everything in a document that no page renders, with its path. */
function listUnsupported(document: OpenApiDocument): { readonly what: string; readonly path: readonly string[] }[] {
  const found: { what: string; path: readonly string[] }[] = [];
  const add = (what: string, path: readonly string[]) => found.push({ what, path });
  const visit = (value: unknown, form: string, path: readonly string[]): void => {
    if (typeof value === "boolean" && path.at(-1) === "additionalProperties") return;
    if (!isForm(form) || !isObject(value)) {
      add(`\`${JSON.stringify(value)}\` as a ${form} object`, path);
      return;
    }
    const keys = "$ref" in value ? [] : (needed[form] ?? []);
    for (const key of keys.filter((key) => !(key in value))) add(`the ${form} object without \`${key}\``, path);
    for (const [key, child] of Object.entries(value)) {
      const at = [...path, key];
      const row = key === "$ref" ? vocabulary.Schema["$ref"] : findRow(form, key, child);
      if (row === undefined || unsupported[`${form} ${key}`]?.(child)) {
        add(`\`${key}${isObject(child) ? "" : `: ${JSON.stringify(child)}`}\` of the ${form} object`, at);
        continue;
      }
      const [inner, as] = row.holds ?? [];
      if (inner === undefined || key === "not") continue;
      if (as === "one") visit(child, inner, at);
      else for (const [index, one] of Object.entries(Object(child))) visit(one, inner, [...at, index]);
    }
  };
  visit(document, "Root", []);
  return found;
}
