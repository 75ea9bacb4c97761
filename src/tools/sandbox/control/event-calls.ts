// The calls that show events, endpoints and deliveries.
import type { components } from "../../../../generated/control-types.ts";
import type { HostPolicy } from "../../http/index.ts";
import { attemptsOf, deliveryOf, listDeliveries, resendDelivery } from "../delivery/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "../delivery/endpoints.ts";
import type { DeliveryAttempt } from "../public/events.ts";
import { shownEvent } from "../world/activity.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";
import { pageOf } from "./page.ts";

export function eventCalls(policy: HostPolicy) {
  return {
    async listEvents({ world, query: { after, limit, user_id } }) {
      const { items, next } = await pageOf(
        { after, limit },
        (from, most) => world.events.page(from, most, user_id),
        ({ place }) => place,
      );
      return { status: 200, body: { events: items.map(shownEvent), next } };
    },

    async listEndpoints({ world }) {
      return { status: 200, body: { endpoints: await listEndpoints(world) } };
    },

    async registerEndpoint({ world, body }) {
      return { status: 201, body: await registerEndpoint(world, policy, body) };
    },

    async removeEndpoint({ world, path: { endpoint_id } }) {
      const endpoint = (await listEndpoints(world)).find(({ id }) => id === endpoint_id);
      if (endpoint === undefined) {
        throw new ControlRefused(404, `The world has no endpoint "${endpoint_id}".`, {
          where: "path endpoint_id",
          remedy: "List the endpoints for their ids.",
        });
      }
      await removeEndpoint(world, endpoint_id);
      return { status: 200, body: endpoint };
    },

    async listDeliveries({ world, query: { after, limit, state } }) {
      const { items, next } = await pageOf(
        { after, limit },
        (from, most) => listDeliveries(world, { ...(state === undefined ? {} : { state }), after: from, limit: most }),
        ({ id }) => id,
      );
      return { status: 200, body: { deliveries: items, next } };
    },

    async resendParked({ world }) {
      const endpoints = new Set((await listEndpoints(world)).map(({ id }) => id));
      let resent = 0;
      let place = 0;
      for (;;) {
        const parked = await world.deliveries.page(place, 500, "parked");
        for (const delivery of parked) {
          place = delivery.place;
          if (!endpoints.has(delivery.endpointId)) continue;
          await world.deliveries.resend(delivery.place, world.clock.nowMs);
          resent += 1;
        }
        if (parked.length === 0) break;
      }
      world.hasWork = true;
      return { status: 200, body: { resent } };
    },

    async getDelivery({ world, path: { delivery_id } }) {
      const delivery = await deliveryOf(world, delivery_id);
      const event = await world.events.get(delivery.event_id);
      if (event === undefined) throw new Error("A delivery has no event.");
      const attempts = (await attemptsOf(world, delivery_id)).map(shownAttempt);
      return { status: 200, body: { delivery, event: shownEvent(event), attempts } };
    },

    async resendDelivery({ world, path: { delivery_id } }) {
      return { status: 200, body: await resendDelivery(world, delivery_id) };
    },
  } satisfies Partial<ControlHandlers>;
}

function shownAttempt(attempt: DeliveryAttempt): components["schemas"]["Attempt"] {
  const { number, at, url, headers, sent, status, body, error, faults, is_additional, duration_ms } = attempt;
  const answer = status === undefined ? null : { status, ...(body === undefined ? {} : { body }) };
  const request = { url, headers, ...(sent === undefined ? {} : { body: sent }) };
  return { number, at, request, answer, error: error ?? null, faults: [...faults], is_additional, duration_ms };
}
