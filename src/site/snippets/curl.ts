// Writes a request as a curl command that can be pasted into a shell.
import { quote } from "../../shared/findings/index.ts";
import type { CallRequest } from "../assets/try-it/request.ts";

/** Writes the command. */
export function writeCurl({
  method,
  url,
  headers,
  body,
}: Pick<CallRequest, "method" | "url" | "headers" | "body">): string {
  const parts = typeof body === "object" ? body : [];
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(typeof body === "string" ? [`-d ${quote(body)}`] : []),
    ...parts.map(([name, value]) =>
      typeof value === "string"
        ? `--form-string ${quote(`${name}=${value}`)}`
        : `-F ${quote(`${name}=@${value.name};type=${value.type}`)}`,
    ),
  ];
  return lines.join(" \\\n  ");
}
