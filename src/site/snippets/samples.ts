// The samples of a call in TypeScript, with the client of the package, and in Python, with httpx.
import type { CallRequest } from "../assets/try-it/request.ts";
import type { OperationReference } from "../reference.ts";
import { type Call, findValue } from "./call.ts";

/** The parts of a form; none of another body. */
function listParts(body: CallRequest["body"]): readonly (readonly [name: string, value: string | File])[] {
  return typeof body === "object" ? body : [];
}

/** Writes the call in TypeScript. */
export function writeTypescript({ method, path, parameters }: OperationReference, call: Call): string {
  const { data, key, request } = call;
  const [make, name] = data.credential.startsWith("X-")
    ? ["createManagementClient", "managementKey"]
    : ["createClient", "apiKey"];
  const required = parameters.filter((parameter) => parameter.required && parameter.in !== "header");
  const groups = Array.from(
    Map.groupBy(required, (parameter) => parameter.in),
    ([place, own]) => [place, Object.fromEntries(own.map((one) => [one.name, findValue(one)]))],
  );
  const params = groups.length > 0 ? Object.fromEntries(groups) : undefined;
  const options = listParts(request.body).reduce(
    (text, [part, value]) => {
      // A part that is a file is a blob
      const blob = `${part}: new Blob(["%PDF-1.7"], { type: ${JSON.stringify(Object(value).type)} })`;
      return typeof value === "string" ? text : text.replace(new RegExp(`\\b${part}: "[^"]*"`), () => blob);
    },
    writeTypescriptValue({ params, body: call.body }),
  );
  return `import { ${make} } from "wearable-health-api";

const client = ${make}({
  ${name}: "${key}",
  baseUrl: "${request.server}",
});
const result = await client.${method}(${JSON.stringify(path)}${options === "{}" ? "" : `, ${options}`});
if (result.ok) console.log(result.data);
else console.error(result.status, result.error);`;
}

/** Writes the call in Python, with httpx. */
export function writePython({ request, body }: Call): string {
  const { method, url, headers } = request;
  const parts = listParts(request.body);
  const texts = parts.filter(([, value]) => typeof value === "string");
  const own = headers.filter(([name]) => name !== "content-type");
  const lines = [
    `${JSON.stringify(url)},`,
    `headers=${writePythonValue(Object.fromEntries(own))},`,
    ...(typeof request.body === "string" ? [`json=${writePythonValue(body)},`] : []),
    ...(texts.length > 0 ? [`data=${writePythonValue(Object.fromEntries(texts))},`] : []),
    ...parts.flatMap(([name, file]) =>
      typeof file === "string"
        ? []
        : [`files={"${name}": ("${file.name}", open("${file.name}", "rb"), "${file.type}")},`],
    ),
  ];
  return `import httpx

response = httpx.${method.toLowerCase()}(
${lines.map((line) => `    ${line.replaceAll("\n", "\n    ")}\n`).join("")})
response.raise_for_status()
print(response.json())`;
}

/** Writes a value in TypeScript. */
function writeTypescriptValue(value: unknown): string {
  return writeLines(value, 2, " ").replaceAll(/(?<=^\s*|[{,] )"([A-Za-z_$][\w$]*)":/gm, "$1:");
}

const pythonWords: Readonly<Record<string, string>> = { null: "None", true: "True", false: "False" };

/** Writes a value in Python. */
function writePythonValue(value: unknown): string {
  return writeLines(value, 4, "").replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:null|true|false)\b/g,
    (token) => pythonWords[token] ?? token,
  );
}

/** Writes JSON with a line for each entry; an only entry stays on the line of its brackets. */
function writeLines(value: unknown, indent: number, space: string): string {
  const alone = /([{[])\n\s*([^\n]*)\n\s*([}\]])/g;
  const flatten = (text: string) => text.replaceAll(alone, `$1${space}$2${space}$3`);
  return flatten(flatten(JSON.stringify(value, null, indent)));
}
