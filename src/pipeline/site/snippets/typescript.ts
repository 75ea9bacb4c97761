// A request in TypeScript, with the client of the package, or that of the tools.
import type { OperationReference } from "../reference.ts";
import { bodyOf, exampleNamed, exampleOf, isStream, mock, requiredOf } from "./request.ts";

/** The call in TypeScript, with the client of the package, or that of the tools. */
export function typescriptOf(operation: OperationReference): string {
  if (isStream(operation)) {
    const world = JSON.stringify(exampleNamed(operation, "path", "world_id"));
    return `${clientOf(operation)}
for await (const { type, data } of await client.watch(${world})) console.log(type, data);`;
  }
  const params = Object.fromEntries(
    (["path", "query"] as const).flatMap((place) => {
      const required = requiredOf(operation, place);
      if (required.length === 0) return [];
      return [[place, Object.fromEntries(required.map((parameter) => [parameter.name, exampleOf(parameter)]))]];
    }),
  );
  const body = bodyOf(operation);
  const options: string[] = [];
  if (Object.keys(params).length > 0) options.push(`params: ${literal(params)}`);
  if (body !== undefined) options.push(`body: ${literal(body.value, body.partTypes)}`);
  const path = JSON.stringify(operation.path);
  const call =
    options.length === 0
      ? path
      : `${path}, {\n${options.map((option) => `  ${option.replaceAll("\n", "\n  ")},\n`).join("")}}`;
  return `${clientOf(operation)}
const result = await client.${operation.method}(${call});
if (result.ok) console.log(result.data);
else console.error(result.status, result.error);`;
}

/** The lines that make the client of an operation. */
function clientOf({ credentials, servers: [server] }: OperationReference): string {
  const takes = (wanted: string) => credentials.some(({ header }) => header === wanted);
  if (takes("x-sandbox-control")) {
    return `import { createControlClient } from "wearable-health-api-tools/control";

const client = createControlClient({ baseUrl: "${server?.url}" });`;
  }
  const [make, key] = takes("X-Management-Key")
    ? ["createManagementClient", "managementKey"]
    : ["createClient", "apiKey"];
  return `import { ${make} } from "wearable-health-api";

const client = ${make}({
  ${key}: "${mock.key}",
  baseUrl: "${mock.server}",
});`;
}

/** A value as TypeScript writes it; the parts of a form that are files become blobs. */
function literal(value: unknown, files: Readonly<Record<string, string>> = {}, indent = ""): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    const flat = `[${value.map((item) => literal(item)).join(", ")}]`;
    if (!flat.includes("\n") && flat.length < 60) return flat;
    return `[\n${value.map((item) => `${indent}  ${literal(item, {}, `${indent}  `)},\n`).join("")}${indent}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, item]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const type = files[name]?.split(",")[0];
    const text =
      type === undefined
        ? literal(item, {}, `${indent}  `)
        : `new Blob(["%PDF-1.7"], { type: ${JSON.stringify(type)} })`;
    return `${key}: ${text}`;
  });
  if (entries.length === 0) return "{}";
  const flat = `{ ${entries.join(", ")} }`;
  if (!flat.includes("\n") && flat.length < 53) return flat;
  return `{\n${entries.map((entry) => `${indent}  ${entry},\n`).join("")}${indent}}`;
}
