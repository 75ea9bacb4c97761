// Tells the story with the client of @hey-api/openapi-ts: its functions are named by the operations.
import { readFileSync } from "node:fs";
import { client } from "./client/client.gen.js";
import * as sdk from "./client/sdk.gen.js";

interface Step {
  operation: string;
  path?: object;
  query?: object;
  headers?: object;
  body?: object;
  form?: Record<string, { name: string; type: string; text: string } | boolean>;
  status?: number;
  save?: Record<string, string>;
}

const { BASE_URL, MANAGEMENT_URL, API_KEY, MANAGEMENT_KEY } = process.env;
const saved: Record<string, unknown> = {};
const calls = sdk as unknown as Record<string, (options: object) => Promise<{ data?: unknown; response: Response }>>;
client.setConfig({ auth: ({ name }) => (name === "X-Management-Key" ? MANAGEMENT_KEY : API_KEY) });

const withSaved = (part: object | undefined) =>
  part && JSON.parse(JSON.stringify(part), (_, value) => (/^\$/.test(String(value)) ? saved[value.slice(1)] : value));
const formOf = (form: Step["form"]) =>
  form &&
  Object.fromEntries(
    Object.entries(form).map(([name, part]) => [
      name,
      typeof part === "object" ? new File([part.text], part.name, { type: part.type }) : part,
    ]),
  );

for (const step of JSON.parse(readFileSync("story.json", "utf8")) as Step[]) {
  const { operation, headers, body, form, status = 200, save = {} } = step;
  try {
    const baseUrl = operation === "listOrganizationTeams" ? MANAGEMENT_URL : BASE_URL;
    const parameters = { path: withSaved(step.path), query: withSaved(step.query), headers };
    const answer = await calls[operation]!({ baseUrl, ...parameters, body: formOf(form) ?? body });
    if (answer.response.status !== status) throw new Error(`The status is ${answer.response.status}.`);
    for (const [name, field] of Object.entries(save)) saved[name] = (answer.data as Record<string, unknown>)[field];
    console.log(`ok ${operation}`);
  } catch (error) {
    console.log(`failed ${operation} ${String(error)}`);
  }
}
