// The steps of the story, and what a client needs to make a call.
import { readFileSync } from "node:fs";

/** A step as it is written in `story.json`. */
export interface Step {
  operation: string;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: object;
  form?: Record<string, { name: string; type: string; text: string }>;
  status?: number;
  save?: Record<string, string>;
}

/** A call to make. */
export interface Call {
  operation: string;
  path: Record<string, string>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  /** The body: JSON, or the parts of a form with files. */
  body: object | undefined;
}

export interface Answer {
  status: number;
  data: unknown;
}

const { BASE_URL = "", MANAGEMENT_URL = "", API_KEY = "", MANAGEMENT_KEY = "" } = process.env;

/** Where an operation is called, and with which credential. */
export function accessOf(operation: string): { url: string; header: string; key: string } {
  return operation === "listOrganizationTeams"
    ? { url: MANAGEMENT_URL, header: "X-Management-Key", key: MANAGEMENT_KEY }
    : { url: BASE_URL, header: "x-service-api-key", key: API_KEY };
}

interface Described {
  path: string;
  method: string;
  /** Its parameters, in the order of the document. */
  parameters: { name: string; in: string; required?: boolean }[];
  hasBody: boolean;
}

/** What the document says of an operation. */
export function described(operation: string): Described {
  const document = JSON.parse(readFileSync("openapi.json", "utf8"));
  const resolve = (one: { $ref?: string }) =>
    one.$ref === undefined ? one : document.components.parameters[one.$ref.split("/").at(-1) ?? ""];
  for (const [path, item] of Object.entries<
    Record<string, { operationId?: string; parameters?: []; requestBody?: object }>
  >(document.paths)) {
    for (const [method, one] of Object.entries(item)) {
      if (one.operationId !== operation) continue;
      return { path, method, parameters: (one.parameters ?? []).map(resolve), hasBody: one.requestBody !== undefined };
    }
  }
  throw new Error(`The document has no operation ${operation}.`);
}

/** A name as clients write it in TypeScript: `user_id` is `userId`. */
export function camel(name: string): string {
  return name
    .replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (letter) => letter.toLowerCase());
}
