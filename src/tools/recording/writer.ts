// Writes a recording line by line, so that whatever ends the process, at most the last line is cut off.
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import type { Contract } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import { Capture, type Exchange, type Message } from "./capture.ts";
import type { RecordedExchange, RecordingHeader } from "./recording.ts";

/** A recording that is being made. */
export class Recorder {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #capture: Capture;
  #size = 0;
  #lines = 0;
  #problem: string | undefined;
  #isClosed = false;

  /**
   * Begins a recording.
   *
   * @param date The day that it is of; by default today.
   * @throws {Failure} when the file exists, since a recording is never overwritten and its pseudonyms end with the run, or cannot be written.
   */
  constructor(
    file: string,
    contract: Contract,
    source: RecordingHeader["source"],
    date = new Date().toISOString().slice(0, 10),
  ) {
    this.#file = file;
    this.#capture = new Capture(contract);
    try {
      this.#descriptor = openSync(file, "wx");
    } catch (error) {
      throw notWritten(file, error);
    }
    this.#write({ recording: 1, contract: contract.document.info.version, date, source } satisfies RecordingHeader);
  }

  /** How many exchanges and events were recorded. */
  get lines(): number {
    return this.#lines;
  }

  /** Why nothing more is recorded; undefined while it is. */
  get problem(): string | undefined {
    return this.#problem;
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
    if (!this.#isClosed) closeSync(this.#descriptor);
    this.#isClosed = true;
  }

  #add(lines: readonly object[]): void {
    for (const line of lines) this.#write(line);
    this.#lines += 1;
  }

  /** Each line is handed to the system at once: what ends this process does not end the line. */
  #write(line: object): void {
    if (this.#problem !== undefined || this.#isClosed) return;
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
      this.#size += bytes.length;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      this.#problem = `${this.#file} cannot be written any more (${code}): the recording ends here.`;
      // Half a line would be the only one that is not whole
      ftruncateSync(this.#descriptor, this.#size);
    }
  }
}

function notWritten(file: string, error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (code === "EEXIST") {
    const remedy = "Pass another name, or move the file away.";
    return new Failure(`${file} exists, and a recording is not overwritten.`, remedy, { cause: error });
  }
  return new Failure(`${file} cannot be written (${code}).`, "Pass a file in a directory that you may write to.", {
    cause: error,
  });
}
