// The calls of the control plane, by their operations.
import type { components } from "../../../generated/control-types.ts";
import { eventNameOf } from "../../../generated/events.ts";
import { type Contract, resolve, type Schema, toPointer } from "../../shared/contract/index.ts";
import { assertAlternatives, findAssumptions } from "../assumptions/alternatives.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Given, RecordOf } from "../control-client/index.ts";
import { simulate } from "../domain/index.ts";
import { type Listed, listRecords } from "../domain/records.ts";
import { listAttempts, readDelivery, resendDeliveries, showDelivery } from "../events/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "../events/endpoints.ts";
import type { PageRequest } from "../store/database.ts";
import type { LoggedEvent } from "../store/tables.ts";
import { isExpired, type WorldEntry } from "../store/world-index.ts";
import { showEvent } from "../world/activity.ts";
import { type LoggedCall, showCall } from "../world/call-log.ts";
import { elapsedMs, machineNow, settlesWithin, toIso, toMs } from "../world/clock.ts";
import { addFault, listFaults, removeFaults } from "../world/faults.ts";
import { demoIdentity, newIdentity } from "../world/new-world.ts";
import { Refused } from "../world/refused.ts";
import { writeSeed } from "../world/seed-file.ts";
import type { World } from "../world/world.ts";
import { readFrom, readPage } from "./control-pages.ts";
import type { Calls, UntypedCall } from "./control-types.ts";
import { findTarget, showClock, showEntry, showWorld } from "./control-worlds.ts";
import { readChoice } from "./fault.ts";
import type { ServerOptions } from "./options.ts";
import { playStory } from "./stories.ts";
import { makeStreams } from "./stream.ts";

