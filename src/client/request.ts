// Checks what a call is made of, before anything is sent: what could change the meaning of a request is refused.
import { InvalidRequestError } from "./errors.ts";

/** @throws {InvalidRequestError} with the message, unless the condition holds. */
export function assertRequest(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvalidRequestError(message);
}

/**
 * Returns the address without slashes at its end.
 *
 * @throws {InvalidRequestError} which does not quote the address: it may hold a password.
 */
export function parseAddress(baseUrl: string | URL): string {
  const text = String(baseUrl);
  const address = URL.canParse(text) ? new URL(text).href.replace(/\/+$/, "") : "";
  assertRequest(
    /^https?:\/\/[^?#@/]+(\/[^?#]*)?$/.test(address),
    "baseUrl is not an address such as https://api.example.com, without a query, a fragment or a password.",
  );
  return address;
}

/** @throws {InvalidRequestError} */
export function assertText(value: unknown, message: string): void {
  assertRequest(typeof value === "string" && value.trim(), message);
}

/** @throws {InvalidRequestError} */
export function assertTime(name: string, value: number): void {
  assertRequest(
    typeof value === "number" && value > 0,
    `${name} is ${value} (${typeof value}), expected a number above 0.`,
  );
}

/** The parameters of a call, whatever its route. */
export interface UntypedParameters {
  readonly path?: Record<string, unknown>;
  readonly query?: object;
}

/**
 * Refuses parameters that openapi-fetch would write as another request. An id that is empty, `.` or `..` leads to another
 * route; a parameter that is missing leaves its braces in the path; an object in a query, such as a Date, is left out.
 *
 * @throws {InvalidRequestError}
 */
export function assertParameters(template: string, { path = {}, query = {} }: UntypedParameters): void {
  for (const name of template.match(/(?<=\{)\w+/g) ?? []) {
    const value = path[name];
    assertRequest(
      typeof value !== "object" && !/^\.{0,2}$/.test(String(value ?? "")),
      `The path parameter ${name} of ${template} is missing, empty or leads to another route.`,
    );
  }
  for (const [name, value] of Object.entries(query)) {
    // The entries of an object are parameters of their own, see the querySerializer of the client
    const items = nameType(value) === "Object" ? Object.values(value) : [value].flat();
    const wrong = items.find((item) => item && typeof item === "object");
    assertRequest(!wrong, `The query parameter ${name} is ${nameType(wrong)}, expected a text or a number.`);
  }
}

type HeaderValues = Readonly<Record<string, string | undefined>>;

/**
 * Returns the headers. Refuses those that fetch would refuse too, but with a message that never repeats the value; and a
 * `Headers`, of which a copy of its fields would be empty.
 *
 * @throws {InvalidRequestError}
 */
export function checkHeaders(headers: HeaderValues = {}): HeaderValues {
  assertObject("headers", headers);
  for (const name in headers) {
    assertRequest(
      // A name without a space or a colon; a value of visible Latin-1, spaces and tabs, above all without a line break
      /^[!-9;-~]+:[\t -~\x80-\xff]*$/.test(`${name}:${headers[name] ?? ""}`),
      `The header ${name} holds a line break or a character that is not allowed.`,
    );
  }
  return headers;
}

/**
 * Refuses a value of which a copy, JSON or a form would hold something else: a text is written twice, a file is `{}`.
 *
 * @throws {InvalidRequestError}
 */
export function assertObject(name: string, value: object): void {
  assertRequest(nameType(value) === "Object", `${name} is ${nameType(value)}, expected an object.`);
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
  for (const [name, value] of Object.entries(body)) {
    for (const item of [value].flat()) {
      if (item === undefined || item === null) continue;
      if (item instanceof Blob) {
        const file = item instanceof File ? item.name : "blob";
        form.append(name, new Blob([await item.arrayBuffer()], { type: item.type }), file);
        continue;
      }
      assertRequest(
        typeof item !== "object",
        `The field ${name} is ${nameType(item)}, expected a text, a number or a File.`,
      );
      form.append(name, String(item));
    }
  }
  return form;
}

/** The name of a value's type, such as `Object`, `Null` or `Uint8Array`. */
function nameType(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
