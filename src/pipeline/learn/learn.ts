// Learns from recordings, and from other documents that describe the service.
import { readFile } from "node:fs/promises";
import { type Contract, contractRoot, readContract, Source } from "../../tools/contract/index.ts";
import { readRecording, recordedTo } from "../../tools/recording/index.ts";
import { Failure } from "../../tools/terminal/index.ts";
import { OtherDocuments } from "./documents.ts";
import { Evidence } from "./evidence.ts";
import { judgeEvidence } from "./judge.ts";
import { collect } from "./read.ts";
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

/** Is it an OpenAPI document, and not a recording or a HAR file? */
async function isDocument(file: string): Promise<boolean> {
  if (/\.ya?ml$/.test(file)) return true;
  if (!file.endsWith(".json")) return false;
  // A document is small enough to be read whole; anything else is read as a recording, which says what is wrong with it
  const text = await readFile(file, "utf8").catch(() => "");
  return /^\s*\{[\s\S]{0,2000}"openapi"\s*:\s*"3\./.test(text.slice(0, 4000));
}
