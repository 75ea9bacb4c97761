// Compares two contracts from end to end: finds them, judges what changed, and applies the waivers.
import { dirname, join } from "node:path";
import { Parsed, Source } from "../contract/index.ts";
import { type Bump, bumpOf } from "./bump.ts";
import { type Change, judge } from "./judge.ts";
import { findBase, findRevision, type Side } from "./sides.ts";
import { checked } from "./structure.ts";
import { applyWaivers, readWaivers, type Waiver } from "./waivers.ts";

/** A change, with the reason of its waiver, if any. */
export interface ReportedChange extends Change {
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

/** What to compare. */
export interface CompareOptions {
  /** A file or a git revision; by default the latest release, or the main branch before there is one. */
  readonly base?: string | undefined;
  /** A file or a git revision; by default the root document as it is. */
  readonly revision?: string | undefined;
  /** The root document in a git revision. */
  readonly root: string;
  /** The file of waivers; by default `waivers.yaml` beside the revision's root document, if there is one. */
  readonly waivers?: string | undefined;
}

/** A report, with the names of what was compared. */
export interface Comparison {
  readonly report: Report;
  readonly base: string;
  readonly revision: string;
}

/**
 * Compares two contracts.
 *
 * @throws {Failure} or {FindingsError} when they cannot be compared; never an incomplete report.
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const sides: Side[] = [];
  try {
    const base = await findBase(options.base, options.root);
    sides.push(base);
    const revision = await findRevision(options.revision, options.root);
    sides.push(revision);
    return { report: await compareSides(base, revision, options.waivers), base: base.name, revision: revision.name };
  } finally {
    await Promise.all(sides.map((side) => side.remove()));
  }
}

async function compareSides(base: Side, revision: Side, waiversFile: string | undefined): Promise<Report> {
  const parsed = new Parsed();
  const before = checked(await Source.read(base.root, parsed, base.shownAs));
  const after = checked(await Source.read(revision.root, parsed, revision.shownAs));
  const waivers = await readWaivers(
    waiversFile ?? join(dirname(revision.root), "waivers.yaml"),
    waiversFile !== undefined,
    waiversFile === undefined ? revision.shownAs : undefined,
  );
  const changes = judge(before, after);
  const { reasons, unused } = applyWaivers(changes, waivers);
  return {
    bump: bumpOf(changes, before, after),
    changes: changes.map((change) => {
      const { place: _, concerns: __, ...reported } = change;
      const waived = reasons.get(change);
      return waived === undefined ? reported : { ...reported, waived };
    }),
    ...(unused.length > 0 ? { unusedWaivers: unused.map(reportedWaiver) } : {}),
  };
}

function reportedWaiver({ place: { file, line, column }, ...waiver }: Waiver) {
  return { ...waiver, location: `${file}:${line}:${column}` };
}

/** Whether there is no breaking change without a waiver, and no unused waiver. */
export function passes({ changes, unusedWaivers = [] }: Report): boolean {
  return (
    unusedWaivers.length === 0 && changes.every(({ level, waived }) => level !== "breaking" || waived !== undefined)
  );
}
