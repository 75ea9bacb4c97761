// A request as a curl command.
import type { OperationReference } from "../reference.ts";
import { isStream, mock, requestOf, sentFile } from "./request.ts";

/** The call as a curl command. */
export function curlOf(operation: OperationReference, called = mock): string {
  const { method, url, headers, json, form } = requestOf(operation, called);
  const body =
    json === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(json, null, 2))}`];
  return [
    `curl${isStream(operation) ? " -N" : ""}${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...form.map(
      ({ name, text, type }) => `-F ${quoted(`${name}=${type === undefined ? text : `@${sentFile};type=${type}`}`)}`,
    ),
    ...body,
  ].join(" \\\n  ");
}

/** A word of a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
