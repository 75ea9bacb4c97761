// Compares two contracts from end to end: finds them, judges what changed, and applies the waivers.
import { own, type Place } from "../shared/contract/index.ts";
import { type Bump, chooseBump } from "./bump.ts";
import { startComparison } from "./comparison.ts";
import { type Contract, findBase, findRevision, type Named } from "./contracts.ts";
import type { Counterexample } from "./counterexample-text.ts";
import { type Change, judge } from "./judge.ts";
import { applyWaivers, readWaivers, type Waiver } from "./waivers.ts";

/** A change, with the reason of its waiver, if any. */
export interface ReportedChange extends Change {
  /** `file:line:column` in the revision; of what was removed, the nearest part around it that is left. */
  readonly location: string;
  /** Of a breaking change of values: one that shows it. */
  readonly counterexample?: Counterexample;
  readonly waived?: string;
}

/** The changes between two contracts, and the version bump. */
export interface Report {
  /** The version bump; a waived breaking change counts, too. */
  readonly bump: Bump;
  readonly changes: readonly ReportedChange[];
  /** Unused waivers; absent without any. */
  readonly unusedWaivers?: readonly (Omit<Waiver, "place"> & { readonly location: string })[];
}

/** The contracts to compare, and their waivers. */
export interface CompareOptions extends Named {
  /** The file of waivers; by default `waivers.yaml` beside the revision's root document, if there is one. */
  readonly waivers?: string | undefined;
}

/** A report, with the names of what was compared. */
export interface Comparison {
  readonly report: Report;
  readonly base: string;
  readonly revision: string;
  /** No release was found to compare with, so that the base is the main branch. */
  readonly isUnreleased: boolean;
  /** `info.version` of the base. */
  readonly baseVersion: unknown;
}

/**
 * Compares two contracts.
 *
 * @throws {Failure} or {FileProblemsError} when they cannot be compared; never an incomplete report.
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const [base, revision] = [await findBase(options), await findRevision(options)];
  return {
    report: await makeReport(base, revision, options.waivers),
    base: base.name,
    isUnreleased: base.isUnreleased === true,
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
    const { location } = locate({ place: await revision.findPlace(difference.revision.at) });
    const counterexample = change.level === "breaking" ? counterexamples?.find(difference) : undefined;
    const waived = reasons.get(judged);
    reported.push({ ...change, location, ...(counterexample && { counterexample }), ...(waived && { waived }) });
  }
  return {
    bump: chooseBump(changes, comparison),
    changes: reported,
    ...(unused.length > 0 && { unusedWaivers: unused.map(locate) }),
  };
}

/** The place as one text. */
function locate<T extends { readonly place: Place }>({ place: { file, line, column }, ...rest }: T) {
  return { ...rest, location: `${file}:${line}:${column}` };
}

/** Tells a revision that may be released: each breaking change has a waiver, and each waiver is used. */
export function allowsRelease({ changes, unusedWaivers = [] }: Report): boolean {
  return (
    unusedWaivers.length === 0 && changes.every(({ level, waived }) => level !== "breaking" || waived !== undefined)
  );
}
