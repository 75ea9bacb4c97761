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

/** @type {(kind: string) => Record<string, string | [string]>} */
const schemaKeywords = (kind) => ({
  ...{ properties: [kind], allOf: [kind], anyOf: [kind], oneOf: [kind] },
  ...{ items: kind, additionalProperties: kind, propertyNames: kind, not: "condition" },
});

/**
 * The contents of each kind by keyword: one object, or `[several]` in a map or a list. `*` stands for every key.
 * The plugin `vocabulary` refuses the keywords that are left out.
 * @type {Record<string, Record<string, string | [string]>>}
 */
const contents = {
  document: {
    ...{ info: "info", servers: ["server"], tags: ["tag"] },
    ...{ paths: "paths", webhooks: "webhooks", components: "components" },
  },
  paths: { "*": "pathItem" },
  webhooks: { "*": "pathItem" },
  components: {
    ...{ schemas: ["schema"], responses: ["response"], parameters: ["parameter"], examples: ["example"] },
    ...{ securitySchemes: ["securityScheme"], links: ["link"] },
  },
  pathItem: {
    ...{ servers: ["server"], parameters: ["parameter"] },
    ...{ get: "operation", put: "operation", post: "operation", delete: "operation", patch: "operation" },
  },
  operation: { servers: ["server"], parameters: ["parameter"], requestBody: "requestBody", responses: "responses" },
  parameter: { schema: "schema", examples: ["example"] },
  requestBody: { content: ["mediaType"] },
  responses: { "*": "response" },
  response: { content: ["mediaType"], links: ["link"] },
  mediaType: { schema: "schema", examples: ["example"] },
  schema: schemaKeywords("schema"),
  // A schema in `not` says when something applies, not how the data looks
  condition: schemaKeywords("condition"),
};

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
