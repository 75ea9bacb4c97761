// A request in Python, with httpx.
import type { OperationReference } from "../reference.ts";
import { requestOf, sentFile } from "./request.ts";

/** The call in Python, with httpx. */
export function pythonOf(operation: OperationReference): string {
  const { method, url, headers, json, form } = requestOf(operation);
  const files = form.filter(({ type }) => type !== undefined);
  const texts = form.filter(({ type }) => type === undefined);
  const lines = [
    `${JSON.stringify(url)},`,
    `headers=${literal(Object.fromEntries(headers))},`,
    ...(json === undefined ? [] : [`json=${literal(json)},`]),
    ...(texts.length === 0
      ? []
      : [`data=${literal(Object.fromEntries(texts.map(({ name, text }) => [name, text])))},`]),
    ...files.map(({ name, type }) => `files={"${name}": ("${sentFile}", open("${sentFile}", "rb"), "${type}")},`),
  ];
  return `import httpx

response = httpx.${method.toLowerCase()}(
${lines.map((line) => `    ${line.replaceAll("\n", "\n    ")}\n`).join("")})
response.raise_for_status()
print(response.json())`;
}

/** A JSON value as Python writes it. */
function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const items = isList
    ? value.map(literal)
    : Object.entries(value).map(([name, item]) => `"${name}": ${literal(item)}`);
  const flat = `${open}${items.join(", ")}${close}`;
  if (items.length === 0 || (!flat.includes("\n") && flat.length < 60)) return flat;
  return `${open}\n${items.map((item) => `    ${item.replaceAll("\n", "\n    ")},\n`).join("")}${close}`;
}
