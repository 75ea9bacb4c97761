// A link leads to an operation that exists, and gives it a parameter that it takes: a value that the answer has, of the parameter's type.
// An id whose place in the answer is not shown has no link: openapi/README.md says which.
// @ts-check

import { isObject, list, quoted } from "./reading/json.js";
import { isWebhook, nodes } from "./reading/nodes.js";
import { closure, target } from "./reading/references.js";

/** @typedef {import('./reading/json.js').JsonObject} JsonObject */
/** @typedef {import('./reading/nodes.js').Node} Node */

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  const operations = nodes(document, "operation").filter((operation) => !isWebhook(operation));
  for (const { key: status, parent, ...place } of nodes(document, "response")) {
    const from = operations.find((operation) => operation === parent?.parent);
    const { value: response, path } = target(document, place) ?? place;
    if (from === undefined || !isObject(response["links"])) continue;
    const answer = `the ${status} of ${from.value["operationId"]}`;
    for (const [name, value] of Object.entries(response["links"])) {
      const link = isObject(value) && target(document, { value, path: [...path, "links", name] });
      // Redocly reports a reference to nothing
      if (!link) continue;
      const id = link.value["operationId"];
      const to = operations.find((operation) => operation.value["operationId"] === id);
      if (to === undefined) {
        const message = `A link names the operationId of an operation of this contract; found ${quoted(id)}. Correct it.`;
        yield { message, path: [...link.path, "operationId"] };
        continue;
      }
      const taken = parametersOf(document, to);
      const names = [...taken.keys()].join(", ") || "another operation's";
      const given = isObject(link.value["parameters"]) ? Object.entries(link.value["parameters"]) : [];
      if (given.length === 0) {
        yield { message: `A link gives ${id} a value; found no parameters. Write one of ${names}.`, path: link.path };
      }
      for (const [parameter, expression] of given) {
        const [wanted, found] = [taken.get(parameter), schemaOf(document, from, response, String(expression))].map(
          (schema) => schema && typeOf(document, schema),
        );
        if (found !== undefined && found === wanted) continue;
        const message =
          wanted === undefined
            ? `A parameter of a link is one that ${id} takes; found ${quoted(parameter)}. Write one of ${names}.`
            : found === undefined
              ? `The value of a link is one that ${answer} or its request has; found ${quoted(expression)}. Write one like $response.body#/user_id or $request.path.user_id.`
              : `${parameter} of ${id} takes ${wanted}; found ${found} at ${expression} in ${answer}. Name a value of that type.`;
        yield { message, path: [...link.path, "parameters", parameter] };
      }
    }
  }
}

/** The schemas of what an operation takes, by name. Of a list it is that of an entry, since one value is a list of one. */
/** @type {(document: unknown, operation: Node, from?: string) => Map<string, JsonObject>} */
function parametersOf(document, operation, from) {
  const written = [operation.parent, operation].flatMap((holder) => list(holder?.value["parameters"])).filter(isObject);
  const parameters = written.map((value) => target(document, { value, path: [] })?.value).filter(isObject);
  return new Map(
    parameters
      .filter((parameter) => from === undefined || parameter["in"] === from)
      .map(({ name, schema }) => [String(name), stepOf(document, schema, "0") ?? (isObject(schema) ? schema : {})]),
  );
}

/** The schema of the value that an expression names. */
/** @type {(document: unknown, operation: Node, response: JsonObject, expression: string) => JsonObject | undefined} */
function schemaOf(document, operation, { content }, expression) {
  const [, from, name = ""] = /^\$request\.(path|query|header)\.(.+)$/.exec(expression) ?? [];
  if (from !== undefined) return parametersOf(document, operation, from).get(name);
  const steps = /^\$response\.body#\/(.+)$/.exec(expression)?.[1]?.split("/") ?? [];
  const [media] = isObject(content) ? Object.values(content) : [];
  const schema = isObject(media) && steps.length > 0 && isObject(media["schema"]) ? media["schema"] : undefined;
  return steps.reduce((/** @type {JsonObject | undefined} */ at, key) => stepOf(document, at, key), schema);
}

/** The schema of a property, or of an item where the schema is that of a list; of alternatives, the first that has it. */
/** @type {(document: unknown, schema: unknown, key: string) => JsonObject | undefined} */
function stepOf(document, schema, key) {
  const parts = isObject(schema) ? closure(document, { value: schema, path: [] }) : [];
  const found = parts.map(({ value: { items, properties } }) =>
    /^\d+$/.test(key) ? items : isObject(properties) && Object.hasOwn(properties, key) && properties[key],
  );
  const alternatives = parts.flatMap(({ value: { anyOf, oneOf } }) => [...list(anyOf), ...list(oneOf)]);
  return [...found, ...alternatives.map((one) => stepOf(document, one, key))].find(isObject);
}

/** The type of a value in words, such as `string, uuid`. */
/** @type {(document: unknown, schema: JsonObject) => string} */
function typeOf(document, schema) {
  const parts = closure(document, { value: schema, path: [] }).map(({ value }) => value);
  const [type = "any value", format = []] = ["type", "format"].map((key) => parts.find((part) => key in part)?.[key]);
  return [[type].flat().join(" or "), format].flat().join(", ");
}
