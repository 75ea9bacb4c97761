// Versions of the package, and how far the next one is away.
import { inc, major, prerelease, valid } from "semver";

/** By how much the version has to grow. */
export type Bump = "major" | "minor" | "patch" | "none";

const order: readonly Bump[] = ["none", "patch", "minor", "major"];

/** The largest of several bumps; `none` of none. */
export function largest(bumps: readonly Bump[]): Bump {
  return order[Math.max(0, ...bumps.map((bump) => order.indexOf(bump)))] ?? "none";
}

/** Is it a version of a release, written as `1.2.3`? */
export function isVersion(text: string): boolean {
  return valid(text) === text && prerelease(text) === null;
}

/** The version after this one. Below 1.0 a break is a minor. */
export function bumped(version: string, bump: Bump): string {
  if (bump === "none") return version;
  return inc(version, bump === "major" && major(version) === 0 ? "minor" : bump) ?? version;
}
