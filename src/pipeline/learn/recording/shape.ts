// Makes the shape of a value by the contract's schema at its place: nothing of the value itself is in it.
import { isDateTime } from "../../../tools/contract/index.ts";
import { hiddenName, isFieldName, isPlainWord } from "./names.ts";
import type { Place } from "./place.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import type { ScalarShape, Shape } from "./recording.ts";

/** Makes the shapes of one recording. */
export class Shapes {
  readonly #pseudonyms: Pseudonyms;
  readonly #idNames: ReadonlySet<string>;
  readonly #onWord: (word: string, pseudonym: string) => void;

  /**
   * @param idNames The names of ids that do not end like one, such as `provider`.
   * @param onWord Called with each plain word that stands for an unknown value of an open enum.
   */
  constructor(
    pseudonyms: Pseudonyms,
    idNames: ReadonlySet<string>,
    onWord: (word: string, pseudonym: string) => void = () => {},
  ) {
    this.#pseudonyms = pseudonyms;
    this.#idNames = idNames;
    this.#onWord = onWord;
  }

  /** The shape of a JSON value. */
  of(value: unknown, place: Place): Shape {
    if (Array.isArray(value)) return this.#ofList(value, place.items());
    if (value instanceof File) return "file";
    if (typeof value === "object" && value !== null) return this.#ofObject(value, place);
    return this.scalar(value, place);
  }

  /** The shape of a value that is neither an object nor a list. */
  scalar(value: unknown, place: Place): ScalarShape {
    if (place.known?.has(value) === true && value !== null) {
      return place.isHealth || /\s/.test(String(value)) ? `${typeof value} known` : `=${value}`;
    }
    const broken = place.broken(value).map((keyword) => `!${keyword}`);
    return [...this.#words(value, place), ...broken].join(" ");
  }

  #words(value: unknown, place: Place): string[] {
    const isId = /(?:^|_)(?:id|slug)s?$/.test(place.name) || this.#idNames.has(place.name);
    if (typeof value === "number") {
      const type = Number.isInteger(value) ? "integer" : "number";
      return [type, ...(isId ? [this.#pseudonyms.ofNumber(value, kindOf(place.name))] : [])];
    }
    if (typeof value !== "string") return [value === null ? "null" : typeof value];
    const words = wordsOf(value);
    if (value === "") return words;
    if (place.openKind !== undefined) {
      const pseudonym = this.#pseudonyms.ofWord(value, place.openKind);
      if (isPlainWord(value)) this.#onWord(value, pseudonym);
      return [...words, pseudonym];
    }
    return isId ? [...words, this.#pseudonyms.ofText(value, kindOf(place.name))] : words;
  }

  #ofObject(value: object, place: Place): Shape {
    const entries = Object.entries(value);
    const unknown = entries.filter(([name]) => place.field(name) === undefined).length;
    const hidesNames = place.isMap || unknown > mostUnknown;
    const shape: Record<string, Shape> = {};
    const hidden = new Map<string, Shape>();
    for (const [name, inner] of entries) {
      const field = place.field(name);
      if (field !== undefined) shape[name] = this.of(inner, field);
      else if (!hidesNames && isFieldName(name) && !this.#pseudonyms.has(name)) {
        shape[name] = this.of(inner, place.other(name));
      } else if (hidden.size < mostItems) {
        const one = this.of(inner, place.other(hiddenName));
        hidden.set(likeness(one), one);
      }
    }
    const all = [...Object.values(shape), ...hidden.values()];
    if (place.isUndescribed && areItems(all)) return { [hiddenName]: all[0] ?? "" };
    // The first ones keep their place at the end, where they do not move the known names
    [...hidden.values()].forEach((one, index) => {
      shape[index === 0 ? hiddenName : `${hiddenName.slice(0, -1)} ${index + 1})`] = one;
    });
    return shape;
  }

  #ofList(items: readonly unknown[], place: Place): Shape {
    const shapes: Shape[] = [];
    const known = new Set<string>();
    for (const [index, item] of items.entries()) {
      if (shapes.length >= mostItems || index >= mostLookedAt) break;
      const shape = this.of(item, place);
      if (items.length > mostItems) {
        const like = likeness(shape);
        if (index >= firstItems && known.has(like)) continue;
        known.add(like);
      }
      shapes.push(shape);
    }
    const left = items.length - shapes.length;
    return left === 0 ? shapes : [...shapes, `… ${left} more`];
  }
}

/** The words of a text that are not about its place: its kind, its format and its class of length. */
export function wordsOf(text: string): string[] {
  if (text === "") return ["string", "empty"];
  const length = text.length <= 40 ? "short" : text.length <= 400 ? "medium" : "long";
  const format = formatOf(text);
  return format === undefined ? ["string", length] : ["string", format, length];
}

function formatOf(text: string): string | undefined {
  if (text.length > 2000) return undefined;
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return "uuid";
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isDateTime(`${text}T00:00:00Z`) ? "date" : undefined;
  if (isDateTime(text)) return "date-time";
  if (/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text)) return "uri";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? "email" : undefined;
}

/** What two shapes have in common that differ only in which id or which unknown value they hold. */
function likeness(shape: Shape): string {
  return JSON.stringify(shape).replace(/([~?][\w]+):\d+/g, "$1");
}

/** Whether these values are objects that are all alike, as in a map: then their keys are data, such as the names of persons. */
function areItems(shapes: readonly Shape[]): boolean {
  const [first = "", ...others] = shapes.map((shape) => (typeof shape === "string" ? "" : likeness(shape)));
  return others.length > 0 && first.includes('{"') && others.every((one) => one === first);
}

function kindOf(name: string): string {
  return isFieldName(name) ? name : "id";
}

/** How many items of a list, and how many shapes of the values of a map, are written. */
const mostItems = 20;

/** How many items of a list are looked at for new shapes: each of their ids takes room in memory. */
const mostLookedAt = 1000;

/** The first items of a longer list are written also when they are alike. */
const firstItems = 3;

/** An object of more unknown names is taken for a map. */
const mostUnknown = 100;
