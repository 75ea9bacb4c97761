// Compares two contracts from end to end: finds them, judges what changed, and applies the waivers.
import { dirname, join } from "node:path";
import { isObject, Parsed, type Place, Source } from "../shared/contract/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { type Bump, chooseBump } from "./bump.ts";
import type { Counterexample } from "./counterexample-text.ts";
import { type Change, judge } from "./judge.ts";
import { findBase, findRevision, type Side } from "./sides.ts";
import { checkBoth, type Unread } from "./structure.ts";
import { applyWaivers, readWaivers, type Waiver } from "./waivers.ts";

/** A change, with the reason of its waiver, if any. */
export interface ReportedChange extends Change {
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
  /** What is invalid in one of the documents, or new in OpenAPI 3.2; absent without any. */
  readonly notCompared?: readonly (Omit<Unread, "place"> & { readonly location: string })[];
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
  /** Refuses a document with an invalid part, instead of leaving that part out. */
  readonly strictDocuments?: boolean | undefined;
  /** How the reader calls the command, for messages. */
  readonly command?: string | undefined;
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
  const sides: Side[] = [];
  try {
    const base = await findBase(options);
    sides.push(base);
    const revision = await findRevision(options);
    sides.push(revision);
    const parsed = new Parsed();
    const before = await Source.read(base.root, parsed, base.readBytes);
    const after = await Source.read(revision.root, parsed, revision.readBytes);
    const { info } = before.root;
    return {
      report: await judgeSources(before, after, revision, options),
      base: base.name,
      isUnreleased: base.isUnreleased === true,
      revision: revision.name,
      baseVersion: isObject(info) ? info["version"] : undefined,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure(
      `${sides.map(({ name }) => name).join(" and ")} cannot be compared: a row of schemas, each inside of the one before, is too long.`,
      "Shorten it: expected at most some hundred schemas.",
      { cause: error },
    );
  }
}

async function judgeSources(
  before: Source,
  after: Source,
  revision: Side,
  { waivers: waiversFile, strictDocuments }: CompareOptions,
): Promise<Report> {
  const unread = checkBoth(before, after, strictDocuments);
  const waivers = await readWaivers(
    waiversFile ?? join(dirname(revision.root), "waivers.yaml"),
    waiversFile !== undefined,
    waiversFile === undefined ? revision.readBytes : undefined,
  );
  const changes = judge(before, after);
  // Its validator takes time to load, which a report without a break does not need
  const isBreaking = changes.some(({ level }) => level === "breaking");
  const counterexamples = isBreaking
    ? new (await import("./counterexample.ts")).Counterexamples(before, after)
    : undefined;
  const { reasons, unused } = applyWaivers(changes, waivers);
  return {
    bump: chooseBump(changes, before, after),
    changes: changes.map((change) => {
      const { place: _, concerns: __, difference, ...reported } = change;
      const waived = reasons.get(change);
      const counterexample = change.level === "breaking" ? counterexamples?.find(difference) : undefined;
      return {
        ...reported,
        ...(counterexample === undefined ? {} : { counterexample }),
        ...(waived === undefined ? {} : { waived }),
      };
    }),
    ...(unused.length > 0 ? { unusedWaivers: unused.map(located) } : {}),
    ...(unread.length > 0 ? { notCompared: unread.map(located) } : {}),
  };
}

/** The place as one text. */
function located<T extends { readonly place: Place }>({ place: { file, line, column }, ...rest }: T) {
  return { ...rest, location: `${file}:${line}:${column}` };
}

/** Whether there is no breaking change without a waiver, and no unused waiver. */
export function passes({ changes, unusedWaivers = [] }: Report): boolean {
  return (
    unusedWaivers.length === 0 && changes.every(({ level, waived }) => level !== "breaking" || waived !== undefined)
  );
}
