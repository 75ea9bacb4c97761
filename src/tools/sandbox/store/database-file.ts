// The database file: created whole or not at all, and looked at before it is opened, so that a foreign or damaged one stays as it is.
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Failure, makeTemporaryDirectory } from "../../terminal/index.ts";
import { applicationId, jsonColumns, layout, schema } from "./schema.ts";
import { oldestLayout } from "./upgrade.ts";
import { isCutInTheMiddle } from "./write-ahead-log.ts";

const magic = "SQLite format 3\0";

/**
 * Up to this size everything in a file is looked at before it is opened, which takes as long as it is large.
 * A sandbox with a million events must start within a second: of a larger file its header, its length and its log are looked at.
 */
const wholeCheckBytes = 8 * 1024 * 1024;

/**
 * Makes sure that a sandbox's database stands at a path: looks at the one that is there without changing it, or creates one.
 *
 * @returns Its real path, links followed.
 * @throws {Failure} when there is something else, or it is damaged.
 */
export function prepareDatabaseFile(file: string): string {
  const directory = dirname(file);
  if (!existsSync(directory)) {
    throw new Failure(`The directory ${directory} for --db does not exist.`, "Create it, or use another file.");
  }
  if (existsSync(file)) {
    const path = realpathSync(file);
    if (isThere(path)) return path;
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
    isThere(file);
  }
  return realpathSync(file);
}

/** Is there a database? An empty file counts as none. */
function isThere(file: string): boolean {
  const found = statSync(file);
  if (!found.isFile()) throw new Failure(`--db ${file} is not a file.`, "Pass a file, or `:memory:`.");
  if (found.size === 0) return false;
  const header = headerOf(file);
  if (header.toString("latin1", 0, 16) !== magic || header.readUInt32BE(68) !== applicationId) {
    throw new Failure(
      `${file} was not written by this sandbox; it was not changed.`,
      "Use another file; a new one is created.",
    );
  }
  const foundLayout = header.readUInt32BE(60);
  if (foundLayout !== layout && foundLayout !== oldestLayout) {
    throw new Failure(
      `${file} has layout ${foundLayout}, but this sandbox reads layout ${layout}; it was not changed.`,
      "Use the version of the package that wrote it, or start with another file.",
    );
  }
  accessSync(file, constants.R_OK | constants.W_OK);
  // Its log is made beside it
  accessSync(dirname(file), constants.W_OK);
  const before = standOf(file);
  const problem = problemOf(file, header);
  if (problem === undefined) return true;
  // Read while another process writes, a sound file looks torn
  throw before === standOf(file) ? damaged(file, problem) : inUse(file);
}

/**
 * Opens the file for this process alone.
 *
 * @throws {Failure} when another process has it.
 */
export function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT");
    return database;
  } catch (error) {
    database.close();
    const isBusy = error instanceof Error && /locked|busy/i.test(error.message);
    throw isBusy ? inUse(file, error) : damaged(file, textOf(error), error);
  }
}

/** The failure of a file that another sandbox has open. */
export function inUse(file: string, cause?: unknown): Failure {
  return new Failure(
    `${file} is in use by another sandbox.`,
    "Stop that one, or use another file. PostgreSQL (--db postgres://…) takes several.",
    { cause },
  );
}

/** Creates a database in a temporary place and moves it, so that it is never there in part. */
function create(file: string, put: (from: string, to: string) => void): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    const database = new DatabaseSync(beside);
    try {
      // This file is discarded when the process dies: no journal, which would be a second file to leave behind
      database.exec(`PRAGMA journal_mode = MEMORY;${schema}`);
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
  if (sizeOf(`${file}-wal`) === 0) return;
  throw new Failure(
    `${file}-wal exists, but its database does not; it was not changed.`,
    "Restore the database beside it, or remove it to start with an empty one.",
  );
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, "r");
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}

/** What is wrong with a sandbox's database; undefined when it is sound. */
function problemOf(file: string, header: Buffer): string | undefined {
  if (sizeOf(`${file}-wal`) > 0) {
    // What a killed process had committed may stand in the log only
    if (isCutInTheMiddle(`${file}-wal`)) return "its log is broken before its end";
    return sizeOf(file) > wholeCheckBytes ? undefined : problemOfCopy(file);
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
  const size = sizeOf(file);
  const expected = header.readUInt32BE(28) * pageSize;
  if (size < expected) return `it has ${size} of ${expected} bytes`;
  if (size > wholeCheckBytes) return undefined;
  // Nothing is locked, and no file is made beside it
  const url = pathToFileURL(file);
  url.search = "?immutable=1";
  return problemIn(() => new DatabaseSync(url, { readOnly: true }));
}

/** A log would be written back on closing: it is looked at in a copy. */
function problemOfCopy(file: string): string | undefined {
  const directory = makeTemporaryDirectory(join(tmpdir(), "sandbox-db-"));
  try {
    const copy = join(directory.path, "copy");
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    return problemIn(() => new DatabaseSync(copy));
  } catch (error) {
    return textOf(error);
  } finally {
    directory.remove();
  }
}

/** Looks at every page, at every index, and at every text that is to be JSON. A changed letter inside of a text is not noticed. */
function problemIn(open: () => DatabaseSync): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = open();
    const found = database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
    if (found !== "ok") return String(found);
    for (const [table, column] of jsonColumns) {
      const broken = database.prepare(`SELECT 1 FROM ${table} WHERE NOT json_valid(${column}) LIMIT 1`).get();
      if (broken !== undefined) return `a text in ${table} is not JSON`;
    }
    return undefined;
  } catch (error) {
    return textOf(error);
  } finally {
    database?.close();
  }
}

/** When a file and its log were last written, and how large they are. */
function standOf(file: string): string {
  const parts = [file, `${file}-wal`].map((one) => {
    const found = statSync(one, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? "" : `${found.size} ${found.mtimeNs} ${found.ino}`;
  });
  return parts.join(", ");
}

function sizeOf(file: string): number {
  const found: Stats | undefined = statSync(file, { throwIfNoEntry: false });
  return found?.size ?? 0;
}

function damaged(file: string, detail: string, cause?: unknown): Failure {
  return new Failure(
    `${file} is damaged (${detail.replaceAll(/\s+/g, " ")}); it was not changed.`,
    "Restore it from a backup, or start with another file.",
    { cause },
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
