// Reads what a form sends: texts, numbers, JSON. What is left empty counts as not given.
import { type OpenApiDocument, resolve, type Schema } from "../../contract/index.ts";
import { ControlRefused } from "../control/call.ts";

export class Fields {
  readonly #sent: URLSearchParams;

  constructor(sent: URLSearchParams) {
    this.#sent = sent;
  }

  /** A text without spaces around it. */
  text(name: string): string | undefined {
    const text = this.#sent.get(name)?.trim() ?? "";
    return text === "" ? undefined : text;
  }

  /** A text that must be there; it is the control plane that says what is wrong with an empty one. */
  needed(name: string): string {
    return this.text(name) ?? "";
  }

  /** @throws {ControlRefused} when it is none. */
  number(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = Number(text);
    if (Number.isFinite(number)) return number;
    throw new ControlRefused(422, `Expected ${name} to be a number, found "${text}".`, { remedy: "Correct it." });
  }

  /** @throws {ControlRefused} when it is none. */
  json(name: string): unknown {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      throw new ControlRefused(422, `Expected ${name} to be JSON. ${why}.`, {
        remedy: "Use double quotes, and no trailing comma.",
      });
    }
  }

  /** A date and time without a zone, as a browser writes it (seconds that are 0 are left out), in UTC. */
  moment(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const withSeconds = /^[\d-]+T\d\d:\d\d$/.test(text) ? `${text}:00` : text;
    return /\d$/.test(withSeconds) ? `${withSeconds}Z` : withSeconds;
  }

  isOn(name: string): boolean {
    return ["on", "true"].includes(this.text(name) ?? "");
  }

  /**
   * The body that a schema describes, each field read by its type. What is left empty is left out.
   *
   * @throws {ControlRefused} when a number or JSON cannot be read.
   */
  bodyOf(document: OpenApiDocument, schema: Schema): Record<string, unknown> {
    const { properties = {} } = resolve(document, schema);
    const read = Object.entries(properties).map(([name, property]) => {
      const { type, format } = resolve(document, property);
      const types = [type].flat();
      if (this.text(name) === undefined) return [name, undefined];
      if (types.includes("boolean")) return [name, this.isOn(name)];
      if (types.includes("number") || types.includes("integer")) return [name, this.number(name)];
      if (types.includes("object") || types.includes("array")) return [name, this.json(name)];
      return [name, format === "date-time" ? this.moment(name) : this.text(name)];
    });
    return given(Object.fromEntries(read));
  }
}

/** The fields that were given, without the others. */
export function given<T extends Record<string, unknown>>(
  fields: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
