// The database file: created whole or not at all, and looked at before it is opened, so that a foreign or damaged one stays as it is.
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "../../terminal/index.ts";
import { applicationId, layout, schema } from "./schema.ts";

/** Up to this size every page of a file is checked before it is opened; of a larger one its header and its length are. */
const wholeCheckBytes = 32 * 1024 * 1024;

const magic = "SQLite format 3\0";

/**
 * Looks at a file without changing it.
 *
 * @returns Whether there is a file: an empty one counts as none.
 * @throws {Failure} when it is not a sandbox's, or is damaged.
 */
export function refuseForeignFile(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.size === 0)) return false;
  if (!found.isFile()) throw new Failure(`--db ${file} is not a file.`, "Name a file, or `:memory:`.");
  const header = headerOf(file);
  const isForeign = header.toString("latin1", 0, 16) !== magic || header.readUInt32BE(68) !== applicationId;
  if (isForeign) {
    throw new Failure(
      `${file} was not written by this sandbox; it was left as it is.`,
      "Name another file: one that does not exist yet is created.",
    );
  }
  const foundLayout = header.readUInt32BE(60);
  if (foundLayout !== layout) {
    throw new Failure(
      `${file} has the layout ${foundLayout}, this sandbox reads layout ${layout}; it was left as it is.`,
      "Use the version of the package that wrote it, or begin with another file.",
    );
  }
  refuseTorn(file, header, found.size);
  return true;
}

/** Creates a database beside its place and renames it, so that it is never there by half. */
export function createDatabaseFile(file: string): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    const database = new DatabaseSync(beside);
    try {
      database.exec(schema);
    } finally {
      database.close();
    }
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

/**
 * Takes the file for this process alone.
 *
 * @throws {Failure} when another process has it.
 */
export function holdAlone(database: DatabaseSync, file: string): void {
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT");
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Failure(`${file} is in use by another sandbox.`, "Stop that one, or name another file.", {
        cause: error,
      });
    }
    throw damaged(file, error);
  }
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

function refuseTorn(file: string, header: Buffer, size: number): void {
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
  // What a killed process had committed may still stand in the log beside the file
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const expected = header.readUInt32BE(28) * pageSize;
  if (!hasLog && size < expected) throw damaged(file, undefined, `it has ${size} of ${expected} bytes`);
  if (size <= wholeCheckBytes) checkCopy(file);
}

/** Checks every page of a copy: looking into the file itself could change it. */
function checkCopy(file: string): void {
  const directory = mkdtempSync(join(tmpdir(), "sandbox-db-"));
  try {
    const copy = join(directory, "copy");
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    try {
      const row = database.prepare("PRAGMA quick_check(1)").get();
      if (row?.["quick_check"] !== "ok") throw damaged(file, undefined, String(row?.["quick_check"]));
    } catch (error) {
      throw error instanceof Failure ? error : damaged(file, error);
    } finally {
      database.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function damaged(
  file: string,
  cause: unknown,
  detail = cause instanceof Error ? cause.message : String(cause),
): Failure {
  return new Failure(
    `${file} is damaged (${detail.replaceAll(/\s+/g, " ")}); it was left as it is.`,
    "Restore it from a copy, or begin with another file.",
    { cause },
  );
}
