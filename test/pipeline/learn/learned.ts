// Learns from lines that were recorded in memory, and compares what is said with what a server must lead to.
import { Evidence } from "../../../src/pipeline/learn/evidence.ts";
import type { Finding } from "../../../src/pipeline/learn/findings.ts";
import { judgeEvidence } from "../../../src/pipeline/learn/judge.ts";
import { collect } from "../../../src/pipeline/learn/learn.ts";
import type { RecordedLine } from "../../../src/pipeline/learn/recording/recording.ts";
import { askingFindings } from "../../../src/pipeline/learn/report.ts";
import type { Contract } from "../../../src/tools/contract/index.ts";

/** What recordings lead to. */
export async function learnFrom(
  contract: Contract,
  ...recordings: readonly (readonly RecordedLine[])[]
): Promise<readonly Finding[]> {
  const evidence = new Evidence(contract);
  for (const lines of recordings) {
    await collect(evidence, {
      file: "made.har",
      async *[Symbol.asyncIterator]() {
        yield* lines;
      },
    });
  }
  return judgeEvidence(evidence);
}

/** The findings that ask for something, each as one text with `n` for every count. */
export function asked(findings: readonly Finding[]): string[] {
  return askingFindings(findings).map(({ verdict, pointer, message }) => {
    const text = message.replaceAll(/\b\d+ of \d+\b/g, "n of n").replaceAll(/\(\d+\)/g, "(n)");
    return `${verdict} ${pointer} ${text}`;
  });
}
