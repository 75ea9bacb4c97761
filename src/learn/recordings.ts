// Reads recordings, one exchange at a time: HAR 1.2, and files with one event's body a line.
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { field, isObject } from "../shared/contract/index.ts";

/** A call of the service, and its answer. A text is undefined when the file does not hold it. */
export interface RecordedCall {
  readonly method: string;
  readonly url: URL;
  readonly sentHeaders: Headers;
  readonly sent: string | undefined;
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string | undefined;
}

/** What stands at one place of a file: a call, the text of an event, or undefined where it cannot be read. */
export type Recorded = readonly [at: string, recorded: RecordedCall | string | undefined];

/** Reads a file: a HAR file when its name ends in `.har` or `.json`, else one with the body of one event a line. */
export async function* readRecording(file: string): AsyncGenerator<Recorded> {
  const stream = createReadStream(file, { highWaterMark: 1 << 18 });
  let number = 0;
  if (/\.(?:har|json)$/i.test(file)) {
    for await (const entry of cutEntries(stream)) yield [`${basename(file)} ${++number}`, readEntry(entry)];
    return;
  }
  for await (const line of createInterface({ input: stream })) {
    const text = line.replace(/^\uFEFF/, "").trim();
    number += 1;
    // A line that is cut off shows nothing of the service
    if (text !== "") yield [`${basename(file)} ${number}`, isObject(parseJson(text)) ? text : undefined];
  }
}

const [quote, backslash, openList, closeList, openMap, closeMap] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Cuts the objects out of the list `log.entries`: one is held at a time. The end of a truncated file is not JSON. */
async function* cutEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [depth, isInString, isEscaped, isInEntries, name] = [0, false, false, false, ""];
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = isInEntries && depth > 3 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
        else if (depth === 2) name += String.fromCharCode(byte);
      } else if (byte === quote) [isInString, name] = [true, ""];
      else if (byte === openMap || byte === openList) {
        depth += 1;
        if (depth === 3) isInEntries = byte === openList && name === "entries";
        if (depth === 4 && isInEntries) start = at;
      } else if (byte === closeMap || byte === closeList) {
        depth -= 1;
        if (depth !== 3 || !isInEntries) continue;
        yield Buffer.concat([...parts, chunk.subarray(start, at + 1)]);
        [start, parts] = [-1, []];
      }
    }
    if (start !== -1) parts.push(chunk.subarray(start));
  }
  if (depth !== 0) yield Buffer.concat(parts);
}

function readEntry(bytes: Buffer): RecordedCall | undefined {
  const { request, response } = Object(parseJson(bytes.toString())) as Readonly<Record<string, unknown>>;
  const [method, url] = [field(request, "method"), URL.parse(String(field(request, "url")))];
  if (typeof method !== "string" || url === null) return undefined;
  const content = field(response, "content");
  const sent = readText(field(request, "postData"), field(request, "bodySize"));
  const status = Number(field(response, "status")) || 0;
  const [sentHeaders, headers] = [readHeaders(request), readHeaders(response)];
  const type = field(content, "mimeType");
  if (typeof type === "string" && /^[\w.+/; =-]+$/.test(type) && !headers.has("content-type"))
    headers.set("content-type", type);
  const text = readText(content, field(content, "size"));
  return { method: method.toUpperCase(), url, sentHeaders, sent, status, headers, text };
}

function readHeaders(message: unknown): Headers {
  const listed = field(message, "headers");
  const headers = new Headers();
  for (const header of Array.isArray(listed) ? listed : []) {
    const [name, value] = [String(field(header, "name")), String(field(header, "value"))];
    // The pseudo headers of HTTP/2 are among them, such as `:status`
    if (/^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) headers.append(name, value);
  }
  return headers;
}

function readText(body: unknown, size: unknown): string | undefined {
  const text = field(body, "text");
  if (typeof text !== "string") return isObject(body) && Number(size) !== 0 ? undefined : "";
  return field(body, "encoding") === "base64" ? Buffer.from(text, "base64").toString() : text;
}

/** A JSON value; undefined when the text is none. */
export function parseJson(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
