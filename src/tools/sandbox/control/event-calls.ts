// The calls that show events, endpoints and deliveries.
import type { components } from "../../../../generated/control-types.ts";
import type { HostPolicy } from "../../events/index.ts";
import { attemptsOf, deliveryOf, listDeliveries, resendDelivery } from "../delivery/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "../delivery/endpoints.ts";
import type { DeliveryAttempt } from "../public/events.ts";
import { shownEvent } from "../world/activity.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";
import { pageOf } from "./page.ts";

export function eventCalls(policy: HostPolicy) {
  return {
    listEvents({ live: { world }, query: { after, limit, user_id } }) {
      const { items, next } = pageOf(
        { after, limit },
        (from, most) => world.events.page(from, most, user_id),
        ({ place }) => place,
      );
      return { status: 200, body: { events: items.map(shownEvent), next } };
    },

    listEndpoints({ live: { world } }) {
      return { status: 200, body: { endpoints: listEndpoints(world) } };
    },

    registerEndpoint({ live: { world }, body }) {
      return { status: 201, body: registerEndpoint(world, policy, body) };
    },

    removeEndpoint({ live: { world }, path: { endpoint_id } }) {
      const endpoint = listEndpoints(world).find(({ id }) => id === endpoint_id);
      if (endpoint === undefined) {
        throw new ControlRefused(404, `The world has no endpoint "${endpoint_id}".`, {
          where: "path endpoint_id",
          remedy: "List the endpoints for their ids.",
        });
      }
      removeEndpoint(world, endpoint_id);
      return { status: 200, body: endpoint };
    },

    listDeliveries({ live: { world }, query: { after, limit, state } }) {
      const { items, next } = pageOf(
        { after, limit },
        (from, most) => listDeliveries(world, { ...(state === undefined ? {} : { state }), after: from, limit: most }),
        ({ id }) => id,
      );
      return { status: 200, body: { deliveries: items, next } };
    },

    resendParked({ live: { world } }) {
      const endpoints = new Set(listEndpoints(world).map(({ id }) => id));
      let resent = 0;
      let place = 0;
      world.transact(() => {
        for (;;) {
          const parked = world.deliveries.page(place, 500, "parked");
          for (const delivery of parked) {
            place = delivery.place;
            if (!endpoints.has(delivery.endpointId)) continue;
            world.deliveries.resend(delivery.place, world.clock.nowMs);
            resent += 1;
          }
          if (parked.length === 0) return;
        }
      });
      world.onWork();
      return { status: 200, body: { resent } };
    },

    getDelivery({ live: { world }, path: { delivery_id } }) {
      const delivery = deliveryOf(world, delivery_id);
      const event = world.events.get(delivery.event_id);
      if (event === undefined) throw new Error("A delivery has no event.");
      const attempts = attemptsOf(world, delivery_id).map(shownAttempt);
      return { status: 200, body: { delivery, event: shownEvent(event), attempts } };
    },

    resendDelivery({ live: { world }, path: { delivery_id } }) {
      return { status: 200, body: resendDelivery(world, delivery_id) };
    },
  } satisfies Partial<ControlHandlers>;
}

function shownAttempt(attempt: DeliveryAttempt): components["schemas"]["Attempt"] {
  const { number, at, url, headers, sent, status, body, error, faults, is_additional, duration_ms } = attempt;
  const answer = status === undefined ? null : { status, ...(body === undefined ? {} : { body }) };
  const request = { url, headers, ...(sent === undefined ? {} : { body: sent }) };
  return { number, at, request, answer, error: error ?? null, faults: [...faults], is_additional, duration_ms };
}
