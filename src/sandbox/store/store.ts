// The store of the databases: one for each world, so that none waits for another, and one for the index. The store in memory is here; `folder.ts` has the one in files.
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { Database } from "./database.ts";
import { indexSchema, worldSchema } from "./schema.ts";
import { WorldTables } from "./tables.ts";
import { WorldIndex } from "./world-index.ts";

/** Connects to the databases of worlds. */
export type Connects = Pick<Store, "connect">;

/** Fills the database of a new world, which nobody else can see yet. */
export type Fill = (made: Connects) => void;

/** Changes the tables of a copy, in slices. */
export type Change = (tables: WorldTables) => Generator<undefined, void>;

export interface Store {
  readonly index: WorldIndex;
  /** Throws when it cannot be used. */
  check(): void;
  /** The database of a world that is there. It stays open until room is made for others; whoever finds it closed connects again. */
  connect(id: string): DatabaseSync;
  /** Makes a world, or puts another in the place of one that is there. All of it is kept, or nothing. */
  make(id: string, fill: Fill): void;
  /** Makes a world of a copy of another one, which nobody may change meanwhile. */
  copy(from: string, to: string, change: Change): Promise<void>;
  /** Removes a world and its entry. */
  remove(id: string): void;
  close(): Promise<void>;
}

/** The tables of a new world take less time to copy than to make. */
let template: Uint8Array | undefined;

/** Fills a new world in memory. */
export function makeInMemory(fill: Fill): DatabaseSync {
  if (template === undefined) {
    const empty = new DatabaseSync(":memory:");
    empty.exec(`PRAGMA page_size = 2048; ${worldSchema}`);
    template = empty.serialize();
    empty.close();
  }
  const made = openBytes(template);
  try {
    made.exec("BEGIN");
    fill({ connect: () => made });
    made.exec("COMMIT");
    return made;
  } catch (error) {
    made.close();
    throw error;
  }
}

function openBytes(bytes: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.deserialize(bytes);
  return database;
}

/** Changes a copy before it can be seen. */
export async function changeCopy(copy: DatabaseSync, change: Change): Promise<void> {
  copy.exec("BEGIN");
  await takeSlices(change(new WorldTables(() => copy)));
  copy.exec("COMMIT");
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
  readonly #worlds = new Map<string, DatabaseSync>();

  constructor() {
    this.#index = new DatabaseSync(":memory:");
    this.#index.exec(indexSchema);
    this.index = new WorldIndex(new Database(() => this.#index));
  }

  check(): void {
    this.index.check();
  }

  connect(id: string): DatabaseSync {
    const found = this.#worlds.get(id);
    if (found === undefined) throw new Error(`The world ${id} is not there.`);
    return found;
  }

  make(id: string, fill: Fill): void {
    const made = makeInMemory(fill);
    this.#worlds.get(id)?.close();
    this.#worlds.set(id, made);
  }

  async copy(from: string, to: string, change: Change): Promise<void> {
    const made = openBytes(this.connect(from).serialize());
    await changeCopy(made, change);
    this.#worlds.set(to, made);
  }

  remove(id: string): void {
    this.index.remove(id);
    this.#worlds.get(id)?.close();
    this.#worlds.delete(id);
  }

  async close(): Promise<void> {
    for (const database of this.#worlds.values()) database.close();
    this.#index.close();
  }
}
