// Values on both sides of every limit that a schema of the contract sets.
import { type OpenApiDocument, resolve, type Schema } from "../../../../src/tools/contract/index.ts";

/** Values that a schema must accept, and values that it must refuse. */
export interface Probes {
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}

/** Where a value travels: as text, or as JSON, which has types of its own. */
export type Carrier = "text" | "JSON";

/** What a probe is made for. A keyword that is in neither list fails: a limit that nobody probes is no limit. */
const probed = ["type", "format", "pattern", "enum", "minimum", "maximum", "minLength", "maxLength", "items"];
const structural = ["properties", "required", "not"];
const silent = ["$ref", "title", "description", "default", "deprecated", "additionalProperties", "examples"];

/** Both sides of each pattern of the contract. */
const patterns: Readonly<Record<string, Probes>> = {
  "^\\d{5}$": {
    accepted: ["00000", "99999"],
    refused: ["", "8500", "850011", "8500a", " 85001", "85001\n", "٨٥٠٠١", "850-1"],
  },
  "^[A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u00FF0-9(),/:'|&_\\-\\s\\u2019]{0,80}$": {
    accepted: ["", "a", "x".repeat(80), "ÿ".repeat(80), "AZaz09 (),/:'|&_-\u2019\t", "ÀÖØöøÿ"],
    refused: ["x".repeat(81), "×", "÷", "Ā", "¿", "a+b", "a%20b", "a;b", "a=b", "a.b", "x*", "\u0000"],
  },
};

/** Both sides of each format of the contract. */
const formats: Readonly<Record<string, Probes>> = {
  uuid: {
    accepted: ["00000000-0000-0000-0000-000000000000", "2F1C9F0E-6D0B-4C5E-9A57-0C8F1D3B7A10"],
    refused: [
      "not-a-uuid",
      "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a1",
      "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a100",
      "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a1g",
      "2f1c9f0e6d0b4c5e9a570c8f1d3b7a10",
      " 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10",
    ],
  },
  date: {
    accepted: ["2026-03-02", "2024-02-29", "2026-12-31"],
    refused: ["", "2026-02-29", "2026-13-01", "2026-04-31", "2026-3-2", "02.03.2026", "2026-03-02T00:00:00Z"],
  },
  "date-time": {
    accepted: ["2026-03-02T09:00:00Z", "2024-02-29T23:59:59.999+05:30", "2026-03-02T00:00:00-12:00"],
    refused: ["", "2026-03-02", "2026-03-02T09:00:00", "2026-02-29T09:00:00Z", "2026-03-02T24:00:01Z", "1772442000"],
  },
  // Any bytes
  binary: { accepted: [], refused: [] },
};

/**
 * Makes the probes of one value; what stands inside of an object is probed by itself.
 *
 * @throws when the schema has a limit that no probe is known for.
 */
export function probesOf(document: OpenApiDocument, node: Schema, carrier: Carrier): Probes {
  const schema = resolve<Schema>(document, node);
  const unknown = Object.keys(schema).filter(
    (keyword) => !keyword.startsWith("x-") && ![...probed, ...structural, ...silent].includes(keyword),
  );
  if (unknown.length > 0) throw new Error(`No probe is known for ${unknown.join(", ")}; add it to probes.ts.`);
  const all = [typeProbes(document, schema, carrier), formProbes(schema), rangeProbes(schema), knownProbes(schema)];
  return {
    accepted: all.flatMap(({ accepted }) => accepted),
    refused: all.flatMap(({ refused }) => refused),
  };
}

/** Other types than the schema's, and null where it is one of them. */
function typeProbes(document: OpenApiDocument, schema: Schema, carrier: Carrier): Probes {
  const types = [schema.type ?? []].flat();
  const isNullable = types.includes("null");
  const [type = "none"] = types.filter((name) => name !== "null");
  if (type === "array") return listProbes(document, schema, carrier);
  if (carrier === "text") return { accepted: [], refused: notAsText(type) };
  const values: Readonly<Record<string, unknown>> = { string: "a", number: 1.5, boolean: true, array: [], object: {} };
  const others = Object.entries(values).filter(([name]) => name !== type && !(name === "string" && type === "object"));
  return {
    accepted: isNullable ? [null] : [],
    refused: [...others.map(([, value]) => value), ...(type === "object" ? ["a"] : []), ...(isNullable ? [] : [null])],
  };
}

function notAsText(type: string): readonly unknown[] {
  if (type === "integer") return ["", "many", "1.5", "1e"];
  if (type === "number") return ["", "many", "1.5.1"];
  if (type === "boolean") return ["", "maybe", "1.5"];
  if (type === "string") return [];
  throw new Error(`No probe is known for the type ${type} as text; add it to probes.ts.`);
}

/** A list of one and of two for every value that an item may be, and one of a good and a bad one. */
function listProbes(document: OpenApiDocument, { items = {} }: Schema, carrier: Carrier): Probes {
  const { accepted, refused } = probesOf(document, items, carrier);
  const [good = "any"] = accepted;
  return {
    accepted: [[good], [good, good], ...accepted.map((value) => [value])],
    refused: refused.flatMap((value) => [[value], [good, value]]),
  };
}

/** What a text looks like, and how long it is. */
function formProbes({ format, pattern, minLength, maxLength }: Schema): Probes {
  const tables = [
    format === undefined ? undefined : known(formats[format], `the format ${format}`),
    pattern === undefined ? undefined : known(patterns[pattern], `the pattern ${pattern}`),
  ].filter((probes) => probes !== undefined);
  // A length is counted in characters, not in the two halves that some of them have in UTF-16
  const ofLength = (length: number) => ["x".repeat(length), "\u{1F600}".repeat(length)];
  return {
    accepted: [
      ...tables.flatMap(({ accepted }) => accepted),
      ...(minLength === undefined ? [] : ofLength(minLength)),
      ...(maxLength === undefined ? [] : ofLength(maxLength)),
    ],
    refused: [
      ...tables.flatMap(({ refused }) => refused),
      ...(minLength === undefined ? [] : ofLength(minLength - 1)),
      ...(maxLength === undefined ? [] : ofLength(maxLength + 1)),
    ],
  };
}

function known(probes: Probes | undefined, what: string): Probes {
  if (probes === undefined) throw new Error(`No probe is known for ${what}; add it to probes.ts.`);
  return probes;
}

/** Each end of a range, and the nearest value beyond it. */
function rangeProbes({ type, minimum, maximum }: Schema): Probes {
  const step = type === "integer" ? 1 : 0.001;
  return {
    accepted: [minimum, maximum].filter((limit) => limit !== undefined),
    refused: [
      ...(minimum === undefined ? [] : [minimum - step]),
      ...(maximum === undefined ? [] : [maximum + step, maximum * 1000]),
    ],
  };
}

/** Each value of a closed list and its neighbours; of an open one also a value that nobody knows yet. */
function knownProbes(schema: Schema): Probes {
  const { enum: closed = [], default: standard } = schema;
  const open: readonly unknown[] = schema["x-extensible-enum"] ?? [];
  const neighbours = closed.flatMap<unknown>((value) =>
    typeof value === "number" ? [value - 1, value + 1] : [`${value}x`, String(value).toUpperCase(), ""],
  );
  return {
    accepted: [
      ...closed,
      ...open,
      ...(open.length > 0 ? ["value_of_a_newer_service"] : []),
      ...(standard === undefined ? [] : [standard]),
    ],
    refused: neighbours.filter((value) => !closed.includes(value)),
  };
}
