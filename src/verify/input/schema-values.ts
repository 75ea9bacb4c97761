// Random values that a schema allows, made with fast-check, which shrinks one that fails to the plainest.
import fc from "fast-check";
import type { ApplicableSchemas } from "../../shared/contract/index.ts";

const dates = fc.date({ min: new Date("1930-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });

/** Values that schemas allow. Open enums give their known values; open objects the fields that are shown. */
export function makeValues(schemas: ApplicableSchemas): fc.Arbitrary<unknown> {
  const known = (schemas.find("enum") ?? schemas.find("x-extensible-enum"))?.value;
  if (known !== undefined) return fc.constantFrom(...known);
  return fc.oneof(...schemas.types.map((type) => makeValuesOfType(type, schemas)));
}

function makeValuesOfType(type: string, schemas: ApplicableSchemas): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number": {
      const parts = type === "integer" ? 1 : 100;
      const [min, max] = [schemas.find("minimum")?.value ?? -1_000_000, schemas.find("maximum")?.value ?? 1_000_000];
      const whole = fc.integer({ min: Math.ceil(min * parts), max: Math.floor(max * parts) });
      return whole.map((value) => value / parts);
    }
    case "array":
      return fc.array(makeValues(schemas.below("0")), { maxLength: 3 });
    case "object": {
      const fields = Object.fromEntries(schemas.names.map((name) => [name, makeValues(schemas.below(name))]));
      return fc.record(fields, { requiredKeys: schemas.required });
    }
    default:
      return makeTexts(schemas);
  }
}

function makeTexts(schemas: ApplicableSchemas): fc.Arbitrary<string> {
  const [format, pattern] = [schemas.find("format")?.value, schemas.find("pattern")?.value];
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  if (format === "uuid") return fc.uuid();
  if (format === "date") return dates.map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return dates.map((date) => date.toISOString());
  const maxLength = schemas.find("maxLength")?.value;
  // A character as people see it may count as several
  return fc.string({
    unit: maxLength === undefined ? "grapheme" : "binary-ascii",
    minLength: 1,
    maxLength: maxLength ?? 40,
  });
}
