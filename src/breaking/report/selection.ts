// Chooses what a report lists, by --level.
import { counted } from "../../shared/terminal/index.ts";
import type { Comparison, ReportedChange } from "../compare.ts";
import { rules } from "../rules.ts";

/** The changes from this level on; `all` lists changes of words, too. */
export const shownLevels = ["breaking", "warning", "compatible", "all"] as const;
export type ShownLevel = (typeof shownLevels)[number];

/** A comparison, and those of its changes that are listed. */
export interface Selection extends Comparison {
  readonly listed: readonly ReportedChange[];
  /** Says how many words for people changed, where they are not listed; empty otherwise. */
  readonly words: string;
}

export function select(comparison: Comparison, level: ShownLevel): Selection {
  const { changes } = comparison.report;
  const rank = shownLevels.indexOf(level);
  const listed = changes.filter(
    (change) => level === "all" || (!rules[change.rule].isWords && shownLevels.indexOf(change.level) <= rank),
  );
  const count = level === "compatible" ? changes.filter(({ rule }) => rules[rule].isWords).length : 0;
  const words =
    count === 0 ? "" : `${counted(count, "change")} of descriptions, examples and other words: --level all lists them.`;
  return { ...comparison, listed, words };
}
