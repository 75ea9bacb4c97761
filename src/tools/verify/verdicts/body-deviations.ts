// Judges the body of an answer: its media type, whether it is JSON, and whether the contract's schema holds.
import {
  type Assumption,
  type ContractOperation,
  type ContractResponse,
  excuse,
  findProblems,
  nodesAt,
  nodesBelow,
  type OpenApiDocument,
  type OpenWord,
  pathOf,
  type Schema,
  type SchemaNode,
  type SchemaProblem,
} from "../../contract/index.ts";
import { shortJson } from "../../findings/index.ts";
import { type Deviation, makeDeviation } from "./deviation.ts";
import { absence, anyShape, shape } from "./open-words.ts";

/** The checks that a body is held to. */
type BodyCheck = "content-type" | "body-json" | "body-schema";

/** A body as it came, with the status of the answer that it came with; undefined for one that came with a request. */
export interface SentBody {
  readonly status?: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * The ways in which a body departs from what is documented, by the check that finds them.
 */
export function bodyDeviations(
  document: OpenApiDocument,
  { operation }: Pick<ContractOperation, "operation">,
  { response, bodies }: Pick<ContractResponse, "response" | "bodies">,
  pointer: string,
  { headers, text, status }: SentBody,
): { check: BodyCheck; found: readonly Deviation[] }[] {
  if (bodies.length === 0) return [];
  const wanted = bodies.map(({ mediaType }) => mediaType);
  const contentType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const body = bodies.find(({ mediaType }) => mediaType === contentType);
  const [first] = bodies;
  const root: SchemaNode = {
    schema: (body ?? first)?.schema ?? {},
    pointer: `${pointer}/content/${(body ?? first)?.mediaType.replaceAll("/", "~1")}/schema`,
  };
  const around = nodesAt(document, root);
  const assumedShape = excuseAt(around, anyShape);
  const assumedBody = assumedShape ?? excuse(response["x-assumption"], "body");
  const assumedEmpty = text === "" ? excuseAt(around, ["presence"]) : undefined;
  if (body === undefined) {
    const found = contentType === "" ? "There is no media type" : `The media type is ${contentType}`;
    const expected = { text: `A body of ${wanted.join(" or ")}.`, pointer: `${pointer}/content` };
    return [
      {
        check: "content-type",
        found: [
          makeDeviation(
            "content-type",
            `${found}${status === undefined ? "" : ` on status ${status}`}.`,
            expected,
            // Another form of JSON is one of the shapes that are left open
            assumedEmpty ?? (contentType.endsWith("+json") ? assumedShape : undefined),
          ),
        ],
      },
    ];
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const reason = text === "" ? "The body is empty" : `The body is not JSON, found ${shortJson(text, longestShown)}`;
    const expected = { text: "A body of JSON.", pointer: root.pointer };
    return [
      { check: "content-type", found: [] },
      { check: "body-json", found: [makeDeviation("body-json", `${reason}.`, expected, assumedEmpty)] },
    ];
  }
  // What leaves the body open, or how many items there are, leaves open what is wrong with the whole of it
  const found = schemaDeviations(document, root, value, [], ({ keyword, pointer: at }) => {
    const counted = /^(min|max)Items$/.test(keyword) ? excuse(operation["x-assumption"], "count") : undefined;
    return counted ?? (at === "" ? assumedBody : undefined);
  });
  return [
    { check: "content-type", found: [] },
    { check: "body-json", found: [] },
    { check: "body-schema", found },
  ];
}

/**
 * The ways in which a value departs from its schema, each excused by what leaves its place open.
 *
 * @param around Assumptions on what carries the value, such as its parameter.
 * @param excuseOtherwise What excuses a problem that nothing at its place excuses.
 */
export function schemaDeviations(
  document: OpenApiDocument,
  root: SchemaNode,
  value: unknown,
  around: readonly Assumption[] = [],
  excuseOtherwise: (problem: SchemaProblem) => string | undefined = () => undefined,
): Deviation[] {
  return decisive(findProblems(document, root.schema, value).slice(0, problemLimit)).map((problem) => {
    const { node, assumption } = excuseFor(document, root, problem);
    const outside = excuse(around, ...shape(problem.keyword));
    const place = problem.pointer === "" ? "The body" : `\`${problem.pointer}\``;
    const expected = { text: sentence(describe(node.schema, problem)), pointer: node.pointer };
    const message = `${place} ${problem.message}${foundAt(value, problem)}.`;
    return makeDeviation("body-schema", message, expected, assumption ?? outside ?? excuseOtherwise(problem));
  });
}

/** Of a list with thousands of wrong items the first say enough. */
const problemLimit = 200;

/** How many characters are shown of a value that was found. */
const longestShown = 80;

/** Of the problems of a value that may also be null, those of the branch that it was meant for. */
function decisive(problems: readonly SchemaProblem[]): SchemaProblem[] {
  const composed = problems
    .filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
    .map(({ pointer }) => pointer);
  const plain = problems.filter(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf");
  return plain.filter(
    (problem) =>
      problem.keyword !== "type" ||
      !composed.includes(problem.pointer) ||
      !plain.some(
        (other) =>
          other !== problem && (other.pointer.startsWith(`${problem.pointer}/`) || other.keyword === "required"),
      ),
  );
}

/** The schema that a problem is about, and the assumption that leaves it open. */
function excuseFor(
  document: OpenApiDocument,
  root: SchemaNode,
  { pointer, keyword, missing }: SchemaProblem,
): { node: SchemaNode; assumption: string | undefined } {
  let nodes = nodesAt(document, root);
  for (const token of pathOf(pointer)) nodes = nodesBelow(document, nodes, token);
  const stating = nodes.find(({ schema }) => keyword in schema) ?? nodes[0] ?? root;
  if (keyword === "required" && missing !== undefined) {
    // What is assumed of the field itself says more than what is assumed of all of them
    const assumption = excuseAt(nodesBelow(document, nodes, missing), absence) ?? excuseAt(nodes, ["fields"]);
    return { node: { ...stating, pointer: `${stating.pointer}/required` }, assumption };
  }
  return {
    node: { ...stating, pointer: `${stating.pointer}/${keyword}` },
    assumption: excuseAt(nodes, shape(keyword)),
  };
}

/** The first assumption on one of the schemas that leaves one of these open. */
function excuseAt(nodes: readonly SchemaNode[], words: readonly OpenWord[]): string | undefined {
  return nodes
    .map(({ schema }) => excuse(schema["x-assumption"], ...words))
    .find((assumption) => assumption !== undefined);
}

function describe(schema: Schema, { keyword, missing }: SchemaProblem): string {
  if (missing !== undefined) return `the field \`${missing}\``;
  const value: unknown = Reflect.get(schema, keyword);
  return value === undefined ? `a value valid by \`${keyword}\`` : `\`${keyword}: ${JSON.stringify(value)}\``;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What stands at the place of a problem, in short. */
function foundAt(value: unknown, { pointer, missing }: SchemaProblem): string {
  if (missing !== undefined) return "";
  const at = pathOf(pointer).reduce<unknown>((node, token) => Reflect.get(Object(node), token), value);
  return `, found ${shortJson(at, longestShown)}`;
}
