// The calls of the control plane, typed by its document.
import type { components, operations } from "../../../generated/control-types.ts";
import { eventNameOf } from "../../../generated/events.ts";
import { type Contract, resolve, type Schema, toPointer } from "../../shared/contract/index.ts";
import type { HostPolicy } from "../../shared/http/index.ts";
import { findAssumptions } from "../assumptions/alternatives.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Duration, Given, RecordOf } from "../control-client/index.ts";
import { happenings } from "../domain/index.ts";
import { type Listed, listRecords } from "../domain/records.ts";
import { listAttempts, readDelivery, resendDeliveries, showDelivery } from "../events/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "../events/endpoints.ts";
import { addEventFault, listFaults } from "../events/event-faults.ts";
import type { PageRequest } from "../store/database.ts";
import type { LoggedEvent } from "../store/tables.ts";
import type { WorldEntry } from "../store/world-index.ts";
import { showEvent } from "../world/activity.ts";
import type { LoggedCall } from "../world/call-log.ts";
import { type Clock, elapsedMs, lastMs, msOfDuration, second, settlesWithin, toIso, toMs } from "../world/clock.ts";
import { demoIdentity, newIdentity } from "../world/new-world.ts";
import { Refused } from "../world/refused.ts";
import { writeSeed } from "../world/seed-file.ts";
import { type World, WorldEnded } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { playStory } from "./stories.ts";

/** What the calls are made of. */
export interface CallOptions {
  /** Of the service. */
  readonly contract: Contract;
  /** Of the control plane itself. */
  readonly control: Contract;
  readonly worlds: Worlds;
  readonly assumptions: Assumptions;
  /** Where events may be sent to. */
  readonly policy: HostPolicy;
}

type ControlId = keyof operations;

/** The body of a call. */
type BodyOf<Id extends ControlId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Given<Body>
  : operations[Id] extends { requestBody?: { content: { "application/json": infer Body } } }
    ? Given<Body> | undefined
    : undefined;

/** The input of a call, which has been checked, and the world that its path names; `openWorld` names one that need not be there. */
interface Input<Id extends ControlId> {
  readonly path: NonNullable<operations[Id]["parameters"]["path"]>;
  readonly query: NonNullable<operations[Id]["parameters"]["query"]>;
  readonly body: BodyOf<Id>;
  readonly world: operations[Id]["parameters"]["path"] extends { world_id: string } ? World : undefined;
}

/** The status and the body of an answer, when it does not refuse. */
type ControlReply<Id extends ControlId> = {
  [Status in keyof operations[Id]["responses"]]: Status extends number
    ? operations[Id]["responses"][Status] extends { content: { "application/json": infer Body } }
      ? readonly [status: Status, body: Given<Body>]
      : never
    : never;
}[keyof operations[Id]["responses"]];

/** What answers each call but the stream. A missing or misnamed one, an undocumented status or a wrong body does not compile. */
type Calls = {
  readonly [Id in Exclude<ControlId, "watchWorld" | "backUpWorld">]: (
    call: Input<Id>,
  ) => ControlReply<Id> | Promise<ControlReply<Id>>;
};

/** A call with the types of its operation forgotten. */
export type UntypedCall = (call: {
  readonly world: World | undefined;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}) => readonly [status: number, body: unknown] | Promise<readonly [status: number, body: unknown]>;

/** At most so many on a page that does not say. */
const defaultLimit = 100;

