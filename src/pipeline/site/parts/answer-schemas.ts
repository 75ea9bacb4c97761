// What a page needs to check an answer against the contract: the schemas of its responses, without their texts.
import { type OpenApiDocument, resolve, type Schema } from "../../../tools/contract/index.ts";
import { checkedFormats, checkedKeywords } from "../assets/try-it/check-schema.ts";
import type { TryItData } from "../assets/try-it/data.ts";
import type { OperationReference } from "../reference.ts";
import { nodeAt } from "./node-at.ts";

/** Keywords that tell of a value, and demand nothing of it; those that begin with `x-` are such, too. */
const annotations = new Set(["title", "description", "default", "deprecated", "example", "examples", "$comment"]);

interface MediaTypes {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** The answers of an operation, the components that their schemas refer to, and what the browser does not check. */
export function answersOf(
  { path, method, responses }: OperationReference,
  document: OpenApiDocument,
): Pick<TryItData, "responses" | "schemas" | "unchecked"> {
  const schemas: Record<string, Schema> = {};
  const unchecked = new Set<string>();
  const trimmed = (schema: Schema): Schema => {
    const name = schema.$ref?.slice(schema.$ref.lastIndexOf("/") + 1);
    if (name !== undefined && schemas[name] === undefined) {
      // Noted before it is looked into: a schema may refer to itself
      schemas[name] = {};
      schemas[name] = trimmed(document.components.schemas[name] ?? {});
    }
    return Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]: [string, unknown]): [string, unknown][] => {
        if (annotations.has(keyword) || keyword.startsWith("x-")) return [];
        if (!checkedKeywords.has(keyword)) unchecked.add(keyword);
        if (keyword === "format" && !checkedFormats.has(String(value))) unchecked.add(`format ${value}`);
        return [[keyword, inside(keyword, value, trimmed)]];
      }),
    );
  };
  const described = responses.map(({ status, phrase }) => {
    const node = nodeAt<MediaTypes>(document, ["paths", path, method.toLowerCase(), "responses", status]);
    const content = Object.entries(resolve<MediaTypes>(document, node ?? {}).content ?? {});
    const bodies = content.map(([mediaType, { schema = {} }]) => [mediaType.toLowerCase(), trimmed(schema)]);
    return [status, { phrase, bodies: Object.fromEntries(bodies) }];
  });
  return { responses: Object.fromEntries(described), schemas, unchecked: [...unchecked].sort() };
}

/** The value of a keyword, with the schemas in it trimmed. */
function inside(keyword: string, value: unknown, trimmed: (schema: Schema) => Schema): unknown {
  if (typeof value !== "object" || value === null) return value;
  switch (keyword) {
    case "items":
    case "additionalProperties":
    case "not":
      return trimmed(value);
    case "allOf":
    case "anyOf":
    case "oneOf":
      return Array.isArray(value) ? value.map(trimmed) : value;
    case "properties":
      return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, trimmed(schema)]));
    default:
      return value;
  }
}
