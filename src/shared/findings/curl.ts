// Writes requests as commands for a shell that send them again, byte for byte.
import { gzipSync } from "node:zlib";
import { visible } from "./visible.ts";

/** A part of a form. */
export type FormPart =
  | { readonly name: string; readonly text: string }
  | {
      readonly name: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
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
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Longer bodies stand in front of curl: a terminal cuts lines, and Linux takes no argument beyond 128 KB. */
const longestText = 4000;

/** Writes a request as a command. */
export function writeCurl({ method, url, headers, variables = {}, body }: CurlRequest): string {
  const { before = "", data } = writeData(body);
  const words = [
    ...(method === "GET" ? [] : ["-X", method]),
    url.startsWith("$") ? `"${url}"` : quote(url),
    ...Object.entries(variables).flatMap(([name, variable]) => ["-H", `"${name}: $${variable}"`]),
    // curl leaves a header without a value out, unless it ends with a semicolon
    ...Object.entries(headers).flatMap(([name, value]) => [
      "-H",
      quote(value === "" ? `${name};` : `${name}: ${value}`),
    ]),
    ...data.flatMap(([option, text]) => [option, quote(text)]),
  ];
  return `${before}curl ${words.join(" ")}`;
}

/** The options that carry a body, and what stands before curl where they read it from there. */
function writeData(body: CurlRequest["body"]): {
  readonly before?: string;
  readonly data: readonly (readonly [option: string, text: string])[];
} {
  if (body === undefined) return { data: [] };
  if (typeof body === "string") {
    // A report shows a text on one line, and control characters escaped
    const isPlain = body.length <= longestText && !body.includes("\n") && visible(body) === body;
    return isPlain
      ? { data: [["--data-raw", body]] }
      : { before: unpack(Buffer.from(body)), data: [["--data-binary", "@-"]] };
  }
  const file = body.find((part) => "bytes" in part);
  return {
    ...(file && { before: unpack(file.bytes) }),
    data: body.map((part) =>
      "text" in part
        ? ["--form-string", `${part.name}=${part.text}`]
        : ["-F", `${part.name}=@-;filename=${part.filename};type=${part.type}`],
    ),
  };
}

/** Bytes as a command that writes them. Compressed twice, ten megabytes of white space are 236 characters. */
function unpack(bytes: Uint8Array): string {
  return `printf %s ${gzipSync(gzipSync(bytes)).toString("base64")} | base64 --decode | gunzip | gunzip | `;
}
