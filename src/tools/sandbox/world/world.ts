// A world: one team with its organization, its keys, its clock, and everything that happened to it.
import { randomUUID } from "node:crypto";
import { eventValidatorOf } from "../../../../generated/event-validators.js";
import type { KnownEvents } from "../../../../generated/events.ts";
import { Activity } from "./activity.ts";
import { Clock, type ClockState } from "./clock.ts";
import type { DueKinds } from "./due-kinds.ts";
import { EventFaults } from "./event-faults.ts";
import { Faults } from "./faults.ts";
import { type Records, recordsOf } from "./records/index.ts";
import type { StoredUser } from "./records/kinds.ts";
import { defaultSettings, type WorldSettings } from "./settings.ts";
import type { DeliveryRows, DueWork, EventLog, Store } from "./store.ts";

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
  readonly faults = new Faults();
  readonly eventFaults: EventFaults;
  /** The activity, for watchers. */
  readonly activity: Activity;
  readonly #ending = new AbortController();
  readonly #store: Store;
  readonly #initialSettings: Partial<WorldSettings>;
  #settings: WorldSettings;
  #hasWork = false;
  #depth = 0;
  readonly #listeners = new Set<() => void>();
  /** Called after a transaction that left something to do: an event to deliver, or work that will be due. */
  onWork: () => void = () => {};
  /** Called when background work of the sandbox failed. */
  onFault: (what: string, error: unknown) => void = () => {};

  constructor(store: Store, { identity, clock, settings, initialSettings = {} }: WorldRow) {
    this.#store = store;
    this.identity = identity;
    this.clock = new Clock(clock);
    this.#settings = { ...defaultSettings, ...settings };
    this.#initialSettings = initialSettings;
    this.records = recordsOf(store, identity.id);
    this.events = store.events(identity.id);
    this.dueWork = store.dueWork(identity.id);
    this.deliveries = store.deliveries(identity.id);
    this.eventFaults = new EventFaults(this.deliveries);
    this.activity = new Activity(this.events, (listener) => this.onEvents(listener));
  }

  /** Aborted when the world is dropped or the sandbox stops: nothing may be kept in it any more. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    this.#ending.abort();
  }

  get settings(): WorldSettings {
    return this.#settings;
  }

  changeSettings(change: Partial<WorldSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.save();
  }

  /** Makes the settings those that the world began with. */
  resetSettings(): void {
    this.changeSettings({ ...defaultSettings, ...this.#initialSettings });
  }

  /** Keeps the clock and the settings. */
  save(): void {
    this.#refuseEnded();
    const row: WorldRow = {
      identity: this.identity,
      clock: this.clock.state,
      settings: this.#settings,
      initialSettings: this.#initialSettings,
    };
    this.#store.worlds.put(this.identity.id, JSON.stringify(row));
  }

  /** Runs the work in one transaction, its events included. Inside of another one it is part of that. */
  transact<T>(work: () => T): T {
    this.#refuseEnded();
    this.#depth += 1;
    const settings = this.#settings;
    try {
      return this.#store.transaction(work);
    } catch (error) {
      // What was undone in the store is undone here, too
      this.#settings = settings;
      throw error;
    } finally {
      this.#depth -= 1;
      // Only what has been committed is acted upon; after a refusal there is nothing new to find
      if (this.#depth === 0) this.#afterCommit();
    }
  }

  /**
   * Calls a listener after each transaction that may have written events.
   *
   * @returns Ends that.
   */
  onEvents(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Writes an event, and a delivery of it for every endpoint, in the transaction of the change that it reports.
   *
   * @param type Its name, such as `daily.data.steps.created`.
   * @param user Whom it is about; undefined where it is about no user.
   * @throws when the payload breaks the contract: that is a fault of the sandbox, and the change is undone with it.
   */
  emit<Name extends string>(type: Name, user: StoredUser | undefined, data: EventData<Name>): void {
    const payload = JSON.stringify({
      event_type: type,
      ...(user === undefined ? {} : { user_id: user.user_id, client_user_id: user.client_user_id }),
      team_id: this.identity.teamId,
      data,
    });
    const validate = eventValidatorOf(type);
    if (validate === undefined) throw new Error(`The contract has no event "${type}".`);
    // The text that was checked against the contract is sent, not the object that it was made of
    if (!validate(JSON.parse(payload))) {
      const problems = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
      throw new Error(`The event "${type}" breaks the contract: ${problems.join("; ")}.`);
    }
    const id = `evt_${randomUUID().replaceAll("-", "")}`;
    const userId = user?.user_id ?? "";
    const atMs = this.clock.nowMs;
    this.events.append({ id, type, userId, atMs, payload });
    for (const endpoint of this.records.endpoints.all()) {
      this.eventFaults.deliver({ endpointId: endpoint.id, eventId: id, userId, nowMs: atMs });
    }
    this.#hasWork = true;
  }

  /** Leaves work to be done when the clock has come to a time. */
  later<Kind extends keyof DueKinds>(atMs: number, kind: Kind, payload: DueKinds[Kind]): void {
    this.dueWork.add(atMs, kind, JSON.stringify(payload));
    this.#hasWork = true;
  }

  /** A later write would bring a dropped world back at the next start. */
  #refuseEnded(): void {
    if (this.ended.aborted) throw new Error("The world no longer exists: it was dropped, or the sandbox was closed.");
  }

  #afterCommit(): void {
    if (!this.#hasWork) return;
    this.#hasWork = false;
    this.onWork();
    for (const listener of this.#listeners) listener();
  }
}
