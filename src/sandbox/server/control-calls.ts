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
import type { WorldEntry } from "../store/world-index.ts";
import { settlesWithin } from "../store/world-queues.ts";
import { showEvent } from "../world/activity.ts";
import { Clock, elapsedMs, lastMs, msOfDuration, second, toIso, toMs } from "../world/clock.ts";
import type { LiveWorld } from "../world/live-world.ts";
import { Refused } from "../world/refused.ts";
import type { WorldSettings } from "../world/settings.ts";
import { defaultSettings } from "../world/settings.ts";
import type { World, WorldRow } from "../world/world.ts";
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
  readonly [Id in Ids]: (call: Input<Id> & Place) => ControlReply<Id> | Promise<ControlReply<Id>>;
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

/** The world that the path names, where it names one that must be there. */
type MultiStepCalls = Calls<MultiStepCall, { readonly live: LiveWorld }>;

/** Any other is one transaction, which sees the world; the happenings and the inspections are bound by name. */
type TransactionCalls = Calls<
  Exclude<ControlId, MultiStepCall | `simulate${string}` | `inspect${string}` | "watchWorld">,
  { readonly world: World }
>;

/** At most so many on a page that does not say. */
const defaultLimit = 100;

/** A call with the types of its operation forgotten. */
interface UntypedCall {
  readonly live: LiveWorld | undefined;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

type Handle<Call> = (call: Call) => readonly [number, unknown] | Promise<readonly [number, unknown]>;
type HandleInTransaction = Handle<UntypedCall & { readonly world: World }>;

/** Makes what answers the calls of an operation. */
export function controlCalls(options: CallOptions) {
  const [multiStep, transactional] = [createMultiStepCalls(options), createTransactionCalls(options)];
  return ({ id, method }: ContractOperation): ((call: UntypedCall) => Promise<Answer>) => {
    const handle = (bindByName(id, options) ?? Reflect.get(transactional, id)) as HandleInTransaction;
    const inTransaction = (call: UntypedCall) => {
      if (call.live === undefined) throw new Error(`The operation ${id} needs a world.`);
      const work = (world: World) => handle({ ...call, world });
      return method === "get" ? call.live.read(work) : call.live.write(work);
    };
    const answer = (Reflect.get(multiStep, id) as Handle<UntypedCall> | undefined) ?? inTransaction;
    return async (call) => {
      const [status, body] = await answer(call);
      return { status, body };
    };
  };
}

/** A happening or an inspection; undefined for any other call. */
function bindByName(id: string, { assumptions }: CallOptions): HandleInTransaction | undefined {
  const [, verb, first = "", rest = ""] = /^(simulate|inspect)([A-Z])(\w*)$/.exec(id) ?? [];
  if (verb === undefined) return undefined;
  const table = verb === "simulate" ? happenings : inspections;
  const act = Reflect.get(table, first.toLowerCase() + rest) as (world: World, input: unknown) => unknown;
  return async ({ world, query, body = {} }) => {
    const input = verb === "inspect" ? query : body;
    if (id === "simulateSettingsChanged") {
      assumptions.alternatives.assertKnown((input as Partial<WorldSettings>).assume ?? {});
    }
    return [200, { result: (await act(world, input)) ?? null }];
  };
}

function createMultiStepCalls({ contract, control, worlds, assumptions }: CallOptions): MultiStepCalls {
  const show = async (live: LiveWorld) => showWorld(await live.readEntry());
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

    async listWorlds({ query: { prefix, ...page } }) {
      const { items, next } = await readPage(page, (request) => worlds.list(request, prefix));
      return [200, { worlds: items.map(showWorld), next }];
    },

    async createWorld({ body }) {
      assumptions.alternatives.assertKnown(body?.settings?.assume ?? {}, "body /settings/assume");
      return [201, await show((await worlds.open(body)).live)];
    },

    async openWorld({ path, body }) {
      assumptions.alternatives.assertKnown(body?.settings?.assume ?? {}, "body /settings/assume");
      const { live, isNew } = await worlds.open(body, newIdentity(path.world_id));
      return [isNew ? 201 : 200, await show(live)];
    },

    async getWorld({ live }) {
      return [200, await show(live)];
    },

    async dropWorld({ live }) {
      if (live.identity.id === demoIdentity.id) {
        const place = { where: "path world_id", remedy: "Reset it instead." };
        throw new Refused("conflict", "The first world cannot be dropped.", place);
      }
      const shown = await show(live);
      await worlds.drop(live);
      assumptions.touched.forget(live.identity.id);
      return [200, shown];
    },

    async resetWorld({ live, body }) {
      await worlds.reset(live, body?.seed);
      assumptions.touched.forget(live.identity.id);
      return [200, await show(live)];
    },

    async advanceClock({ live, body: { to, ...length } }) {
      if (to !== undefined && Object.keys(length).length > 0) {
        const place = { where: "body", remedy: "Leave out one of them." };
        throw new Refused("invalid", "Expected either `to` or a duration, found both.", place);
      }
      await live.timeline.advance((nowMs, { clock }) => {
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
      return [200, showClock(live.clock)];
    },

    async playStory({ live, path, body }) {
      return [200, await playStory(live, control.document["x-stories"] ?? [], path.story_id, body)];
    },

    async listEvents({ live, query: { after = 0, limit = defaultLimit, user_id, event_type, wait_ms = 0 } }) {
      const untilMs = elapsedMs() + wait_ms;
      const isWanted = ({ type }: { readonly type: string }) =>
        [type, eventNameOf(type), undefined].includes(event_type);
      live.waiting += 1;
      try {
        for (let place = after; ; ) {
          const { changed } = live;
          const found = [];
          let read: readonly Parameters<typeof showEvent>[0][];
          do {
            // One more than are shown says whether there is a next page
            read = await live.read(async (world) =>
              (await world.events.page({ after: place, limit: limit + 1 }, user_id)).map((event) => ({
                ...event,
                payload: assumptions.showPayload(world, event),
              })),
            );
            found.push(...read.filter(isWanted));
            place = read.at(-1)?.place ?? place;
          } while (read.length > limit && found.length <= limit);
          const waitMs = untilMs - elapsedMs();
          if (found.length > 0 || waitMs <= 0) {
            const events = found.slice(0, limit).map(showEvent);
            return [200, { events, next: found.length > limit ? (events.at(-1)?.place ?? null) : null }];
          }
          await settlesWithin(waitMs, changed);
        }
      } finally {
        live.waiting -= 1;
      }
    },
  };
}

function createTransactionCalls({ contract, policy, assumptions }: CallOptions): TransactionCalls {
  const operationIds = contract.operations.map(({ id }) => id);
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

    async freezeClock({ world }) {
      await world.freeze();
      return [200, showClock(world.clock)];
    },

    async resumeClock({ world }) {
      await world.resume();
      return [200, showClock(world.clock)];
    },

    async listUsers({ world, query: { client_user_id, ...page } }) {
      const { users } = world.records;
      if (client_user_id !== undefined) return [200, { users: await users.named(client_user_id), next: null }];
      const { items, next } = await readPage(page, (request) => users.page(request));
      return [200, { users: items.map(({ record }) => record), next }];
    },

    async listOrders({ world, query: { user_id, ...page } }) {
      const { orders } = world.records;
      if (user_id !== undefined) return [200, { orders: await orders.ofOwner(user_id), next: null }];
      const { items, next } = await readPage(page, (request) => orders.page(request));
      return [200, { orders: items.map(({ record }) => record), next }];
    },

    listFaults: ({ world }) => [200, { faults: world.faults.all(world.clock.nowMs) }],

    addFault({ world, body }) {
      const { operation_id } = body;
      if (operation_id !== "*" && !operationIds.includes(operation_id)) {
        const place = { where: "body /operation_id", remedy: `Use one of ${operationIds.join(", ")}.` };
        throw new Refused("invalid", `Expected the id of an operation or \`*\`, found "${operation_id}".`, place);
      }
      return [201, world.faults.add(body, world.clock.nowMs)];
    },

    removeFaults({ world }) {
      const faults = world.faults.all(world.clock.nowMs);
      world.faults.clear();
      return [200, { faults }];
    },

    removeFault: ({ world, path }) => [200, world.faults.remove(path.fault_id, world.clock.nowMs)],

    listEventFaults: ({ world }) => [200, { faults: listEventFaults(world) }],

    async addEventFault({ world, body }) {
      return [201, await addEventFault(world, body)];
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

    async listEndpoints({ world }) {
      return [200, { endpoints: await listEndpoints(world) }];
    },

    async registerEndpoint({ world, body }) {
      return [201, await registerEndpoint(world, policy, body)];
    },

    async removeEndpoint({ world, path }) {
      return [200, await removeEndpoint(world, path.endpoint_id)];
    },

    async listDeliveries({ world, query: { state, ...page } }) {
      const { items, next } = await readPage(page, (request) => world.deliveries.page(request, state));
      return [200, { deliveries: await Promise.all(items.map((row) => showDelivery(world, row))), next }];
    },

    async resendParked({ world }) {
      return [200, { resent: await resendParked(world) }];
    },

    async getDelivery({ world, path: { delivery_id } }) {
      const delivery = await readDelivery(world, delivery_id);
      const event = await world.events.get(delivery.event_id);
      if (event === undefined) throw new Error("A delivery has no event.");
      return [200, { delivery, event: showEvent(event), attempts: await listAttempts(world, delivery_id) }];
    },

    async resendDelivery({ world, path }) {
      return [200, await resendDelivery(world, path.delivery_id)];
    },
  };
}

/** Reads a page of a list: one more than are shown says whether there is a next page. */
async function readPage<Item extends { readonly place: number }>(
  { after = 0, limit = defaultLimit }: PageRequest,
  read: (request: PageRequest) => Promise<readonly Item[]>,
): Promise<{ readonly items: Item[]; readonly next: number | null }> {
  const found = await read({ after, limit: limit + 1 });
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.place ?? null) : null };
}

function showClock({ now, isFrozen }: Clock): components["schemas"]["Clock"] {
  return { now, is_frozen: isFrozen };
}

/** A world as the control plane shows it. */
export function showWorld({
  id,
  row,
  createdAtMs,
  usedAtMs,
  ttlMs,
  expiresAtMs,
}: WorldEntry): components["schemas"]["World"] {
  const { identity, clock, settings } = row as WorldRow;
  return {
    id,
    api_key: identity.apiKey,
    management_key: identity.managementKey,
    team_id: identity.teamId,
    org_id: identity.orgId,
    clock: showClock(new Clock(clock)),
    settings: { ...defaultSettings, ...settings },
    created_at: toIso(createdAtMs),
    used_at: toIso(usedAtMs),
    ...(ttlMs === null ? {} : { ttl: { seconds: ttlMs / second } }),
    expires_at: expiresAtMs === null ? null : toIso(expiresAtMs),
  };
}
