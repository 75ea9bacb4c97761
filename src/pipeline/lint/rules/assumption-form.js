// `x-assumption` says what was chosen, why, what else it could be, and what a server may do differently.
// @ts-check

import { Ajv2020 } from "ajv/dist/2020.js";
import { list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @typedef {import('./reading/json.js').JsonObject} JsonObject */
/** @typedef {import('ajv').ErrorObject} Problem */

// One for all documents: it makes what a schema asks for once, and its own schema takes the most time
const ajv = new Ajv2020({ allErrors: true });

/** @type {import('./reading/rule.js').Rule<{ schema: JsonObject, places: Record<string, string[]>, example: string }>} */
export default function* (document, { schema, places, example }) {
  const validate = ajv.compile(schema);
  for (const { kind, value, path } of nodes(document)) {
    if (!("x-assumption" in value)) continue;
    const mark = value["x-assumption"];
    const at = [...path, "x-assumption"];
    validate(mark);
    // A word that is not in the list breaks each entry of the list: it is reported once
    for (const problem of (validate.errors ?? []).filter(({ schemaPath }) => !/\/oneOf\/\d/.test(schemaPath))) {
      yield problemOf(problem, mark, schema, at, `Write it as in ${example}.`, Object.keys(places));
    }
    const words = Object.keys(places).filter((word) => places[word]?.includes(kind));
    // That a mark stands where none belongs is reported by marks-known
    if (words.length === 0) continue;
    for (const [index, word] of list(Object(mark)["leaves_open"]).entries()) {
      const belongs = places[String(word)];
      if (belongs === undefined || belongs.includes(kind)) continue;
      yield {
        message: `leaves_open: ${word} belongs on ${belongs.join(", ")}; found it on ${kind}. Write what is open of a ${kind}: ${words.join(", ")}.`,
        path: [...at, "leaves_open", index],
      };
    }
  }
}

/**
 * What is wrong, in words, at the field at fault.
 * @param {Problem} problem
 * @param {unknown} mark
 * @param {JsonObject} schema
 * @param {(string | number)[]} at
 * @param {string} remedy
 * @param {string[]} words
 */
function problemOf({ keyword, params, instancePath }, mark, schema, at, remedy, words) {
  const steps = instancePath.split("/").slice(1);
  const found = steps.reduce((/** @type {unknown} */ from, step) => Object(from)[step], mark);
  const path = [...at, ...steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))];
  const field = steps[0] ?? String(params["missingProperty"] ?? "");
  const properties = /** @type {Record<string, { description: string }>} */ (schema["properties"]);
  const among = field === "leaves_open" ? `: ${words.join(", ")}` : "";
  const meaning = `\`${field}\` of x-assumption is ${properties[field]?.description}${among}`;
  if (keyword === "required") return { message: `${meaning}; found nothing. ${remedy}`, path };
  if (keyword === "additionalProperties") {
    const name = String(params["additionalProperty"]);
    const names = Object.keys(properties).join(", ");
    return { message: `A field of x-assumption is one of ${names}; found ${name}. ${remedy}`, path: [...path, name] };
  }
  if (field === "") {
    return { message: `x-assumption is ${schema["description"]}; found ${quoted(found)}. ${remedy}`, path };
  }
  return { message: `${meaning}; found ${quoted(found)}. ${remedy}`, path };
}
