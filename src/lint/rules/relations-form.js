// Preconditions of operations and events, and the events that an operation causes, are names that exist.
// @ts-check

import { isObject, list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule<{ preconditions: string[] }>} */
export default function* (document, { preconditions }) {
  const webhooks = isObject(document) && isObject(document["webhooks"]) ? Object.keys(document["webhooks"]) : [];
  const known = { "x-events": webhooks, "x-preconditions": preconditions };
  for (const { value: operation, path } of nodes(document, "operation")) {
    for (const [mark, names] of Object.entries(known)) {
      if (!(mark in operation)) continue;
      const found = list(operation[mark]);
      const what = mark === "x-events" ? "the key of a webhook" : "a precondition";
      if (found.length === 0) {
        yield {
          message: `${mark} is a list that is not empty; found ${quoted(operation[mark])}. List each as ${what}: ${names.join(", ")}.`,
          path: [...path, mark],
        };
      }
      for (const [index, name] of found.entries()) {
        if (names.includes(String(name))) continue;
        yield {
          message: `Each entry of ${mark} is ${what}; found ${quoted(name)}. Write one of ${names.join(", ")}.`,
          path: [...path, mark, index],
        };
      }
    }
  }
}
