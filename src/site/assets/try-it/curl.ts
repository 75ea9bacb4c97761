// Writes a request as a curl command that can be pasted into a shell: the sample of a page, and what its form sends.
import type { CallRequest } from "./request.ts";

/** Writes the command. @param secret The header whose value is not shown, but read from the environment. */
export function writeCurl({ method, url, headers, body }: CallRequest, secret?: string): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${name === secret ? `"${name}: $API_KEY"` : quote(`${name}: ${value}`)}`),
    ...(typeof body === "string" ? [`-d ${quote(body)}`] : []),
    ...(typeof body === "object" ? body : []).map(([name, value]) =>
      typeof value === "string"
        ? `--form-string ${quote(`${name}=${value}`)}`
        : `-F ${quote(`${name}=@${quoteFile(value.name)};type=${value.type}`)}`,
    ),
  ];
  return lines.join(" \\\n  ");
}

/** A text as one word of a POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The name of a file as curl reads it in a form, where a comma or a semicolon would end it. */
function quoteFile(name: string): string {
  return /[",;\\]/.test(name) ? JSON.stringify(name) : name;
}
