// The worlds in a folder, a file for each, which survive the process, also one that is killed: a world comes, changes its file and goes by a rename.
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "../../shared/terminal/index.ts";
import { Database, isUnavailable } from "./database.ts";
import { nameFile, readFileName } from "./names.ts";
import { applicationId, indexSchema, layout, layoutBefore } from "./schema.ts";
import type { Store } from "./store.ts";
import { readRow } from "./tables.ts";
import { type NewEntry, WorldIndex } from "./world-index.ts";

/** So many files of worlds are open at a time, with two descriptors each. */
const maxOpen = 200;

/** The size of a small world, rounded up. */
const worldBytes = 64 * 1024;

/** Keys of worlds are in the files: only their owner reads them. SQLite gives its logs the mode of their database. */
const [privateFile, privateFolder] = [{ mode: 0o600 }, { mode: 0o700 }];

export class FolderStore implements Store {
  readonly index: WorldIndex;
  readonly #index: DatabaseSync;
  /** The folder of the worlds' files. */
  readonly #worlds: string;
  /** The open ones, the one first that was opened first. */
  readonly #open = new Map<string, DatabaseSync>();
  readonly #removals = new Set<Promise<void>>();

  /**
   * Opens the worlds of a folder, for this process alone; a folder that is not there is made.
   *
   * @throws {Failure} when there is something else, it has another layout, or another sandbox uses it; it is left untouched.
   */
  constructor(folder: string) {
    const path = openFolder(folder);
    this.#worlds = join(path, "worlds");
    this.#index = openAlone(join(path, "index.db"), indexSchema);
    this.index = new WorldIndex(new Database(() => this.#index));
    try {
      this.#tidy();
    } catch (error) {
      this.#index.close();
      throw error;
    }
  }

  /** @throws {Failure} when the folder of the worlds cannot take a file of a new world's size: it may not be written to, or its disk is full. */
  check(): void {
    // The next start removes it if the process dies
    const file = join(this.#worlds, "check.new");
    try {
      try {
        writeFileSync(file, new Uint8Array(worldBytes), privateFile);
      } finally {
        rmSync(file, { force: true });
      }
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const remedy = "Allow reading and writing there, on a disk with free space.";
      throw new Failure(`${this.#worlds} cannot be written to (${code}).`, remedy, { cause });
    }
  }

  connect(id: string): DatabaseSync {
    const found = this.#open.get(id);
    if (found !== undefined) return found;
    const path = this.#path(id);
    // SQLite would make one, which the next start would refuse
    if (!existsSync(path)) throw new Error(`The world ${id} is not there.`);
    if (this.#open.size >= maxOpen) {
      const [first] = [...this.#open].find(([, { isTransaction }]) => !isTransaction) ?? [];
      if (first !== undefined) this.#close(first);
    }
    const database = openAlone(path);
    this.#open.set(id, database);
    return database;
  }

  async copy(from: string, to: string): Promise<DatabaseSync> {
    const checkpoint = this.connect(from).prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (checkpoint?.["busy"] !== 0) throw new Error(`The log of the world ${from} could not be written into its file.`);
    // To read a file and close it gives up the process's lock of it; that of the index still keeps other sandboxes out
    const file = `${this.#path(to)}.new`;
    await copyFile(this.#path(from), file);
    // It is removed when the process dies: no journal, which would be a second file to leave behind
    const draft = new DatabaseSync(file);
    draft.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN");
    return draft;
  }

  keep(id: string, draft: DatabaseSync): void {
    const path = this.#path(id);
    draft.exec("COMMIT");
    if (draft.location() === null) {
      const bytes = draft.serialize();
      // Says in the header that it has a write-ahead log: to be changed to one, a file is written through to the disk
      bytes.fill(2, 18, 20);
      writeFileSync(`${path}.new`, bytes, privateFile);
    }
    draft.close();
    this.#close(id);
    // A log belongs to the file beside it
    if (existsSync(`${path}-wal`)) {
      throw new Failure(
        `${path}-wal exists, but its database does not; it was not changed.`,
        "Restore the database beside it, or remove it.",
      );
    }
    renameSync(`${path}.new`, path);
  }

  remove(id: string): void {
    const path = this.#path(id);
    this.#close(id);
    // Names that no start takes for a world: what is removed does not come back, and its own name is free, whenever the process dies
    const suffix = `.${process.pid}-${performance.now()}.gone`;
    const files = [path, `${path}-wal`].filter((file) => existsSync(file));
    for (const file of files) renameSync(file, `${file}${suffix}`);
    this.index.remove(id);
    const removal = Promise.all(files.map((file) => rm(`${file}${suffix}`, { force: true }))).then(
      () => void this.#removals.delete(removal),
    );
    this.#removals.add(removal);
  }

  async close(): Promise<void> {
    for (const id of this.#open.keys()) this.#close(id);
    await Promise.allSettled(this.#removals);
    this.#index.close();
  }

  #close(id: string): void {
    this.#open.get(id)?.close();
    this.#open.delete(id);
  }

  /** Removes what a process left that was killed, and makes the entries of worlds that have none. */
  #tidy(): void {
    const known = new Set(this.index.ids());
    for (const name of readdirSync(this.#worlds)) {
      const file = join(this.#worlds, name);
      // The log of a world whose removal was cut short: it goes before the name that tells of it
      const [, removed] = /^(.*\.db)\.[\d.-]+\.gone$/.exec(file) ?? [];
      if (removed !== undefined && !existsSync(removed)) rmSync(`${removed}-wal`, { force: true });
      if (/\.(new|gone)$/.test(name)) rmSync(file, { force: true });
      const id = /^(.*)\.db$/.exec(name)?.[1];
      if (id !== undefined && !known.delete(readFileName(id))) {
        const row = readRow(new Database(() => this.connect(readFileName(id))));
        this.index.add(row as NewEntry, Date.now());
      }
    }
    for (const id of known) this.index.remove(id);
  }

  #path(id: string): string {
    return join(this.#worlds, `${nameFile(id)}.db`);
  }
}

/**
 * Opens the folder of a sandbox, with the one of its worlds; each is made where it is not there.
 *
 * @throws {Failure} when it has something else in it, or cannot be made.
 */
function openFolder(folder: string): string {
  try {
    if (!existsSync(folder)) mkdirSync(folder, privateFolder);
    const names = readdirSync(folder);
    if (!names.includes("worlds")) {
      if (names.length > 0) {
        const remedy = "Use another folder; a new one is created.";
        throw new Failure(`${folder} was not written by this sandbox; it was not changed.`, remedy);
      }
      mkdirSync(join(folder, "worlds"), privateFolder);
    }
    return realpathSync(folder);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const message = `${folder} cannot be the folder of the worlds (${cause instanceof Error ? cause.message : cause}).`;
    throw new Failure(
      message,
      "Use a folder in a directory that exists and can be written to, on a disk with free space.",
      { cause },
    );
  }
}

const readMarks = `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master) AS tables
  FROM pragma_application_id, pragma_user_version`;

/**
 * Opens a file for this process alone.
 *
 * @param schema The tables, where it is filled when it is new.
 * @throws {Failure} when it is not a sandbox's, has another layout, is in use, or cannot be read.
 */
function openAlone(file: string, schema?: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (schema !== undefined && !existsSync(file)) writeFileSync(file, "", privateFile);
    database = new DatabaseSync(file);
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    const found = database.prepare(readMarks).get() ?? {};
    const isNew = schema !== undefined && found["tables"] === 0;
    if (!isNew && found["application_id"] !== applicationId) {
      throw new Failure(`${file} was not written by this sandbox; it was not changed.`, "Use another folder.");
    }
    const isBefore = found["user_version"] === layoutBefore;
    if (!isNew && !isBefore && found["user_version"] !== layout) {
      throw new Failure(
        `${file} has layout ${found["user_version"]}, but this sandbox reads layouts ${layoutBefore} and ${layout}; it was not changed.`,
        "Use the version of the package that wrote it, or start with another folder.",
      );
    }
    // The process may be killed at any moment: the operating system has received what was committed
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000; PRAGMA journal_mode = WAL");
    // A log that grew in one large transaction is truncated
    database.exec("PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 8000000; BEGIN EXCLUSIVE; COMMIT");
    if (isNew) database.exec(`BEGIN; ${schema}; COMMIT`);
    // The version that wrote it would read wrongly what this one writes
    if (isBefore) database.exec(`PRAGMA user_version = ${layout}`);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Failure) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/locked|busy/i.test(message)) {
      const remedy = "Stop that one first, or start this one on another folder.";
      throw new Failure(`${dirname(file)} is in use by another sandbox.`, remedy, { cause: error });
    }
    const remedy = isUnavailable(error)
      ? "Allow reading and writing there, or restore it from a backup."
      : "Restore it from a backup, or use another folder.";
    throw new Failure(`${file} cannot be opened (${message}).`, remedy, { cause: error });
  }
}
