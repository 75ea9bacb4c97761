// Decompresses a body by its Content-Encoding.
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";

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
 * @throws when it cannot be decompressed, or is larger than 32 MB.
 */
export async function decompress(bytes: Buffer<ArrayBuffer>, encoding = ""): Promise<Buffer<ArrayBuffer>> {
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  let body = bytes;
  // The last one was applied last
  for (const name of names.reverse()) {
    const decode = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (decode === undefined) throw new Error(`Expected one of ${Object.keys(codings).join(", ")}, found ${name}.`);
    body = Buffer.from(await decode(body, { maxOutputLength: largestBody }));
  }
  return body;
}

const largestBody = 32 * 1024 * 1024;
