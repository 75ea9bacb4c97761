// A request in Python, with httpx.
import type { Call } from "./call.ts";
import { type Dialect, writeLiteral } from "./literal.ts";

const python: Dialect = {
  words: { null: "None", true: "True", false: "False" },
  braces: ["{", "}"],
  writeKey: (name) => JSON.stringify(name),
  indent: "    ",
};

/** Writes the call in Python, with httpx. */
export function writePython({ request, body }: Call): string {
  const { method, url, headers } = request;
  const parts = typeof request.body === "object" ? request.body : [];
  const texts = parts.filter(([, value]) => typeof value === "string" && value !== "");
  const own = headers.filter(([name]) => name !== "content-type");
  const lines = [
    `${JSON.stringify(url)},`,
    `headers=${writeLiteral(Object.fromEntries(own), python)},`,
    ...(typeof request.body === "string" ? [`json=${writeLiteral(body, python)},`] : []),
    ...(texts.length === 0 ? [] : [`data=${writeLiteral(Object.fromEntries(texts), python)},`]),
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
