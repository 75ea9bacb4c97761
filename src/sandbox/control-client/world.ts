// A world of a sandbox with names of its own for the calls of the control plane, in a test's process or over HTTP.
import type { components, operations, paths } from "../../../generated/control-types.ts";
import type { KnownEvents } from "../../../generated/events.ts";
import { type ControlClient, makeWorldName, type Outcome, unwrap } from "./client.ts";

/** Data that is not changed where it is passed on. */
export type Given<Data> = Data extends string
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]: Given<Data[Name]> }
    : Data;

type Schemas = components["schemas"];

/** A length of time; its parts add up. */
export type Duration = Given<Schemas["Duration"]>;

type Happening = Schemas["Happening"];
type RecordPage = Schemas["RecordPage"];

/** The result of a happening; undefined where the control plane answers null. */
export type Result<Name extends Happening["name"], Happened = Schemas["Happened"]> = Happened extends {
  name: infer Names;
  result: infer Found;
}
  ? Name extends Names
    ? Found extends null
      ? undefined
      : Given<Found>
    : never
  : never;

/** The happenings outside of the API. Each happens in one transaction with its events. One that cannot happen throws `HappeningRefused`. */
export type Happenings = {
  [Name in Happening["name"]]: (
    input: Given<Omit<Extract<Happening, { name: Name }>, "name">>,
  ) => Promise<Result<Name>>;
};

/** A record as the sandbox keeps it. */
export type RecordOf<Kind extends RecordPage["kind"]> = Given<Extract<RecordPage, { kind: Kind }>["records"][number]>;

/** The records of each kind: all of them, or those with the values that are passed, or the latest ones. */
export type RecordCalls = {
  [Kind in RecordPage["kind"]]: (
    wanted?: Pick<Query<"listRecords">, "latest" | (keyof Query<"listRecords"> & keyof RecordOf<Kind>)>,
  ) => Promise<RecordOf<Kind>[]>;
};

