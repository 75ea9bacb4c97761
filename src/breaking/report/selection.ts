// Chooses what a report for people lists: changes of words only when asked.
import { counted } from "../../shared/terminal/index.ts";
import type { Comparison, ReportedChange } from "../compare.ts";
import { rules } from "../rules.ts";

/** A comparison, and those of its changes that are listed. */
export interface Selection extends Comparison {
  readonly listed: readonly ReportedChange[];
  /** Says how many words for people changed, where they are not listed; empty otherwise. */
  readonly words: string;
}

export function select(comparison: Comparison, isAll: boolean): Selection {
  const { changes } = comparison.report;
  const listed = changes.filter(({ rule }) => isAll || !rules[rule].isWords);
  const count = changes.length - listed.length;
  const words =
    count === 0 ? "" : `${counted(count, "change")} of descriptions, examples and other words: --all lists them.`;
  return { ...comparison, listed, words };
}
