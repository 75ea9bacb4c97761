// A request in TypeScript, with the client of the package.
import type { OperationReference } from "../reference.ts";
import { type Call, findValue } from "./call.ts";
import { type Dialect, writeLiteral } from "./literal.ts";

const typescript: Dialect = {
  words: {},
  braces: ["{ ", " }"],
  writeKey: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  indent: "  ",
};

/** Writes the call in TypeScript. */
export function writeTypescript({ method, path, parameters }: OperationReference, call: Call): string {
  const required = parameters.filter((parameter) => parameter.required);
  const params = Object.fromEntries(
    (["path", "query"] as const).flatMap((place) => {
      const own = required.filter((parameter) => parameter.in === place).map((one) => [one.name, findValue(one)]);
      return own.length === 0 ? [] : [[place, Object.fromEntries(own)]];
    }),
  );
  const options: string[] = [];
  if (Object.keys(params).length > 0) options.push(`params: ${writeLiteral(params, typescript)}`);
  if (call.body !== undefined) options.push(`body: ${writeLiteral(call.body, typescript, writeFiles(call))}`);
  const start = JSON.stringify(path);
  const all = options.map((option) => `  ${option.replaceAll("\n", "\n  ")},\n`).join("");
  return `${writeClient(call)}
const result = await client.${method}(${options.length === 0 ? start : `${start}, {\n${all}}`});
if (result.ok) console.log(result.data);
else console.error(result.status, result.error);`;
}

/** The lines that make the client of a call. */
function writeClient({ data, key, request }: Call): string {
  const [make, name] = data.credential.startsWith("X-")
    ? ["createManagementClient", "managementKey"]
    : ["createClient", "apiKey"];
  return `import { ${make} } from "wearable-health-api";

const client = ${make}({
  ${name}: "${key}",
  baseUrl: "${request.server}",
});`;
}

/** The parts that are files, as blobs. */
function writeFiles({ request }: Call): Readonly<Record<string, string>> {
  const parts = typeof request.body === "object" ? request.body : [];
  return Object.fromEntries(
    parts.flatMap(([name, value]) =>
      typeof value === "string" ? [] : [[name, `new Blob(["%PDF-1.7"], { type: ${JSON.stringify(value.type)} })`]],
    ),
  );
}
