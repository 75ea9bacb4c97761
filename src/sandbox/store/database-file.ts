// The database file: created whole or not at all, and looked at before it is opened, so that a foreign one stays as it is.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "../../shared/terminal/index.ts";
import { applicationId, layout, sqliteSchema } from "./schema.ts";

const magic = "SQLite format 3\0";

/**
 * Makes sure that a sandbox's database stands at a path: looks at the header of the one that is there, or creates one.
 *
 * @returns Its real path, links followed.
 * @throws {Failure} when there is something else, or it has another layout.
 */
export function prepareDatabaseFile(file: string): string {
  const directory = dirname(file);
  if (!existsSync(directory)) {
    throw new Failure(`The directory ${directory} for --db does not exist.`, "Create it, or use another file.");
  }
  if (existsSync(file)) {
    const path = realpathSync(file);
    if (hasDatabase(path)) return path;
    refuseLeftLog(path);
    // An empty file is filled by putting another in its place: a process that is killed meanwhile leaves it empty
    create(path, renameSync);
    return path;
  }
  refuseLeftLog(file);
  try {
    create(file, linkSync);
  } catch (error) {
    // Another sandbox was first: its file is looked at like any other
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    hasDatabase(file);
  }
  return realpathSync(file);
}

/** Is there a database? An empty file counts as none. */
function hasDatabase(file: string): boolean {
  const found = statSync(file);
  if (!found.isFile()) throw new Failure(`--db ${file} is not a file.`, "Pass a file, or `:memory:`.");
  if (found.size === 0) return false;
  const header = readHeader(file);
  if (header.toString("latin1", 0, 16) !== magic || header.readUInt32BE(68) !== applicationId) {
    throw new Failure(
      `${file} was not written by this sandbox; it was not changed.`,
      "Use another file; a new one is created.",
    );
  }
  const foundLayout = header.readUInt32BE(60);
  if (foundLayout !== layout) {
    throw new Failure(
      `${file} has layout ${foundLayout}, but this sandbox reads layout ${layout}; it was not changed.`,
      "Use the version of the package that wrote it, or start with another file.",
    );
  }
  accessSync(file, constants.R_OK | constants.W_OK);
  // Its log is made beside it
  accessSync(dirname(file), constants.W_OK);
  return true;
}

/**
 * Opens the file for this process alone.
 *
 * @throws {Failure} when another process has it, or SQLite cannot read it.
 */
export function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT");
    return database;
  } catch (error) {
    database.close();
    const message = error instanceof Error ? error.message : String(error);
    if (/locked|busy/i.test(message)) throw createInUseFailure(file, error);
    throw new Failure(
      `${file} cannot be opened (${message}).`,
      "Restore it from a backup, or start with another file.",
      {
        cause: error,
      },
    );
  }
}

/** The failure of a file that another sandbox has open. */
export function createInUseFailure(file: string, cause?: unknown): Failure {
  return new Failure(
    `${file} is in use by another sandbox.`,
    "Stop that one first, or start this one on another file.",
    { cause },
  );
}

function create(file: string, put: (from: string, to: string) => void): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    const database = new DatabaseSync(beside);
    try {
      // This file is discarded when the process dies: no journal, which would be a second file to leave behind
      database.exec(`PRAGMA journal_mode = MEMORY;${sqliteSchema}`);
    } finally {
      database.close();
    }
    put(beside, file);
  } catch (error) {
    // SQLite's own words for a directory that cannot be written to, or a full disk, name no file
    if (!(error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR")) throw error;
    throw new Failure(
      `${file} cannot be created (${error.message}).`,
      "Use a file in a writable directory, on a disk with free space.",
      { cause: error },
    );
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A log without its database would be taken for the log of the new one. */
function refuseLeftLog(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) return;
  throw new Failure(
    `${file}-wal exists, but its database does not; it was not changed.`,
    "Restore the database beside it, or remove it to start with an empty one.",
  );
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, "r");
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}
