// Finds the two documents to compare: files, or what the root document was in a git revision.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fromHere, type ReadBytes } from "../shared/contract/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { defaultCommand, Repository } from "./revisions.ts";

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

/** The part of the options that says which documents are compared. */
interface Named {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
  readonly root: string;
  /** How the reader calls the command, for messages. */
  readonly command?: string | undefined;
}

/** Finds the document that is compared with: a file, a revision, or the latest release. */
export async function findBase({ base, root, command }: Named): Promise<Side> {
  if (base !== undefined) return findNamed(base, root, command);
  const repository = await Repository.around(root);
  if (repository === undefined) throw outsideGit(`There is no release to compare with: ${fromHere(root)}`, command);
  const { name, commit, isUnreleased } = await repository.latestRelease(command);
  return { ...(await revisionSide(repository, commit, name, root)), isUnreleased };
}

/** Finds the document that changed: a file, a revision, or the root document as it is now. */
export async function findRevision({ revision, root, command }: Named): Promise<Side> {
  return revision === undefined ? fileSide(root) : findNamed(revision, root, command);
}

async function findNamed(named: string, root: string, command: string | undefined): Promise<Side> {
  if (statSync(named, { throwIfNoEntry: false })?.isFile()) return fileSide(resolve(named));
  const repository = await Repository.around(root);
  const commit = await repository?.commit(named);
  if (repository !== undefined && commit !== undefined) {
    return revisionSide(repository, commit, named, root);
  }
  if (/\.(ya?ml|json)$/.test(named)) {
    throw new Failure(`Found no document at ${named}.`, "Correct the path, or pass a git revision.");
  }
  if (repository === undefined) throw outsideGit(`"${named}" is not a file, and ${fromHere(root)}`, command);
  throw await repository.missing(named);
}

function outsideGit(problem: string, command = defaultCommand): Failure {
  return new Failure(`${problem} is not in a git repository.`, `Pass two files: \`${command} BASE REVISION\`.`);
}

async function revisionSide(repository: Repository, commit: string, name: string, root: string): Promise<Side> {
  return { name, ...(await repository.readDocument(commit, name, root)) };
}

function fileSide(file: string): Side {
  return { name: fromHere(file), root: file };
}
