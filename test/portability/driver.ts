// Tells the story with openapi-fetch and the types of openapi-typescript.
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { paths } from "./client/types.ts";

/** A step as it is written in `story.json`. */
interface Step {
  operation: string;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: object;
  form?: Record<string, { name: string; type: string; text: string }>;
  status?: number;
  save?: Record<string, string>;
}

type Method = (path: string, options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const { BASE_URL: baseUrl = "", API_KEY = "", MANAGEMENT_KEY = "" } = process.env;
const team = createClient<paths>({ baseUrl, headers: { "x-service-api-key": API_KEY } });
const management = createClient<paths>({ baseUrl, headers: { "X-Management-Key": MANAGEMENT_KEY } });
const saved: Record<string, unknown> = {};

/** The part with what was saved in the place of `$name`. */
function withSaved<Part>(part: Part): Part {
  const text = JSON.stringify(part ?? {});
  return JSON.parse(text, (_, value) => (String(value).startsWith("$") ? saved[value.slice(1)] : value));
}

/** The path and the method of an operation. */
function find(operation: string): [path: string, method: string] {
  const document = JSON.parse(readFileSync("openapi.json", "utf8"));
  for (const [path, item] of Object.entries<Record<string, { operationId?: string }>>(document.paths)) {
    for (const [method, one] of Object.entries(item)) if (one.operationId === operation) return [path, method];
  }
  throw new Error(`The document has no operation ${operation}.`);
}

function formOf(parts: NonNullable<Step["form"]>): FormData {
  const form = new FormData();
  for (const [part, { name, type, text }] of Object.entries(parts)) form.append(part, new File([text], name, { type }));
  return form;
}

async function tell({ operation, path, query, headers, body, form, status = 200, save = {} }: Step): Promise<void> {
  const client = operation === "listOrganizationTeams" ? management : team;
  const [template, method] = find(operation);
  // The types check the example of the guide: the story is data
  const call = Reflect.get(client, method.toUpperCase()) as Method;
  const { data, error, response } = await call(template, {
    params: { path: withSaved(path), query: withSaved(query) },
    headers,
    body: form === undefined ? body : formOf(form),
  });
  if (response.status !== status) throw new Error(`The status is ${response.status}.`);
  const answer = data ?? error;
  if (typeof answer !== "object" || answer === null) throw new Error("The answer was not read.");
  for (const [name, field] of Object.entries(save)) saved[name] = Reflect.get(answer, field);
}

for (const step of JSON.parse(readFileSync("story.json", "utf8")) as Step[]) {
  await tell(step).then(
    () => console.log(`ok ${step.operation}`),
    (error: unknown) => console.log(`failed ${step.operation} ${String(error).replaceAll("\n", " ")}`),
  );
}
