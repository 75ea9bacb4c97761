// The formats of JSON Schema as the contract means them: a date-time is one of RFC 3339, which ajv-formats takes more for.
import type { Ajv } from "ajv";
import formatsPlugin from "ajv-formats";
import { isDateTime } from "./date-time.ts";

/** Teaches a validator the formats. */
export function addFormats(ajv: Ajv): void {
  // ajv-formats is CommonJS: under Node the module itself is imported, with the plugin as its `default`
  formatsPlugin.default(ajv);
  ajv.addFormat("date-time", isDateTime);
}
