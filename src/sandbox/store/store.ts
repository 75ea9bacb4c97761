// The store of the databases: one for each world, so that none waits for another, and one for the index. The store in memory is here; `folder.ts` has the one in files.
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { types } from "node:util";
import { Database } from "./database.ts";
import { indexSchema, worldSchema } from "./schema.ts";
import { WorldIndex } from "./world-index.ts";

/** A world is made in a draft, which nobody else can see: a database with an open transaction. One that is not kept is forgotten. */
export interface Store {
  readonly index: WorldIndex;
  /** Throws when it cannot be used. */
  check(): void;
  /** The database of a world that is there. It stays open until room is made for others; whoever finds it closed connects again. */
  connect(id: string): DatabaseSync;
  /** Makes a draft of all that a world has, which nobody may change meanwhile. @param to The id of the copy. */
  copy(from: string, to: string): Promise<DatabaseSync>;
  /** Makes a world of a draft, or puts it in the place of one that is there. All of it is kept, or nothing. */
  keep(id: string, draft: DatabaseSync): void;
  /** Removes a world and its entry. */
  remove(id: string): void;
  close(): Promise<void>;
}

/** The tables of a new world take less time to copy than to make. */
let template: Uint8Array | undefined;

/** Makes an empty draft, in memory. */
export function makeDraft(): DatabaseSync {
  if (template === undefined) {
    const empty = new DatabaseSync(":memory:");
    empty.exec(`PRAGMA page_size = 2048; ${worldSchema}`);
    template = empty.serialize();
    empty.close();
  }
  return openBytes(template);
}

function openBytes(bytes: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.deserialize(bytes);
  database.exec("BEGIN");
  return database;
}

/** Lets everybody else work between two slices. By Node's own timer: a test that fakes the global ones would wait for ever. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/** Takes slices until the work is done; what is not in slices is done already. */
export async function takeSlices<T>(work: T | Generator<undefined, T>): Promise<T> {
  if (!types.isGeneratorObject(work)) return work as T;
  for (;;) {
    const { done, value } = (work as Generator<undefined, T>).next();
    if (done === true) return value;
    await nextTurn();
  }
}

/** Worlds that are forgotten with the process. */
export class MemoryStore implements Store {
  readonly index: WorldIndex;
  readonly #index = new DatabaseSync(":memory:");
  readonly #worlds = new Map<string, DatabaseSync>();

  constructor() {
    this.#index.exec(indexSchema);
    this.index = new WorldIndex(new Database(() => this.#index));
  }

  /** Memory can always be used. */
  check(): void {}

  connect(id: string): DatabaseSync {
    const found = this.#worlds.get(id);
    if (found === undefined) throw new Error(`The world ${id} is not there.`);
    return found;
  }

  async copy(from: string): Promise<DatabaseSync> {
    return openBytes(this.connect(from).serialize());
  }

  keep(id: string, draft: DatabaseSync): void {
    draft.exec("COMMIT");
    this.#worlds.get(id)?.close();
    this.#worlds.set(id, draft);
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
