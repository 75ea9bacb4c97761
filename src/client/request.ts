// Checks what a call is made of, before anything is sent: what could change the meaning of a request is refused.
import { InvalidRequestError } from "./errors.ts";

/**
 * Returns the address without slashes at its end.
 *
 * @throws {InvalidRequestError} which does not quote the address: it may hold a password.
 */
export function parseAddress(baseUrl: string | URL): string {
  const text = String(baseUrl);
  const address = URL.canParse(text) ? new URL(text).href.replace(/\/+$/, "") : "";
  if (/^https?:\/\/[^?#@/]+(\/[^?#]*)?$/.test(address)) return address;
  throw new InvalidRequestError(
    "baseUrl is not an address such as https://api.example.com, without a query, a fragment or a password.",
  );
}

/** @throws {InvalidRequestError} */
export function assertText(value: unknown, message: string): void {
  if (typeof value !== "string" || value.trim() === "") throw new InvalidRequestError(message);
}

/** @throws {InvalidRequestError} */
export function assertTime(name: string, value: number): void {
  if (!(value > 0)) throw new InvalidRequestError(`${name} is ${value}, expected milliseconds above 0.`);
}

/** @throws {InvalidRequestError} */
export function assertSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined || typeof signal?.addEventListener === "function") return;
  throw new InvalidRequestError("signal is not an AbortSignal.");
}

/** The parameters of a call, whatever its route. */
export interface UntypedParameters {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: object;
}

/**
 * Refuses parameters that openapi-fetch would write as another request. An id that is empty, `.` or `..` leads to another
 * route; a parameter that is missing leaves its braces in the path; an object in a query, such as a Date, is left out.
 *
 * @throws {InvalidRequestError}
 */
export function assertParameters(template: string, { path = {}, query = {} }: UntypedParameters): void {
  for (const braces of template.match(/\{\w+\}/g) ?? []) {
    const name = braces.slice(1, -1);
    const value = path[name];
    if (typeof value !== "object" && !/^\.{0,2}$/.test(String(value ?? ""))) continue;
    throw new InvalidRequestError(
      `The path parameter ${name} of ${template} is missing, empty or leads to another route.`,
    );
  }
  for (const [name, value] of Object.entries(query)) {
    // The entries of an object are parameters of their own, see the querySerializer of the client
    const items = nameType(value) === "Object" ? Object.values(value) : [value].flat();
    const wrong = items.find((item) => item && typeof item === "object");
    if (!wrong) continue;
    throw new InvalidRequestError(`The query parameter ${name} is ${nameType(wrong)}, expected a text or a number.`);
  }
}

/**
 * Refuses headers that fetch would refuse too, but with a message that never repeats the value; and a `Headers`, of which
 * a copy of its fields would be empty.
 *
 * @throws {InvalidRequestError}
 */
export function assertHeaders(headers: Readonly<Record<string, string | undefined>> = {}): void {
  if (nameType(headers) !== "Object") {
    throw new InvalidRequestError(`headers is ${nameType(headers)}, expected an object.`);
  }
  for (const name in headers) {
    // A name without a space or a colon; a value of visible Latin-1, spaces and tabs, above all without a line break
    if (/^[!-9;-~]+:[\t -~\x80-\xff]*$/.test(`${name}:${headers[name] ?? ""}`)) continue;
    throw new InvalidRequestError(`The header ${name} holds a line break or a character that is not allowed.`);
  }
}

/**
 * Refuses a body of which JSON or a form would hold something else: a text is written twice, a file is `{}`.
 *
 * @throws {InvalidRequestError}
 */
export function assertBody(body: unknown, isForm: boolean): void {
  const found = nameType(body);
  if (/^(Object|Undefined)$/.test(found) || (isForm && found === "FormData")) return;
  throw new InvalidRequestError(`The body is ${found}, expected an object.`);
}

/**
 * Makes a form of an object: files as they are, lists repeated, everything else as text.
 *
 * Node's fetch ends the process when a file cannot be read as a part of a form, so files are read here. And it sends a
 * form in pieces: when a server refuses the call early and closes the connection, the next piece fails, and the answer
 * is lost, in 31 of 60 uploads of 200 KB. So the caller of this sends the bytes of the form: none of 60 was lost.
 *
 * @throws {InvalidRequestError}
 */
export async function makeForm(body: object): Promise<FormData> {
  const form = new FormData();
  const entries: Iterable<[string, unknown]> = body instanceof FormData ? body : Object.entries(body);
  for (const [name, value] of entries) {
    for (const item of [value].flat()) {
      if (item === undefined || item === null) continue;
      if (item instanceof Blob) {
        const file = item instanceof File ? item.name : "blob";
        form.append(name, new Blob([await item.arrayBuffer()], { type: item.type }), file);
      } else if (typeof item !== "object") form.append(name, String(item));
      else if (nameType(item) === "Object") form.append(name, JSON.stringify(item));
      else {
        throw new InvalidRequestError(
          `The field ${name} is ${nameType(item)}, expected a text, a number, an object or a File.`,
        );
      }
    }
  }
  return form;
}

/** The name of a value's type, such as `Object`, `Null` or `Uint8Array`. */
function nameType(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