/** Makes what answers the calls. What changes a world runs in one transaction in its turn (`run`), what reads it waits for that turn (`whenFree`). */
export function controlCalls(options: CallOptions): Readonly<Record<string, UntypedCall>> {
  const { contract, control, worlds, assumptions, policy } = options;
  const operationIds = contract.operations.map(({ id }) => id);
  const assertOperation = (id: string, where: string, expected = "the id of an operation") => {
    if (operationIds.includes(id)) return;
    const place = { where, remedy: `Use one of ${operationIds.join(", ")}.` };
    throw new Refused("invalid", `Expected ${expected}, found "${id}".`, place);
  };
  const show = (world: World) => showWorld(worlds, world);
  const calls: Calls = {
    getDocument: () => [200, control.document as unknown as Record<string, unknown>],

    listAssumptions: () => [
      200,
      {
        assumptions: Array.from(findAssumptions(contract.document), ({ assumption, path }) => ({
          pointer: toPointer(path),
          ...assumption,
          leaves_open: [...assumption.leaves_open],
        })),
        choices: control.document["x-choices"] ?? [],
      },
    ],

    listWorlds({ query: { prefix, ...page } }) {
      const { items, next } = readPage(page, (request) => worlds.list(request, prefix));
      return [200, { worlds: items.map(showEntry), next }];
    },

    async openWorld({ path, body }) {
      assumptions.alternatives.assertKnown(body?.settings?.assume ?? {}, "body /settings/assume");
      const { world, isNew } = await worlds.open(body, newIdentity(path.world_id));
      return [isNew ? 201 : 200, show(world)];
    },

    getWorld: ({ world }) => [200, show(world)],

    getSeed: ({ world, query }) => world.whenFree(() => [200, writeSeed(world, query.is_with_keys === true)]),

    async dropWorld({ world }) {
      if (world.identity.id === demoIdentity.id) {
        const place = { where: "path world_id", remedy: "Reset it instead." };
        throw new Refused("conflict", "The first world cannot be dropped.", place);
      }
      const shown = show(world);
      await worlds.drop(world);
      assumptions.touched.forget(world.identity.id);
      return [200, shown];
    },

    async resetWorld({ world, body }) {
      await worlds.reset(world, body?.seed);
      assumptions.touched.forget(world.identity.id);
      return [200, show(world)];
    },

    changeSettings({ world, body }) {
      assumptions.alternatives.assertKnown(body.assume ?? {}, "body /assume");
      return world.run(() => {
        world.changeSettings(body);
        return [200, world.settings];
      });
    },

    async setClock({ world, body: { is_frozen, advance, to } }) {
      if (to !== undefined && advance !== undefined) {
        const place = { where: "body", remedy: "Leave out one of them." };
        throw new Refused("invalid", "Expected either `to` or `advance`, found both.", place);
      }
      const setRunning = () => {
        if (is_frozen !== undefined) is_frozen ? world.freeze() : world.resume();
      };
      if (is_frozen !== undefined && to === undefined && advance === undefined) await world.run(setRunning);
      else {
        await world.agenda.advance((nowMs) => {
          const target = findTarget(world.clock, nowMs, { advance, to });
          setRunning();
          return target;
        });
      }
      return [200, showClock(world.clock)];
    },

    async simulateHappening({ world, body: { name, ...input } }) {
      const act = happenings[name] as (world: World, input: unknown) => unknown;
      const result = (await world.run(() => act(world, input))) ?? null;
      // Each happening is typed by the document where it is made
      return [200, { name, result } as Given<components["schemas"]["Happened"]>];
    },

    async playStory({ world, path, body }) {
      return [200, await playStory(world, control.document["x-stories"] ?? [], path.story_id, body)];
    },

    listRecords({ world, path: { kind }, query: { after, limit, latest, ...wanted } }) {
      assertFields(control, kind, Object.keys(wanted));
      const read = (request: PageRequest): readonly Listed<object>[] =>
        kind === "touchedAssumptions"
          ? listTouched(assumptions, world, request)
          : listRecords(world, kind, request, wanted);
      const isWanted = ({ record }: Listed<object>) =>
        Object.entries(wanted).every(([name, value]) => Reflect.get(record, name) === value);
      return world.whenFree(() => {
        const { items, next } = readPage({ after, limit, latest }, read, isWanted);
        const records = items.map(({ record }) => record);
        return [200, { kind, records, next } as Given<components["schemas"]["RecordPage"]>];
      });
    },

    listCalls({ world, query: { operation, status, since, until, ...page } }) {
      if (operation !== undefined) assertOperation(operation, "query operation");
      const [sinceMs, untilMs] = [
        since === undefined ? -Infinity : toMs(since),
        until === undefined ? Infinity : toMs(until),
      ];
      const calls = worlds.calls.all(world.identity.id);
      const isWanted = ({ atMs, operationId, status: answered }: LoggedCall) =>
        atMs >= sinceMs &&
        atMs < untilMs &&
        [operationId, undefined].includes(operation) &&
        [answered, undefined].includes(status);
      const read = ({ after = 0, before, limit }: PageRequest) =>
        before === undefined
          ? calls.filter(({ place }) => place > after).slice(0, limit)
          : calls
              .filter(({ place }) => place < before)
              .reverse()
              .slice(0, limit);
      const { items, next } = readPage(page, read, isWanted);
      return [200, { calls: items.map(showCall), is_complete: (calls[0]?.place ?? 1) === 1, next }];
    },

    listFaults: ({ world }) => world.whenFree(() => [200, { faults: listFaults(world) }]),

    addFault: ({ world, body }) =>
      world.run(() => {
        if ("endpoint_id" in body) return [201, addEventFault(world, body)];
        const { operation_id } = body;
        if (operation_id !== "*") assertOperation(operation_id, "body /operation_id", "the id of an operation or `*`");
        return [201, world.faults.add(body, world.clock.nowMs)];
      }),

    removeFaults: ({ world, path: { fault_id } }) =>
      world.run(() => {
        const faults = listFaults(world).filter(({ id }) => fault_id === "*" || id === fault_id);
        if (faults.length === 0 && fault_id !== "*") {
          const remedy = "List the faults: it may have been removed, or the world reset.";
          throw new Refused("unknown", `The world has no fault "${fault_id}".`, { where: "path fault_id", remedy });
        }
        for (const { id } of faults) {
          world.faults.remove(id);
          world.eventFaults.remove(id);
        }
        return [200, { faults }];
      }),

    listEndpoints: ({ world }) => world.whenFree(() => [200, { endpoints: listEndpoints(world) }]),

    registerEndpoint: ({ world, body }) => world.run(() => [201, registerEndpoint(world, policy, body)]),

    removeEndpoint: ({ world, path }) => world.run(() => [200, removeEndpoint(world, path.endpoint_id)]),

    async listEvents({ world, query: { after, limit, latest, user_id, event_type, wait_ms = 0 } }) {
      const untilMs = elapsedMs() + wait_ms;
      const isWanted = ({ type }: LoggedEvent) => [type, eventNameOf(type), undefined].includes(event_type);
      const read = (request: PageRequest) => world.events.page(request, user_id);
      world.waiting += 1;
      try {
        for (let place = after; ; ) {
          const { items, next, last, changed } = await world.whenFree(() => ({
            ...readPage({ after: place, limit, latest }, read, isWanted),
            changed: world.changed,
          }));
          const waitMs = untilMs - elapsedMs();
          if (items.length > 0 || waitMs <= 0) {
            const events = items.map((event) =>
              showEvent({ ...event, payload: assumptions.showPayload(world, event) }),
            );
            return [200, { events, next }];
          }
          place = last;
          await settlesWithin(waitMs, changed);
        }
      } finally {
        world.waiting -= 1;
      }
    },

    listDeliveries: ({ world, query: { state, ...page } }) =>
      world.whenFree(() => {
        const { items, next } = readPage(page, (request) => world.deliveries.page(request, state));
        return [200, { deliveries: items.map((row) => showDelivery(world, row)), next }];
      }),

    getDelivery: ({ world, path: { delivery_id } }) =>
      world.whenFree(() => {
        const delivery = readDelivery(world, delivery_id);
        const event = world.events.get(delivery.event_id);
        if (event === undefined) throw new Error("A delivery has no event.");
        return [200, { delivery, event: showEvent(event), attempts: listAttempts(world, delivery_id) }];
      }),

    resendDeliveries: ({ world, body = {} }) => world.run(() => [200, { resent: resendDeliveries(world, body) }]),
  };
  // Not JSON
  const backUpWorld = ({ world }: { readonly world: World }) =>
    world.whenFree(() => [200, world.tables.database.serialize()]);
  return { ...calls, backUpWorld } as unknown as Readonly<Record<string, UntypedCall>>;
}

