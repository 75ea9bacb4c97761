// Decompresses a body, which the proxy forwards compressed.
import { decompress as decompressed, UnreadableBody } from "../../tools/contract/index.ts";
import { RequestProblem } from "./problem.ts";

/**
 * Decompresses a body by its Content-Encoding.
 *
 * @param limit The largest size in bytes, decompressed.
 * @throws {RequestProblem} when it cannot be decompressed.
 */
export async function decompress(
  bytes: Buffer<ArrayBuffer>,
  encoding = "",
  limit: number,
): Promise<Buffer<ArrayBuffer>> {
  return decompressed(bytes, encoding, limit).catch((error: unknown) => {
    if (!(error instanceof UnreadableBody)) throw error;
    const detail = `Content-Encoding is "${encoding}", ${error.message}.`;
    throw new RequestProblem(415, "The body cannot be decoded", detail);
  });
}
