// Writes a request as a curl command that can be pasted into a shell; its key stays out of it.
import type { CallRequest } from "./request.ts";

/** Writes the command. It reads the key from the variable `API_KEY`. */
export function curlOf({ method, url, headers, body }: CallRequest): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map(({ name, value, secret }) => `-H ${secret ? `"${name}: $API_KEY"` : quoted(`${name}: ${value}`)}`),
  ];
  // Text that begins with @ would be read from a file by -d and -F
  if (typeof body === "string") lines.push(`--data-raw ${quoted(body)}`);
  for (const [name, value] of typeof body === "string" ? [] : (body ?? [])) {
    lines.push(
      typeof value === "string"
        ? `--form-string ${quoted(`${name}=${value}`)}`
        : `-F ${quoted(`${name}=@${fileName(value.name)}${value.type === "" ? "" : `;type=${value.type}`}`)}`,
    );
  }
  return lines.join(" \\\n  ");
}

/** A word of a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A file's name as curl reads it: a comma or semicolon would end it. */
function fileName(name: string): string {
  return /[,;"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name;
}
