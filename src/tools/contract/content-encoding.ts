// Decompresses a body by its Content-Encoding.
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { UnreadableBody } from "./request-body.ts";

const codings: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/**
 * Decompresses a body by its Content-Encoding.
 *
 * @param limit The largest size in bytes, decompressed.
 * @throws {UnreadableBody} when it cannot be decompressed.
 */
export async function decompress(
  bytes: Buffer<ArrayBuffer>,
  encoding = "",
  limit: number,
): Promise<Buffer<ArrayBuffer>> {
  if (bytes.length === 0) return bytes;
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  let body = bytes;
  // The last one was applied last
  for (const name of names.reverse()) {
    const decode = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (decode === undefined) throw new UnreadableBody(`expected one of ${Object.keys(codings).join(", ")}`);
    try {
      body = Buffer.from(await decode(body, { maxOutputLength: limit }));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : String(error);
      throw new UnreadableBody(`but the body cannot be decoded so, or is larger than ${limit} bytes (${code})`);
    }
  }
  return body;
}
