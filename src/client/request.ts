// Writes the parts of a request: path, query, headers and form. What could change the meaning of a request is refused.
import { InvalidRequestError } from "./errors.ts";

/**
 * Puts the parameters into a path template.
 *
 * An id that is empty, `.` or `..` would lead to another route, so it is refused before anything is sent.
 *
 * @throws {InvalidRequestError}
 */
export function writePath(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (!/string|number|boolean/.test(typeof value)) {
      const found = value === null ? "null" : typeof value;
      throw new InvalidRequestError(`${template} needs the path parameter ${name}, found ${found}.`);
    }
    const text = String(value);
    const refuse = (fault: string) => new InvalidRequestError(`The path parameter ${name} of ${template} is ${fault}`);
    if (/^\.{0,2}$/.test(text)) throw refuse(`"${text}", which would lead to another route. Pass the id itself.`);
    try {
      return encodeURIComponent(text);
    } catch {
      throw refuse("not valid Unicode.");
    }
  });
}

/** Writes query parameters; an array is repeated, of an object each entry is a parameter, and what is undefined or null is left out. */
export function writeQuery(parameters: object): string {
  return listItems(parameters)
    .flatMap((one) => (typeof one[1] === "object" && !(one[1] instanceof Date) ? listItems(Object(one[1])) : [one]))
    .map(([name, item]) => `${encodeURIComponent(name)}=${encodeURIComponent(writeText(item))}`)
    .join("&");
}

/**
 * Refuses header values that fetch would refuse too, but with a message that never repeats the value.
 *
 * @throws {InvalidRequestError}
 */
export function assertHeaders(headers: Readonly<Record<string, string | undefined>>): void {
  for (const name in headers) {
    // Visible Latin-1, spaces and tabs; above all no line break
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(headers[name] ?? "")) {
      throw new InvalidRequestError(
        `The value of the header ${name} holds a line break or a character outside of Latin-1. Remove it.`,
      );
    }
  }
}

/**
 * Writes a typed object as the bytes of a form: files as they are, lists repeated, everything else as text.
 *
 * Left to itself, Node's fetch sends a form in pieces. When a server refuses the call early and closes the connection,
 * the next piece fails, and the answer is lost: 31 of 60 uploads of 200 KB, and none of 60 in one piece. And it ends
 * the process when a file cannot be read as a part of a form, so files are read here.
 */
export async function writeForm(body: object): Promise<{ readonly bytes: ArrayBuffer; readonly type: string }> {
  const form = new FormData();
  for (const [name, item] of listItems(body)) {
    if (item instanceof Blob) {
      const file = item instanceof File ? item.name : "blob";
      form.append(name, new Blob([await item.arrayBuffer()], { type: item.type }), file);
    } else form.append(name, writeText(item));
  }
  const written = new Response(form);
  return { bytes: await written.arrayBuffer(), type: written.headers.get("content-type") ?? "" };
}

/** The fields of an object by name, each item of a list by itself, without those that are undefined or null. */
function listItems(fields: object): [name: string, item: unknown][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((item): [string, unknown][] => (item === undefined || item === null ? [] : [[name, item]])),
  );
}

function writeText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
