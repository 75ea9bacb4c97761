// Writes a request as a curl command that can be pasted into a shell. A key that is not public is read from a variable.
import type { CallRequest } from "./request.ts";

/** Writes the command. */
export function writeCurl({ method, url, headers, body }: CallRequest): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(url)}`,
    ...headers.map(({ name, value, secret }) => `-H ${secret ? `"${name}: $API_KEY"` : quote(`${name}: ${value}`)}`),
  ];
  // Text that begins with @ would be read from a file by -d and -F
  if (typeof body === "string") lines.push(`${body.startsWith("@") ? "--data-raw" : "-d"} ${quote(body)}`);
  for (const [name, value] of typeof body === "string" ? [] : (body ?? [])) {
    if (typeof value === "string") lines.push(`--form-string ${quote(`${name}=${value}`)}`);
    else lines.push(`-F ${quote(`${name}=@${quoteFileName(value.name)}${value.type && `;type=${value.type}`}`)}`);
  }
  return lines.join(" \\\n  ");
}

/** A word of a POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A file's name as curl reads it: a comma or semicolon would end it. */
function quoteFileName(name: string): string {
  return /[,;"\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name;
}
