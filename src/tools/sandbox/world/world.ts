// A world as one call sees it, in its transaction: one team with its organization, its keys, its clock, and everything that happened to it.
import { randomUUID } from "node:crypto";
import { eventValidators } from "../../../../generated/event-validators.js";
import { eventNameOf, type KnownEvents } from "../../../../generated/events.ts";
import { Clock, type ClockState } from "./clock.ts";
import type { DueKinds } from "./due-kinds.ts";
import { EventFaults, type KeptEventFaults } from "./event-faults.ts";
import { Faults, type KeptCallFaults } from "./faults.ts";
import { type Records, recordsOf } from "./records/index.ts";
import type { StoredUser } from "./records/kinds.ts";
import { defaultSettings, type WorldSettings } from "./settings.ts";
import type { DeliveryRows, DueWork, EventLog, ListedWorld, WorldTables } from "./store.ts";

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

/** What is kept of a world in its own row. */
export interface WorldRow {
  readonly identity: WorldIdentity;
  readonly clock: ClockState;
  readonly settings: WorldSettings;
  /** Differences from the default settings, at the start and after each reset. */
  readonly initialSettings?: Partial<WorldSettings>;
  readonly faults?: KeptCallFaults;
  readonly eventFaults?: KeptEventFaults;
  /** The time to which the clock is being advanced, or was: the furthest one. */
  readonly advancesToMs?: number;
}

/** The payload of an event named so: of a family when the name only matches its pattern. */
export type EventData<Name extends string> = Name extends keyof KnownEvents
  ? KnownEvents[Name]["data"]
  : Readonly<Record<string, unknown>>;

export class World {
  readonly identity: WorldIdentity;
  readonly clock: Clock;
  readonly records: Records;
  readonly events: EventLog;
  readonly dueWork: DueWork;
  readonly deliveries: DeliveryRows;
  /** The injected faults. */
  readonly faults: Faults;
  readonly eventFaults: EventFaults;
  /** Has the call left something to do: an event to deliver, or work that will be due? */
  hasWork = false;
  /** Has the call looked for what is due? */
  isLookedAt = false;
  /** The time to which the clock is being advanced, or was. */
  advancesToMs: number;
  /** As it was when the call began. */
  readonly row: WorldRow;
  readonly #tables: WorldTables;
  readonly #initialSettings: Partial<WorldSettings>;
  #settings: WorldSettings;

  constructor(tables: WorldTables, row: WorldRow) {
    const { identity, clock, settings, initialSettings = {}, advancesToMs = 0 } = row;
    this.#tables = tables;
    this.row = row;
    this.identity = identity;
    this.clock = new Clock(clock);
    this.#settings = { ...defaultSettings, ...settings };
    this.#initialSettings = initialSettings;
    this.advancesToMs = advancesToMs;
    this.records = recordsOf(tables);
    this.events = tables.events;
    this.dueWork = tables.dueWork;
    this.deliveries = tables.deliveries;
    this.faults = new Faults(row.faults);
    this.eventFaults = new EventFaults(row.eventFaults, this.deliveries, this.records.heldEvents);
  }

  get settings(): WorldSettings {
    return this.#settings;
  }

  async changeSettings(change: Partial<WorldSettings>): Promise<void> {
    this.#settings = { ...this.#settings, ...change };
    await this.save();
  }

  /** Keeps the clock, the settings and the faults. */
  async save(): Promise<void> {
    const row: WorldRow = {
      ...this.row,
      clock: this.clock.state,
      settings: this.#settings,
      faults: this.faults.kept,
      eventFaults: this.eventFaults.kept,
      advancesToMs: this.advancesToMs,
    };
    await this.#tables.putRow(row);
  }

  /** Keeps when there is something to do next, by the machine's time; undefined when there is not. */
  wakeAt(ms: number | undefined): Promise<void> {
    return this.#tables.wakeAt(ms);
  }

  /** The world with its age. */
  async listed(): Promise<ListedWorld> {
    const listed = await this.#tables.listed();
    if (listed === undefined) throw new Error("A world without a row was opened.");
    return listed;
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

  /** Removes everything in it, and makes the settings those that it began with. */
  async clear(): Promise<void> {
    await this.#tables.clear();
    this.faults.clear();
    this.eventFaults.clear();
    await this.changeSettings({ ...defaultSettings, ...this.#initialSettings });
  }

  /**
   * Writes an event, and a delivery of it for every endpoint, in the transaction of the change that it reports.
   *
   * @param type Its name, such as `daily.data.steps.created`.
   * @param user Whom it is about; undefined where it is about no user.
   * @throws when the payload breaks the contract: that is a fault of the sandbox, and the change is undone with it.
   */
  async emit<Name extends string>(type: Name, user: StoredUser | undefined, data: EventData<Name>): Promise<void> {
    const payload = JSON.stringify({
      event_type: type,
      ...(user === undefined ? {} : { user_id: user.user_id, client_user_id: user.client_user_id }),
      team_id: this.identity.teamId,
      data,
    });
    const name = eventNameOf(type);
    if (name === undefined) throw new Error(`The contract has no event "${type}".`);
    const validate = eventValidators[name];
    // The text that was checked against the contract is sent, not the object that it was made of
    if (!validate(JSON.parse(payload))) {
      const problems = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
      throw new Error(`The event "${type}" breaks the contract: ${problems.join("; ")}.`);
    }
    const id = `evt_${randomUUID().replaceAll("-", "")}`;
    const userId = user?.user_id ?? "";
    const atMs = this.clock.nowMs;
    await this.events.append({ id, type, userId, atMs, payload });
    for (const endpoint of await this.records.endpoints.all()) {
      await this.eventFaults.deliver({ endpointId: endpoint.id, eventId: id, userId, nowMs: atMs });
    }
    this.hasWork = true;
  }

  /** Leaves work to be done when the clock has come to a time. */
  async later<Kind extends keyof DueKinds>(atMs: number, kind: Kind, payload: DueKinds[Kind]): Promise<void> {
    await this.dueWork.add(atMs, kind, JSON.stringify(payload));
    this.hasWork = true;
  }
}
