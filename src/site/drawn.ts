// The forms of a contract that the pages draw. Any other is refused by name and place: no page shows a contract by guess.
import { isObject, type OpenApiDocument, Source, toPointer } from "../shared/contract/index.ts";
import { type FileProblem, FileProblemsError } from "../shared/findings/index.ts";

/** The fields of a form, each with the form of its value: `*` is any value, and a list is a list or a map of that form. */
type Fields = Readonly<Record<string, string | readonly [string]>>;

const marks = listPlain("x-assumption x-not-shown");

/** Each form with its fields. The vocabulary of `shared/contract/` takes the place of this table. */
const forms: Readonly<Record<string, Fields>> = {
  document: {
    ...listPlain("openapi jsonSchemaDialect info servers security tags"),
    paths: ["path"],
    webhooks: ["path"],
    components: "components",
  },
  components: {
    ...listPlain("examples links"),
    schemas: ["schema"],
    parameters: ["parameter"],
    headers: ["header"],
    requestBodies: ["body"],
    responses: ["response"],
    securitySchemes: ["credential"],
  },
  path: {
    ...listPlain("servers"),
    parameters: ["parameter"],
    ...Object.fromEntries(["get", "put", "post", "delete", "patch"].map((method) => [method, "operation"])),
  },
  operation: {
    ...marks,
    ...listPlain("operationId summary description tags deprecated security servers"),
    ...listPlain("x-stability-level x-preconditions x-events"),
    parameters: ["parameter"],
    requestBody: "body",
    responses: ["response"],
  },
  // A few words may stand beside a reference
  reference: { ...marks, ...listPlain("$ref summary description") },
  parameter: { ...marks, ...listPlain("name in required deprecated description example"), schema: "schema" },
  header: { ...marks, ...listPlain("required description"), schema: "schema" },
  body: { ...marks, ...listPlain("description required"), content: "sent content" },
  response: { ...marks, ...listPlain("description links"), headers: ["header"], content: "content" },
  "sent content": { "application/json": "sent media type", "multipart/form-data": "sent media type" },
  content: { "application/json": "media type" },
  "sent media type": { ...listPlain("examples encoding"), schema: "schema" },
  "media type": { ...listPlain("examples"), schema: "schema" },
  credential: { ...marks, ...listPlain("type in name description") },
  schema: {
    ...marks,
    ...listPlain("$ref type format title description deprecated default const enum x-extensible-enum examples"),
    ...listPlain("pattern minimum maximum minLength maxLength minItems maxItems uniqueItems required"),
    properties: ["schema"],
    items: "schema",
    additionalProperties: "schema or boolean",
    allOf: ["schema"],
    anyOf: ["schema"],
    oneOf: ["schema"],
    not: "exclusion",
  },
  // Only fields that exclude each other
  exclusion: listPlain("type required properties"),
};

/** The fields that a page cannot do without: a call is shown by the first example of its body. */
const needed: Readonly<Record<string, readonly string[]>> = {
  operation: ["operationId", "summary", "description", "tags"],
  "sent media type": ["examples"],
};

/** The values that are drawn of a field which may have others. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  "in of a parameter": ["path", "query", "header"],
  "type of a credential": ["apiKey"],
  "in of a credential": ["header"],
};

/**
 * Refuses a contract with a form that no page has words for.
 *
 * @param root Its root document, to name the file and line.
 * @throws {FileProblemsError} with each such form at its place.
 */
export async function refuseUndrawn(document: OpenApiDocument, root: string): Promise<void> {
  const found = listUndrawn(document);
  if (found.length === 0) return;
  const source = await Source.read(root);
  throw new FileProblemsError(
    found.map(({ path, what }): FileProblem => {
      const { file, line, column, pointer } = source.locate(path);
      const message = `The pages do not draw ${what} (${toPointer(path)} in the bundle). They draw revisions of this contract: write it in another form.`;
      return { file, line, column, pointer, rule: "site/drawn", message };
    }),
  );
}

/** Everything in a document that no page has words for, with its path. */
function listUndrawn(document: OpenApiDocument): { readonly what: string; readonly path: readonly string[] }[] {
  const found: { what: string; path: readonly string[] }[] = [];
  const visit = (value: unknown, name: string, path: readonly string[]): void => {
    if (name === "*" || (name === "schema or boolean" && typeof value === "boolean")) return;
    const form = name.replace(" or boolean", "");
    if (!isObject(value)) {
      found.push({ what: `\`${JSON.stringify(value)}\` as a ${form}`, path });
      return;
    }
    const isReference = "$ref" in value && form !== "schema";
    const fields = forms[isReference ? "reference" : form] ?? {};
    const named = `${/^[aeo]/.test(form) ? "an" : "a"} ${form}`;
    for (const key of (isReference ? undefined : needed[form]) ?? []) {
      if (!(key in value)) found.push({ what: `${named} without \`${key}\``, path });
    }
    for (const [key, child] of Object.entries(value)) {
      const at = [...path, key];
      const next = Object.hasOwn(fields, key) ? fields[key] : undefined;
      const drawn = values[`${key} of ${named}`] ?? [child];
      if (next === undefined) found.push({ what: `\`${key}\` of ${named}`, path: at });
      else if (!drawn.includes(child)) found.push({ what: `\`${key}: ${String(child)}\` of ${named}`, path: at });
      else if (typeof next === "string") visit(child, next, at);
      else for (const [index, one] of Object.entries(Object(child))) visit(one, next[0], [...at, index]);
    }
  };
  visit(document, "document", []);
  return found;
}

function listPlain(names: string): Fields {
  return Object.fromEntries(names.split(" ").map((name) => [name, "*"]));
}
