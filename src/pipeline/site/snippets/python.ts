// A request in Python, with httpx.
import type { Call } from "./call.ts";

/** Writes the call in Python, with httpx. */
export function writePython({ request, body }: Call): string {
  const { method, url, headers } = request;
  const parts = typeof request.body === "object" ? request.body : [];
  const texts = parts.filter(([, value]) => typeof value === "string" && value !== "");
  const own = headers.filter(({ name }) => name !== "content-type").map(({ name, value }) => [name, value]);
  const lines = [
    `${JSON.stringify(url)},`,
    `headers=${writeLiteral(Object.fromEntries(own))},`,
    ...(typeof request.body === "string" ? [`json=${writeLiteral(body)},`] : []),
    ...(texts.length === 0 ? [] : [`data=${writeLiteral(Object.fromEntries(texts))},`]),
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

/** A JSON value as Python writes it. */
function writeLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const items = isList
    ? value.map(writeLiteral)
    : Object.entries(value).map(([name, item]) => `"${name}": ${writeLiteral(item)}`);
  const flat = `${open}${items.join(", ")}${close}`;
  if (items.length === 0 || (!flat.includes("\n") && flat.length < 60)) return flat;
  return `${open}\n${items.map((item) => `    ${item.replaceAll("\n", "\n    ")},\n`).join("")}${close}`;
}
