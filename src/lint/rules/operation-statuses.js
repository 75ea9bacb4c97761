// The statuses of refusals follow from what an operation takes, or from an assumption: a credential, an id in its path, any input.
// @ts-check

import { list } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const node of nodes(document, "operation")) {
    const { value: operation, path, parent } = node;
    if (parent?.parent?.kind !== "paths") continue;
    const responses = Object(operation["responses"]);
    const hasId = parent.key.includes("{");
    const parameters = [...list(operation["parameters"]), ...list(parent.value["parameters"])];
    const hasInput = parameters.length > 0 || "requestBody" in operation;
    // An id may stand elsewhere: then the answer, or the input that it is about, says so
    const isAssumed = (/** @type {string} */ status) =>
      [responses[status], ...parameters]
        .flatMap((node) => Object(node)["x-assumption"])
        .some((mark) => String(Object(mark)["chose"]).includes(status));

    if (!("401" in responses)) {
      yield {
        message:
          "Every operation requires a credential and answers 401 without it; found no 401. Add a reference to Unauthorized.",
        path: [...path, "responses"],
      };
    }
    if ("404" in responses && !hasId && !isAssumed("404")) {
      yield {
        message:
          "Status 404 means an unknown id in the path; found 404 on a path without an id. Remove it, or say in an x-assumption what it means.",
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
