// The payload of a webhook carries the name of its event, in the form that its key announces.
// @ts-check

import { isObject, list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { closure } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value, path } of nodes(document, "mediaType")) {
    const [section, webhook, , part] = path.map(String);
    if (section !== "webhooks" || webhook === undefined || part !== "requestBody") continue;
    const payload = { value: Object(value["schema"]), path: [...path, "schema"] };
    const parts = closure(document, payload);
    const fields = parts.flatMap(({ value: { properties }, path }) => {
      const field = isObject(properties) ? properties["event_type"] : undefined;
      return isObject(field) ? closure(document, { value: field, path: [...path, "properties", "event_type"] }) : [];
    });
    const expected = announce(webhook);
    const forms = fields.flatMap(({ value, path }) =>
      ["const", "pattern"]
        .filter((key) => key in value)
        .map((key) => ({ form: `${key}: ${quoted(value[key])}`, path })),
    );
    const wrong = forms.find(({ form }) => form !== expected);
    const isRequired = parts.some(({ value }) => list(value["required"]).includes("event_type"));
    if (isRequired && forms.length > 0 && wrong === undefined) continue;
    const found =
      fields.length === 0 ? "none" : !isRequired ? "it optional" : (wrong?.form ?? "neither const nor pattern");
    yield {
      message: `The payload of ${webhook} requires event_type with ${expected}; found ${found}. Write it under properties and required, or correct the webhook's key in the index.`,
      path: (wrong ?? fields[0] ?? payload).path,
    };
  }
}

/**
 * The constraint that a webhook's key stands for: a constant, or with a free part in braces an anchored pattern.
 * @param {string} webhook
 */
function announce(webhook) {
  if (!webhook.includes("{")) return `const: ${quoted(webhook)}`;
  return `pattern: ${quoted(`^${webhook.replaceAll(".", "\\.").replace(/\{[^}]*\}/g, ".+")}$`)}`;
}
