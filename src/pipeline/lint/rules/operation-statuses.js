// The statuses of refusals follow from what an operation takes: a credential, an id in its path, any input.
// @ts-check

import { isObject, list } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const node of nodes(document, "operation")) {
    const { value: operation, path, parent } = node;
    if (parent?.parent?.kind !== "paths") continue;
    const responses = isObject(operation["responses"]) ? operation["responses"] : {};
    const hasId = parent.key.includes("{");
    const hasInput =
      list(operation["parameters"]).length > 0 ||
      list(parent.value["parameters"]).length > 0 ||
      "requestBody" in operation;

    if (!("401" in responses || "403" in responses)) {
      yield {
        message:
          "Every operation requires a credential and answers 401 or 403 without it; found neither. Add a reference to Unauthorized.",
        path: [...path, "responses"],
      };
    }
    if ("404" in responses && !hasId) {
      yield {
        message: "Status 404 means an unknown id in the path; found 404 on a path without an id. Remove it.",
        path: [...path, "responses", "404"],
      };
    }
    if ("422" in responses && !hasInput) {
      yield {
        message: "Status 422 means invalid input; found 422 on an operation without input. Remove it.",
        path: [...path, "responses", "422"],
      };
    }
  }
}
