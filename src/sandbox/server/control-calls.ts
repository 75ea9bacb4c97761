// The calls of the control plane, typed by its document.
import type { components, operations } from "../../../generated/control-types.ts";
import { eventNameOf } from "../../../generated/events.ts";
import { type Contract, type ContractOperation, toPointer } from "../../shared/contract/index.ts";
import type { HostPolicy } from "../../shared/http/index.ts";
import { findAssumptions } from "../assumptions/alternatives.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Given } from "../control-client/index.ts";
import { happenings, inspections } from "../domain/index.ts";
import { listAttempts, readDelivery, resendDelivery, resendParked, showDelivery } from "../events/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "../events/endpoints.ts";
import { addEventFault, listEventFaults, showEventFault } from "../events/event-faults.ts";
import type { PageRequest } from "../store/database.ts";
import type { LoggedEvent } from "../store/tables.ts";
import type { WorldEntry } from "../store/world-index.ts";
import { showEvent } from "../world/activity.ts";
import type { LoggedCall } from "../world/call-log.ts";
import { type Clock, elapsedMs, lastMs, msOfDuration, second, settlesWithin, toIso, toMs } from "../world/clock.ts";
import { Refused } from "../world/refused.ts";
import type { WorldSettings } from "../world/settings.ts";
import { type World, WorldEnded } from "../world/world.ts";
import { demoIdentity, newIdentity, type Worlds } from "../world/worlds.ts";
import type { Answer } from "./answer.ts";
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

/** The input of a call, which has been checked. */
interface Input<Id extends ControlId> {
  readonly path: NonNullable<operations[Id]["parameters"]["path"]>;
  readonly query: NonNullable<operations[Id]["parameters"]["query"]>;
  readonly body: BodyOf<Id>;
}

/** The status and the body of an answer, when it does not refuse. */
type ControlReply<Id extends ControlId> = {
  [Status in keyof operations[Id]["responses"]]: Status extends number
    ? operations[Id]["responses"][Status] extends { content: { "application/json": infer Body } }
      ? readonly [status: Status, body: Given<Body>]
      : never
    : never;
}[keyof operations[Id]["responses"]];

type Calls<Ids extends ControlId, Place> = {
  readonly [Id in Ids]: (call: Input<Id> & Place) => ControlReply<Id>;
};

/** The world that the path names, where it names one that must be there. */
type MultiStepCalls = {
  readonly [Id in MultiStepCall]: (call: Input<Id> & InWorld) => ControlReply<Id> | Promise<ControlReply<Id>>;
};

/** These take several transactions, or none. */
type MultiStepCall =
  | "getDocument"
  | "listAssumptions"
  | "listWorlds"
  | "createWorld"
  | "openWorld"
  | "getWorld"
  | "dropWorld"
  | "resetWorld"
  | "advanceClock"
  | "playStory"
  | "listEvents";

type InWorld = { readonly world: World };

/** Any other is one transaction in the world's turn; the happenings and the inspections are bound by name. */
type TransactionCalls = Calls<
  Exclude<ControlId, MultiStepCall | `simulate${string}` | `inspect${string}` | "watchWorld">,
  InWorld
>;

/** At most so many on a page that does not say. */
const defaultLimit = 100;

