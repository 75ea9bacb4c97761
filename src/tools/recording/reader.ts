// Reads a recording as far as it can be used, line by line, and counts what cannot be.
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { type Contract, field, readContract } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import { readHar } from "./har.ts";
import { isHeader, isRecordedLine, longestLine } from "./line-form.ts";
import type { RecordedLine, Recording } from "./read-recording.ts";
import { UnusedCounts } from "./unused.ts";

/** How many lines are read of one recording. */
const mostLines = 5_000_000;

/**
 * Opens a recording; a HAR file is read as one.
 *
 * @param options `contract` and `hosts` are for HAR files: what decides what is kept, and which hosts are the service's
 *   (when there are none, those of the contract's servers).
 * @throws {Failure} when the file cannot be read, or is neither a recording of this version nor a HAR file.
 */
export async function readRecording(
  file: string,
  options: { readonly contract?: Contract; readonly hosts?: readonly string[] } = {},
): Promise<Recording> {
  const start = startOf(file);
  const lines = linesOf(file);
  const { value: first } = await lines.next();
  const value = first === undefined || first.bytes === undefined ? undefined : parsed(first.bytes);
  if (!isHeader(value)) {
    await lines.return(undefined);
    if (isHar(start)) return readHar(file, options.contract ?? (await readContract()), options.hosts);
    const found =
      typeof field(value, "recording") === "number" && field(value, "recording") !== 1
        ? "a recording of another version"
        : start[0] === 0x1f && start[1] === 0x8b
          ? "compressed with gzip"
          : "no header of one";
    throw new Failure(
      `${file} is not a recording: its first line is ${found}.`,
      "Pass a file that --record has written, or a HAR file.",
    );
  }
  const unused = new UnusedCounts();
  return {
    file,
    header: value,
    unused: () => unused.list(),
    [Symbol.asyncIterator]: () => usable(lines, unused),
  };
}

async function* usable(lines: AsyncGenerator<TextLine>, unused: UnusedCounts): AsyncGenerator<RecordedLine> {
  let number = 1;
  for await (const { bytes, isWhole } of lines) {
    number += 1;
    if (number > mostLines) {
      unused.add(`stands after line ${mostLines}`, number);
      return;
    }
    if (bytes === undefined) {
      unused.add(`is longer than ${longestLine} bytes`, number);
      continue;
    }
    if (bytes.toString("latin1", 0, 2).trim() === "") continue;
    const value = parsed(bytes);
    if (value === undefined) unused.add(isWhole ? "is not JSON" : "is cut off", number);
    else if (isRecordedLine(value)) yield value;
    else unused.add(isHeader(value) ? "is a second header" : "is not a line of a recording", number);
  }
}

interface TextLine {
  /** Undefined when it is too long. */
  readonly bytes: Buffer | undefined;
  /** Whether a line break ends it. */
  readonly isWhole: boolean;
}

/** The lines of a file; of one that is too long nothing is kept. */
async function* linesOf(file: string): AsyncGenerator<TextLine> {
  let begun: Buffer[] = [];
  let length = 0;
  const ended = (isWhole: boolean): TextLine => {
    const line = { bytes: length > longestLine ? undefined : Buffer.concat(begun, length), isWhole };
    begun = [];
    length = 0;
    return line;
  };
  const take = (part: Buffer) => {
    length += part.length;
    if (length <= longestLine) begun.push(part);
    else begun = [];
  };
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end));
      yield ended(true);
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield ended(false);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The first 64 KiB of a file. */
function startOf(file: string): Buffer {
  const bytes = Buffer.alloc(64 * 1024);
  try {
    if (!statSync(file).isFile()) {
      // A pipe can be read only once, and nobody may write to it
      throw new Failure(`${file} is a directory, a pipe or a device.`, "Pass a file.");
    }
    const descriptor = openSync(file, "r");
    try {
      return bytes.subarray(0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new Failure(`${file} cannot be read (${code}).`, "Check the name of the file.", { cause: error });
  }
}

/** Whether this begins as a HAR file does. */
function isHar(start: Buffer): boolean {
  return /^\uFEFF?\s*\{[\s\S]*"log"\s*:\s*\{/.test(start.toString());
}
