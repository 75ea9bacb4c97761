// Summarizes a report in a sentence.

import { counted } from "../../shared/terminal/index.ts";
import type { Comparison } from "../compare.ts";
import type { Level } from "../rules.ts";

/** Names both contracts, counts the changes of each level, and names the next version. */
export function writeSummary({ base, baseVersion, isUnreleased, revision, report }: Comparison): string {
  const { changes, bump, unusedWaivers = [] } = report;
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
  major: "The next version is a major one.",
  minor: "The next version is a minor one.",
  patch: "The next version is a patch.",
  none: "No new version is needed.",
} as const;
