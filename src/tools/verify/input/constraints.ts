// Probes each constraint of an operation's input from both sides: at the limit, and just outside.

import fc from "fast-check";
import { type Contract, type ContractOperation, excuse, type OpenWord } from "../../contract/index.ts";
import { bodyPointer, operationPointer } from "../bundle/pointers.ts";
import type { CheckName } from "../check-names.ts";
import { bodySchema, type Input } from "../sending/request.ts";
import type { Demand } from "../verdicts/judge.ts";
import { absence, anyShape, shape } from "../verdicts/open-words.ts";
import { assumptionsOn, itemsOf, type Place, placesOf, stating, typesOf } from "./places.ts";

/** A change of valid input, and what the changed input is to be answered with. */
export interface Probe {
  readonly demand: Demand;
  /** The field that gets another value, when it is one. */
  readonly field?: string;
  apply(input: Input): Input;
  /** Further values that the contract refuses in the same way, applied likewise. */
  readonly others?: fc.Arbitrary<(input: Input) => Input>;
}

/**
 * Every probe of an operation's constraints.
 *
 * @param isKnown Does a field of this name have to be something that the server knows? Then no other value is accepted.
 */
export function constraintProbes(
  contract: Contract,
  operation: ContractOperation,
  isKnown: (field: string) => boolean,
): Probe[] {
  const places = placesOf(contract, operation);
  // A server that reads its ids in one place only does not look at them in the other
  const assumption = excuse(operation.operation["x-assumption"], "place");
  const probes = [
    ...places.flatMap((place) => [
      ...requiredProbes(place),
      ...typeProbes(place),
      ...enumProbes(contract, place),
      ...rangeProbes(place),
      ...textProbes(place),
      ...formatProbes(place),
      ...listProbes(place),
    ]),
    ...bodyProbes(contract, operation),
    ...exclusiveProbes(contract, operation, places),
  ];
  return probes
    .filter(({ demand, field }) => demand.outcome !== "accepted" || field === undefined || !isKnown(field))
    .map((probe) =>
      probe.field === undefined || probe.demand.assumption !== undefined
        ? probe
        : { ...probe, demand: { ...probe.demand, assumption } },
    );
}

/** A value that the contract allows at this place. */
function accepted(place: Place, value: unknown, pointer: string, text: string): Probe {
  return {
    demand: demandAt(place, "limit-accepted", "accepted", pointer, `${text} is accepted.`),
    field: place.name,
    apply: (input) => place.set(input, value),
  };
}

/** A value that the contract does not allow at this place. */
function refused(
  place: Place,
  check: CheckName,
  value: unknown,
  pointer: string,
  text: string,
  others?: fc.Arbitrary<unknown>,
): Probe {
  return {
    demand: demandAt(place, check, "422", pointer, `${text} is refused.`),
    field: place.name,
    apply: (input) => place.set(input, value),
    ...(others === undefined ? {} : { others: others.map((other) => (input: Input) => place.set(input, other)) }),
  };
}

/** What has to be open for a check to be no more than a difference; for a check that is not listed, any shape. */
const wordsOf: Readonly<Partial<Record<CheckName, readonly OpenWord[]>>> = {
  "required-enforced": absence,
  "type-enforced": shape("type"),
  "format-enforced": shape("format"),
  "enum-enforced": [...shape("enum"), "refusal"],
  "pattern-enforced": [...shape("pattern"), "refusal"],
  "limit-enforced": [...shape("maximum"), "refusal"],
};

function demandAt(place: Place, check: CheckName, outcome: Demand["outcome"], pointer: string, text: string): Demand {
  const words = wordsOf[check] ?? anyShape;
  const assumption = place.assumptions.map((one) => excuse(one, ...words)).find((text) => text !== undefined);
  const name = text.startsWith(place.label) ? text : `${place.label}: ${text}`;
  return { check, outcome, expected: { text: name, pointer }, assumption };
}

function requiredProbes(place: Place): Probe[] {
  if (!place.required) return [];
  const text = "A request without it is refused, since it is required.";
  return [
    {
      demand: {
        ...demandAt(place, "required-enforced", "422", place.pointer, text),
        expected: { text: `${place.label}: ${text}`, pointer: place.pointer },
      },
      apply: place.remove,
    },
  ];
}

/** Values that are of none of these types, as they travel in JSON. */
const otherValues: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, { verify: true }],
  integer: ["seven", 1.5],
  number: ["seven"],
  boolean: ["perhaps"],
  array: [{ verify: true }],
  object: ["text", [7]],
};

