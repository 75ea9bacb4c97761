// Finds what keeps a release from being made: all of it at once, so that it can be fixed at once.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ContractReport } from "./contract-report.ts";
import type { History } from "./history.ts";
import { parseManifest } from "./manifest.ts";
import { contractVersion, lockVersions, textsAt } from "./scalar.ts";

/** The branch that releases are made from. */
export const releaseBranch = "main";

/** Something that keeps a release from being made. */
export interface Obstacle {
  readonly message: string;
  readonly remedy: string;
}

/** The files that a release reads. */
export interface Texts {
  readonly changelog: string;
  readonly manifest: string;
  readonly lock: string;
  readonly contract: string;
}

/** A release, as far as something can stand in its way. */
export interface Attempt {
  readonly git: History;
  readonly tag: string;
  /** The tag of the latest release; undefined before the first. */
  readonly base: string | undefined;
  readonly texts: Texts;
  /** What package.json says. */
  readonly version: string;
  readonly contract: ContractReport;
  readonly notes: string;
}

/** Everything that prevents a release, except stale generated files. */
export async function obstaclesTo({ git, tag, base, texts, version, contract, notes }: Attempt): Promise<Obstacle[]> {
  return [
    ...(await repositoryObstacles(git, tag)),
    ...versionObstacles(texts, version, base),
    ...contractObstacles(contract),
    ...notesObstacles(notes),
  ];
}

async function repositoryObstacles(git: History, tag: string): Promise<Obstacle[]> {
  const branch = await git.branch();
  const uncommitted = await git.uncommitted();
  return [
    ...when(branch !== releaseBranch, {
      message: `Releases are made from ${releaseBranch}, and this is ${branch ?? "no branch"}.`,
      remedy: `Switch with \`git switch ${releaseBranch}\`.`,
    }),
    ...when(uncommitted.length > 0, {
      message: `The working tree is not clean: ${some(uncommitted)}.`,
      remedy: "Commit the changes, or stash them with `git stash --include-untracked`.",
    }),
    ...when(await git.hasTag(tag), {
      message: `The tag ${tag} exists, but not in the history of this commit.`,
      remedy: "Release from the branch that has it, or delete the tag if it was never published.",
    }),
  ];
}

function versionObstacles({ lock, contract }: Texts, version: string, base: string | undefined): Obstacle[] {
  const found = [
    ...textsAt(lock, lockVersions).map((text) => ["package-lock.json", text] as const),
    ...textsAt(contract, [contractVersion]).map((text) => ["openapi/openapi.yaml", text] as const),
  ];
  const differing = new Map(found.filter(([, text]) => text !== version));
  return [
    ...Array.from(differing, ([file, found]) => ({
      message: `${file} says ${found ?? "no version"}, and package.json ${version}.`,
      remedy: "Write the same version in both.",
    })),
    ...when(base !== undefined && base !== `v${version}`, {
      message: `package.json says ${version}, and the latest release is ${base}.`,
      remedy: "Write the released version there: `npm run release` sets the next one.",
    }),
  ];
}

function contractObstacles({ changes, unusedWaivers = [] }: ContractReport): Obstacle[] {
  return [
    ...changes
      .filter(({ level, waived }) => level === "breaking" && waived === undefined)
      .map(({ rule, location }) => ({
        message: `The break ${rule} at ${location} is not acknowledged.`,
        remedy: "Undo it, or add a waiver as `npm run breaking` says.",
      })),
    ...unusedWaivers.map(({ rule, location }) => ({
      message: `No change needs the waiver of ${rule} at ${location}.`,
      remedy: "Remove it.",
    })),
  ];
}

function notesObstacles(notes: string): Obstacle[] {
  return when(notes === "", {
    message: "CHANGELOG.md does not mention this release.",
    remedy: "Under `## [Unreleased]`, write what it means to consumers.",
  });
}

/** What keeps a tag from being published: the package would carry another version. */
export async function tagObstacles(directory: string, tag: string): Promise<Obstacle[]> {
  const { version } = parseManifest(await readFile(join(directory, "package.json"), "utf8"));
  return when(tag !== `v${version}`, {
    message: `The tag is ${tag}, and package.json says ${version}.`,
    remedy: "Delete the tag, and release with `npm run release`.",
  });
}

function when(condition: boolean, obstacle: Obstacle): Obstacle[] {
  return condition ? [obstacle] : [];
}

const shown = 5;

function some(names: readonly string[]): string {
  const more = names.length - shown;
  return `${names.slice(0, shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
