// Writes a recording line by line, so that whatever ends the process, at most the last line is cut off.
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import type { Contract } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import { Capture, type Exchange, type Message } from "./capture.ts";
import type { RecordedLine, Recording } from "./read-recording.ts";
import type { RecordedExchange, RecordingHeader } from "./recording.ts";

/** The file of a recording, which gets whole lines only. */
class LineFile {
  readonly #file: string;
  readonly #descriptor: number;
  #size = 0;
  #isClosed = false;
  /** Why nothing more is written; undefined while it is. */
  problem: string | undefined;

  /** @throws {Failure} when the file exists, or cannot be written. */
  constructor(file: string, header: RecordingHeader) {
    this.#file = file;
    try {
      this.#descriptor = openSync(file, "wx");
    } catch (error) {
      throw notWritten(file, error);
    }
    this.write(header);
    if (this.problem === undefined) return;
    this.close();
    // Nothing is in it, and it would be in the way of the next one
    rmSync(file);
    throw new Failure(this.problem, "Make room, and record again.");
  }

  /** Each line is handed to the system at once: what ends this process does not end the line. */
  write(line: object): void {
    if (this.problem !== undefined || this.#isClosed) return;
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
      this.#size += bytes.length;
    } catch (error) {
      this.problem = `${this.#file} cannot be written any more (${codeOf(error)}): the recording ends here.`;
      // Half a line would be the only one that is not whole
      ftruncateSync(this.#descriptor, this.#size);
    }
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#descriptor);
    this.#isClosed = true;
  }
}

/** A recording that is being made. */
export class Recorder {
  readonly #lines: LineFile;
  readonly #capture: Capture;
  #count = 0;

  /**
   * Begins a recording.
   *
   * @param date The day that it is of; by default today.
   * @throws {Failure} when the file exists, or cannot be written: a recording is never overwritten, and not continued either,
   *   since its pseudonyms end with the run.
   */
  constructor(
    file: string,
    contract: Contract,
    source: RecordingHeader["source"],
    date = new Date().toISOString().slice(0, 10),
  ) {
    this.#lines = new LineFile(file, { recording: 1, contract: contract.document.info.version, date, source });
    this.#capture = new Capture(contract);
  }

  /** How many exchanges and events were recorded. */
  get count(): number {
    return this.#count;
  }

  /** Why nothing more is recorded; undefined while it is. */
  get problem(): string | undefined {
    return this.#lines.problem;
  }

  /**
   * Records an exchange.
   *
   * @returns What was recorded: it can be shown, since nothing of a value is in it.
   */
  async exchange(exchange: Exchange): Promise<RecordedExchange> {
    const [recorded, ...words] = await this.#capture.exchange(exchange);
    this.#add([recorded, ...words]);
    return recorded;
  }

  /** Records an event. */
  async event(event: Message): Promise<void> {
    this.#add(await this.#capture.event(event));
  }

  close(): void {
    this.#lines.close();
  }

  #add(lines: readonly object[]): void {
    for (const line of lines) this.#lines.write(line);
    if (this.problem === undefined) this.#count += 1;
  }
}

/**
 * The same recording, written to a file of its own while it is read: of a HAR file the recording that may be kept instead of it.
 *
 * @throws {Failure} when the file exists, or cannot be written; while it is read, when the disk is full.
 */
export function recordedTo(file: string, recording: Recording): Recording {
  const lines = new LineFile(file, recording.header);
  async function* written(): AsyncGenerator<RecordedLine> {
    try {
      for await (const line of recording) {
        lines.write(line);
        if (lines.problem !== undefined) throw new Failure(lines.problem, "Make room, and pass another name.");
        yield line;
      }
    } finally {
      lines.close();
    }
  }
  return { ...recording, [Symbol.asyncIterator]: written };
}

function notWritten(file: string, error: unknown): Failure {
  const code = codeOf(error);
  if (code === "EEXIST") {
    const remedy = "Pass another name, or move the file away.";
    return new Failure(`${file} exists, and a recording is not overwritten.`, remedy, { cause: error });
  }
  return new Failure(`${file} cannot be written (${code}).`, "Pass a file in a directory that you may write to.", {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