function typeProbes(place: Place): Probe[] {
  const types = typesOf(place);
  const [type = ""] = types.filter((one) => one !== "null");
  const at = stating(place, "type");
  if (at === undefined || stating(place, "format")?.value === "binary") return [];
  const refuse = (value: unknown) =>
    refused(place, "type-enforced", value, at.pointer, `${shown(value)} is no ${type}, and`);
  if (place.kind !== "json") {
    // As text everything is a string; a list takes any number of texts
    if (type === "string" || type === "array" || type === "object") return [];
    return (otherValues[type] ?? []).map(refuse);
  }
  const values = [...(otherValues[type] ?? []), ...(types.includes("null") ? [] : [null])];
  return values.map(refuse);
}

function enumProbes(contract: Contract, place: Place): Probe[] {
  const own = stating(place, "enum");
  // A list of such values is asked for with one of them
  const items = own === undefined ? itemsOf(contract, place) : [];
  const closed = own ?? stating({ nodes: items }, "enum");
  if (closed === undefined) return [];
  const assumptions = [...place.assumptions, ...assumptionsOn(items)];
  const listed = (value: unknown) => (own === undefined ? [value] : value);
  const numbers = closed.value.filter((value) => typeof value === "number");
  const stranger = numbers.length > 0 ? Math.max(...numbers) + 1 : "verify-unknown";
  const strangers =
    numbers.length > 0 ? fc.integer({ min: -1000, max: 1000 }).filter((value) => !numbers.includes(value)) : undefined;
  return [
    ...closed.value.map((value) => accepted(place, listed(value), closed.pointer, shown(value))),
    refused(
      { ...place, assumptions },
      "enum-enforced",
      listed(stranger),
      closed.pointer,
      `${shown(stranger)} is none of ${closed.value.join(", ")}, and`,
      strangers,
    ),
  ];
}

function rangeProbes(place: Place): Probe[] {
  const step = typesOf(place).includes("integer") ? 1 : 0.5;
  const minimum = stating(place, "minimum");
  const maximum = stating(place, "maximum");
  const probes: Probe[] = [];
  if (minimum !== undefined) {
    const { value, pointer } = minimum;
    const below =
      step === 1
        ? fc.integer({ min: value - 1000, max: value - 1 })
        : fc.double({ min: value - 1000, max: value - 0.01, noNaN: true });
    probes.push(accepted(place, value, pointer, `${value}, the least allowed,`));
    probes.push(
      refused(place, "limit-enforced", value - step, pointer, `${value - step} is below ${value}, and`, below),
    );
  }
  if (maximum !== undefined) {
    const { value, pointer } = maximum;
    const above =
      step === 1
        ? fc.integer({ min: value + 1, max: value + 1_000_000 })
        : fc.double({ min: value + 0.01, max: value + 1e6, noNaN: true });
    probes.push(accepted(place, value, pointer, `${value}, the most allowed,`));
    probes.push(
      refused(place, "limit-enforced", value + step, pointer, `${value + step} is above ${value}, and`, above),
    );
  }
  return probes;
}

/** Characters of which texts of every length are made, to find the lengths at which a pattern changes its mind. */
const fillers = ["8", "a"];
const longest = 200;

function textProbes(place: Place): Probe[] {
  const probes: Probe[] = [];
  const { value: shortest, pointer: shortestPointer = "" } = stating(place, "minLength") ?? {};
  if (shortest !== undefined) {
    probes.push(
      accepted(place, "a".repeat(shortest), shortestPointer, `A text of ${shortest} characters, the fewest allowed,`),
    );
    if (shortest > 0) {
      const text = `A text of ${shortest - 1} characters is too short, and`;
      probes.push(refused(place, "limit-enforced", "a".repeat(shortest - 1), shortestPointer, text));
    }
  }
  const most = stating(place, "maxLength");
  if (most !== undefined) {
    const { value, pointer } = most;
    probes.push(accepted(place, "a".repeat(value), pointer, `A text of ${value} characters, the most allowed,`));
    // Characters are counted, not bytes
    probes.push(accepted(place, "é".repeat(value), pointer, `A text of ${value} characters beyond ASCII`));
    probes.push(
      refused(
        place,
        "limit-enforced",
        "a".repeat(value + 1),
        pointer,
        `A text of ${value + 1} characters is too long, and`,
      ),
    );
  }
  const pattern = stating(place, "pattern");
  if (pattern === undefined || most !== undefined) return probes;
  const { value: source, pointer } = pattern;
  const matches = new RegExp(source, "u");
  for (const filler of fillers) {
    for (let length = 1; length <= longest; length += 1) {
      const [before, after] = [length - 1, length].map((count) => filler.repeat(count)) as [string, string];
      if (matches.test(before) === matches.test(after)) continue;
      // An empty parameter is as good as none
      for (const text of [before, after].filter((one) => one !== "")) {
        const said = `A text of ${text.length} characters`;
        probes.push(
          matches.test(text)
            ? accepted(place, text, pointer, `${said}, at the limit of the pattern,`)
            : refused(place, "limit-enforced", text, pointer, `${said} breaks the pattern ${source}, and`),
        );
      }
    }
  }
  const others = plainTexts.filter((text) => !matches.test(text));
  for (const [index, text] of breakingTexts(matches).entries()) {
    const said = `"${text}" breaks the pattern ${source}, and`;
    probes.push(refused(place, "pattern-enforced", text, pointer, said, index === 0 ? others : undefined));
  }
  return probes;
}

