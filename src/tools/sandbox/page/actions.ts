// What the forms of the pages do: each is a call of the control plane, and a sentence that reports the outcome.

import type { Contract } from "../../contract/index.ts";
import { type Html, html } from "../../look/index.ts";
import type { BodyOf } from "../control/call.ts";
import { belongsTo } from "../delivery/event-faults.ts";
import type { StoryId } from "../public/sandbox.ts";
import type { DeliveryState } from "../world/store.ts";
import type { CallControl } from "./call-control.ts";
import { type Fields, given } from "./fields.ts";
import type { LinkTo } from "./links.ts";
import { linksOf } from "./links.ts";
import { providerName } from "./parts/names.ts";
import { momentText } from "./parts/text.ts";

/** What an action is given. */
interface Asked {
  readonly control: CallControl;
  readonly world_id: string;
  readonly fields: Fields;
  readonly to: LinkTo;
}

/** The outcome of an action. */
export interface Done {
  readonly message: Html | string;
  /** The page to show next; by default the one with the form. */
  readonly leadsTo?: string;
}

type Action = (asked: Asked) => Promise<Done>;

type FaultBody = BodyOf<"addFault">;
type EventFaultBody = BodyOf<"addEventFault">;

const lengths: Readonly<Record<string, string>> = { days: "days", hours: "hours", minutes: "minutes" };

