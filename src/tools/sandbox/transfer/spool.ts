// A temporary file that is written once and then read: a slow reader or sender of a world's file must not keep a transaction open.
import { closeSync, createReadStream, openSync, readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { makeTemporaryDirectory } from "../../terminal/index.ts";
import { HappeningRefused } from "../world/happening-refused.ts";

/** The largest file of a world. */
const largestFileBytes = 1024 ** 3;

/** How many bytes are written or read at a time. */
const chunkBytes = 256 * 1024;

/** Larger than any line of an export: it bounds the memory that a line takes. */
const longestLineBytes = 16 * 1024 * 1024;

export class Spool {
  readonly #directory = makeTemporaryDirectory(join(tmpdir(), "sandbox-world-"));
  readonly #path = join(this.#directory.path, "world.jsonl");
  readonly #file = openSync(this.#path, "w+");
  #waiting = "";
  /** How many bytes it has. */
  size = 0;

  /**
   * Takes what a caller sends.
   *
   * @throws {RangeError} when it is too large.
   */
  static async of(source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>): Promise<Spool> {
    const spool = new Spool();
    try {
      for await (const chunk of source) {
        spool.#put(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
        if (spool.size <= largestFileBytes) continue;
        const message = `The file is larger than ${largestFileBytes} bytes, which is the limit. Nothing was imported.`;
        throw Object.assign(new RangeError(message), { statusCode: 413 });
      }
      return spool;
    } catch (error) {
      spool.remove();
      throw error;
    }
  }

  /** Adds a line. Call `end` after the last one. */
  add(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= chunkBytes) this.end();
  }

  end(): void {
    this.#put(Buffer.from(this.#waiting));
    this.#waiting = "";
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.size += bytes.length;
  }

  /**
   * Its lines, without their ends.
   *
   * @throws {HappeningRefused} when one is too long.
   */
  *lines(): Generator<Buffer> {
    let begun: Buffer[] = [];
    let number = 1;
    for (let position = 0; position < this.size; ) {
      const chunk = Buffer.alloc(chunkBytes);
      const length = readSync(this.#file, chunk, 0, chunkBytes, position);
      position += length;
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1 && end < length; end = chunk.indexOf(10, start)) {
        yield Buffer.concat([...begun, chunk.subarray(start, end)]);
        begun = [];
        number += 1;
        start = end + 1;
      }
      begun.push(chunk.subarray(start, length));
      if (begun.length * chunkBytes > longestLineBytes) {
        throw new HappeningRefused(
          "invalid",
          `Line ${number} of the file is longer than ${longestLineBytes} bytes. Nothing was imported.`,
        );
      }
    }
    const last = Buffer.concat(begun);
    if (last.length > 0) yield last;
  }

  /** Its bytes; it is removed at their end. */
  stream(): Readable {
    return createReadStream(this.#path, { highWaterMark: chunkBytes }).once("close", () => this.remove());
  }

  remove(): void {
    closeSync(this.#file);
    this.#directory.remove();
  }
}
