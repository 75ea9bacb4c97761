// Computes the version bump.

import { own } from "../shared/contract/index.ts";
import type { Part } from "./bundle.ts";
import type { Comparison } from "./comparison.ts";
import type { Change } from "./judge.ts";
import { rules } from "./rules.ts";

/** A version bump. */
export type Bump = "major" | "minor" | "patch" | "none";

/** The bump that the changes need. A rewrite of the same contract is a patch. */
export function chooseBump(changes: readonly Change[], comparison: Comparison): Bump {
  if (changes.some(({ level }) => level === "breaking")) return "major";
  if (changes.some(({ rule }) => !rules[rule].isWords)) return "minor";
  return changes.length > 0 || !isSpelledAlike(comparison) ? "patch" : "none";
}

/**
 * The version after this one. Below 1.0 a break is a minor.
 *
 * @param version Three numbers, such as 1.2.3.
 */
export function nextVersion(version: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (bump === "none") return version;
  if (bump === "patch") return `${major}.${minor}.${patch + 1}`;
  return bump === "minor" || major === 0 ? `${major}.${minor + 1}.0` : `${major + 1}.0.0`;
}

/** True when both documents say the same; the version of the document does not count. */
function isSpelledAlike({ root, unchanged }: Comparison): boolean {
  return unchanged.isSame({ base: leaveOutVersion(root.base), revision: leaveOutVersion(root.revision) });
}

function leaveOutVersion(root: Part): Part {
  const info = { ...Object(own(root.node, "info")), version: undefined } as object;
  return { ...root, node: { ...(root.node as object), info } };
}
