// A link leads to an operation that exists, and gives it a parameter that it takes: a field of the answer.
// @ts-check

import { isObject, list, quoted } from "./reading/json.js";
import { isWebhook, nodes } from "./reading/nodes.js";
import { closure } from "./reading/references.js";

/** @typedef {import('./reading/nodes.js').Node} Node */

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  const operations = nodes(document, "operation").filter((operation) => !isWebhook(operation));
  for (const place of nodes(document, "link")) {
    const link = closure(document, place).at(-1) ?? place;
    // Redocly reports a reference to nothing, and a component is checked where it is used
    if ("$ref" in link.value || place.parent?.kind !== "response") continue;
    const id = link.value["operationId"];
    const operation = operations.find(({ value }) => value["operationId"] === id);
    if (operation === undefined) {
      const message = `A link names the operationId of an operation of this contract; found ${quoted(id)}. Correct it.`;
      yield { message, path: [...link.path, "operationId"] };
      continue;
    }
    const taken = listParameters(document, operation);
    const fields = listFields(document, place.parent).map((name) => `$response.body#/${name}`);
    const given = Object.entries(Object(link.value["parameters"]));
    const wrong = given.filter(([name, expression]) => !taken.includes(name) || !fields.includes(expression));
    for (const [name, expression] of given.length === 0 ? [[]] : wrong) {
      yield {
        message: `A link gives ${id} a parameter that it takes, from a field of the answer; found ${quoted(name && { [name]: expression })}. Write one of ${taken.join(", ")}, with one of ${fields.join(", ")}.`,
        path: name === undefined ? link.path : [...link.path, "parameters", name],
      };
    }
  }
}

/** @type {(document: unknown, operation: Node) => string[]} */
function listParameters(document, operation) {
  const written = [operation.parent, operation].flatMap((holder) => list(holder?.value["parameters"])).filter(isObject);
  return written.map((value) => String(closure(document, { value, path: [] }).at(-1)?.value["name"]));
}

/** The names of the fields of an answer. */
/** @type {(document: unknown, response: Node) => string[]} */
function listFields(document, response) {
  const [media] = Object.values(Object(response.value["content"]));
  const parts = closure(document, { value: Object(Object(media).schema), path: [] });
  return parts.flatMap(({ value: { properties } }) => Object.keys(Object(properties)));
}
