// The latest calls in PostgreSQL, so that each sandbox on it shows those of all: written together, a moment after they were answered.
import { type CallLog, type LoggedCall, mostCalls } from "../world/call-log.ts";

/** A killed sandbox loses the calls of this time. */
const togetherMs = 200;

/** Of a longer call the answer is not kept. */
const longestCall = 64 * 1024;

/** Runs a statement on a connection that no transaction of a world waits for. */
type Query = (text: string, values: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Takes the numbers of the calls of a world that other sandboxes can read from now on. */
type OnWritten = (worldId: string, numbers: readonly number[]) => void;

/** A world may be dropped meanwhile. */
const insert = `INSERT INTO calls (world, value)
  SELECT id, added.value FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS added (world, value, turn)
    JOIN worlds ON id = world ORDER BY turn FOR KEY SHARE OF worlds
  RETURNING world, number`;

/** Another sandbox may remove the same ones now. */
const removeOlder = `DELETE FROM calls WHERE number IN (SELECT older.number FROM unnest($1::text[]) AS written (world)
  CROSS JOIN LATERAL (SELECT number FROM calls WHERE calls.world = written.world
    ORDER BY number DESC OFFSET ${mostCalls} FOR UPDATE SKIP LOCKED) AS older)`;

export class PostgresCalls implements CallLog {
  readonly extent = "of each world";
  readonly #query: Query;
  readonly #onWritten: OnWritten;
  /** What is not written yet, by world. */
  #waiting = new Map<string, LoggedCall[]>();
  #timer: NodeJS.Timeout | undefined;
  /** One after the other, so that they stay in order. */
  #writing: Promise<void> = Promise.resolve();

  constructor(query: Query, onWritten: OnWritten) {
    this.#query = query;
    this.#onWritten = onWritten;
  }

  /** The database numbers them. */
  next(): number {
    return 0;
  }

  add(call: LoggedCall): void {
    this.#putBack([call]);
    // What cannot be written waits for the next one; who lists the calls sees why
    this.#timer ??= setTimeout(() => void this.write().catch(() => {}), togetherMs).unref();
  }

  async latest(worldId: string, before: number, limit: number) {
    await this.write();
    const text = "SELECT number, value FROM calls WHERE world = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
    return (await this.#query(text, [worldId, before, limit])).map((row) => callOf(worldId, row));
  }

  async numbered(worldId: string, numbers: readonly number[]) {
    const text = "SELECT number, value FROM calls WHERE world = $1 AND number = ANY($2) ORDER BY number";
    return (await this.#query(text, [worldId, numbers])).map((row) => callOf(worldId, row));
  }

  /** The rows of a world go with it. */
  drop(worldId: string): void {
    this.#waiting.delete(worldId);
  }

  async clear(worldId: string) {
    this.drop(worldId);
    await this.#writing.catch(() => {});
    await this.#query("DELETE FROM calls WHERE world = $1", [worldId]);
  }

  /** Resolves when all calls until now can be read. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeWaiting());
    return this.#writing;
  }

  async #writeWaiting(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const calls = [...this.#waiting.values()].flat();
    this.#waiting = new Map();
    try {
      const worldIds = calls.map(({ worldId }) => worldId);
      const written = await this.#query(insert, [worldIds, calls.map(textOf)]);
      const numbers = Map.groupBy(written, ({ world }) => String(world));
      await this.#query(removeOlder, [[...numbers.keys()]]);
      for (const [id, rows] of numbers) {
        const ofWorld = rows.map(({ number }) => Number(number));
        this.#onWritten(id, ofWorld);
      }
    } catch (error) {
      const later = [...this.#waiting.values()].flat();
      this.#waiting = new Map();
      this.#putBack([...calls, ...later]);
      throw error;
    }
  }

  #putBack(calls: readonly LoggedCall[]): void {
    for (const call of calls) {
      const waiting = this.#waiting.get(call.worldId) ?? [];
      this.#waiting.set(call.worldId, waiting);
      waiting.push(call);
      if (waiting.length > mostCalls) waiting.shift();
    }
  }
}

function textOf({ number: _, worldId: __, ...call }: LoggedCall): string {
  const text = JSON.stringify(call);
  return text.length <= longestCall ? text : JSON.stringify({ ...call, answered: undefined });
}

function callOf(worldId: string, { number, value }: Readonly<Record<string, unknown>>): LoggedCall {
  return { ...(JSON.parse(String(value)) as Omit<LoggedCall, "number" | "worldId">), worldId, number: Number(number) };
}
