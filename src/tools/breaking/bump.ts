// Computes the version bump.

import { isObject, own, type Source } from "../contract/index.ts";
import type { Change } from "./judge.ts";
import { baseName } from "./reference.ts";

/** A version bump. */
export type Bump = "major" | "minor" | "patch" | "none";

/** The bump that the changes need. A rewrite of the same contract is a patch. */
export function bumpOf(changes: readonly Change[], base: Source, revision: Source): Bump {
  if (changes.some(({ level }) => level === "breaking")) return "major";
  if (changes.some(({ rule }) => !rule.startsWith("documentation/"))) return "minor";
  return changes.length > 0 || !isSpelledAlike(base, revision) ? "patch" : "none";
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

/**
 * Whether both documents are written with the same keys and values, wherever their references lead.
 * The version of the document does not count, nor does a component that nothing refers to.
 */
function isSpelledAlike(base: Source, revision: Source): boolean {
  const compared = new Map<unknown, Set<unknown>>();
  const isAlike = (before: unknown, after: unknown): boolean => {
    const [was, is] = [base.resolve(before), revision.resolve(after)];
    if (was !== before || is !== after) return areAlike(besides(before, was), besides(after, is)) && isAlike(was, is);
    if (typeof was !== "object" || typeof is !== "object" || was === null || is === null) return was === is;
    const known = compared.get(was) ?? new Set();
    if (known.has(is)) return true;
    compared.set(was, known.add(is));
    return Array.isArray(was) === Array.isArray(is) && areAlike(was, is);
  };
  const areAlike = (was: object, is: object): boolean => {
    const keys = Object.keys(was);
    return (
      keys.length === Object.keys(is).length &&
      keys.every((key) => {
        const [before, after] = [own(was, key), own(is, key)];
        if (!Object.hasOwn(is, key)) return false;
        // A mapping leads to components or to files
        return key === "mapping" ? areAlike(namesIn(before), namesIn(after)) : isAlike(before, after);
      })
    );
  };
  return areAlike(frameOf(base), frameOf(revision));
}

/** The document without its version, and without the components that are compared where they are referred to. */
function frameOf({ root }: Source): object {
  const { components, info, ...rest } = root;
  const { version: _, ...words } = isObject(info) ? info : {};
  return { ...rest, info: words, schemes: own(components, "securitySchemes") };
}

/** The fields beside a `$ref`; empty without one. */
function besides(written: unknown, target: unknown): object {
  if (written === target || !isObject(written)) return {};
  const { $ref: _, ...rest } = written;
  return rest;
}

function namesIn(mapping: unknown): object {
  const entries = isObject(mapping) ? Object.entries(mapping) : [];
  return Object.fromEntries(entries.map(([value, target]) => [value, baseName(String(target))]));
}
