// `x-assumption` says what was chosen, why, what else it could be, what a server may do differently, and what was confirmed.
// @ts-check

import { Ajv2020 } from "ajv/dist/2020.js";
import { isObject, list, quoted } from "./reading/json.js";
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
    const open = list(Object(mark)["leaves_open"]);
    const confirmed = Object.keys(Object(Object(mark)["confirmed"]));
    if (isObject(mark) && Array.isArray(mark["leaves_open"]) && open.length + confirmed.length === 0) {
      const message = `An assumption leaves something open, or says under confirmed what it left open before; found neither. Write it as in ${example}.`;
      yield { message, path: [...at, "leaves_open"] };
    }
    const words = Object.keys(places).filter((word) => places[word]?.includes(kind));
    // That a mark stands where none belongs is reported by marks-known
    if (words.length === 0) continue;
    const named = [...open.entries()].map(([index, word]) => ({
      field: "leaves_open",
      key: index,
      word: String(word),
    }));
    for (const { field, key, word } of [
      ...named,
      ...confirmed.map((word) => ({ field: "confirmed", key: word, word })),
    ]) {
      const belongs = places[word];
      const path = [...at, field, key];
      if (field === "confirmed" && open.includes(word)) {
        yield {
          message: `What is confirmed is no longer open; found ${word} in both. Remove it from leaves_open.`,
          path,
        };
      } else if (field === "confirmed" && belongs === undefined) {
        const all = Object.keys(places).join(", ");
        yield { message: `\`confirmed\` names words of leaves_open: ${all}; found ${word}. Correct the word.`, path };
      }
      if (belongs === undefined || belongs.includes(kind)) continue;
      yield {
        message: `${field}: ${word} belongs on ${belongs.join(", ")}; found it on ${kind}. Write what is open of a ${kind}: ${words.join(", ")}.`,
        path,
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
  if (steps.length === 2 && field === "confirmed") {
    return { message: `${meaning}; found ${quoted(found)}. Write it so.`, path };
  }
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
