// Writes requests as commands for a shell that send them again, byte for byte.
import { gzipSync } from "node:zlib";
import { visible } from "./visible.ts";

/** A part of a form. */
export type FormPart =
  | { readonly name: string; readonly text: string }
  | {
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly type: string;
      readonly filename: string;
    };

/** A request that is sent again. */
interface CurlRequest {
  readonly method: string;
  /** A URL, or the name of a shell variable that has it, such as `$EVENTS_URL`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers whose values must not be shown: each has the name of a shell variable instead. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly body?: string | readonly FormPart[] | undefined;
}

/** A text as one word of a POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Longer bodies stand in front of curl: a terminal cuts lines, and Linux takes no argument beyond 128 KB. */
const longestText = 4000;

/** Writes a request as a command. */
export function writeCurl({ method, url, headers, variables = {}, body }: CurlRequest): string {
  const words = [
    ...(method === "GET" ? [] : ["-X", method]),
    url.startsWith("$") ? `"${url}"` : quote(url),
    ...Object.entries(variables).flatMap(([name, variable]) => ["-H", `"${name}: $${variable}"`]),
    // curl leaves a header without a value out, unless it ends with a semicolon
    ...Object.entries(headers).flatMap(([name, value]) => [
      "-H",
      quote(value === "" ? `${name};` : `${name}: ${value}`),
    ]),
  ];
  const piped = findPiped(body);
  if (typeof body === "string") words.push(...(piped ? ["--data-binary", quote("@-")] : ["--data-raw", quote(body)]));
  for (const part of typeof body === "string" ? [] : (body ?? [])) {
    if ("text" in part) words.push("--form-string", quote(`${part.name}=${part.text}`));
    else words.push("-F", quote(`${part.name}=@-;filename=${part.filename};type=${part.type}`));
  }
  return `${piped ? unpack(piped) : ""}curl ${words.join(" ")}`;
}

/** The part before curl, which reads it from there: a file, and a text that a report could not show on one line, or not whole. */
function findPiped(body: CurlRequest["body"]): Uint8Array | undefined {
  if (typeof body !== "string") return body?.find((part) => "bytes" in part)?.bytes;
  const isPlain = body.length <= longestText && !body.includes("\n") && visible(body) === body;
  return isPlain ? undefined : Buffer.from(body);
}

/** Bytes as a command that writes them. Compressed twice, ten megabytes of white space are 236 characters. */
function unpack(bytes: Uint8Array): string {
  return `printf %s ${gzipSync(gzipSync(bytes)).toString("base64")} | base64 --decode | gunzip | gunzip | `;
}
