// How often a fault applies and how long: the fields of its form, and what its list shows.
import { type Html, html } from "../../../look/index.ts";
import type { ShownFault } from "../../world/faults.ts";
import type { FieldWriter } from "./forms.ts";
import { momentText } from "./text.ts";

/** The fields that say how often a fault applies, and how long. */
export function repetition(field: FieldWriter, what: string): Html[] {
  return [
    field.input("probability", `Share of ${what}`, {
      type: "number",
      min: "0",
      max: "1",
      step: "any",
      value: "1",
      hint: "From 0 to 1.",
    }),
    field.input("count", `Number of ${what}`, { type: "number", min: "1", hint: "By default unlimited." }),
    field.input("lasts", "Minutes it lasts", {
      type: "number",
      min: "0",
      step: "any",
      hint: "On the world's clock; by default until it is removed.",
    }),
    field.input("seed", "Seed", {
      type: "number",
      min: "0",
      hint: `The same seed selects the same ${what} in a repeated run; by default 1.`,
    }),
  ];
}

/** How often a fault applies, and until when; nothing where it always does. */
export function limitsOf(
  { probability, count, ends_at }: Pick<ShownFault, "probability" | "count" | "ends_at">,
  what: string,
): Html | undefined {
  const limits = [
    ...(probability < 1 ? [`${Math.round(probability * 1000) / 10} % of ${what}`] : []),
    ...(count === null ? [] : [count === 1 ? "once" : `${count} times`]),
    ...(ends_at === null ? [] : [`until ${momentText(ends_at)}`]),
  ];
  return limits.length === 0 ? undefined : html`, <span class="soft">${limits.join(", ")}</span>`;
}
