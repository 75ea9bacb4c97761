// Compares two contracts from end to end: finds them, judges what changed, and applies the waivers.
import { canonical, own, type Place } from "../shared/contract/index.ts";
import type { Part } from "./bundle.ts";
import { type Comparison, startComparison } from "./comparison.ts";
import { type Contract, findBase, findRevision, type Named } from "./contracts.ts";
import type { Counterexample } from "./counterexample-text.ts";
import { type Change, judge } from "./judge.ts";
import { rules } from "./rules.ts";
import { applyWaivers, readWaivers, type Waiver } from "./waivers.ts";

/** A change, with the reason of its waiver, if any. */
export interface ReportedChange extends Change {
  /** `file:line:column` in the revision, or `file#/pointer`; of what was removed, the nearest part around it that is left. */
  readonly location: string;
  /** Of a breaking change of values: one that shows it. */
  readonly counterexample?: Counterexample | undefined;
  readonly waived?: string | undefined;
}

/** A version bump. */
export type Bump = "major" | "minor" | "patch" | "none";

/** The changes between two contracts, and the version bump. */
export interface Report {
  /** The version bump; a waived breaking change counts, too. */
  readonly bump: Bump;
  readonly changes: readonly ReportedChange[];
  readonly unusedWaivers: readonly (Omit<Waiver, "place"> & { readonly location: string })[];
}

/** The contracts to compare, and their waivers. */
export interface CompareOptions extends Named {
  /** The file of waivers; by default `waivers.yaml` beside the revision's root document, if there is one. */
  readonly waivers?: string | undefined;
}

/** A report, with the names of what was compared. */
export interface NamedReport {
  readonly report: Report;
  readonly base: string;
  readonly revision: string;
  /** `info.version` of the base. */
  readonly baseVersion: unknown;
}

/**
 * Compares two contracts.
 *
 * @throws {Failure} or {FileProblemsError} when they cannot be compared; never an incomplete report.
 */
export async function compare(options: CompareOptions): Promise<NamedReport> {
  const [base, revision] = [await findBase(options), await findRevision(options)];
  return {
    report: await makeReport(base, revision, options.waivers),
    base: base.name,
    revision: revision.name,
    baseVersion: own(base.document["info"], "version"),
  };
}

async function makeReport(base: Contract, revision: Contract, named: string | undefined): Promise<Report> {
  const waivers = await readWaivers(revision, named);
  const comparison = startComparison(base.document, revision.document);
  const changes = judge(comparison);
  // Its validator takes time to load, which a report without a break does not need
  const isBreaking = changes.some(({ level }) => level === "breaking");
  const counterexamples = isBreaking ? new (await import("./counterexample.ts")).Counterexamples() : undefined;
  const { reasons, unused } = applyWaivers(changes, waivers);
  const reported: ReportedChange[] = [];
  for (const judged of changes) {
    const { concerns: _, difference, ...change } = judged;
    const location = writePlace(await revision.findPlace(difference.revision.at));
    const counterexample = change.level === "breaking" ? counterexamples?.find(difference) : undefined;
    reported.push({ ...change, location, counterexample, waived: reasons.get(judged) });
  }
  return {
    bump: chooseBump(changes, comparison),
    changes: reported,
    unusedWaivers: unused.map(({ place, ...waiver }) => ({ ...waiver, location: writePlace(place) })),
  };
}

function writePlace({ file, line, column, pointer = "#" }: Place & { readonly pointer?: string }): string {
  // A minified file is one line, of which nobody counts the columns
  const isMinified = file.endsWith(".json") && line === 1 && pointer !== "#";
  return isMinified ? `${file}${pointer}` : `${file}:${line}:${column}`;
}

/** Tells a revision that may be released: each breaking change has a waiver, and each waiver is used. */
export function allowsRelease({ changes, unusedWaivers }: Report): boolean {
  return (
    unusedWaivers.length === 0 && changes.every(({ level, waived }) => level !== "breaking" || waived !== undefined)
  );
}

/** The bump that the changes need. A rewrite of the same contract is a patch. */
function chooseBump(changes: readonly Change[], comparison: Comparison): Bump {
  if (changes.some(({ level }) => level === "breaking")) return "major";
  if (changes.some(({ rule }) => !rules[rule].isWords)) return "minor";
  const { base, revision } = comparison.root;
  return changes.length === 0 && writeDocument(base) === writeDocument(revision) ? "none" : "patch";
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

/** A document as text: another spelling is another text, and its version does not count. */
function writeDocument({ node }: Part): string {
  return canonical({ ...Object(node), info: { ...Object(own(node, "info")), version: undefined } });
}
