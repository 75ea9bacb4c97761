// Reads the shapes that a recording has in place of values.
import { isObject } from "../../tools/contract/index.ts";
import type { ScalarShape, Shape } from "./recording/recording.ts";

/** A scalar shape, taken apart. */
export interface Scalar {
  /** Undefined when the shape says only that it is a known value or an id: then it fits the type of its place. */
  readonly type: string | undefined;
  readonly format: string | undefined;
  /** `=connected` or `?order_status:2`. */
  readonly value: string | undefined;
  /** `~user_id:3` */
  readonly id: string | undefined;
  /** Keywords that the value breaks. */
  readonly breaks: readonly string[];
}

const types = new Set(["null", "boolean", "integer", "number", "string", "file", "absent", "unreadable"]);
/** The formats that a shape shows. */
export const shownFormats: readonly string[] = ["uuid", "date", "date-time", "uri", "email"];

/** Takes a scalar shape apart. */
export function scalarOf(shape: ScalarShape): Scalar {
  const words = shape.split(" ");
  const [first = ""] = words;
  return {
    type: types.has(first) ? first : undefined,
    format: words.find((word) => shownFormats.includes(word)),
    value: words.find((word) => word.startsWith("=") || word.startsWith("?")),
    id: words.find((word) => word.startsWith("~")),
    breaks: words.filter((word) => word.startsWith("!")).map((word) => word.slice(1)),
  };
}

/** The kind of a shape as one word or two: `object`, `array`, `null`, `string uuid`. */
export function kindOf(shape: Shape): string {
  if (Array.isArray(shape)) return "array";
  if (typeof shape !== "string") return isObject(shape) ? "object" : "unreadable";
  const { type = "string", format } = scalarOf(shape);
  return format === undefined ? type : `${type} ${format}`;
}

/** A kind in words: `an integer`, `a string of the format uuid`. */
export function kindText(kind: string): string {
  const [type = "", format] = kind.split(" ");
  if (type === "null" || type === "unreadable") return type;
  const article = /^[aeio]/.test(type) ? "an" : "a";
  return `${article} ${type}${format === undefined ? "" : ` of the format ${format}`}`;
}

/** The items of a list without the word on those left out, and how many there were. */
export function itemsOf(shapes: readonly Shape[]): { readonly items: readonly Shape[]; readonly count: number } {
  const last = shapes.at(-1);
  const more = typeof last === "string" ? /^… (\d+) more$/.exec(last)?.[1] : undefined;
  return more === undefined
    ? { items: shapes, count: shapes.length }
    : { items: shapes.slice(0, -1), count: shapes.length - 1 + Number(more) };
}
