// Versions of the package, and how far the next one is away.

/** By how much the version has to grow. */
export type Bump = "major" | "minor" | "patch" | "none";

/** A version without a pre-release part, such as `1.2.3`. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

const order: readonly Bump[] = ["none", "patch", "minor", "major"];

/** The largest of several bumps; `none` of none. */
export function largest(bumps: readonly Bump[]): Bump {
  return order[Math.max(0, ...bumps.map((bump) => order.indexOf(bump)))] ?? "none";
}

/** Reads `1.2.3`; undefined when it is anything else. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text);
  if (match === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map(Number);
  return { major, minor, patch };
}

/** Writes a version as `1.2.3`. */
export function formatVersion({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${patch}`;
}

/** Negative when `a` is older than `b`, zero when they are the same. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** The version after this one. Below 1.0 a break is a minor. */
export function bumped({ major, minor, patch }: Version, bump: Bump): Version {
  if (bump === "none") return { major, minor, patch };
  if (bump === "patch") return { major, minor, patch: patch + 1 };
  if (bump === "minor" || major === 0) return { major, minor: minor + 1, patch: 0 };
  return { major: major + 1, minor: 0, patch: 0 };
}