/** Reads a page of what is wanted in a list, or its latest items. `last` is the place up to which was read. */
function readPage<Item extends { readonly place: number }>(
  { after = 0, limit = defaultLimit, latest }: PageQuery,
  read: (request: PageRequest) => readonly Item[],
  isWanted: (item: Item) => boolean = () => true,
): { readonly items: Item[]; readonly next: number | null; readonly last: number } {
  // One more than are shown says whether there is a next page
  const count = latest ?? limit + 1;
  const found: Item[] = [];
  let [last, isMore] = [latest === undefined ? after : Number.MAX_SAFE_INTEGER, true];
  while (isMore && found.length < count) {
    const items = read({ [latest === undefined ? "after" : "before"]: last, limit: count });
    found.push(...items.filter(isWanted));
    last = items.at(-1)?.place ?? last;
    isMore = items.length === count;
  }
  if (latest !== undefined) return { items: found.slice(0, latest).reverse(), next: null, last };
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.place ?? null) : null, last };
}

/** Where a clock is moved to, in milliseconds. @throws {Refused} for a time before `nowMs` or after the end of the clock. */
function findTarget(
  clock: Clock,
  nowMs: number,
  { advance = {}, to }: { readonly advance?: Duration | undefined; readonly to?: string | undefined },
): number {
  const target = to === undefined ? nowMs + msOfDuration(advance) : toMs(to);
  const remedy = "Pass a later time or a positive duration, or create a world whose clock starts earlier.";
  const where = to === undefined ? "body /advance" : "body /to";
  // Work that is to be done at a time may come to a later one before
  if (target < (to === undefined ? nowMs : clock.nowMs)) {
    const found = to ?? `${msOfDuration(advance) / second} seconds`;
    const message = `The clock only goes forward: expected ${clock.now} or later, found ${found}.`;
    throw new Refused("invalid", message, { where, remedy });
  }
  if (target <= lastMs) return target;
  throw new Refused("invalid", `Expected a time before the end of the clock, ${toIso(lastMs)}.`, { where });
}

