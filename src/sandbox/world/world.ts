// A world: one team with its organization, its keys, its clock, and everything that happened to it, in a database of its own. It is changed in transactions only, one after the other.
import { randomUUID } from "node:crypto";
import { type Connect, Database } from "../store/database.ts";
import { takeSlices } from "../store/store.ts";
import { Deliveries, DueTable, EventLog, type LoggedEvent, readRow, writeRow } from "../store/tables.ts";
import type { WorldIdentity } from "../store/world-index.ts";
import { Activity, showEvent } from "./activity.ts";
import { type Agenda, makeAgenda, type Performs } from "./agenda.ts";
import { CallLog } from "./call-log.ts";
import { Clock } from "./clock.ts";
import type { AppliedEventFault } from "./faults.ts";
import type { WorldRow } from "./new-world.ts";
import { openRecords, type Records } from "./records.ts";
import type { WorldSettings } from "./settings.ts";

/** The kinds of work that is due at a time of a world's clock, each with its data. */
export interface DueKinds {
  /** An event that was acknowledged is sent again, as an event fault has it. */
  readonly redelivery: { readonly place: number; readonly fault: AppliedEventFault };
  /** A lab report is parsed. */
  readonly "parsing_job.parsed": { readonly id: string };
  /** A person has reviewed what was parsed. */
  readonly "parsing_job.reviewed": { readonly id: string };
  /** A service center confirms a booking, or refuses it. */
  readonly pscConfirmation: { readonly appointment_id: string };
  /** A source that took longer than the call of its refresh waited has its data. */
  readonly refreshCompletes: {
    readonly user_id: string;
    readonly provider: string;
    readonly resource: string;
    /** Milliseconds since 1970. */
    readonly dueAtMs: number;
  };
}

/** The world was dropped, or the sandbox was closed. */
export class WorldEnded extends Error {
  override readonly name = "WorldEnded";

  constructor() {
    super("The world no longer exists: it was dropped, or the sandbox was closed.");
  }
}

export class World {
  readonly identity: WorldIdentity;
  readonly database: Database;
  readonly records: Records;
  readonly events: EventLog;
  readonly due: DueTable;
  readonly deliveries: Deliveries;
  readonly activity = new Activity();
  /** The calls with its keys. */
  readonly calls = new CallLog();
  /** Does what is due. */
  readonly agenda: Agenda;
  /** From then on, by the machine's time, the next use of the world is to be noted in the index. */
  renewAtMs = 0;
  readonly #ending = new AbortController();
  #row: WorldRow;
  #isInTransaction = false;
  /** Does the transaction leave something that is due, or may be tried again? */
  #hasWork = false;
  /** The events that it wrote. */
  #written: LoggedEvent[] = [];
  /** Resolves when the work ends that has the world now. */
  #busy: Promise<unknown> | undefined;
  #change = Promise.withResolvers<void>();

  constructor(connect: Connect, performs: (world: World) => Performs) {
    this.database = new Database(() => {
      this.assertThere();
      return connect();
    });
    this.records = openRecords(this.database);
    this.events = new EventLog(this.database);
    this.due = new DueTable(this.database);
    this.deliveries = new Deliveries(this.database);
    this.#row = readRow(this.database) as WorldRow;
    this.identity = this.#row.identity;
    this.agenda = makeAgenda(this, performs(this));
  }

  get clock(): Clock {
    return new Clock(this.#row.clock);
  }

  get settings(): WorldSettings {
    return this.#row.settings;
  }

  get row(): WorldRow {
    return this.#row;
  }

  /** Aborted when the world is dropped or the sandbox stops: nothing may be kept in it any more. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves with the next change that may have written events, or when the world ends. Get it before you look for them. */
  get changed(): Promise<void> {
    return this.#change.promise;
  }

  /** Does work in one go when it is the world's turn: at once, unless long work has the world. */
  whenFree<T>(work: () => T): T | Promise<Awaited<T>> {
    return this.#busy === undefined ? work() : this.#busy.then(() => this.whenFree(work) as Awaited<T>);
  }

  /** Does work that takes several turns of the event loop when it is the world's turn; all others wait for the world until it ends. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const begin = () => {
      const done = work().finally(() => {
        this.#busy = undefined;
      });
      this.#busy = done.catch(() => {});
      return done;
    };
    return this.whenFree(begin) as Promise<T>;
  }

  /** Changes the world in one transaction, its events included: all that the work writes is kept, or nothing when it throws. */
  transaction<T>(work: () => T): T {
    using change = this.#begin();
    const result = work();
    change.commit();
    return result;
  }

  /** The same in the world's turn, for work that may be long: calls of other worlds are answered between its slices, those of this one after it. */
  run<T>(work: () => T | Generator<undefined, T>): Promise<T> {
    return this.alone(async () => {
      using change = this.#begin();
      const result = await takeSlices(work());
      change.commit();
      return result;
    });
  }

  /** @throws {WorldEnded} */
  assertThere(): void {
    if (this.ended.aborted) throw new WorldEnded();
  }

  /** Another database has taken the place of the one that was read: that of a world that was reset. */
  reopen(): void {
    this.#row = readRow(this.database) as WorldRow;
    this.#reportChange();
    this.agenda.wake();
  }

  end(): void {
    this.#ending.abort();
    this.calls.clear();
    this.#change.resolve();
  }

  /** Changes the row of the world, in a transaction; with another clock something may become due. */
  change(change: Partial<WorldRow>): void {
    if (!this.#isInTransaction) throw new Error("The world is changed outside of a transaction.");
    this.#row = { ...this.#row, ...change };
  }

  /** Writes an event into the log, in the transaction of the change that it reports. */
  addEvent(event: Omit<LoggedEvent, "place">): void {
    const place = this.events.append(event, this.#row.eventsAfter);
    this.#written.push({ ...event, place });
  }

  /** Leaves work to be done when the clock has come to a time. */
  later<Kind extends keyof DueKinds>(atMs: number, kind: Kind, payload: DueKinds[Kind]): void {
    this.due.addWork(atMs, kind, JSON.stringify(payload));
    this.noteWork();
  }

  /** An id for something new: a random one, or the next of the world's sequence. */
  newId(): string {
    if (this.#row.start.ids !== "sequence") return randomUUID();
    const { idSequence } = this.records;
    const last = (idSequence.get("last")?.last ?? 0) + 1;
    idSequence.put({ last });
    return `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  }

  /** Something is due, or may be tried again: the agenda looks once this is kept. */
  noteWork(): void {
    this.#hasWork = true;
  }

  #reportChange(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
    const written = this.activity.isWatched ? this.#written : [];
    this.#written = [];
    for (const event of written) this.activity.report({ type: "event", data: showEvent(event) });
  }

  /** Begins a transaction, which is undone where it is not committed. */
  #begin(): Disposable & { readonly commit: () => void } {
    this.assertThere();
    this.database.run("BEGIN IMMEDIATE");
    this.#isInTransaction = true;
    this.#hasWork = false;
    this.#written = [];
    const before = this.#row;
    return {
      commit: () => {
        const isChanged = this.#row !== before;
        if (isChanged) writeRow(this.database, this.#row);
        this.database.run("COMMIT");
        this.#isInTransaction = false;
        // Only what has been committed is acted upon
        if (this.#written.length > 0) this.#reportChange();
        if (isChanged || this.#hasWork) this.agenda.wake();
      },
      [Symbol.dispose]: () => {
        if (!this.#isInTransaction) return;
        this.#isInTransaction = false;
        this.#row = before;
        this.database.rollBack();
      },
    };
  }
}
