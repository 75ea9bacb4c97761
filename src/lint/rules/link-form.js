// A link leads to an operation that exists, and gives it a parameter that it takes: a field of the answer.
// @ts-check

import { isObject, list, quoted } from "./reading/json.js";
import { isWebhook, nodes } from "./reading/nodes.js";
import { closure, target } from "./reading/references.js";

/** @typedef {import('./reading/json.js').JsonObject} JsonObject */
/** @typedef {import('./reading/nodes.js').Node} Node */

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  const operations = nodes(document, "operation").filter((operation) => !isWebhook(operation));
  for (const place of nodes(document, "link")) {
    const response = place.parent;
    const from = response?.parent?.parent;
    const link = target(document, place);
    // Redocly reports a reference to nothing
    if (response === undefined || from?.kind !== "operation" || link === undefined) continue;
    const id = link.value["operationId"];
    const to = operations.find((operation) => operation.value["operationId"] === id);
    if (to === undefined) {
      const message = `A link names the operationId of an operation of this contract; found ${quoted(id)}. Correct it.`;
      yield { message, path: [...link.path, "operationId"] };
      continue;
    }
    const taken = listParameters(document, to);
    const names = taken.join(", ") || "another operation's";
    const given = isObject(link.value["parameters"]) ? Object.entries(link.value["parameters"]) : [];
    if (given.length === 0) {
      yield { message: `A link gives ${id} a value; found no parameters. Write one of ${names}.`, path: link.path };
    }
    for (const [parameter, expression] of given) {
      const isTaken = taken.includes(parameter);
      if (isTaken && isField(document, response.value, String(expression))) continue;
      const message = isTaken
        ? `The value of a link is a field of the ${response.key} of ${from.value["operationId"]}; found ${quoted(expression)}. Write one like $response.body#/user_id.`
        : `A parameter of a link is one that ${id} takes; found ${quoted(parameter)}. Write one of ${names}.`;
      yield { message, path: [...link.path, "parameters", parameter] };
    }
  }
}

/** The names of what an operation takes. */
/** @type {(document: unknown, operation: Node) => string[]} */
function listParameters(document, operation) {
  const written = [operation.parent, operation].flatMap((holder) => list(holder?.value["parameters"])).filter(isObject);
  return written.map((value) => String(target(document, { value, path: [] })?.value["name"]));
}

/** Does an expression name a field of the answer? */
/** @type {(document: unknown, response: JsonObject, expression: string) => boolean} */
function isField(document, { content }, expression) {
  const name = /^\$response\.body#\/([^/]+)$/.exec(expression)?.[1];
  const [media] = isObject(content) ? Object.values(content) : [];
  if (name === undefined || !isObject(media) || !isObject(media["schema"])) return false;
  const parts = closure(document, { value: media["schema"], path: [] });
  return parts.some(({ value: { properties } }) => isObject(properties) && Object.hasOwn(properties, name));
}
