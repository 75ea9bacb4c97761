// Writes the parts of a request: path, query, headers and form. What could change the meaning of a request is refused.
import { InvalidRequestError } from "./errors.ts";

/**
 * Puts the parameters into a path template.
 *
 * An id that is empty, `.` or `..` would lead to another route, so it is refused before anything is sent.
 *
 * @throws {InvalidRequestError}
 */
export function pathOf(template: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      throw new InvalidRequestError(
        `${template} needs the path parameter ${name}, found ${value === null ? "null" : typeof value}.`,
      );
    }
    const text = String(value);
    if (text === "" || text === "." || text === "..") {
      throw new InvalidRequestError(
        `The path parameter ${name} of ${template} is "${text}", which would lead to another route. Pass the id itself.`,
      );
    }
    try {
      return encodeURIComponent(text);
    } catch {
      throw new InvalidRequestError(`The path parameter ${name} of ${template} is no valid Unicode text.`);
    }
  });
}

/** Writes query parameters; an array is repeated, and what is undefined or null is left out. */
export function queryOf(parameters: unknown): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(parameters ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(textOf(item))}`);
    }
  }
  return pairs.join("&");
}

/** A header value: visible Latin-1, spaces and tabs; above all no line break. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Refuses header values that fetch would refuse too, but with a message that never repeats the value.
 *
 * @throws {InvalidRequestError}
 */
export function checkHeaders(headers: Readonly<Record<string, string | undefined>> | undefined): void {
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !headerValue.test(value)) {
      throw new InvalidRequestError(
        `The value of the header ${name} holds a line break or a character outside of Latin-1. Remove it.`,
      );
    }
  }
}

/**
 * Writes a typed object as form data: files as they are, lists repeated, everything else as text.
 *
 * Files are read here: Node ends the process when one that cannot be read is read as a part of a form.
 */
export async function formOf(body: unknown): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      if (item instanceof Blob) {
        const file = item instanceof File ? item.name : "blob";
        form.append(name, new Blob([await item.arrayBuffer()], { type: item.type }), file);
      } else form.append(name, textOf(item));
    }
  }
  return form;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
