// Reads the bundle that the facts are checked against.
import { readFileSync } from "node:fs";
import { isObject, type Json, type JsonObject } from "./contract.ts";

const BUNDLE = new URL("../../generated/openapi.json", import.meta.url);

/** The bundled contract, a fresh copy on each call. */
export function bundledDocument(): JsonObject {
  let text: string;
  try {
    text = readFileSync(BUNDLE, "utf8");
  } catch (cause) {
    throw new Error("Cannot read generated/openapi.json. Run `npm run generate`.", { cause });
  }
  const document: Json = JSON.parse(text);
  if (!isObject(document)) throw new Error("generated/openapi.json holds no object. Run `npm run generate`.");
  return document;
}
