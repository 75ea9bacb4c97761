// Collects findings, each with its evidence.
import { type OpenWord, sentenceOf } from "../../tools/contract/index.ts";
import type { Mark } from "./marks.ts";
import type { Finding, Proposal } from "./proposal.ts";
import { Tally } from "./tally.ts";

interface Found {
  readonly verdict: Finding["verdict"];
  readonly words?: readonly OpenWord[];
  readonly message: string;
  readonly tally?: Tally;
  readonly against?: number;
  readonly proposal?: Proposal;
}

/** The findings of a run. */
export class Findings {
  readonly list: Finding[] = [];

  /** A finding about a mark: about words of its assumption, or about what is not shown. */
  add(mark: Mark, found: Found): void {
    const { verdict } = found;
    const isAssumed = found.words !== undefined;
    const isConfirmed = verdict === "confirmed" && isAssumed;
    this.addPlain({
      pointer: mark.pointer,
      mark: isAssumed ? "x-assumption" : "x-not-shown",
      ...found,
      ...(isConfirmed ? { proposal: { kind: "confirm" } } : {}),
    });
  }

  addPlain({
    tally = new Tally(),
    against = 0,
    words = [],
    ...found
  }: Found & Pick<Finding, "pointer" | "mark">): void {
    this.list.push({ ...found, words, evidence: tally.evidence, against, shownBy: tally.shownBy });
  }

  notSeen(mark: Mark, word: OpenWord, message = `Nothing that was read shows it: ${assumed(mark)}`): void {
    this.add(mark, { verdict: "not seen", words: [word], message });
  }

  /** What exchanges cannot settle, however many there are. */
  beyond(mark: Mark, word: OpenWord, reason: string): void {
    this.add(mark, {
      verdict: "beyond recordings",
      words: [word],
      message: `A recording cannot show this: ${reason}.`,
    });
  }
}

function assumed({ assumption }: Mark): string {
  return assumption === undefined ? "" : sentenceOf(assumption);
}