/** Texts that a pattern refuses: an odd one, and ones of an allowed length with one or only wrong characters. */
function breakingTexts(matches: RegExp): string[] {
  const lengths = Array.from({ length: longest }, (_, index) => index + 1);
  const allowed = fillers
    .flatMap((filler) => lengths.map((length) => filler.repeat(length)))
    .find((text) => matches.test(text));
  const strangers = allowed === undefined ? [] : [`${allowed.slice(0, -1)}x`, "x".repeat(allowed.length)];
  return [...new Set(["#", ...strangers])].filter((text) => !matches.test(text));
}

const plainTexts = fc.string({ minLength: 1, maxLength: 100 });

/** Texts that are of no such format by any reading. */
const otherTexts: Readonly<Record<string, readonly string[]>> = {
  uuid: ["not-a-uuid", "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a1"],
  date: ["tomorrow", "2026-02-30"],
  "date-time": ["tomorrow", "2026-13-45T99:00:00Z"],
  uri: ["no uri"],
};

function formatProbes(place: Place): Probe[] {
  const format = stating(place, "format");
  if (format === undefined) return [];
  return (otherTexts[format.value] ?? []).map((text) =>
    refused(
      place,
      "format-enforced",
      text,
      format.pointer,
      `"${text}" is no ${format.value}, and`,
      fc.string({ unit: fc.constantFrom("x", "y", "z", "-"), minLength: 1, maxLength: 36 }),
    ),
  );
}

function listProbes(place: Place): Probe[] {
  const most = stating(place, "maxItems");
  if (most === undefined || place.kind !== "json") return [];
  const list = (length: number) => Array.from({ length }, () => "verify");
  return [
    refused(
      place,
      "limit-enforced",
      list(most.value + 1),
      most.pointer,
      `A list of ${most.value + 1} is too long, and`,
    ),
  ];
}

function bodyProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const schema = bodySchema(contract, operation);
  if (schema === undefined) return [];
  const pointer = bodyPointer(operation);
  const probes: Probe[] = [];
  if (operation.requestBody?.required) {
    const expected = {
      text: "A request without a body is refused, since it is required.",
      pointer: `${operationPointer(operation)}/requestBody/required`,
    };
    probes.push({
      demand: {
        check: "required-enforced",
        outcome: "422",
        expected,
        assumption: excuse(schema["x-assumption"], "presence"),
      },
      apply: (input) => ({ ...input, body: undefined }),
    });
  }
  if (operation.requestBody?.bodies[0]?.mediaType === "application/json") {
    const expected = { text: "A body that is not a JSON object is refused.", pointer: `${pointer}/type` };
    for (const rawBody of ["[7]", '{"verify": ']) {
      probes.push({
        demand: { check: "type-enforced", outcome: "422", expected, assumption: undefined },
        apply: (input) => ({ ...input, rawBody }),
      });
    }
  }
  return probes;
}

/** What the contract forbids in combination: `not` with a list of required fields. */
function exclusiveProbes(contract: Contract, operation: ContractOperation, places: readonly Place[]): Probe[] {
  const schema = bodySchema(contract, operation);
  const together = schema?.not?.required ?? [];
  if (together.length === 0) return [];
  const values = together.map((name) => {
    const place = places.find((one) => one.kind === "json" && one.name === name);
    return [
      name,
      place && stating(place, "format")?.value === "uuid" ? "00000000-0000-4000-8000-000000000000" : "verify-both",
    ] as const;
  });
  return [
    {
      demand: {
        check: "exclusive-enforced",
        outcome: "422",
        expected: {
          text: `${together.join(" and ")} together are refused, since they exclude each other.`,
          pointer: `${bodyPointer(operation)}/not`,
        },
        assumption: excuse(schema?.["x-assumption"], "refusal"),
      },
      apply: (input) => ({ ...input, body: { ...Object(input.body), ...Object.fromEntries(values) } }),
    },
  ];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
