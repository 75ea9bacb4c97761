// Learns from lines that were recorded in memory, and compares the edits with those that a server must lead to.

import { Evidence } from "../../../src/pipeline/learn/evidence.ts";
import { judgeEvidence } from "../../../src/pipeline/learn/judge.ts";
import type { Finding, Proposal } from "../../../src/pipeline/learn/proposal.ts";
import { collect } from "../../../src/pipeline/learn/read.ts";
import type { Contract } from "../../../src/tools/contract/index.ts";
import { canonical } from "../../../src/tools/contract/index.ts";
import type { RecordedLine, RecordingHeader } from "../../../src/tools/recording/index.ts";
import type { RecordingLine } from "../../../src/tools/recording/recording.ts";
import { contract as gallery } from "../../tools/verify/gallery/routes.ts";

/** What recordings lead to. */
export async function learnFrom(
  recordings: readonly (readonly RecordingLine[])[],
  contract: Contract = gallery,
): Promise<readonly Finding[]> {
  const evidence = new Evidence(contract);
  for (const [index, [header, ...lines]] of recordings.entries()) {
    await collect(evidence, {
      file: `recording-${index + 1}.jsonl`,
      header: header as RecordingHeader,
      async *[Symbol.asyncIterator]() {
        yield* lines as RecordedLine[];
      },
    });
  }
  return judgeEvidence(evidence);
}

/** The edits of findings, each as one text; what only confirms is none. */
export function editsOf(findings: readonly Pick<Finding, "proposal">[]): Map<string, Proposal> {
  const proposals = findings.flatMap(({ proposal }) => proposal ?? []).filter(({ kind }) => kind !== "confirm");
  return new Map(proposals.map((proposal) => [textOf(proposal), proposal]));
}

/** An edit as a text. What the body of a new status looks like is another question. */
export function textOf(proposal: Proposal): string {
  return canonical(proposal.kind === "add-status" ? { ...proposal, body: undefined } : proposal);
}

/** Where an edit is made, and what it is, whatever its details. */
export function targetOf(proposal: Proposal): string {
  const { kind } = proposal;
  return [kind, "pointer" in proposal ? proposal.pointer : "", "name" in proposal ? proposal.name : ""].join(" ");
}
