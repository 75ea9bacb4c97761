// The payload of a webhook carries the name of its event, in the form that its key announces.
// @ts-check

import { isObject, list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { closure } from "./reading/references.js";

/** @typedef {import('./reading/references.js').Place} Place */

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value, path } of nodes(document, "mediaType")) {
    const [section, webhook, , part] = path.map(String);
    if (section !== "webhooks" || webhook === undefined || part !== "requestBody") continue;
    const expected = announced(webhook);
    const payload = { value: isObject(value["schema"]) ? value["schema"] : {}, path: [...path, "schema"] };
    const parts = closure(document, payload);
    const constraints = parts.flatMap(eventType).flatMap((property) => closure(document, property));
    const [first] = constraints;
    if (first === undefined || !parts.some(({ value }) => list(value["required"]).includes("event_type"))) {
      yield {
        message: `The payload of ${webhook} requires event_type; found it ${first === undefined ? "nowhere" : "optional"}. Add it to properties and to required, with ${expected.keyword}: ${quoted(expected.text)}.`,
        path: first?.path ?? payload.path,
      };
      continue;
    }
    const found = constraints.flatMap(({ value, path }) =>
      ["const", "pattern"]
        .filter((keyword) => keyword in value)
        .map((keyword) => ({ keyword, text: value[keyword], path })),
    );
    const wrong = found.find(({ keyword, text }) => keyword !== expected.keyword || text !== expected.text);
    if (found.length > 0 && wrong === undefined) continue;
    yield {
      message: `The event_type of ${webhook} is ${expected.keyword}: ${quoted(expected.text)}; found ${wrong === undefined ? "neither const nor pattern" : `${wrong.keyword}: ${quoted(wrong.text)}`}. Write the former, or correct the webhook's key in the index.`,
      path: wrong?.path ?? first.path,
    };
  }
}

/**
 * The constraint that a webhook's key stands for: a constant, or with a free part in braces an anchored pattern.
 * @param {string} webhook
 * @returns {{ keyword: 'const' | 'pattern', text: string }}
 */
function announced(webhook) {
  if (!webhook.includes("{")) return { keyword: "const", text: webhook };
  return { keyword: "pattern", text: `^${webhook.replaceAll(".", "\\.").replace(/\{[^}]*\}/g, ".+")}$` };
}

/**
 * @param {Place} schema
 * @returns {Place[]}
 */
function eventType({ value, path }) {
  const properties = isObject(value["properties"]) ? value["properties"] : {};
  const property = properties["event_type"];
  return isObject(property) ? [{ value: property, path: [...path, "properties", "event_type"] }] : [];
}
