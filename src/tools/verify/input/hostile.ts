// Values that break servers: a null byte, hundreds of characters, numbers beyond 32 and 64 bits, days at the ends of the calendar.

import { type Contract, type ContractOperation, excuse } from "../../contract/index.ts";
import { operationPointer } from "../bundle/pointers.ts";
import type { Input } from "../sending/request.ts";
import { anyShape } from "../verdicts/open-words.ts";
import type { Probe } from "./constraints.ts";
import { type Place, placesOf, plainValueOf, stating, typesOf } from "./places.ts";

/** A hostile value, and whether the contract leaves a server no way to take it. */
interface Hostile {
  readonly value: unknown;
  readonly what: string;
  readonly isForbidden: boolean;
}

/** Hostile values at each place: refused where the contract allows no such value, and nowhere answered with a 5xx. */
export function hostileProbes(contract: Contract, operation: ContractOperation): Probe[] {
  const probes = placesOf(contract, operation)
    .filter(({ kind }) => kind !== "form")
    .flatMap((place) => kindsOf(place).map((make) => probeAt(operation, place, make)));
  if (operation.requestBody?.bodies[0]?.mediaType !== "application/json") return probes;
  const depth = 1000;
  const nested = `{"verify_unknown": ${"[".repeat(depth)}${"]".repeat(depth)}}`;
  return [...probes, tolerated(operation, `a body of ${depth} levels`, (input) => ({ ...input, rawBody: nested }))];
}

type Make = (plain: string) => Hostile;

function probeAt(operation: ContractOperation, place: Place, make: Make): Probe {
  // What is hostile is added to what is valid: half of it is not looked at by a server that cuts it off
  const apply = (input: Input) => place.set(input, make(valueAt(place, input)).value);
  const { what, isForbidden } = make(plainValueOf(place));
  if (!isForbidden) return tolerated(operation, `${what} in ${place.label}`, apply);
  const assumption =
    place.assumptions.map((one) => excuse(one, ...anyShape, "refusal")).find((one) => one !== undefined) ??
    excuse(operation.operation["x-assumption"], "place");
  const expected = { text: `${place.label}: ${what} is refused.`, pointer: place.pointer };
  return { demand: { check: "hostile-input-refused", outcome: "refused", expected, assumption }, apply };
}

function tolerated(operation: ContractOperation, what: string, apply: Probe["apply"]): Probe {
  const text = `Whether ${what} is refused is not stated: anything but an error of the server will do.`;
  const expected = { text, pointer: operationPointer(operation) };
  return { demand: { check: "no-server-error", outcome: "tolerated", expected, assumption: undefined }, apply };
}

function valueAt(place: Place, input: Input): string {
  const inBody = place.bodyPath.reduce<unknown>((at, name) => Reflect.get(Object(at), name), input.body);
  const value = place.kind === "json" ? inBody : place.kind === "form" ? undefined : input[place.kind][place.name];
  return typeof value === "string" || typeof value === "number" ? String(value) : plainValueOf(place);
}

/** What is hostile at a place; nothing where it is no single value. */
function kindsOf(place: Place): Make[] {
  const types = typesOf(place);
  const isId = place.kind === "path" && /_id$/.test(place.name);
  if (types.includes("integer") || types.includes("number")) {
    const isBound = (["maximum", "enum"] as const).some((keyword) => stating(place, keyword) !== undefined);
    return [
      number("a number beyond 32 bits", isBound, (plain) => plain + 2n ** 32n),
      number("a number beyond 64 bits", isBound, (plain) => plain + 2n ** 64n),
      number("a number of 400 digits", isBound, () => BigInt("9".repeat(400))),
      () => ({ value: "NaN", what: "NaN", isForbidden: true }),
    ];
  }
  if (!types.includes("string") || types.includes("array") || types.includes("object")) return [];
  const format = stating(place, "format")?.value ?? "";
  const isShaped = format !== "" || stating(place, "pattern") !== undefined || stating(place, "enum") !== undefined;
  const isForbidden = isShaped || isId;
  const long: Make = (plain) => ({
    value: plain + "a".repeat(600),
    what: "a text of hundreds of characters",
    isForbidden,
  });
  const ends = format === "date" ? ["0001-01-01", "9999-12-31"] : [];
  const lastInstant = format === "date-time" ? ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"] : [];
  const days = [...ends, ...lastInstant].map(
    (value): Make =>
      () => ({ value, what: value, isForbidden: false }),
  );
  // No header can carry a null byte
  if (place.kind === "header") return [long, ...days];
  return [(plain) => ({ value: `${plain}\u0000`, what: "a null byte", isForbidden }), long, ...days];
}

/** As it is written: a number of this size has no other exact form. */
function number(what: string, isForbidden: boolean, of: (plain: bigint) => bigint): Make {
  // A whole number, where there is one
  return (plain) => ({ value: of(/^\d+$/.test(plain) ? BigInt(plain) : 1n).toString(), what, isForbidden });
}
