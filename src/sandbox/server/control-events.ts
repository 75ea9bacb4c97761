// The calls of the control plane about events: their endpoints, and their deliveries.
import { eventNameOf } from "../../../generated/events.ts";
import { listAttempts, readDelivery, resendDeliveries, showDelivery } from "../events/deliveries.ts";
import { listEndpoints, registerEndpoint, removeEndpoint } from "../events/endpoints.ts";
import type { PageRequest } from "../store/database.ts";
import type { LoggedEvent } from "../store/tables.ts";
import { showEvent } from "../world/activity.ts";
import { elapsedMs, settlesWithin } from "../world/clock.ts";
import { type CallOptions, type Calls, readPage } from "./control-topic.ts";

export const eventCalls = ({ assumptions, policy }: CallOptions) =>
  ({
    listEndpoints: ({ world }) => world.whenFree(() => [200, { endpoints: listEndpoints(world) }]),

    registerEndpoint: ({ world, body }) => world.run(() => [201, registerEndpoint(world, policy, body)]),

    removeEndpoint: ({ world, path }) => world.run(() => [200, removeEndpoint(world, path.endpoint_id)]),

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
          return [200, { events: items.map(show), next }];
        }
        place = last;
        await settlesWithin(waitMs, changed);
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
  }) satisfies Partial<Calls>;
