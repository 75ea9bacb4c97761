// Every schema compiles in Ajv's strict mode: an unknown keyword, a broken pattern or contradictory types would switch a mock's validation off.
// Its default is one of its values.
// @ts-check

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { nodes } from "./reading/nodes.js";

/** Keywords that OpenAPI adds to JSON Schema. A reference leads to a schema that is compiled at its own place. */
const left = new Set(["$ref", "discriminator", "example", "externalDocs", "xml"]);

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: true, logger: false });
  formats.default(ajv);
  for (const { value, path, parent } of nodes(document, "schema")) {
    // Each is compiled with all that it holds
    const isHeld = parent?.kind === "schema" || parent?.kind === "condition";
    if (isHeld && value["default"] === undefined) continue;
    try {
      const isValid = ajv.compile(plain(value));
      if (value["default"] === undefined || isValid(value["default"])) continue;
      const reason = `${JSON.stringify(value["default"])}, which ${isValid.errors?.[0]?.message}`;
      yield { message: `A default is a value of its schema; found ${reason}. Correct it.`, path: [...path, "default"] };
    } catch (error) {
      if (isHeld) continue;
      const reason = String(error instanceof Error ? error.message : error).replace(/\.?$/, "");
      // As Ajv says it: `… for keyword "minLength" at "#/properties/days"`, or `data/properties/days/type must be …`
      const [, below = ""] = /(?:"#|\bdata)(\/[^" ]+)/.exec(reason) ?? [];
      const [, ...keyword] = /for keyword "(\w+)"/.exec(reason) ?? [];
      yield {
        message: `A schema compiles in strict mode; found that ${reason}. Correct the keyword or the value that it names.`,
        path: [...path, ...below.split("/").slice(1), ...keyword],
      };
    }
  }
}

/** @type {(node: unknown, isMap?: boolean) => any} */
function plain(node, isMap = false) {
  if (Array.isArray(node)) return node.map((item) => plain(item));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isMap || !(left.has(key) || key.startsWith("x-")))
      .map(([key, value]) => [key, plain(value, !isMap && /^(properties|patternProperties|\$defs)$/.test(key))]),
  );
}
