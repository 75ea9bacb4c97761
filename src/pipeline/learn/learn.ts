// Learns from HAR files.
import { basename } from "node:path";
import { type Contract, contractRoot, readContract, Source } from "../../tools/contract/index.ts";
import { Evidence } from "./evidence.ts";
import { judgeEvidence } from "./judge.ts";
import { readHar } from "./recording/har.ts";
import type { Recording } from "./recording/recording.ts";
import type { Learned, ReadFile } from "./report.ts";

/**
 * Reads every file, and judges what they show together.
 *
 * @param hosts Those of the service; when there are none, those of the contract's servers.
 * @throws {Failure} when a file cannot be read, or is not a HAR file.
 */
export async function learn(files: readonly string[], hosts: readonly string[] = []): Promise<Learned> {
  const contract: Contract = await readContract();
  const evidence = new Evidence(contract);
  const read: ReadFile[] = [];
  for (const file of files) {
    const recording = await readHar(file, contract, hosts);
    await collect(evidence, recording);
    read.push({ file, date: recording.date, unused: recording.unused() });
  }
  return { evidence, files: read, findings: judgeEvidence(evidence), source: await Source.read(contractRoot) };
}

/** Counts what a file shows. */
export async function collect(
  evidence: Evidence,
  recording: Pick<Recording, "file" | typeof Symbol.asyncIterator>,
): Promise<void> {
  const name = basename(recording.file);
  for await (const line of recording) {
    if ("word" in line) evidence.addWord(line);
    else if ("exchange" in line) evidence.addExchange(line, name);
  }
  evidence.endRecording();
}