/** @throws {Refused} when a kind of record has none of these fields. */
function assertFields({ document }: Contract, kind: string, names: readonly string[]): void {
  const page = resolve<Schema>(document, { $ref: "#/components/schemas/RecordPage" });
  const { properties } = page.anyOf?.find((one) => one.properties?.["kind"]?.const === kind) ?? {};
  const fields = Object.keys(resolve<Schema>(document, properties?.["records"]?.items ?? {}).properties ?? {});
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown === undefined) return;
  const remedy = `The fields of ${kind} are ${fields.join(", ")}.`;
  throw new Refused("invalid", `Expected a field of ${kind}, found "${unknown}".`, {
    where: `query ${unknown}`,
    remedy,
  });
}

/** The assumptions that a world has touched; in the order in which it did. */
function listTouched(
  { touched, alternatives }: Assumptions,
  { identity }: World,
  { after = 0, limit }: PageRequest,
): Listed<RecordOf<"touchedAssumptions">>[] {
  const all = touched.of(identity.id).map(({ assumption: { key = "", chose, could_be }, by }, index) => ({
    place: index + 1,
    record: { key, chose, could_be, alternatives: alternatives.listNames(key), by: [...by] },
  }));
  return all.slice(after, limit === undefined ? undefined : after + limit);
}

/** A call as the control plane shows it. */
function showCall(call: LoggedCall): components["schemas"]["LoggedCall"] {
  const read = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as unknown));
  return {
    place: call.place,
    operation_id: call.operationId ?? null,
    method: call.method,
    path: call.path,
    status: call.status ?? null,
    idempotency_key: call.idempotencyKey ?? null,
    is_replay: call.isReplay,
    sent: read(call.sent),
    answered: read(call.answered),
    dropped: [...call.dropped],
    injected: [...call.injected],
    hints: [...call.hints],
    at: toIso(call.atMs),
    machine_at: toIso(call.machineAtMs),
    duration_ms: call.durationMs,
  };
}

function showClock({ now, isFrozen }: Clock): components["schemas"]["Clock"] {
  return { now, is_frozen: isFrozen };
}

/** Which items of a list a call asks for. */
interface PageQuery extends Pick<PageRequest, "after" | "limit"> {
  /** So many of the latest. */
  readonly latest?: number | undefined;
}

/** A world as the control plane shows it. */
export function showWorld(worlds: Worlds, world: World): components["schemas"]["World"] {
  const entry = worlds.getEntry(world);
  if (entry === undefined) throw new WorldEnded();
  return { ...showEntry(entry), clock: showClock(world.clock), settings: world.settings };
}

/** A world as the list of worlds shows it: what is in it is not read. */
function showEntry({ identity, createdAtMs, usedAtMs, ttlMs, expiresAtMs }: WorldEntry) {
  return {
    id: identity.id,
    api_key: identity.apiKey,
    management_key: identity.managementKey,
    team_id: identity.teamId,
    org_id: identity.orgId,
    created_at: toIso(createdAtMs),
    used_at: toIso(usedAtMs),
    ...(ttlMs === null ? {} : { ttl: { seconds: ttlMs / second } }),
    expires_at: expiresAtMs === null ? null : toIso(expiresAtMs),
  };
}
