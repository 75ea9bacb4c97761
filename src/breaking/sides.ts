// Finds the two documents to compare: files, or what the root document was in a git revision.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fromHere, type ReadBytes } from "../shared/contract/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { Repository } from "./revisions.ts";

/** One of the two documents. */
export interface Side {
  /** Its name in messages: a file, or a revision. */
  readonly name: string;
  readonly root: string;
  /** It is the main branch, because there is no release yet. */
  readonly isUnreleased?: boolean;
  /** Reads one of its files; by default from the disk. */
  readonly readBytes?: ReadBytes;
}

/** Finds the document that is compared with: a file, a revision, or the latest release. */
export async function findBase(named: string | undefined, root: string): Promise<Side> {
  if (named !== undefined) return findNamed(named, root);
  const repository = await Repository.around(root);
  if (repository === undefined) {
    throw new Failure(
      `${fromHere(root)} is not in a git repository, so there is no release to compare with.`,
      "Pass two files: `npm run breaking -- BASE REVISION`.",
    );
  }
  const { name, commit, isUnreleased } = await repository.latestRelease();
  return { ...(await revisionSide(repository, commit, name, root)), isUnreleased };
}

/** Finds the document that changed: a file, a revision, or the root document as it is now. */
export async function findRevision(named: string | undefined, root: string): Promise<Side> {
  return named === undefined ? fileSide(root) : findNamed(named, root);
}

async function findNamed(named: string, root: string): Promise<Side> {
  if (statSync(named, { throwIfNoEntry: false })?.isFile()) return fileSide(resolve(named));
  const repository = await Repository.around(root);
  const commit = await repository?.commit(named);
  if (repository !== undefined && commit !== undefined) {
    return revisionSide(repository, commit, named, root);
  }
  if (repository === undefined || /\.(ya?ml|json)$/.test(named)) {
    throw new Failure(`Found no document at ${named}.`, "Correct the path, or pass a git revision.");
  }
  throw await repository.missing(named);
}

async function revisionSide(repository: Repository, commit: string, name: string, root: string): Promise<Side> {
  return { name, ...(await repository.readDocument(commit, name, root)) };
}

function fileSide(file: string): Side {
  return { name: fromHere(file), root: file };
}