/** The actions, by the last part of the address that their forms post to. */
export const actions: Readonly<Record<string, Action>> = {
  async freezeClock({ control, world_id }) {
    const { now } = await control("freezeClock", { path: { world_id } });
    return { message: `The clock is frozen at ${momentText(now)}.` };
  },

  async resumeClock({ control, world_id }) {
    await control("resumeClock", { path: { world_id } });
    return { message: "The clock is running." };
  },

  async advanceClock({ control, world_id, fields }) {
    const to = fields.moment("to");
    const unit = lengths[fields.needed("unit")] ?? "hours";
    const body = to === undefined ? { [unit]: fields.number("length") ?? 0 } : { to };
    const { now } = await control("advanceClock", { path: { world_id }, body });
    return { message: `The clock is at ${momentText(now)}, and everything due by then was done.` };
  },

  async addFault({ control, world_id, fields }) {
    const effect = fields.needed("effect") as FaultBody["effect"];
    const lasts = fields.number("lasts");
    const body = {
      operation_id: fields.needed("operation_id"),
      effect,
      ...given({
        // Only what belongs to the effect: the fields of the others may be filled, too
        status: effect === "status" ? fields.number("status") : undefined,
        latency_ms: effect === "latency" ? fields.number("latency_ms") : undefined,
        bytes: effect === "truncate" ? fields.number("bytes") : undefined,
        when: effect === "truncate" ? undefined : (fields.text("when") as FaultBody["when"]),
        probability: fields.number("probability"),
        seed: fields.number("seed"),
        count: fields.number("count"),
        lasts: lasts === undefined ? undefined : { minutes: lasts },
      }),
    } as FaultBody;
    const { id } = await control("addFault", { path: { world_id }, body });
    return { message: `${id} was added.` };
  },

  async removeFault({ control, world_id, fields }) {
    const { id } = await control("removeFault", { path: { world_id, fault_id: fields.needed("fault_id") } });
    return { message: `${id} was removed.` };
  },

  async removeFaults({ control, world_id }) {
    const { faults } = await control("removeFaults", { path: { world_id } });
    return { message: `${faults.length === 1 ? "One fault was" : `${faults.length} faults were`} removed.` };
  },

  async addEventFault({ control, world_id, fields }) {
    const effect = fields.needed("effect") as EventFaultBody["effect"];
    const minutes = (name: string) => {
      const length = fields.number(name);
      return length === undefined ? undefined : { minutes: length };
    };
    // Only what belongs to the effect: the fields of the others are filled, too
    const own = {
      copies: fields.number("copies"),
      delay: minutes("delay"),
      cut: fields.text("cut"),
      age: minutes("age"),
    };
    const body = {
      endpoint_id: fields.needed("endpoint_id"),
      effect,
      ...given({
        ...Object.fromEntries(Object.entries(own).filter(([name]) => belongsTo(effect, name))),
        probability: fields.number("probability"),
        seed: fields.number("seed"),
        count: fields.number("count"),
        lasts: minutes("lasts"),
      }),
    } as EventFaultBody;
    const { id, conduct } = await control("addEventFault", { path: { world_id }, body });
    return { message: `${id} was added: its conduct is ${conduct}.` };
  },

  async removeEventFault({ control, world_id, fields }) {
    const { id } = await control("removeEventFault", { path: { world_id, fault_id: fields.needed("fault_id") } });
    return { message: `${id} was removed.` };
  },

  async removeEventFaults({ control, world_id }) {
    const { faults } = await control("removeEventFaults", { path: { world_id } });
    return {
      message: `${faults.length === 1 ? "One event fault was" : `${faults.length} event faults were`} removed.`,
    };
  },

  async registerEndpoint({ control, world_id, fields }) {
    const { url, secret } = await control("registerEndpoint", { path: { world_id }, fields });
    return {
      message: html`Events are now sent to ${url}, signed with <code>${secret}</code>. The secret is not shown again.`,
    };
  },

  async removeEndpoint({ control, world_id, fields }) {
    const { url } = await control("removeEndpoint", { path: { world_id, endpoint_id: fields.needed("endpoint_id") } });
    return { message: `Events are no longer sent to ${url}.` };
  },

  async resendDelivery({ control, world_id, fields }) {
    const delivery_id = Number(fields.needed("delivery_id"));
    const { state }: { state: DeliveryState } = await control("resendDelivery", { path: { world_id, delivery_id } });
    return { message: state === "delivered" ? "It was sent again." : "It is being sent again." };
  },

  async resendParked({ control, world_id }) {
    const { resent } = await control("resendParked", { path: { world_id } });
    return { message: `${resent === 1 ? "One parked event is" : `${resent} parked events are`} being sent again.` };
  },

  async createWorld({ control, fields }) {
    const world = await control("createWorld", { fields });
    return { message: `The world ${world.id} was created. These pages now show it.`, leadsTo: linksOf(world.id)("") };
  },

  async resetWorld({ control, fields }) {
    const world_id = fields.needed("world_id");
    const world = await control("resetWorld", { path: { world_id }, fields });
    return { message: `The world ${world.id} was reset with the seed ${fields.needed("seed")}.` };
  },

  async dropWorld({ control, fields, world_id }) {
    const dropped = fields.needed("world_id");
    await control("dropWorld", { path: { world_id: dropped } });
    const message = `The world ${dropped} was dropped.`;
    return dropped === world_id ? { message, leadsTo: linksOf("demo")("worlds/") } : { message };
  },

  async settingsChanged({ control, world_id, fields }) {
    const { psc_scheduling } = (await control("simulateSettingsChanged", { path: { world_id }, fields })).result;
    return {
      message: `The settings were changed. The team has ${psc_scheduling ? "" : "not "}opted in to scheduling at service centers.`,
    };
  },

  async playStory({ control, world_id, fields, to }) {
    const path = { world_id, story_id: fields.needed("story_id") as StoryId };
    const { user_id, event_ids } = await control("playStory", { path, fields });
    const events = event_ids.length === 1 ? "one event" : `${event_ids.length} events`;
    return {
      message: html`The story was played, with ${events}. <a href="${to(`users/${encodeURIComponent(user_id)}`)}">See the user</a>`,
    };
  },

  async connectionMade({ control, world_id, fields, to }) {
    await control("simulateConnectionMade", { path: { world_id }, fields });
    return {
      message: html`The user is connected to ${providerName(fields.needed("provider"))}. <a href="${to(`users/${encodeURIComponent(fields.needed("user_id"))}`)}">See the user</a>`,
    };
  },

  async connectionBroken({ control, world_id, fields }) {
    await control("simulateConnectionBroken", { path: { world_id }, fields });
    return { message: `The connection to ${providerName(fields.needed("provider"))} is broken. This sends no event.` };
  },

  async dataArrived({ control, world_id, fields, to }) {
    const { result } = await control("simulateDataArrived", { path: { world_id }, fields });
    if (result.outcome === "dropped") return { message: `The data was dropped without an event. ${result.reason}` };
    return { message: html`The data arrived. <a href="${to("events/")}">See the events</a>` };
  },

  async hypnogramArrived({ control, world_id, fields, to }) {
    const { event_type } = (await control("simulateHypnogramArrived", { path: { world_id }, fields })).result;
    return { message: html`The event ${event_type} was sent. <a href="${to("events/")}">See the events</a>` };
  },

  async orderMoved({ control, world_id, fields, to }) {
    await control("simulateOrderMoved", { path: { world_id }, fields });
    return {
      message: html`The order moved to ${fields.needed("status")}. <a href="${to(`orders/${encodeURIComponent(fields.needed("order_id"))}`)}">See the order</a>`,
    };
  },

  async resultPublished({ control, world_id, fields, to }) {
    await control("simulateResultPublished", { path: { world_id }, fields });
    return {
      message: html`${fields.isOn("is_partial") ? "Some results were" : "The results were"} published. <a href="${to(`orders/${encodeURIComponent(fields.needed("order_id"))}`)}">See the order</a>`,
    };
  },

  async parsingJobFinished({ control, world_id, fields }) {
    await control("simulateParsingJobFinished", { path: { world_id }, fields });
    return { message: `The parsing job is ${fields.needed("status")}.` };
  },

  async userDeleted({ control, world_id, fields }) {
    await control("simulateUserDeleted", { path: { world_id }, fields });
    return { message: "The user and its connections were deleted. The deletion can be undone for 7 days." };
  },
};

/** The action of a happening without a message of its own; undefined where the document has no happening of this name. */
export function happeningAction({ operations }: Contract, name: string): Action | undefined {
  const id = `simulate${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const happening = operations.find((operation) => operation.id === id);
  if (happening === undefined) return undefined;
  return async ({ control, world_id, fields }) => {
    const { result } = await control(id as "simulateDemographicsSet", { path: { world_id }, fields });
    const shown = result === null ? undefined : html` <code>${JSON.stringify(result)}</code>`;
    return { message: html`${happening.operation.summary}: done.${shown}` };
  };
}
