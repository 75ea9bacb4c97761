// The part that all reports for people share: the changes that they list, their order, and the sentence above them.
import { counted } from "../../shared/terminal/index.ts";
import type { NamedReport, ReportedChange } from "../compare.ts";
import type { Affected } from "../judge.ts";
import { bySeverity, type Level, rules } from "../rules.ts";

/** A comparison, and those of its changes that are listed. */
export interface Selection extends NamedReport {
  readonly listed: readonly ReportedChange[];
  /** Says how many words for people changed, where they are not listed; empty otherwise. */
  readonly words: string;
}

/** Chooses what is listed: changes of words only when asked. */
export function select(comparison: NamedReport, isAll: boolean): Selection {
  const { changes } = comparison.report;
  const listed = changes.filter(({ rule }) => isAll || !rules[rule].isWords);
  const count = changes.length - listed.length;
  const words =
    count === 0
      ? ""
      : `Not listed: ${counted(count, "change")} of descriptions, examples and other words. --all lists all.`;
  return { ...comparison, listed, words };
}

/** Names both contracts, counts the changes of each level, and names the version that they need. */
export function writeSummary({ base, baseVersion, isUnreleased, revision, report }: NamedReport): string {
  const { changes, bump, unusedWaivers } = report;
  const count = (level: Level) => changes.filter((change) => change.level === level).length;
  const waived = changes.filter((change) => change.waived !== undefined).length;
  const parts = [
    count("breaking") > 0 && `${count("breaking")} breaking${waived > 0 ? ` (${waived} waived)` : ""}`,
    count("warning") > 0 && counted(count("warning"), "warning"),
    count("compatible") > 0 && `${count("compatible")} compatible`,
    unusedWaivers.length > 0 && counted(unusedWaivers.length, "unused waiver"),
  ].filter((part) => part !== false);
  const found = parts.length > 0 ? parts.join(", ") : "no relevant changes";
  const isBelowOne = String(baseVersion).startsWith("0.");
  const next = bump === "major" && isBelowOne ? `${bumps.minor} Below 1.0, a break is a minor.` : bumps[bump];
  const unreleased = isUnreleased ? ` Nothing is released yet: compared with ${base}.` : "";
  return `${base} to ${revision}: ${found}. ${next}${unreleased}`;
}

const bumps = {
  major: "The contract needs a major version.",
  minor: "The contract needs a minor version.",
  patch: "The contract needs a patch version.",
  none: "No new version is needed.",
} as const;

/** The changes of one operation, or of what several share. */
export interface Block {
  readonly part: string;
  /** The highest level of its changes. */
  readonly level: Level;
  readonly changes: readonly ReportedChange[];
  /** The operations and events that notice any of them. */
  readonly affected: readonly Affected[];
}

/** The blocks of changes; those that break come first, and among them those that break most operations. */
export function makeBlocks(changes: readonly ReportedChange[]): Block[] {
  const blocks = [...Map.groupBy(changes, ({ part }) => part)].map(([part, group]) => {
    const level = group[0]?.level ?? "compatible";
    const reach = listAffected(group.filter((change) => change.level === level)).length;
    return { part, level, changes: group, affected: listAffected(group), reach };
  });
  return blocks.sort((a, b) => bySeverity(a, b) || b.reach - a.reach);
}

function listAffected(changes: readonly ReportedChange[]): Affected[] {
  const all = changes.flatMap(({ affected }) => affected);
  return [...new Map(all.map((one) => [`${one.direction} ${one.operation}`, one])).values()];
}

/** How many operations are named before the rest is counted. */
const named = 3;

const messages = { request: "requests of", response: "responses of", event: "" } as const;

/** The affected operations, by direction: "requests of createUser, updateUser and 11 more operations; responses of getUser". */
export function formatAffected(affected: readonly Affected[]): string {
  return [...Map.groupBy(affected, ({ direction }) => direction)]
    .map(([direction, group]) => {
      const names = group.slice(0, group.length === named + 1 ? undefined : named).map(({ operation }) => operation);
      const more = group.length - names.length;
      const rest = more === 0 ? "" : ` and ${counted(more, direction === "event" ? "more event" : "more operation")}`;
      return `${messages[direction]} ${names.join(", ")}${rest}`.trim();
    })
    .join("; ");
}
