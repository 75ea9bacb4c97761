// A step of `npm run generate`: openapi-typescript writes the types, by its documented function, whose `transform` adds what it does not know.
import openapiTS, { astToString, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { parse } from "yaml";
import {
  type ContractOperation,
  isObject,
  type OpenApiDocument,
  own,
  readContract,
  resolve,
  type Schema,
} from "../shared/contract/index.ts";
import { readBundle, writeGenerated } from "./files.ts";
import { header } from "./writing.ts";

/**
 * Writes the types of a bundle.
 *
 * Beyond what openapi-typescript does by itself:
 * an open enum is a union of its known values and any other string,
 * the name of a family of events is a template literal type,
 * an uploaded file is a `Blob`, a default never makes a field required,
 * and a field without a description of its own has that of its schema.
 *
 * @param opening The comment that opens the file.
 * @param operations Those whose description the types show at their id, too.
 */
export async function writeTypes(
  document: OpenApiDocument,
  opening: string,
  operations: readonly ContractOperation[] = [],
): Promise<string> {
  // openapi-typescript changes the document that it is given
  const nodes = await openapiTS(withDescriptions(document) as unknown as Parameters<typeof openapiTS>[0] & object, {
    alphabetize: false,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    transform: (schema) => (isObject(schema) ? (openEnum(schema) ?? eventFamily(schema) ?? upload(schema)) : undefined),
  });
  for (const node of nodes) if (ts.isInterfaceDeclaration(node)) describe(node, operations);
  // The library always ends with an empty `$defs`, which this contract has no use for
  return opening + astToString(nodes).replace(/^export type \$defs = .*\n/m, "");
}

/** Writes above each operation what the library writes above its method in `paths` alone: types made of operations show it. */
function describe({ name, members }: ts.InterfaceDeclaration, operations: readonly ContractOperation[]): void {
  if (name.text !== "operations") return;
  const texts = new Map(operations.map(({ id, operation }) => [id, [operation.summary, operation.description]]));
  for (const member of members) {
    const id = member.name !== undefined && ts.isIdentifier(member.name) ? member.name.text : "";
    const text = texts.get(id)?.filter(Boolean).join("\n\n").replaceAll("\n", "\n     * ");
    if (!text) continue;
    ts.addSyntheticLeadingComment(member, ts.SyntaxKind.MultiLineCommentTrivia, `*\n     * ${text}\n     `, true);
  }
}

/** A copy in which each field that only refers to a schema has the description of that schema, for editors to show. */
function withDescriptions(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== "properties" || !isObject(value)) return value;
    const fields = Object.entries(value).map(([name, field]) =>
      isObject(field) && own(field, "$ref") !== undefined
        ? [name, { description: resolve<Schema>(document, field).description, ...field }]
        : [name, field],
    );
    return Object.fromEntries(fields);
  });
}

/** A type as text: the printer writes the name of a type as it is. */
function writeType(text: string): ts.TypeNode {
  return ts.factory.createTypeReferenceNode(text);
}

/** `("manual" | (string & {}))`: the known values complete in an editor, and any other is accepted. */
function openEnum(schema: SchemaObject): ts.TypeNode | undefined {
  const values = own(schema, "x-extensible-enum");
  if (!Array.isArray(values)) return undefined;
  // The union has them: the comment above it would repeat each as an `@example`
  delete (schema as { examples?: unknown }).examples;
  const any = values.every((value) => typeof value === "number") ? "number" : "string";
  return writeType(`(${[...values.map((value) => JSON.stringify(value)), `(${any} & {})`].join(" | ")})`);
}

/**
 * `` `daily.data.${string}.created` `` for the pattern `^daily\.data\..+\.created$`.
 * Only an anchored pattern of literals and `.+` says the same as a template literal type; any other stays a string.
 */
function eventFamily(schema: SchemaObject): ts.TypeNode | undefined {
  const pattern = String(own(schema, "pattern"));
  if (!/^\^(?:[\w-]|\\\.|\.\+)+\$$/.test(pattern) || !pattern.includes(".+")) return undefined;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the part of a template literal type
  return writeType(`\`${pattern.slice(1, -1).replaceAll(".+", "${string}").replaceAll("\\.", ".")}\``);
}

function upload(schema: SchemaObject): ts.TypeNode | undefined {
  return schema.format === "binary" ? writeType("Blob") : undefined;
}

/** Makes the files of types by the name they have in generated/. */
export async function typeFiles(contract: OpenApiDocument, control: OpenApiDocument) {
  const ofControl = header("Types of the sandbox's control plane.", "src/sandbox/control/openapi.yaml");
  return new Map([
    ["types.ts", await writeTypes(contract, header("Types of the contract."))],
    ["control-types.ts", await writeTypes(control, ofControl, (await readContract(control)).operations)],
  ]);
}

if (import.meta.main) {
  const [contract, control] = [await readBundle("openapi"), await readBundle("control-openapi")];
  writeGenerated(await typeFiles(parse(contract), parse(control)));
}
