// Reads the shapes of a recording, and learns a schema from those of a field that the contract does not have.
import { isObject } from "../../tools/contract/index.ts";
import type { ScalarShape, Shape } from "../../tools/recording/index.ts";
import type { LearnedSchema } from "./proposal.ts";
import { thresholds } from "./thresholds.ts";

/** A scalar shape, taken apart. */
export interface Scalar {
  /** Undefined when the shape says only that it is a known value or an id: then it fits the type of its place. */
  readonly type: "null" | "boolean" | "integer" | "number" | "string" | "file" | "absent" | "unreadable" | undefined;
  readonly format: string | undefined;
  /** `=connected` or `?order_status:2`. */
  readonly value: string | undefined;
  /** `~user_id:3` */
  readonly id: string | undefined;
  /** Keywords that the value breaks. */
  readonly breaks: readonly string[];
}

const types = new Set(["null", "boolean", "integer", "number", "string", "file", "absent", "unreadable"]);
const formats = new Set<string>(["uuid", "date", "date-time", "uri", "email"]);
const parsed = new Map<string, Scalar>();

/** Takes a scalar shape apart. Most shapes occur again and again, so the short list of them is kept. */
export function scalarOf(shape: ScalarShape): Scalar {
  const known = parsed.get(shape);
  if (known !== undefined) return known;
  const words = shape.split(" ");
  const [first = ""] = words;
  const value = words.find((word) => word.startsWith("=") || word.startsWith("?"));
  const scalar: Scalar = {
    type: types.has(first) ? (first as Scalar["type"]) : undefined,
    format: words.find((word) => formats.has(word)),
    value,
    id: words.find((word) => word.startsWith("~")),
    breaks: words.filter((word) => word.startsWith("!")).map((word) => word.slice(1)),
  };
  if (scalar.id === undefined && parsed.size < 10_000) parsed.set(shape, scalar);
  return scalar;
}

/** The kind of a shape as one word or two: `object`, `array`, `null`, `string uuid`. */
export function kindOf(shape: Shape): string {
  if (Array.isArray(shape)) return "array";
  if (typeof shape !== "string") return isObject(shape) ? "object" : "unreadable";
  const { type, format } = scalarOf(shape);
  return type === undefined ? "string" : format === undefined ? type : `${type} ${format}`;
}

/** The items of a list without the word on those left out, and how many there were. */
export function itemsOf(shapes: readonly Shape[]): { readonly items: readonly Shape[]; readonly count: number } {
  const last = shapes.at(-1);
  const more = typeof last === "string" ? /^… (\d+) more$/.exec(last)?.[1] : undefined;
  return more === undefined
    ? { items: shapes, count: shapes.length }
    : { items: shapes.slice(0, -1), count: shapes.length - 1 + Number(more) };
}

const mostFields = 50;
const deepest = 6;

/** What the shapes of one field have in common. */
export class LearnedShape {
  readonly #depth: number;
  readonly kinds = new Map<string, number>();
  readonly fields = new Map<string, LearnedShape>();
  #items: LearnedShape | undefined;
  #seen = 0;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  add(shape: Shape): void {
    this.#seen++;
    const kind = kindOf(shape);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if (this.#depth >= deepest || typeof shape === "string") return;
    if (Array.isArray(shape)) {
      this.#items ??= new LearnedShape(this.#depth + 1);
      for (const item of itemsOf(shape).items) this.#items.add(item);
      return;
    }
    for (const [name, inner] of Object.entries(shape)) {
      let field = this.fields.get(name);
      if (field === undefined) {
        if (this.fields.size >= mostFields) continue;
        field = new LearnedShape(this.#depth + 1);
        this.fields.set(name, field);
      }
      field.add(inner);
    }
  }

  /** The JSON types that were seen besides null. */
  get types(): ReadonlySet<string> {
    return new Set(
      [...this.kinds.keys()].flatMap((kind) => kind.split(" ")[0] ?? []).filter((type) => type !== "null"),
    );
  }

  /** The schema that nine in ten of them fit; undefined where there is none. */
  get schema(): LearnedSchema | undefined {
    const nulls = this.kinds.get("null") ?? 0;
    const values = this.#seen - nulls;
    const byType = new Map<string, number>();
    for (const [kind, count] of this.kinds) {
      const type = kind.split(" ")[0] ?? "";
      byType.set(type, (byType.get(type) ?? 0) + count);
    }
    const numbers = (byType.get("integer") ?? 0) + (byType.get("number") ?? 0);
    if (byType.has("number")) byType.set("number", numbers);
    const [top] = [...byType].filter(([type]) => type !== "null").sort(([, a], [, b]) => b - a);
    if (top === undefined || top[1] / values < thresholds.agreement) return undefined;
    const type = top[0] as LearnedSchema["type"];
    if (!["string", "integer", "number", "boolean", "object", "array"].includes(type)) return undefined;
    const nullable = nulls / this.#seen > thresholds.sometimes ? { nullable: true } : {};
    if (type === "string") {
      const [format] = [...formats].filter(
        (one) => (this.kinds.get(`string ${one}`) ?? 0) / values >= thresholds.agreement,
      );
      return {
        type,
        ...nullable,
        ...(format === undefined ? {} : { format: format as NonNullable<LearnedSchema["format"]> }),
      };
    }
    if (type === "array") {
      const items = this.#items?.schema;
      return { type, ...nullable, ...(items === undefined ? {} : { items }) };
    }
    if (type !== "object") return { type, ...nullable };
    const objects = this.kinds.get("object") ?? 0;
    const fields = [...this.fields].filter(([, field]) => field.#seen / objects > thresholds.sometimes);
    const properties = fields.flatMap(([name, field]) => {
      const schema = field.schema;
      return schema === undefined ? [] : [[name, schema] as const];
    });
    const required = fields
      .filter(([, field]) => field.#seen === objects && objects >= thresholds.exchangesForAlways)
      .map(([name]) => name);
    return {
      type,
      ...nullable,
      ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
      ...(required.length === 0 ? {} : { required }),
    };
  }
}
