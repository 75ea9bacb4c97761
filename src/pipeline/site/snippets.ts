// Requests to copy: the same call as curl and in TypeScript, against the local mock.
import type { ExampleReference, OperationReference, ParameterReference } from "./reference.ts";

/** Whom a snippet calls, and with which credential. */
interface Called {
  readonly server: string;
  readonly key: string;
}

/** The mock where `npm start` serves it; it takes any key. */
const mock: Called = { server: "http://127.0.0.1:4010", key: "any" };

/** The value that a snippet shows for a parameter: the contract's own, else one of the right form. */
export function exampleOf({ example, shape }: ParameterReference): unknown {
  if (example !== undefined) return example;
  if (shape.default !== undefined) return shape.default;
  const [known] = shape.known?.values ?? [];
  if (known !== undefined) return shape.type.startsWith("array") ? [known] : known;
  if (shape.limits.includes("format `uuid`")) return "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
  if (/^(?:integer|number)/.test(shape.type)) return 1;
  return shape.type.startsWith("array") ? ["example"] : "example";
}

/** The call as a curl command. */
export function curlOf(operation: OperationReference, { server, key } = mock): string {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleNamed(operation, "path", name))),
  );
  const query = requiredOf(operation, "query").flatMap((parameter) =>
    [exampleOf(parameter)]
      .flat()
      .map((value) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(String(value))}`),
  );
  const lines = [
    `curl${isStream(operation) ? " -N" : ""}${operation.method === "GET" ? "" : ` -X ${operation.method}`} ${quoted(server + path + (query.length > 0 ? `?${query.join("&")}` : ""))}`,
    ...operation.credentials.map(({ header }) => `-H ${quoted(`${header}: ${key}`)}`),
    ...requiredOf(operation, "header").map((one) => `-H ${quoted(`${one.name}: ${String(exampleOf(one))}`)}`),
  ];
  const body = operation.requestBody?.bodies[0];
  const example = body?.examples[0];
  if (body && example && (operation.requestBody?.required || requestMatters(example))) {
    if (body.mediaType === "multipart/form-data") {
      for (const [name, value] of Object.entries(example.value as Record<string, unknown>)) {
        const type = body.partTypes[name]?.split(",")[0];
        lines.push(
          `-F ${quoted(type === undefined ? `${name}=${String(value)}` : `${name}=@report.pdf;type=${type}`)}`,
        );
      }
    } else {
      lines.push(
        `-H ${quoted(`content-type: ${body.mediaType}`)}`,
        `-d ${quoted(JSON.stringify(example.value, null, 2))}`,
      );
    }
  }
  return lines.join(" \\\n  ");
}

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
  const body = operation.requestBody?.bodies[0];
  const example = body?.examples[0];
  const options: string[] = [];
  if (Object.keys(params).length > 0) options.push(`params: ${literal(params)}`);
  if (body && example && (operation.requestBody?.required || requestMatters(example))) {
    options.push(`body: ${literal(example.value, body.partTypes)}`);
  }
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

/** An optional body is shown when the call says nothing without it. */
export function requestMatters(example: ExampleReference): boolean {
  return typeof example.value === "object" && example.value !== null && Object.keys(example.value).length > 0;
}

/** An answer without an end, which curl has to show as it comes. */
export function isStream({ responses }: OperationReference): boolean {
  return responses.some(({ bodies }) => bodies.some(({ mediaType }) => mediaType === "text/event-stream"));
}

function requiredOf({ parameters }: OperationReference, place: ParameterReference["in"]): ParameterReference[] {
  return parameters.filter((parameter) => parameter.in === place && parameter.required);
}

function exampleNamed({ parameters }: OperationReference, place: ParameterReference["in"], name: string): unknown {
  const parameter = parameters.find((one) => one.in === place && one.name === name);
  return parameter === undefined ? "example" : exampleOf(parameter);
}

/** A word of a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
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
