// Where the databases of the worlds are: one for each, so that none waits for another, and one for the index.
import { backup, DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { Database } from "./database.ts";
import { indexSchema, worldSchema } from "./schema.ts";
import { WorldTables } from "./tables.ts";
import { WorldIndex } from "./world-index.ts";

/** Fills the tables of a new world, which nobody else can see yet. */
export type Fill = (tables: WorldTables) => void;

export interface Store {
  readonly index: WorldIndex;
  /** The tables of a world that is there. They stay open until room is made for others; whoever finds them closed opens them again. */
  open(id: string): WorldTables;
  /** Makes a world, or puts another in the place of one that is there. All of it is kept, or nothing. */
  make(id: string, fill: Fill): void;
  /** Makes a world of a copy of another one, which nobody may change meanwhile. @param change Changes the copy before it can be seen, in slices. */
  copy(from: string, to: string, change: (tables: WorldTables) => Generator<undefined, void>): Promise<void>;
  /** Removes a world and its entry. */
  remove(id: string): void;
  close(): Promise<void>;
}

/** The tables of a new world take less time to copy than to make. */
let template: Uint8Array | undefined;

/** Fills a new world in memory. */
export function makeInMemory(fill: Fill): WorldTables {
  if (template === undefined) {
    const empty = new DatabaseSync(":memory:");
    empty.exec(`PRAGMA page_size = 2048; ${worldSchema}`);
    template = empty.serialize();
    empty.close();
  }
  const tables = openBytes(template);
  try {
    tables.database.transaction(() => fill(tables));
    return tables;
  } catch (error) {
    tables.database.close();
    throw error;
  }
}

function openBytes(bytes: Uint8Array): WorldTables {
  const database = new DatabaseSync(":memory:");
  database.deserialize(bytes);
  return new WorldTables(new Database(database));
}

/** Lets everybody else work between two slices. By Node's own timer: a test that fakes the global ones would wait for ever. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/** Takes slices until the work is done. */
export async function takeSlices<T>(slices: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
    await nextTurn();
  }
}

/** Worlds that are forgotten with the process. */
export class MemoryStore implements Store {
  readonly index: WorldIndex;
  readonly #index: DatabaseSync;
  readonly #worlds = new Map<string, WorldTables>();

  constructor() {
    this.#index = new DatabaseSync(":memory:");
    this.#index.exec(indexSchema);
    this.index = new WorldIndex(new Database(this.#index));
  }

  open(id: string): WorldTables {
    const found = this.#worlds.get(id);
    if (found === undefined) throw new Error(`The world ${id} is not there.`);
    return found;
  }

  make(id: string, fill: Fill): void {
    const made = makeInMemory(fill);
    this.#worlds.get(id)?.database.close();
    this.#worlds.set(id, made);
  }

  async copy(from: string, to: string, change: Parameters<Store["copy"]>[2]): Promise<void> {
    const tables = openBytes(this.open(from).database.serialize());
    tables.database.begin();
    await takeSlices(change(tables));
    tables.database.commit();
    this.#worlds.set(to, tables);
  }

  remove(id: string): void {
    this.index.remove(id);
    this.#worlds.get(id)?.database.close();
    this.#worlds.delete(id);
  }

  async close(): Promise<void> {
    for (const { database } of this.#worlds.values()) database.close();
    this.#index.close();
  }
}

/** Copies a database that is open into a file. */
export async function copyToFile(tables: WorldTables, path: string): Promise<void> {
  await tables.database.copyTo((database) => backup(database, path, { rate: 500 }));
}
