// Reads a request to its end.
import type { IncomingMessage } from "node:http";
import type { Received } from "./call.ts";

/** More than a file of full size and the form around it. What comes beyond is read and thrown away. */
const bodyLimit = 12 * 1024 * 1024;

/** A request with its body. */
export interface ReceivedWithBody extends Received {
  readonly body: Buffer<ArrayBuffer>;
}

/** @returns The request, or undefined when the client went away in the middle of it. */
export async function receive(incoming: IncomingMessage): Promise<ReceivedWithBody | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= bodyLimit) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  const { method = "", url = "", headers } = incoming;
  return { method, url, headers, body: Buffer.concat(chunks) };
}
