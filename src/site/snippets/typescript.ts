// A request in TypeScript, with the client of the package.
import type { OperationReference } from "../reference.ts";
import { type Call, findValue } from "./call.ts";
import { writeTypescriptValue } from "./literal.ts";

/** Writes the call in TypeScript. */
export function writeTypescript({ method, path, parameters }: OperationReference, call: Call): string {
  const required = parameters.filter((parameter) => parameter.required);
  const params = Object.fromEntries(
    (["path", "query"] as const).flatMap((place) => {
      const own = required.filter((parameter) => parameter.in === place).map((one) => [one.name, findValue(one)]);
      return own.length === 0 ? [] : [[place, Object.fromEntries(own)]];
    }),
  );
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${writeTypescriptValue(params)}`] : []),
    ...(call.body === undefined ? [] : [`body: ${writeBody(call)}`]),
  ];
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

/** The body; a part that is a file is a blob. */
function writeBody({ body, request }: Call): string {
  const parts = typeof request.body === "object" ? request.body : [];
  return parts.reduce((text, [name, value]) => {
    if (typeof value === "string") return text;
    const blob = `${name}: new Blob(["%PDF-1.7"], { type: ${JSON.stringify(value.type)} })`;
    return text.replace(new RegExp(`\\b${name}: "[^"]*"`), () => blob);
  }, writeTypescriptValue(body));
}
