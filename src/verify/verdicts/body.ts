// Judges the body of an answer: its media type, whether it is JSON, and whether the contract's schema holds.
import {
  ApplicableSchemas,
  type ContractOperation,
  type ContractResponse,
  excuse,
  field,
  findProblems,
  isObject,
  type Located,
  type OpenApiDocument,
  parsePointer,
  type Schema,
  type SchemaProblem,
  toPointer,
} from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import type { Answer } from "../sending/exchange.ts";
import { type Deviation, makeDeviation } from "./deviation.ts";
import { absence, anyShape, listShapeWords } from "./open-words.ts";

/** Finds the ways in which a body departs from what is documented. */
export function judgeBody(
  document: OpenApiDocument,
  { operation }: Pick<ContractOperation, "operation">,
  { response, bodies, pointer }: Omit<ContractResponse, "status">,
  { headers, text, status, flaw }: Answer,
): Deviation[] {
  const declared = headers.get("content-type") ?? "";
  const contentType = declared.split(";")[0]?.trim().toLowerCase() ?? "";
  const body = bodies.find(({ mediaType }) => mediaType === contentType);
  const { schema = {}, mediaType } = body ?? bodies[0] ?? {};
  if (mediaType === undefined) return [];
  const root: Located<Schema> = { value: schema, path: [...parsePointer(pointer), "content", mediaType, "schema"] };
  const schemas = new ApplicableSchemas(document, root);
  const assumedShape = excuse(schemas.marks, ...anyShape);
  const assumedEmpty = text === "" ? excuse(schemas.marks, "presence") : undefined;
  if (body === undefined) {
    const found = contentType === "" ? "There is no media type" : `The media type is ${contentType}`;
    const wanted = bodies.map((one) => one.mediaType).join(" or ");
    const assumption = assumedEmpty ?? excuseJson(document, contentType, assumedShape);
    const expected = { text: `A body of ${wanted}.`, pointer: `${pointer}/content`, assumption };
    return [makeDeviation("content-type", `${found} on status ${status}.`, expected)];
  }
  const parsed = parseJson(text);
  const unread =
    parsed === undefined
      ? text === ""
        ? "is empty"
        : `is not JSON, found ${shortJson(text, longestShown)}`
      : (flaw ?? explainCharset(declared));
  if (parsed === undefined || unread !== undefined) {
    const expected = { text: "A body of JSON.", pointer: toPointer(root.path), assumption: assumedEmpty };
    return [makeDeviation("body-json", `The body ${unread}.`, expected)];
  }
  const assumedBody = assumedShape ?? excuse(response["x-assumption"], "body");
  const otherwise = ({ keyword, pointer: at }: SchemaProblem) => {
    const counted = /^(min|max)Items$/.test(keyword) ? excuse(operation["x-assumption"], "count") : undefined;
    return counted ?? (at === "" ? assumedBody : undefined);
  };
  return [...judgeSchema(document, root, parsed, otherwise), ...findRenamedLists(document, schemas, parsed)];
}

/** Finds a list under another name than the assumed one: the optional field is missing, and an unknown field has such items. */
function findRenamedLists(document: OpenApiDocument, around: ApplicableSchemas, value: unknown): Deviation[] {
  if (!isObject(value)) return [];
  const { names, required } = around;
  const others = Object.entries(value).filter(([name]) => !names.includes(name));
  return names.flatMap((name) => {
    const { nodes, marks } = around.below(name);
    const list = nodes.find((node) => node.value.items !== undefined);
    const assumption = excuse(marks, "name");
    if (list === undefined || assumption === undefined || name in value || required.includes(name)) return [];
    const isSuch = (items: unknown) =>
      Array.isArray(items) && items.length > 0 && findProblems(document, list.value, items).length === 0;
    const [other] = others.find(([, items]) => isSuch(items)) ?? [];
    const expected = { text: `The field \`${name}\`.`, pointer: toPointer(list.path), assumption };
    const message = `There is a list \`${other}\`, and no \`${name}\`.`;
    return other === undefined ? [] : [makeDeviation("body-schema", message, expected)];
  });
}

/** The assumption that excuses a media type such as `application/problem+json`: that on the body, or the one on all errors. */
function excuseJson({ components }: OpenApiDocument, contentType: string, assumedShape: string | undefined) {
  const ofErrors = excuse(components.schemas["ErrorBody"]?.["x-assumption"], ...anyShape);
  return contentType.endsWith("+json") ? (assumedShape ?? ofErrors) : undefined;
}

/** Reads JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names the declared encoding of a body if it is not UTF-8: some clients follow it, and others do not. */
function explainCharset(declared: string): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(declared)?.[1];
  return /^(utf-?8|us-ascii)$/i.test(charset ?? "utf-8") ? undefined : `is declared as ${charset}, not UTF-8`;
}

/**
 * The ways in which a value departs from its schema, each excused by what leaves its place open.
 *
 * @param otherwise Excuses a problem that nothing at its place excuses.
 */
function judgeSchema(
  document: OpenApiDocument,
  root: Located<Schema>,
  value: unknown,
  otherwise: (problem: SchemaProblem) => string | undefined,
): Deviation[] {
  return dropOtherBranches(findProblems(document, root.value, value).slice(0, mostProblems)).map((problem) => {
    const { pointer, keyword, missing, message } = problem;
    const path = parsePointer(pointer);
    const schemas = path.reduce((around, token) => around.below(token), new ApplicableSchemas(document, root));
    const { nodes, marks } = schemas;
    const stating = nodes.find((node) => keyword in node.value) ?? nodes[0] ?? root;
    const stated: unknown = Reflect.get(stating.value, keyword);
    const text =
      stated === undefined ? `A value valid by \`${keyword}\`.` : `\`${keyword}: ${JSON.stringify(stated)}\`.`;
    // An assumption on the field itself says more than one on all fields
    const excused =
      missing === undefined
        ? excuse(marks, ...listShapeWords(keyword))
        : (excuse(schemas.below(missing).marks, ...absence) ?? excuse(marks, "fields"));
    const found = missing === undefined ? `, found ${shortJson(field(value, ...path), longestShown)}` : "";
    return makeDeviation("body-schema", `${pointer === "" ? "The body" : `\`${pointer}\``} ${message}${found}.`, {
      text: missing === undefined ? text : `The field \`${missing}\`.`,
      pointer: toPointer([...stating.path, keyword]),
      assumption: excused ?? otherwise(problem),
    });
  });
}

/** The most problems that are looked at: a list may have thousands of wrong items. */
const mostProblems = 200;

/** How many characters are shown of a value that was found. */
const longestShown = 80;

/** The problems without those of the other branches of a composition, such as that a value is not null. */
function dropOtherBranches(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const isComposed = ({ keyword }: SchemaProblem) => keyword === "anyOf" || keyword === "oneOf";
  const composed = problems.filter(isComposed).map(({ pointer }) => pointer);
  const plain = problems.filter((problem) => !isComposed(problem));
  const isOfOtherBranch = (problem: SchemaProblem) =>
    problem.keyword === "type" &&
    composed.includes(problem.pointer) &&
    plain.some(
      (other) => other !== problem && (other.pointer.startsWith(`${problem.pointer}/`) || other.keyword === "required"),
    );
  return plain.filter((problem) => !isOfOtherBranch(problem));
}
