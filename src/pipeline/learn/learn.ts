// Learns from recordings, and from other documents that describe the service.
import { closeSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Contract, contractRoot, readContract, Source } from "../../tools/contract/index.ts";
import { type RecordedLine, type Recording, readRecording } from "../../tools/recording/index.ts";
import { Failure } from "../../tools/terminal/index.ts";
import { OtherDocuments } from "./documents.ts";
import { Evidence } from "./evidence.ts";
import { judgeEvidence } from "./judge.ts";
import { collect, type Readable } from "./read.ts";
import type { Learned, ReadFile } from "./report.ts";

/**
 * Reads every file, and judges what they show together.
 *
 * @param options `hosts` are those of the service, for HAR files; `contract` is what they are read by;
 *   `record` is the file that what is read is written to, as a recording.
 * @throws {Failure} when a file cannot be read, or is nothing that can be learned from.
 */
export async function learn(
  files: readonly string[],
  options: { readonly contract?: Contract; readonly hosts?: readonly string[]; readonly record?: string } = {},
): Promise<Learned> {
  const contract = options.contract ?? (await readContract());
  const evidence = new Evidence(contract);
  const documents = new OtherDocuments(evidence);
  const read: ReadFile[] = [];
  for (const file of files) {
    if (await isDocument(file)) {
      await documents.add(file);
      continue;
    }
    const recording = await readRecording(file, { ...options, contract });
    if (options.record !== undefined && read.length > 0) {
      throw new Failure("--record takes one recording or HAR file, found several.", "Record each of them by itself.");
    }
    await collect(evidence, options.record === undefined ? recording : recordedTo(options.record, recording));
    read.push({ file, date: recording.header.date, unused: recording.unused() });
  }
  const source = await Source.read(contractRoot);
  return { evidence, files: read, documents, findings: judgeEvidence(evidence), source };
}

/** The recording, written to a file line by line while it is read. */
function recordedTo(file: string, recording: Recording): Readable {
  let descriptor: number;
  try {
    descriptor = openSync(file, "wx");
  } catch (error) {
    throw new Failure(`${file} cannot be written: it exists, or its folder does not.`, "Choose another file.", {
      cause: error,
    });
  }
  const write = (line: object) => writeSync(descriptor, `${JSON.stringify(line)}\n`);
  async function* lines(): AsyncGenerator<RecordedLine> {
    try {
      write(recording.header);
      for await (const line of recording) {
        write(line);
        yield line;
      }
    } finally {
      closeSync(descriptor);
    }
  }
  return { file: recording.file, header: recording.header, [Symbol.asyncIterator]: lines };
}

/** Is it an OpenAPI document, and not a recording or a HAR file? */
async function isDocument(file: string): Promise<boolean> {
  if (/\.ya?ml$/.test(file)) return true;
  if (!file.endsWith(".json")) return false;
  // A document is small enough to be read whole; anything else is read as a recording, which says what is wrong with it
  const text = await readFile(file, "utf8").catch(() => "");
  return /^\s*\{[\s\S]{0,2000}"openapi"\s*:\s*"3\./.test(text.slice(0, 4000));
}
