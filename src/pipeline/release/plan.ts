// Works out a release: since when, what changed, which version follows, and what prevents it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gte } from "semver";
import { Failure } from "../../tools/terminal/index.ts";
import { type Changelog, type Entry, parseChangelog, releaseNotes, type Unreleased } from "./changelog.ts";
import type { CompareContract, ContractChange, ContractReport } from "./contract-report.ts";
import { apiEntries, contractEntries, isNameOnly } from "./entries.ts";
import type { History } from "./history.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { type Obstacle, obstaclesTo, type Texts } from "./obstacles.ts";
import { shippedChanges } from "./shipped.ts";
import { isOfSurface, surfaceChanges } from "./surface.ts";
import { type Bump, bumped, isVersion, largest } from "./version.ts";

/** One of the reasons for a version. */
export interface Reason {
  /** What was looked at. */
  readonly source: "contract" | "package" | "code";
  readonly bump: Bump;
  /** Each change that was found, as a line. */
  readonly changes: readonly string[];
}

/** A release, worked out. */
export interface Plan {
  /** The tag of the latest release; undefined before the first. */
  readonly base: string | undefined;
  readonly reasons: readonly Reason[];
  readonly bump: Bump;
  /** The version of the latest release, or the one that the first will have. */
  readonly current: string;
  readonly version: string;
  readonly tag: string;
  readonly changelog: Changelog;
  /** The text of the release in the changelog. */
  readonly notes: string;
  readonly obstacles: readonly Obstacle[];
}

/** What a release is worked out from. */
export interface PlanOptions {
  readonly git: History;
  readonly compare: CompareContract;
  /** The version that a person asks for, instead of the smallest that the changes allow. */
  readonly wanted?: string | undefined;
}

/**
 * Works out the next release. Reads only.
 *
 * @returns The plan; undefined when nothing that ships has changed since the latest release.
 * @throws {Failure} when it cannot be worked out.
 */
export async function planRelease({ git, compare, wanted }: PlanOptions): Promise<Plan | undefined> {
  const texts = await readTexts(git.directory);
  const base = await git.latestRelease();
  const changelog = checkedChangelog(texts.changelog, base);
  const manifest = parseManifest(texts.manifest);
  const current = versionOf(manifest.version, "package.json");
  const found = base === undefined ? noChanges : await changesSince(base, git, compare, manifest, changelog.unreleased);
  const bump = largest(found.reasons.map((reason) => reason.bump));
  if (base !== undefined && bump === "none" && wanted === undefined) return undefined;
  const version = wanted === undefined ? bumped(current, bump) : checkedWish(wanted, current, bump, base);
  const tag = `v${version}`;
  const notes = releaseNotes(changelog.unreleased, found.entries);
  return {
    base,
    reasons: found.reasons,
    bump,
    current,
    version,
    tag,
    changelog,
    notes,
    obstacles: await obstaclesTo({ git, tag, base, texts, version: current, contract: found.contract, notes }),
  };
}

async function readTexts(directory: string): Promise<Texts> {
  const read = (path: string) => readFile(join(directory, path), "utf8");
  return {
    changelog: await read("CHANGELOG.md"),
    manifest: await read("package.json"),
    lock: await read("package-lock.json"),
    contract: await read("openapi/openapi.yaml"),
  };
}

/** The changelog and the tags have to agree on the latest release: a missing tag would make all the history new. */
function checkedChangelog(text: string, base: string | undefined): Changelog {
  const changelog = parseChangelog(text);
  if (changelog === undefined) {
    throw new Failure("CHANGELOG.md has no `## [Unreleased]`.", "Add the heading above the latest release.");
  }
  const { latest } = changelog;
  if ((latest === undefined ? undefined : `v${latest}`) !== base) {
    throw new Failure(
      `The latest release is ${latest ?? "none"} by CHANGELOG.md, and ${base ?? "none"} by the tags in the history of this commit.`,
      "Fetch the tags with `git fetch --tags`, or correct the one that is wrong.",
    );
  }
  return changelog;
}

function versionOf(text: string, where: string): string {
  if (isVersion(text)) return text;
  throw new Failure(`A version has the form 1.2.3, found "${text}" in ${where}.`, "Correct it.");
}

function checkedWish(wanted: string, current: string, bump: Bump, base: string | undefined): string {
  const version = versionOf(wanted, "--as");
  const least = base === undefined ? current : bumped(current, bump === "none" ? "patch" : bump);
  if (gte(version, least)) return version;
  throw new Failure(`${wanted} is lower than the changes need: ${least}.`, "Leave --as out, or pass a higher version.");
}

interface Found {
  readonly reasons: readonly Reason[];
  readonly entries: readonly Entry[];
  readonly contract: ContractReport;
}

const noChanges: Found = { reasons: [], entries: [], contract: { bump: "none", changes: [] } };

async function changesSince(
  base: string,
  git: History,
  compare: CompareContract,
  manifest: Manifest,
  unreleased: Unreleased,
): Promise<Found> {
  const then = await git.filesAt(base, (path) => path === "package.json" || isOfSurface(path));
  const before = parseManifest(then.get("package.json")?.bytes.toString() ?? "{}");
  const contract = await compare(base);
  const surface = await surfaceChanges(then, git.directory, before, manifest);
  const files = await shippedChanges(git, base, before, manifest);
  const names = contract.changes.filter(isNameOnly);
  const apiBreaks = names.length > 0 || surface.some(({ kind }) => kind === "removed" || kind === "changed");
  return {
    contract,
    entries: [...contractEntries(contract), ...apiEntries(surface)],
    reasons: [
      { source: "contract", bump: contract.bump, changes: contract.changes.map(contractLine) },
      {
        source: "package",
        bump: apiBreaks ? "major" : surface.length > 0 ? "minor" : "none",
        changes: [
          ...names.map(({ rule, location }) => `changed: a name in generated code (${rule}, ${location})`),
          ...surface.map(
            ({ kind, entry, name, member }) => `${kind}: ${[entry, name, member].filter(Boolean).join(" ")}`,
          ),
        ],
      },
      { source: "code", bump: files.length === 0 ? "none" : (writtenBump(unreleased) ?? "patch"), changes: files },
    ],
  };
}

function contractLine({ level, waived, message, location }: ContractChange): string {
  return `${level}${waived === undefined ? "" : ", waived"}: ${message} (${location})`;
}

/** What a person wrote says more of the code than that it changed. */
function writtenBump({ sections }: Unreleased): Bump | undefined {
  if (["Breaking", "Removed"].some((heading) => sections.has(heading))) return "major";
  return ["Deprecated", "Added", "Changed"].some((heading) => sections.has(heading)) ? "minor" : undefined;
}