/** The names that an event of a family may have: `order.${string}` for `order.{event}`. */
type NamesOf<Family extends string> = Family extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${End}`
  : Family;

/** The payload of the events of one name, as `parseEvent` types it: by its own name, otherwise by that of its family. */
export type PayloadOf<Name extends string> = string extends Name
  ? { readonly event_type: string; readonly data: unknown; readonly [field: string]: unknown }
  : Name extends keyof KnownEvents
    ? KnownEvents[Name]
    : { [Known in keyof KnownEvents]: Name extends NamesOf<Known> ? KnownEvents[Known] : never }[keyof KnownEvents];

/** An event that the world has written, whether or not it was delivered yet. */
export interface SandboxEvent<Name extends string = string> extends Given<Omit<Schemas["LoggedEvent"], "payload">> {
  /** As it is sent. */
  readonly payload: PayloadOf<Name>;
}

/** A name of an event: its own, such as `order.updated`, or that of its family, such as `daily.data.{resource}.created`. */
export type EventName = keyof KnownEvents | NamesOf<keyof KnownEvents>;

export type Endpoint = Given<Schemas["Endpoint"]>;
export type Delivery = Given<Schemas["Delivery"]>;
/** One attempt to deliver an event: a request and its response, without the secret of the signature. */
export type DeliveryAttempt = Given<Schemas["Attempt"]>;
/** The state of a world, as `writeSeed` returns it. */
export type WorldSeed = Given<Schemas["WorldSeed"]>;
/** A call of the API, as the journal has it. */
export type LoggedCall = Given<Schemas["LoggedCall"]>;
type Query<Id extends "listCalls" | "listDeliveries" | "listEvents" | "listRecords"> = NonNullable<
  operations[Id]["parameters"]["query"]
>;
/** The filter of a list, which is read to its end, or from its latest items on. */
type FilterOf<Id extends "listCalls" | "listDeliveries" | "listEvents"> = Given<
  Omit<Query<Id>, "after" | "limit" | "wait_ms">
>;
/** The filter of calls; its times are those of the world's clock. */
export type CallFilter = FilterOf<"listCalls">;
/** The filter of deliveries to send again. */
export type ResendFilter = Given<
  NonNullable<operations["resendDeliveries"]["requestBody"]>["content"]["application/json"]
>;
/** A fault to add: of calls with an `operation_id`, of deliveries with an `endpoint_id`. */
export type NewFault = Given<Schemas["NewFault"]>;
export type CallFault = Given<Schemas["CallFault"]>;
export type EventFault = Given<Schemas["EventFault"]>;
export type Settings = Given<Schemas["Settings"]>;
export type StoryId = Schemas["StoryId"];
/** The input of a story: the payloads that the contract does not show. */
export type StoryInput = Given<Schemas["StoryInput"]>;
export type StoryPlayed = Given<Schemas["StoryPlayed"]>;
/** The initial state of a world. `demo` is the cast of the contract's examples; `empty` has no user, and one active lab account. */
export type SandboxSeed = Schemas["Seed"];

/** The calls of a world. */
export interface WorldCalls extends ReturnType<typeof bindWorld> {}

/** One team with its organization, its keys and its clock. Worlds are isolated from each other. */
export interface SandboxWorld extends WorldCalls {
  /** The key of the team, for `x-service-api-key`. */
  readonly apiKey: string;
  /** The key of the organization, for `X-Management-Key`. */
  readonly managementKey: string;
  readonly teamId: string;
  readonly orgId: string;
  /**
   * Makes a world with everything that this one has at this moment, its clock and what is still to be delivered included. It has keys of its own
   * and other ids of the team and the organization; all other ids stay.
   */
  copy(options?: { readonly ttl?: Duration }): Promise<SandboxWorld>;
}

/** The path of a world. */
const base = "/_sandbox/worlds/{world_id}";

/** The rest of the paths below it. */
type WorldPath = keyof paths extends infer Path ? (Path extends `${typeof base}${infer Rest}` ? Rest : never) : never;

/** The input of a call of a world, with the values in its path. */
interface Sent {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: object;
  readonly body?: unknown;
}

/**
 * Gives names to the calls of a world that the control plane has answered with.
 *
 * @param answered The result of a call that makes, opens or shows a world.
 * @throws {HappeningRefused} when the call was refused.
 * @example
 * const world = openWorld(control, await control.PUT("/_sandbox/worlds/{world_id}", { params: { path: { world_id: "mine" } } }));
 */
export function openWorld(control: ControlClient, answered: Outcome<Given<Schemas["World"]>>): SandboxWorld {
  const { id, api_key, management_key, team_id, org_id } = unwrap(answered);
  return {
    ...bindWorld(control, id),
    apiKey: api_key,
    managementKey: management_key,
    teamId: team_id,
    orgId: org_id,
    copy: async (options = {}) => {
      const params = { path: { world_id: makeWorldName() } };
      return openWorld(control, await control.PUT(base, { params, body: { ...options, copy_of: id } }));
    },
  };
}

/** Gives names to the calls of the world of an id. */
export function bindWorld(control: ControlClient, id: string) {
  /** Calls by a path below that of the world. The names below say what is sent and answered. */
  const call = async <Data>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: WorldPath,
    { path: more, query, body }: Sent = {},
  ): Promise<Data> => {
    const send = control[method] as (path: string, options: object) => Promise<Outcome<Data>>;
    return unwrap(await send(base + path, { params: { path: { world_id: id, ...more }, query }, body }));
  };
  /** Reads a list page by page, to its end. */
  const listAll = async <Item>(path: WorldPath, field: string, query: object = {}, more = {}): Promise<Item[]> => {
    const all: Item[] = [];
    for (let after: unknown = 0; after !== null; ) {
      const sent = { path: more, query: { ...query, after, limit: 500 } };
      const page = await call<Readonly<Record<string, unknown>>>("GET", path, sent);
      all.push(...(page[field] as Item[]));
      after = page["next"];
    }
    return all;
  };
  /** The place of the last event that `next` returned, by the requested name, once the calls for it have ended. */
  const lastPlaces = new Map<string, Promise<number>>();
  const setClock = (body: { is_frozen?: boolean; advance?: Duration }) => call<void>("PATCH", "/clock", { body });
  const listEvents = <Name extends string = string>(filter?: FilterOf<"listEvents">) =>
    listAll<SandboxEvent<Name>>("/events", "events", filter);
  // Overloads, as a type parameter would take fields that no fault has
  function addFault(body: Given<Schemas["NewCallFault"]>): Promise<CallFault>;
  function addFault(body: Given<Schemas["NewEventFault"]>): Promise<EventFault>;
  function addFault(body: NewFault): Promise<CallFault | EventFault>;
  function addFault(body: NewFault) {
    return call<CallFault | EventFault>("POST", "/faults", { body });
  }
  return {
    id,
    /** The clock. It never goes back. */
    clock: {
      now: async () => new Date((await call<Schemas["World"]>("GET", "")).clock.now),
      /** Stops it where it is. */
      freeze: () => setClock({ is_frozen: true }),
      /** Restarts it. */
      resume: () => setClock({ is_frozen: false }),
      /**
       * Moves it forward; several advances at once move it by the sum of their durations. What is due in between (retries of events, confirmations, expiries) is done in order before this resolves.
       *
       * @throws {HappeningRefused} when the time is negative, or ends after the year 9999.
       * @example
       * await sandbox.clock.advance({ days: 8 });
       */
      advance: (by: Duration) => setClock({ advance: by }),
    },
    /** Makes something happen outside of the API: a connection is made, data arrives, an order moves, a user is deleted. */
    simulate: bindByName<Happenings>(async (name, input) => {
      const body = { ...Object(input), name };
      return (await call<Schemas["Happened"]>("POST", "/happenings", { body })).result ?? undefined;
    }),
    /** Common situations that a consumer easily handles wrongly, each played by one call. */
    stories: {
      /**
       * Plays a story, with the world's clock. It resolves when all that was due was delivered. The control document describes the stories in `x-stories`.
       *
       * @param input The payloads that the story needs, and a user where it is not to be a new one.
       * @throws {HappeningRefused} when a payload is missing, or when a step is refused; what happened before stays.
       * @example
       * const { user_id } = await sandbox.stories.play("late_correction_of_a_day", { data: [{ minutes: 400 }, { minutes: 415 }] });
       */
      play: (story_id: StoryId, input: StoryInput = {}) =>
        call<StoryPlayed>("POST", "/stories/{story_id}", { path: { story_id }, body: input }),
    },
    /**
     * The records that the sandbox keeps, and that no operation shows.
     *
     * @throws {HappeningRefused} when the kind lacks the field.
     * @example
     * const [order] = await sandbox.records.orders({ id: order_id });
     */
    records: bindByName<RecordCalls>((kind, wanted) =>
      listAll("/records/{kind}", "records", Object(wanted) as object, { kind }),
    ),
    /** Changes the settings that are named; the others stay. */
    changeSettings: (body: Partial<Settings>) => call<Settings>("PATCH", "/settings", { body }),
    /** Where events are sent to. */
    endpoints: {
      /**
       * Registers a receiver. It gets the events that are written from now on, signed after Standard Webhooks.
       *
       * @param body `secret`: what the signatures are made with, `whsec_` and 24 to 64 bytes in base64; by default a new one.
       * @throws {HappeningRefused} when the URL is neither on this machine nor of an allowed host.
       * @example
       * const { secret } = await sandbox.endpoints.register({ url: "http://127.0.0.1:3000/events" });
       */
      register: (body: { readonly url: string; readonly secret?: string }) =>
        call<Endpoint & { readonly secret: string }>("POST", "/endpoints", { body }),
      list: async () => (await call<{ readonly endpoints: readonly Endpoint[] }>("GET", "/endpoints")).endpoints,
      /** Nothing more is sent there. */
      remove: (endpoint_id: string) => call<void>("DELETE", "/endpoints/{endpoint_id}", { path: { endpoint_id } }),
    },
    /** The deliveries to the endpoints, with their requests and responses. */
    deliveries: {
      list: (filter?: FilterOf<"listDeliveries">) => listAll<Delivery>("/deliveries", "deliveries", filter),
      /** The requests and their responses, the first attempt first. */
      attempts: async (delivery_id: number) => {
        const sent = { path: { delivery_id } };
        return (await call<{ readonly attempts: readonly DeliveryAttempt[] }>("GET", "/deliveries/{delivery_id}", sent))
          .attempts;
      },
      /**
       * Sends the deliveries again that match, by default all that are parked.
       *
       * @returns How many.
       * @throws {HappeningRefused} when the one that `delivery_id` names waits for an earlier one, or its endpoint was removed.
       */
      resend: async (body: ResendFilter = {}) =>
        (await call<{ readonly resent: number }>("POST", "/deliveries/resend", { body })).resent,
    },
    /**
     * Faults, which make calls fail (another status, a late answer, a lost connection) and deliveries unkind (events that come twice, late, out of order,
     * cut off, newer or forged). The events themselves stay as they happened.
     */
    faults: {
      /**
       * Adds one. It affects what happens from now on. Of the same effect on one delivery the oldest applies, or the longest delay.
       *
       * @throws {HappeningRefused} when a field does not belong to the effect.
       * @example
       * await sandbox.faults.add({ operation_id: "createUser", effect: "drop", count: 1 });
       * await sandbox.faults.add({ endpoint_id: "*", effect: "duplicate", probability: 0.5, seed: 7 });
       */
      add: addFault,
      /** The faults of calls and of deliveries, the oldest first. */
      list: async () => (await call<{ readonly faults: readonly (CallFault | EventFault)[] }>("GET", "/faults")).faults,
      /** Removes one, or all with `*`. What a fault holds back is sent when its time has come. */
      remove: (fault_id: string) => call<void>("DELETE", "/faults/{fault_id}", { path: { fault_id } }),
    },
    /**
     * The state of the world, which a world of another sandbox can begin with: keep it in a file, and pass it as `seed`.
     *
     * @param options `keys`: with the keys of the world, the secrets of its endpoints, link tokens, link codes and portal URLs.
     * @example
     * await writeFile("seed.json", JSON.stringify(await sandbox.writeSeed()), { mode: 0o600 });
     */
    writeSeed: ({ keys = false }: { readonly keys?: boolean } = {}) =>
      call<WorldSeed>("GET", "/seed", { query: { is_with_keys: keys } }),
    /** The calls that were made with its keys. */
    calls: {
      /**
       * The latest calls, the oldest first: with their bodies, and what was injected. A reset empties the list.
       *
       * @throws {HappeningRefused} when the operation is unknown.
       * @example
       * const [placed] = await sandbox.calls.list({ operation: "placeOrder", status: 200 });
       */
      list: (filter?: CallFilter) => listAll<LoggedCall>("/calls", "calls", filter),
    },
    /** The events, in the order in which they happened, whether or not there is an endpoint. */
    events: {
      all: (filter?: FilterOf<"listEvents">) => listEvents(filter),
      ofUser: (user_id: string) => listEvents({ user_id }),
      ofType: <Name extends EventName>(event_type: Name) => listEvents<Name>({ event_type }),
      /**
       * The next event, or the next of a type: one that has happened already or is about to. Each call returns a later one than the call before
       * for the same type.
       *
       * @param options `after`: only what happened after the event of this id. `timeoutMs`: how long to wait, in time of the machine; by default 5 s.
       * @throws when the time is over; the message lists the events that there are.
       */
      next: <Name extends EventName | undefined = undefined>(
        event_type?: Name,
        { after: id, timeoutMs = 5000 }: { readonly after?: string; readonly timeoutMs?: number } = {},
      ) => {
        type Next = SandboxEvent<Name extends string ? Name : string>;
        const key = event_type ?? "";
        const deadline = Date.now() + timeoutMs;
        const last = lastPlaces.get(key) ?? Promise.resolve(0);
        const find = async () => {
          const named = id === undefined ? undefined : (await listEvents()).find((event) => event.id === id);
          if (id !== undefined && named === undefined) throw new Error(`No event has the id "${id}".`);
          // A call that waits may return the very event that this one would get, and may wait for longer
          const timeIsOver = new Promise<undefined>((resolve) => {
            AbortSignal.timeout(timeoutMs).addEventListener("abort", () => resolve(undefined));
          });
          const after = named?.place ?? (await Promise.race([last, timeIsOver]));
          if (after !== undefined) {
            const query = { after, limit: 1, wait_ms: Math.max(0, deadline - Date.now()), event_type };
            const [event] = (await call<{ readonly events: readonly Next[] }>("GET", "/events", { query })).events;
            if (event !== undefined) return event;
          }
          const types = (await listEvents()).slice(-10).map(({ event_type }) => event_type);
          const found = types.join(", ") || "none";
          throw new Error(
            `Expected another ${event_type ?? "event"} within ${timeoutMs} ms; the last events are: ${found}.`,
          );
        };
        const next = find();
        const takePlace = async ({ place }: Next) => Math.max(place, await last);
        lastPlaces.set(
          key,
          next.then(takePlace, () => last),
        );
        return next;
      },
    },
    /** Resolves when every delivery has been tried that is due by the world's clock, and nothing else is due. */
    settled: () => setClock({}),
    /** Forgets everything that happened, and begins again: with the seed, the settings and the clock of the start, unless `seed` names another. Keys stay. */
    reset: (seed?: SandboxSeed) => call<void>("POST", "/reset", { body: { seed } }),
  };
}

/** Binds a function to each name, whichever there are: the control plane says which when one is unknown. It is neither a promise nor JSON. */
function bindByName<Calls>(call: (name: string, input: unknown) => Promise<unknown>): Calls {
  const get = (_: unknown, name: string | symbol) =>
    typeof name === "symbol" || name === "then" || name === "toJSON"
      ? undefined
      : (input: unknown) => call(name, input);
  return new Proxy({}, { get }) as Calls;
}
