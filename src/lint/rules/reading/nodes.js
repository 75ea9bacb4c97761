// Walks an OpenAPI document once and says what each object in it is.
// @ts-check

import { isObject } from "./json.js";

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {(string | number)[]} Path */

/**
 * @typedef {object} Node
 * @property {string} kind what the object is: `operation`, `schema`, `mediaType`, ...
 * @property {string} slot the keyword of the parent that holds it: `properties`, `items`, `responses`, ...
 * @property {string} key its name in that keyword, or the keyword itself where it holds only one
 * @property {JsonObject} value
 * @property {Path} path
 * @property {Node | undefined} parent
 */

/** Which keyword of which kind holds what: one object, or `[several]` in a map or a list. `*` stands for every key. */
/** @type {Record<string, Record<string, string | [string]>>} */
const contents = {
  document: {
    info: "info",
    servers: ["server"],
    tags: ["tag"],
    paths: "paths",
    webhooks: "webhooks",
    components: "components",
  },
  info: { contact: "contact", license: "license" },
  server: { variables: ["serverVariable"] },
  paths: { "*": "pathItem" },
  webhooks: { "*": "pathItem" },
  components: {
    schemas: ["schema"],
    responses: ["response"],
    parameters: ["parameter"],
    examples: ["example"],
    requestBodies: ["requestBody"],
    headers: ["header"],
    securitySchemes: ["securityScheme"],
    links: ["link"],
    callbacks: ["callback"],
    pathItems: ["pathItem"],
  },
  pathItem: {
    servers: ["server"],
    parameters: ["parameter"],
    ...Object.fromEntries(
      ["get", "put", "post", "delete", "options", "head", "patch", "trace"].map((method) => [method, "operation"]),
    ),
  },
  operation: {
    servers: ["server"],
    parameters: ["parameter"],
    requestBody: "requestBody",
    responses: "responses",
    callbacks: ["callback"],
  },
  callback: { "*": "pathItem" },
  parameter: { schema: "schema", content: ["mediaType"], examples: ["example"] },
  header: { schema: "schema", content: ["mediaType"], examples: ["example"] },
  requestBody: { content: ["mediaType"] },
  responses: { "*": "response" },
  response: { headers: ["header"], content: ["mediaType"], links: ["link"] },
  mediaType: { schema: "schema", examples: ["example"], encoding: ["encoding"] },
  encoding: { headers: ["header"] },
  schema: { ...schemaKeywords("schema"), not: "condition", if: "condition" },
  // A schema in `not` or `if` says when something applies, not how the data looks
  condition: { ...schemaKeywords("condition"), not: "condition", if: "condition" },
};

/**
 * @param {string} kind
 * @returns {Record<string, string | [string]>}
 */
function schemaKeywords(kind) {
  return {
    ...Object.fromEntries(
      ["properties", "patternProperties", "dependentSchemas", "$defs", "allOf", "anyOf", "oneOf", "prefixItems"].map(
        (keyword) => [keyword, /** @type {[string]} */ ([kind])],
      ),
    ),
    ...Object.fromEntries(
      ["items", "additionalProperties", "propertyNames", "contains", "then", "else"].map((keyword) => [keyword, kind]),
    ),
    ...Object.fromEntries(["unevaluatedItems", "unevaluatedProperties"].map((keyword) => [keyword, kind])),
  };
}

/** Every rule asks for the nodes of the same document: walk it once. */
/** @type {WeakMap<object, Node[]>} */
const walked = new WeakMap();

/**
 * The objects of a document that are of one of the given kinds, in document order; all of them where no kind is given.
 * @param {unknown} document
 * @param {...string} kinds
 * @returns {Node[]}
 */
export function nodes(document, ...kinds) {
  if (!isObject(document)) return [];
  let all = walked.get(document);
  if (all === undefined) {
    all = [...walk({ kind: "document", slot: "", key: "", value: document, path: [], parent: undefined })];
    walked.set(document, all);
  }
  return kinds.length === 0 ? all : all.filter((node) => kinds.includes(node.kind));
}

/**
 * Tells the operation of a webhook.
 * @param {Node} operation
 * @returns {boolean}
 */
export function isWebhook(operation) {
  return operation.parent?.parent?.kind === "webhooks";
}

/**
 * @param {Node} node
 * @returns {Generator<Node>}
 */
function* walk(node) {
  yield node;
  for (const [keyword, content] of Object.entries(contents[node.kind] ?? {})) {
    if (keyword === "*") {
      for (const [key, value] of Object.entries(node.value)) {
        if (!key.startsWith("x-")) yield* child(node, [key], value, String(content), keyword);
      }
    } else if (typeof content === "string") {
      yield* child(node, [keyword], node.value[keyword], content, keyword);
    } else {
      const held = node.value[keyword];
      const entries = Array.isArray(held) ? held.entries() : isObject(held) ? Object.entries(held) : [];
      for (const [key, value] of entries) yield* child(node, [keyword, key], value, content[0], keyword);
    }
  }
}

/**
 * @param {Node} parent
 * @param {Path} steps
 * @param {unknown} value
 * @param {string} kind
 * @param {string} slot
 * @returns {Generator<Node>}
 */
function* child(parent, steps, value, kind, slot) {
  if (!isObject(value)) return;
  yield* walk({ kind, slot, key: String(steps.at(-1)), value, path: [...parent.path, ...steps], parent });
}
