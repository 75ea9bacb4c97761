// A world as one call sees it, in its transaction: one team with its organization, its keys, its clock, and everything that happened to it.
import type { KnownEvents } from "../../../generated/events.ts";
import type { Deliveries, DueWork, EventLog, WorldTables } from "../store/tables.ts";
import { Clock, type ClockState, machineNow } from "./clock.ts";
import { type CallFault, type EventFault, Faults, type KeptFaults } from "./faults.ts";
import { type AppliedEventFault, type NewEvent, Outbox } from "./outbox.ts";
import { openRecords, type Records, type StoredUser } from "./records.ts";
import { defaultSettings, type WorldSettings } from "./settings.ts";

/** The owner of a world, and its keys. */
export interface WorldIdentity {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly region: "us" | "eu";
  readonly orgId: string;
  /** The key of the team, for `x-service-api-key`. */
  readonly apiKey: string;
  /** The key of the organization, for `X-Management-Key`. */
  readonly managementKey: string;
}

/** How a world begins, and how each reset leaves it. */
export interface WorldStart {
  readonly seed: "demo" | "empty";
  /** By the machine's time; the machine's time itself when there is none. */
  readonly atMs?: number;
  readonly isFrozen: boolean;
  /** Differences from the default settings. */
  readonly settings: Partial<WorldSettings>;
}

/** The clock of a world that begins. */
export function startClock({ atMs = machineNow(), isFrozen }: WorldStart): ClockState {
  return isFrozen ? { frozenAtMs: atMs } : { offsetMs: atMs - machineNow() };
}

/** What is kept of a world in its own row. */
export interface WorldRow {
  readonly identity: WorldIdentity;
  readonly clock: ClockState;
  readonly settings: WorldSettings;
  /** How it began: a reset brings that back. */
  readonly start: WorldStart;
  readonly faults?: KeptFaults<CallFault>;
  readonly eventFaults?: KeptFaults<EventFault>;
  /** The time to which the clock is being advanced, or was: the furthest one. */
  readonly advancesToMs?: number;
}

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

/** The payload of an event named so: of a family when the name only matches its pattern. */
export type EventData<Name extends string> = Name extends keyof KnownEvents
  ? KnownEvents[Name]["data"]
  : Readonly<Record<string, unknown>>;

/** The world was dropped, or the sandbox was closed. A later write would bring a dropped world back at the next start. */
export class WorldEnded extends Error {
  override readonly name = "WorldEnded";

  constructor() {
    super("The world no longer exists: it was dropped, or the sandbox was closed.");
  }
}

export class World {
  readonly identity: WorldIdentity;
  clock: Clock;
  readonly records: Records;
  /** The faults of calls, and those of deliveries. */
  readonly faults: Faults<CallFault>;
  readonly eventFaults: Faults<EventFault>;
  /** Has the call left something to do: an event to deliver, or work that will be due? `LiveWorld.write` has it planned by the timeline, whose courier delivers. */
  hasWork = false;
  /** Has the call looked for what is due? Then the rest is planned, although the call itself left nothing. */
  isLookedAt = false;
  /** The time to which the clock is being advanced, or was. */
  advancesToMs: number;
  settings: WorldSettings;
  readonly #row: WorldRow;
  readonly #tables: WorldTables;

  constructor(tables: WorldTables, row: WorldRow) {
    const { identity, clock, settings, advancesToMs = 0 } = row;
    this.#tables = tables;
    this.#row = row;
    this.identity = identity;
    this.clock = new Clock(clock);
    this.settings = { ...defaultSettings, ...settings };
    this.advancesToMs = advancesToMs;
    this.records = openRecords(tables);
    this.faults = new Faults("fault", row.faults);
    this.eventFaults = new Faults("event_fault", row.eventFaults);
  }

  get events(): EventLog {
    return this.#tables.events;
  }

  get dueWork(): DueWork {
    return this.#tables.dueWork;
  }

  get deliveries(): Deliveries {
    return this.#tables.deliveries;
  }

  get outbox(): Outbox {
    return new Outbox(this.#tables, this.records, this.eventFaults);
  }

  async changeSettings(change: Partial<WorldSettings>): Promise<void> {
    this.settings = { ...this.settings, ...change };
    await this.save();
  }

  /** Keeps the clock, the settings and the faults. */
  async save(): Promise<void> {
    await this.#tables.putRow({
      ...this.#row,
      clock: this.clock.state,
      settings: this.settings,
      faults: this.faults.kept,
      eventFaults: this.eventFaults.kept,
      advancesToMs: this.advancesToMs,
    } satisfies WorldRow);
  }

  /** Keeps when there is something to do next, by the machine's time; undefined when there is not. */
  wakeAt(ms: number | undefined): Promise<void> {
    return this.#tables.wakeAt(ms);
  }

  /** Stops the clock. */
  async freeze(): Promise<void> {
    this.clock.freeze();
    await this.save();
  }

  /** Restarts the clock: time passes, so something may become due. */
  async resume(): Promise<void> {
    this.clock.resume();
    await this.save();
    this.hasWork = true;
  }

  /** Moves the clock forward to a time. */
  async moveTo(ms: number): Promise<void> {
    this.clock.moveTo(ms);
    await this.save();
    this.hasWork = true;
  }

  /** Removes everything in it, and brings back the clock and the settings that it began with. @returns How it began. */
  async clear(): Promise<WorldStart> {
    const { start } = this.#row;
    await this.#tables.clear();
    this.faults.clear();
    this.eventFaults.clear();
    this.settings = { ...defaultSettings, ...start.settings };
    this.clock = new Clock(startClock(start));
    this.advancesToMs = 0;
    await this.save();
    return start;
  }

  /** Writes an event, and a delivery of it for every endpoint, in the transaction of the change that it reports. */
  emit<Name extends string>(type: Name, user: StoredUser | undefined, data: EventData<Name>): Promise<void> {
    return this.emitAll([{ type, user, data }]);
  }

  /** Writes many events about one user. */
  async emitAll(events: readonly NewEvent[]): Promise<void> {
    await this.outbox.write(events, this.identity.teamId, this.clock.nowMs);
    this.hasWork = true;
  }

  /** Leaves work to be done when the clock has come to a time. */
  async later<Kind extends keyof DueKinds>(atMs: number, kind: Kind, payload: DueKinds[Kind]): Promise<void> {
    await this.dueWork.add(atMs, kind, JSON.stringify(payload));
    this.hasWork = true;
  }
}
