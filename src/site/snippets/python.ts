// A request in Python, with httpx.
import type { Call } from "./call.ts";
import { writePythonValue } from "./literal.ts";

/** Writes the call in Python, with httpx. */
export function writePython({ request, body }: Call): string {
  const { method, url, headers } = request;
  const parts = typeof request.body === "object" ? request.body : [];
  const texts = parts.filter(([, value]) => typeof value === "string" && value !== "");
  const own = headers.filter(([name]) => name !== "content-type");
  const lines = [
    `${JSON.stringify(url)},`,
    `headers=${writePythonValue(Object.fromEntries(own))},`,
    ...(typeof request.body === "string" ? [`json=${writePythonValue(body)},`] : []),
    ...(texts.length === 0 ? [] : [`data=${writePythonValue(Object.fromEntries(texts))},`]),
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
