// Writes examples.ts: every example of the contract as a typed constant, for the tests of those who use it.
import {
  ApplicableSchemas,
  type Contract,
  type ContractBody,
  type NamedExample,
  type Schema,
} from "../shared/contract/index.ts";
import { bodyType, camelCase, docComment, header, moduleNames, writeImport } from "./writing.ts";

/** A place that shows examples: the body there, and how TypeScript names its type. */
interface Place {
  readonly body: ContractBody;
  readonly type: string;
}

/**
 * Writes the examples in the order in which the contract shows them, each typed by the first schema it is an example of.
 */
export function writeExamples({ document, operations, events }: Contract): string {
  const places = [
    ...operations.flatMap(({ id, requestBody, responses }) => {
      const operation = `operations[${JSON.stringify(id)}]`;
      const request = requestBody?.required
        ? `${operation}["requestBody"]`
        : `NonNullable<${operation}["requestBody"]>`;
      return [
        ...(requestBody?.bodies ?? []).map(placeIn(request)),
        ...responses.flatMap(({ status, bodies }) =>
          bodies.map(placeIn(`${operation}["responses"][${/^\d+$/.test(status) ? status : JSON.stringify(status)}]`)),
        ),
      ];
    }),
    ...events.map(({ operation, payload }) =>
      placeIn(`operations[${JSON.stringify(operation.operationId)}]["requestBody"]`)(payload),
    ),
  ];
  const declare = moduleNames(["components", "operations"]);
  const shown = new Map<string, { readonly example: NamedExample; readonly place: Place }>();
  for (const place of places) {
    for (const example of place.body.examples)
      if (!shown.has(example.name)) shown.set(example.name, { example, place });
  }
  const constants = Array.from(shown.values(), ({ example, place: { body, type } }) => {
    const name = declare(camelCase(example.name), ["components", "examples", example.name]);
    const schemas = new ApplicableSchemas(document, { value: body.schema ?? {}, path: [] });
    const value = writeLiteral(schemas, example.value, body.encoding);
    return `${docComment(example.summary)}export const ${name}: ${type} = ${value};\n`;
  });
  const text = constants.join("\n");
  return header("The examples of the contract; the file of an upload is a placeholder.") + writeImport(text) + text;
}

function placeIn(holder: string): (body: ContractBody) => Place {
  return (body) => ({ body, type: bodyType(body, holder) });
}

/** A placeholder of a file, with the media type that its name says, else the first that is taken. */
function writeFile(placeholder: string, contentType: string | undefined): string {
  const types = contentType?.split(",").map((type) => type.trim()) ?? [];
  const type = types.find((one) => placeholder.endsWith(`.${one.split("/")[1]}`)) ?? types[0];
  const options = type === undefined ? "" : `, { type: ${JSON.stringify(type)} }`;
  return `/* @__PURE__ */ new Blob([${JSON.stringify(placeholder)}]${options})`;
}

/** Writes a value on one line of TypeScript: as JSON, but for a file, of which the contract can only show a placeholder. */
function writeLiteral(
  schemas: ApplicableSchemas,
  value: unknown,
  encoding: ContractBody["encoding"] = {},
  contentType?: string,
): string {
  if (schemas.find("format")?.value === "binary") return writeFile(String(value), contentType);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => writeLiteral(schemas.below(`${index}`), item, {}, contentType)).join(", ")}]`;
  }
  const { nodes } = schemas;
  const fields = Object.entries(value).map(([key, field]) => {
    const property = schemas.below(key);
    const entry = `${writeKey(key)}: ${writeLiteral(property, field, {}, encoding[key]?.contentType)}`;
    // A field that only a newer service knows is valid, but TypeScript refuses it when it is written out
    const isKnown = property.nodes.length > 0 || nodes.length === 0 || nodes.some((node) => takesAnyField(node.value));
    return isKnown ? entry : `...{ ${entry} }`;
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function takesAnyField({ type = "object", properties, additionalProperties, ...schema }: Schema): boolean {
  if (additionalProperties !== undefined) return additionalProperties !== false;
  const isComposed = schema.$ref ?? schema.allOf ?? schema.anyOf ?? schema.oneOf;
  return isComposed === undefined && properties === undefined && type.includes("object");
}

/** `__proto__` in quotes would still set the prototype. */
function writeKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