/** Makes what answers the calls. One that is missing does not compile. */
export function controlCalls(options: ServerOptions): Readonly<Record<string, UntypedCall>> {
  const { contract, control, worlds, assumptions, policy, stopping } = options;
  const sendStream = makeStreams(stopping);
  const calls: Calls = {
    // About
    getDocument: () => control.document as unknown as Record<string, unknown>,

    listAssumptions() {
      const assumptions = Array.from(findAssumptions(contract.document), ({ assumption, path }) => ({
        pointer: toPointer(path),
        ...assumption,
        leaves_open: [...assumption.leaves_open],
      }));
      return { assumptions, choices: control.document["x-choices"] ?? [] };
    },

    // Worlds
    listWorlds({ query: { prefix = "", ...page } }) {
      const nowMs = machineNow();
      const isWanted = (entry: WorldEntry) => entry.identity.id.startsWith(prefix) && !isExpired(entry, nowMs);
      const { items, next } = readPage(page, (request) => worlds.store.index.page(request), isWanted);
      return { worlds: items.map(showEntry), next };
    },

    async openWorld({ path, body, reply }) {
      assertAlternatives(contract, body?.settings?.assume ?? {}, "body /settings/assume");
      const { world, isNew } = await worlds.open(body ?? {}, newIdentity(path.world_id));
      if (isNew) reply.code(201);
      return showWorld(worlds, world);
    },

    getWorld: ({ world }) => showWorld(worlds, world),

    getSeed: ({ world, query }) => writeSeed(world, query.is_with_keys === true),

    async dropWorld({ world }) {
      if (world.identity.id === demoIdentity.id) {
        const place = { where: "path world_id", remedy: "Reset it instead." };
        throw new Refused("conflict", "The first world cannot be dropped.", place);
      }
      const shown = showWorld(worlds, world);
      await worlds.drop(world);
      return shown;
    },

    async resetWorld({ world, body }) {
      await worlds.reset(world, body?.seed);
      assumptions.forget(world);
      return showWorld(worlds, world);
    },

    changeSettings({ world, body }) {
      assertAlternatives(contract, body.assume ?? {}, "body /assume");
      return world.run(() => {
        world.change({ settings: { ...world.settings, ...body } });
        return world.settings;
      });
    },

    async setClock({ world, body: { is_frozen, advance, to } }) {
      const setRunning = () => {
        if (is_frozen !== undefined) world.change({ clock: is_frozen ? world.clock.frozen() : world.clock.running() });
      };
      if (to === undefined && advance === undefined && is_frozen !== undefined) await world.run(setRunning);
      else {
        await world.agenda.advance((nowMs) => {
          const target = findTarget(world.clock, nowMs, { advance, to });
          setRunning();
          return target;
        });
      }
      return showClock(world.clock);
    },

    backUpWorld: ({ world, reply }) => void reply.type("application/vnd.sqlite3").send(world.database.serialize()),

    // Happenings, stories and faults
    async simulateHappening({ world, body: { name, ...input } }) {
      const result = (await world.run(() => simulate(world, name, input))) ?? null;
      // Each happening is typed by the document where it is made
      return { name, result } as Given<components["schemas"]["Happened"]>;
    },

    playStory: ({ world, path, body }) => playStory(world, control.document["x-stories"] ?? [], path.story_id, body),

    listFaults: ({ world }) => ({ faults: listFaults(world) }),

    addFault: ({ world, body }) =>
      world.run(() => {
        if ("endpoint_id" in body) assertEndpoint(world, body.endpoint_id);
        return addFault(world, body);
      }),

    removeFaults: ({ world, path: { fault_id } }) =>
      world.run(() => {
        const faults = removeFaults(world, fault_id);
        if (faults.length > 0 || fault_id === "*") return { faults };
        const remedy = "List the faults: it may have been removed, or the world reset.";
        throw new Refused("unknown", `The world has no fault "${fault_id}".`, { where: "path fault_id", remedy });
      }),

    // Records and calls
    listRecords({ world, path: { kind }, query: { after, limit, latest, ...wanted } }) {
      assertFields(control, kind, Object.keys(wanted));
      const read = (request: PageRequest): readonly Listed<object>[] =>
        kind === "touchedAssumptions"
          ? readFrom(listTouched(assumptions, world))(request)
          : listRecords(world, kind, request, wanted);
      const isWanted = ({ record }: Listed<object>) =>
        Object.entries(wanted).every(([name, value]) => Reflect.get(record, name) === value);
      const { items, next } = readPage({ after, limit, latest }, read, isWanted);
      const records = items.map(({ record }) => record);
      return { kind, records, next } as Given<components["schemas"]["RecordPage"]>;
    },

    listCalls({ world, query: { operation, status, since, until, ...page } }) {
      const [first = "", end] = [since, until].map((time) => time && toIso(toMs(time)));
      const calls = world.calls.all;
      const isWanted = (call: LoggedCall) =>
        call.at >= first &&
        (end === undefined || call.at < end) &&
        [undefined, call.operation_id].includes(operation) &&
        [undefined, call.status].includes(status);
      const { items, next } = readPage(page, readFrom(calls), isWanted);
      return { calls: items.map(showCall), is_complete: (calls[0]?.place ?? 1) === 1, next };
    },

    // Events, their endpoints and deliveries
    listEndpoints: ({ world }) => ({ endpoints: listEndpoints(world) }),

    registerEndpoint: ({ world, body }) => world.run(() => registerEndpoint(world, policy, body)),

    removeEndpoint: ({ world, path }) => world.run(() => removeEndpoint(world, path.endpoint_id)),

    async listEvents({ world, query: { after, limit, latest, user_id, event_type, wait_ms = 0 } }) {
      const untilMs = elapsedMs() + wait_ms;
      const isWanted = ({ type }: LoggedEvent) => [type, eventNameOf(type), undefined].includes(event_type);
      const read = (request: PageRequest) => world.events.page(request, user_id);
      for (let place = after; ; ) {
        const { items, next, last, changed } = await world.whenFree(() => ({
          ...readPage({ after: place, limit, latest }, read, isWanted),
          changed: world.changed,
        }));
        const waitMs = untilMs - elapsedMs();
        if (items.length > 0 || waitMs <= 0) {
          const show = (event: LoggedEvent) => showEvent({ ...event, payload: assumptions.showPayload(world, event) });
          return { events: items.map(show), next };
        }
        place = last;
        await settlesWithin(waitMs, changed);
      }
    },

    listDeliveries({ world, query: { state, ...page } }) {
      const { items, next } = readPage(page, (request) => world.deliveries.page(request, state));
      return { deliveries: items.map((row) => showDelivery(world, row)), next };
    },

    getDelivery({ world, path: { delivery_id } }) {
      const delivery = readDelivery(world, delivery_id);
      const event = world.events.get(delivery.event_id);
      if (event === undefined) throw new Error("A delivery has no event.");
      return { delivery, event: showEvent(event), attempts: listAttempts(world, delivery_id) };
    },

    resendDeliveries: ({ world, body = {} }) => world.run(() => ({ resent: resendDeliveries(world, body) })),

    watchWorld: ({ world, request, reply }) => sendStream(world, request, reply),
  };
  return calls as unknown as Readonly<Record<string, UntypedCall>>;
}

/** @throws {Refused} when the endpoint is unknown. */
function assertEndpoint({ records }: World, id: string): void {
  if (id === "*" || records.endpoints.get(id) !== undefined) return;
  const place = { where: "body /endpoint_id", remedy: "List the endpoints for their ids." };
  throw new Refused("invalid", `Expected the id of an endpoint or \`*\`, found "${id}".`, place);
}

/** @throws {Refused} when a kind of record has none of these fields. */
function assertFields({ document }: Contract, kind: string, names: readonly string[]): void {
  const { properties = {} } =
    readChoice(document, { $ref: "#/components/schemas/RecordPage" })?.branches.get(kind) ?? {};
  const fields = Object.keys(resolve<Schema>(document, properties["records"]?.items ?? {}).properties ?? {});
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown === undefined) return;
  const place = { where: `query ${unknown}`, remedy: `The fields of ${kind} are ${fields.join(", ")}.` };
  throw new Refused("invalid", `Expected a field of ${kind}, found "${unknown}".`, place);
}

/** The assumptions that a world has touched; in the order in which it did. */
function listTouched(assumptions: Assumptions, world: World): Listed<RecordOf<"touchedAssumptions">>[] {
  const touched = assumptions.listTouched(world);
  return touched.map(({ assumption: { key = "", chose, could_be, alternatives = {} }, by }, index) => ({
    place: index + 1,
    record: { key, chose, could_be, alternatives: Object.keys(alternatives), by: [...by] },
  }));
}
