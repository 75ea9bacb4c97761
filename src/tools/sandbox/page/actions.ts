// What the forms of the pages do: each is a call of the control plane, and a sentence that says what came of it.
import { type Html, html } from "../../look/index.ts";
import type { BodyOf } from "../control/call.ts";
import type { DeliveryState } from "../world/store.ts";
import type { Seed } from "../worlds.ts";
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

  async registerEndpoint({ control, world_id, fields }) {
    const { url, secret } = await control("registerEndpoint", {
      path: { world_id },
      body: { url: fields.needed("url"), ...given({ secret: fields.text("secret") }) },
    });
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
    const world = await control("createWorld", {
      body: {
        seed: fields.needed("seed") as Seed,
        is_frozen: fields.isOn("is_frozen"),
        ...given({ now: fields.moment("now") }),
      },
    });
    return { message: `The world ${world.id} was created. These pages now show it.`, leadsTo: linksOf(world.id)("") };
  },

  async resetWorld({ control, fields }) {
    const world_id = fields.needed("world_id");
    const seed = fields.needed("seed") as Seed;
    const world = await control("resetWorld", { path: { world_id }, body: { seed } });
    return { message: `The world ${world.id} was reset with the seed ${seed}.` };
  },

  async dropWorld({ control, fields, world_id }) {
    const dropped = fields.needed("world_id");
    await control("dropWorld", { path: { world_id: dropped } });
    const message = `The world ${dropped} was dropped.`;
    return dropped === world_id ? { message, leadsTo: linksOf("demo")("worlds/") } : { message };
  },

  async changeSettings({ control, world_id, fields }) {
    const isOn = (name: string) => fields.needed(name) === "true";
    const { psc_scheduling } = await control("changeSettings", {
      path: { world_id },
      body: {
        source_form: fields.needed("source_form") as BodyOf<"changeSettings">["source_form"] & string,
        partial_results: isOn("partial_results"),
        psc_scheduling: isOn("psc_scheduling"),
        newer_values: isOn("newer_values"),
      },
    });
    return {
      message: `The settings were changed. The team has ${psc_scheduling ? "" : "not "}opted in to scheduling at service centers.`,
    };
  },

  async connectionMade({ control, world_id, fields, to }) {
    const user_id = fields.needed("user_id");
    await control("simulateConnectionMade", {
      path: { world_id },
      body: {
        user_id,
        provider: fields.needed("provider"),
        ...given({ connect_mode: fields.text("connect_mode") as "automatic" | "explicit" | undefined }),
      },
    });
    return {
      message: html`The user is connected to ${providerName(fields.needed("provider"))}. <a href="${to(`users/${encodeURIComponent(user_id)}`)}">See the user</a>`,
    };
  },

  async connectionBroken({ control, world_id, fields }) {
    const provider = fields.needed("provider");
    await control("simulateConnectionBroken", {
      path: { world_id },
      body: { user_id: fields.needed("user_id"), provider },
    });
    return { message: `The connection to ${providerName(provider)} is broken. This sends no event.` };
  },

  async dataArrived({ control, world_id, fields, to }) {
    const { result } = await control("simulateDataArrived", {
      path: { world_id },
      body: {
        user_id: fields.needed("user_id"),
        provider: fields.needed("provider"),
        resource: fields.needed("resource"),
        ...given({ day: fields.text("day"), data: fields.json("data") as Record<string, unknown> | undefined }),
      },
    });
    const outcome: unknown = result?.["outcome"];
    if (outcome === "dropped") {
      return { message: `The data was dropped without an event. ${String(result?.["reason"] ?? "")}` };
    }
    return { message: html`The data arrived. <a href="${to("events/")}">See the events</a>` };
  },

  async hypnogramArrived({ control, world_id, fields, to }) {
    const event_type = fields.needed("event_type") as BodyOf<"simulateHypnogramArrived">["event_type"] & string;
    await control("simulateHypnogramArrived", {
      path: { world_id },
      body: { user_id: fields.needed("user_id"), provider: fields.needed("provider"), event_type },
    });
    return { message: html`The event ${event_type} was sent. <a href="${to("events/")}">See the events</a>` };
  },

  async orderMoved({ control, world_id, fields, to }) {
    const order_id = fields.needed("order_id");
    const status = fields.needed("status");
    await control("simulateOrderMoved", {
      path: { world_id },
      body: {
        order_id,
        status,
        ...given({ low_level_status: fields.text("low_level_status"), status_detail: fields.text("status_detail") }),
      },
    });
    return {
      message: html`The order moved to ${status}. <a href="${to(`orders/${encodeURIComponent(order_id)}`)}">See the order</a>`,
    };
  },

  async resultPublished({ control, world_id, fields, to }) {
    const order_id = fields.needed("order_id");
    const is_partial = fields.isOn("is_partial");
    const results = fields.json("results");
    await control("simulateResultPublished", {
      path: { world_id },
      body: { order_id, is_partial, results: (Array.isArray(results) ? results : [results]) as never[] },
    });
    return {
      message: html`${is_partial ? "Some results were" : "The results were"} published. <a href="${to(`orders/${encodeURIComponent(order_id)}`)}">See the order</a>`,
    };
  },

  async parsingJobFinished({ control, world_id, fields }) {
    const status = fields.needed("status");
    await control("simulateParsingJobFinished", {
      path: { world_id },
      body: { job_id: fields.needed("job_id"), status },
    });
    return { message: `The parsing job is ${status}.` };
  },

  async userDeleted({ control, world_id, fields }) {
    await control("simulateUserDeleted", { path: { world_id }, body: { user_id: fields.needed("user_id") } });
    return { message: "The user and its connections were deleted. The deletion can be undone for 7 days." };
  },
};