/** A call with the types of its operation forgotten. */
interface UntypedCall {
  readonly world: World | undefined;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

type UntypedReply = readonly [status: number, body: unknown];

/** Makes what answers the calls of an operation. */
export function controlCalls(options: CallOptions) {
  const [multiStep, transactional] = [createMultiStepCalls(options), createTransactionCalls(options)];
  return (operation: ContractOperation): ((call: UntypedCall) => Promise<Answer>) => {
    const { id, method } = operation;
    const inSteps = Reflect.get(multiStep, id) as
      | ((call: UntypedCall) => UntypedReply | Promise<UntypedReply>)
      | undefined;
    const inTransaction = Reflect.get(transactional, id) as ((call: UntypedCall & InWorld) => UntypedReply) | undefined;
    const byName = bindByName(operation, options);
    return async (call) => {
      const { world } = call;
      if (inSteps !== undefined) {
        const [status, body] = await inSteps(call);
        return { status, body };
      }
      if (world === undefined) throw new Error(`The operation ${id} needs a world.`);
      if (byName !== undefined) {
        const work = () => byName(world, call);
        const result = await (method === "get" ? world.whenFree(work) : world.run(work));
        return { status: 200, body: { result: result ?? null } };
      }
      if (inTransaction === undefined) throw new Error(`The operation ${id} is not there.`);
      const work = () => inTransaction({ ...call, world });
      const [status, body] = await (method === "get" ? world.whenFree(work) : world.run(work));
      return { status, body };
    };
  };
}

/** A happening or an inspection; undefined for any other call. */
function bindByName({ id, path }: ContractOperation, { assumptions }: CallOptions) {
  const [verb = "", name = ""] = path.split("/").slice(-2);
  const table = verb === "simulate" ? happenings : verb === "inspect" ? inspections : undefined;
  if (table === undefined) return undefined;
  const act = Reflect.get(table, name) as (world: World, input: unknown) => unknown;
  return (world: World, { query, body = {} }: UntypedCall) => {
    const input = verb === "inspect" ? query : body;
    if (id === "simulateSettingsChanged") {
      assumptions.alternatives.assertKnown((input as Partial<WorldSettings>).assume ?? {});
    }
    return act(world, input);
  };
}

function createMultiStepCalls({ contract, control, worlds, assumptions }: CallOptions): MultiStepCalls {
  const show = (world: World) => showWorld(worlds, world);
  return {
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

    async createWorld({ body }) {
      assumptions.alternatives.assertKnown(body?.settings?.assume ?? {}, "body /settings/assume");
      return [201, show((await worlds.open(body)).world)];
    },

    async openWorld({ path, body }) {
      assumptions.alternatives.assertKnown(body?.settings?.assume ?? {}, "body /settings/assume");
      const { world, isNew } = await worlds.open(body, newIdentity(path.world_id));
      return [isNew ? 201 : 200, show(world)];
    },

    getWorld: ({ world }) => [200, show(world)],

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

    async advanceClock({ world, body: { to, ...length } }) {
      if (to !== undefined && Object.keys(length).length > 0) {
        const place = { where: "body", remedy: "Leave out one of them." };
        throw new Refused("invalid", "Expected either `to` or a duration, found both.", place);
      }
      const { clock } = world;
      await world.agenda.advance((nowMs) => {
        const target = to === undefined ? nowMs + msOfDuration(length) : toMs(to);
        const remedy = "Pass a later time or a positive duration, or create a world whose clock starts earlier.";
        const where = to === undefined ? "body" : "body /to";
        // Work that is to be done at a time may come to a later one before
        if (target < (to === undefined ? nowMs : clock.nowMs)) {
          const found = to ?? `${msOfDuration(length) / second} seconds`;
          throw new Refused("invalid", `The clock only goes forward: expected ${clock.now} or later, found ${found}.`, {
            where,
            remedy,
          });
        }
        if (target <= lastMs) return target;
        throw new Refused("invalid", `Expected a time before the end of the clock, ${toIso(lastMs)}.`, { where });
      });
      return [200, showClock(world.clock)];
    },

    async playStory({ world, path, body }) {
      return [200, await playStory(world, control.document["x-stories"] ?? [], path.story_id, body)];
    },

    async listEvents({ world, query: { after = 0, limit = defaultLimit, user_id, event_type, wait_ms = 0 } }) {
      const untilMs = elapsedMs() + wait_ms;
      const isWanted = ({ type }: LoggedEvent) => [type, eventNameOf(type), undefined].includes(event_type);
      world.waiting += 1;
      try {
        for (let place = after; ; ) {
          const { found, last, changed } = await world.whenFree(() => {
            const found: LoggedEvent[] = [];
            let [read, last]: [LoggedEvent[], number] = [[], place];
            do {
              // One more than are shown says whether there is a next page
              read = world.events.page({ after: last, limit: limit + 1 }, user_id);
              found.push(...read.filter(isWanted));
              last = read.at(-1)?.place ?? last;
            } while (read.length > limit && found.length <= limit);
            return { found, last, changed: world.changed };
          });
          place = last;
          const waitMs = untilMs - elapsedMs();
          if (found.length > 0 || waitMs <= 0) {
            const events = found
              .slice(0, limit)
              .map((event) => showEvent({ ...event, payload: assumptions.showPayload(world, event) }));
            return [200, { events, next: found.length > limit ? (events.at(-1)?.place ?? null) : null }];
          }
          await settlesWithin(waitMs, changed);
        }
      } finally {
        world.waiting -= 1;
      }
    },
  };
}

function createTransactionCalls({ contract, policy, assumptions, worlds }: CallOptions): TransactionCalls {
  const operationIds = contract.operations.map(({ id }) => id);
  const assertOperation = (id: string, where: string, expected = "the id of an operation") => {
    if (operationIds.includes(id)) return;
    const place = { where, remedy: `Use one of ${operationIds.join(", ")}.` };
    throw new Refused("invalid", `Expected ${expected}, found "${id}".`, place);
  };
  return {
    listTouchedAssumptions: ({ world }) => [
      200,
      {
        touched: assumptions.touched.of(world.identity.id).map(({ assumption: { key = "", chose, could_be }, by }) => ({
          key,
          chose,
          could_be,
          alternatives: assumptions.alternatives.listNames(key),
          by: [...by],
        })),
      },
    ],

    freezeClock({ world }) {
      world.freeze();
      return [200, showClock(world.clock)];
    },

    resumeClock({ world }) {
      world.resume();
      return [200, showClock(world.clock)];
    },

    listUsers({ world, query: { client_user_id, ...page } }) {
      const { users } = world.records;
      if (client_user_id !== undefined) return [200, { users: users.named(client_user_id), next: null }];
      const { items, next } = readPage(page, (request) => users.page(request));
      return [200, { users: items.map(({ record }) => record), next }];
    },

    listOrders({ world, query: { user_id, ...page } }) {
      const { orders } = world.records;
      if (user_id !== undefined) return [200, { orders: orders.ofOwner(user_id), next: null }];
      const { items, next } = readPage(page, (request) => orders.page(request));
      return [200, { orders: items.map(({ record }) => record), next }];
    },

    listFaults: ({ world }) => [200, { faults: world.faults.all(world.clock.nowMs) }],

    addFault({ world, body }) {
      const { operation_id } = body;
      if (operation_id !== "*") assertOperation(operation_id, "body /operation_id", "the id of an operation or `*`");
      return [201, world.faults.add(body, world.clock.nowMs)];
    },

    removeFaults({ world }) {
      const faults = world.faults.all(world.clock.nowMs);
      world.faults.clear();
      return [200, { faults }];
    },

    removeFault: ({ world, path }) => [200, world.faults.remove(path.fault_id, world.clock.nowMs)],

    listEventFaults: ({ world }) => [200, { faults: listEventFaults(world) }],

    addEventFault({ world, body }) {
      return [201, addEventFault(world, body)];
    },

    removeEventFaults({ world }) {
      const faults = listEventFaults(world);
      world.eventFaults.clear();
      return [200, { faults }];
    },

    removeEventFault: ({ world, path }) => [
      200,
      showEventFault(world.eventFaults.remove(path.fault_id, world.clock.nowMs)),
    ],

    listCalls({ world, query: { operation, status, since, until, after = 0, limit } }) {
      if (operation !== undefined) assertOperation(operation, "query operation");
      const [sinceMs, untilMs] = [
        since === undefined ? -Infinity : toMs(since),
        until === undefined ? Infinity : toMs(until),
      ];
      const calls = worlds.calls.all(world.identity.id);
      const wanted = calls.filter(
        (call) =>
          !call.isControl &&
          call.place > after &&
          call.atMs >= sinceMs &&
          call.atMs < untilMs &&
          [call.operationId, undefined].includes(operation) &&
          [call.status, undefined].includes(status),
      );
      const { items, next } = readPage({ after, limit }, (request) => wanted.slice(0, request.limit));
      return [200, { calls: items.map(showCall), is_complete: (calls[0]?.place ?? 1) === 1, next }];
    },

    listEndpoints({ world }) {
      return [200, { endpoints: listEndpoints(world) }];
    },

    registerEndpoint({ world, body }) {
      return [201, registerEndpoint(world, policy, body)];
    },

    removeEndpoint({ world, path }) {
      return [200, removeEndpoint(world, path.endpoint_id)];
    },

    listDeliveries({ world, query: { state, ...page } }) {
      const { items, next } = readPage(page, (request) => world.deliveries.page(request, state));
      return [200, { deliveries: items.map((row) => showDelivery(world, row)), next }];
    },

    resendParked({ world }) {
      return [200, { resent: resendParked(world) }];
    },

    getDelivery({ world, path: { delivery_id } }) {
      const delivery = readDelivery(world, delivery_id);
      const event = world.events.get(delivery.event_id);
      if (event === undefined) throw new Error("A delivery has no event.");
      return [200, { delivery, event: showEvent(event), attempts: listAttempts(world, delivery_id) }];
    },

    resendDelivery({ world, path }) {
      return [200, resendDelivery(world, path.delivery_id)];
    },
  };
}

/** Reads a page of a list: one more than are shown says whether there is a next page. */
function readPage<Item extends { readonly place: number }>(
  { after = 0, limit = defaultLimit }: PageRequest,
  read: (request: PageRequest) => readonly Item[],
): { readonly items: Item[]; readonly next: number | null } {
  const found = read({ after, limit: limit + 1 });
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.place ?? null) : null };
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
