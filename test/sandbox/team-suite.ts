// A test suite of a team as it uses a shared sandbox over HTTP: the packaged clients, and a world of its own by the name of its branch.
import { Webhook } from "standardwebhooks";
import type { components } from "../../generated/control-types.ts";
import { createClient, unwrap } from "../../src/client/index.ts";
import { createControlClient } from "../../src/sandbox/control-client/index.ts";
import { runner } from "./cast.ts";
import { Receiver } from "./receiver.ts";

type Happening = components["schemas"]["Happening"];

/** What the suite saw in a world, without what differs from one run to the next. */
export type Seen = Readonly<Record<string, unknown>>;

const now = "2026-03-02T09:00:00.000Z";

/** Runs the suite once: a user, data, an order, an upload, links, a story, and a copy of the world. */
export async function runSuite(baseUrl: string, world_id: string, headers: Record<string, string> = {}): Promise<Seen> {
  const control = createControlClient({ baseUrl, headers });
  const receiver = await Receiver.start();
  try {
    const path = { world_id };
    const opened = { seed: "demo", now, is_frozen: true, ttl: { hours: 1 } } as const;
    const world = await unwrap(control.PUT("/_sandbox/worlds/{world_id}", { params: { path }, body: opened }));
    const client = createClient({ apiKey: world.api_key, baseUrl });
    const endpoint = await unwrap(
      control.POST("/_sandbox/worlds/{world_id}/endpoints", { params: { path }, body: { url: receiver.url } }),
    );
    const advance = (body: { hours: number }) =>
      unwrap(control.PATCH("/_sandbox/worlds/{world_id}/clock", { params: { path }, body: { advance: body } }));
    const simulate = (body: Happening) =>
      unwrap(control.POST("/_sandbox/worlds/{world_id}/happenings", { params: { path }, body }));

    const { user_id } = await unwrap(client.POST("/v2/user/", { body: { client_user_id: "suite-01" } }));
    const ofUser = { params: { path: { user_id } } };
    const connection = { user_id, provider: "demo_ring" };
    await simulate({ name: "connectionMade", ...connection });
    for (let night = 1; night <= 4; night += 1) {
      await simulate({ name: "dataArrived", ...connection, resource: "sleep", data: { score: 80 + night } });
      await advance({ hours: 24 });
    }
    const { sleep = [] } = await unwrap(client.GET("/v2/summary/sleep/{user_id}", ofUser));

    const order = await unwrap(client.POST("/v3/order", { body: { user_id }, idempotencyKey: "suite-order" }));
    const order_id = order.id;
    const ofOrder = { params: { path: { order_id } } };
    await unwrap(client.POST("/v3/order/{order_id}/phlebotomy/appointment/book", { ...ofOrder, body: {} }));
    await simulate({ name: "resultPublished", order_id, results: [{ marker: "glucose", value: 91 }] });

    const file = new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" });
    const { id } = await unwrap(client.POST("/lab_report/v1/parser/job", { body: { file } }));
    await advance({ hours: 1 });
    const job = await unwrap(
      client.GET("/lab_report/v1/parser/job/{job_id}", { params: { path: { job_id: String(id) } } }),
    );
    const portal = await unwrap(
      client.POST("/v2/user/{user_id}/create_portal_url", {
        params: { path: { user_id: runner } },
        body: { context: "launch" },
      }),
    );
    const url = String(portal.url);
    const inspected = await unwrap(
      control.GET("/_sandbox/worlds/{world_id}/records/{kind}", {
        params: { path: { world_id, kind: "portalUrls" }, query: { url } },
      }),
    );

    const story = await unwrap(
      control.POST("/_sandbox/worlds/{world_id}/stories/{story_id}", {
        params: { path: { world_id, story_id: "late_correction_of_a_day" } },
        body: { data: [{ minutes: 400 }, { minutes: 415 }] },
      }),
    );
    const parsed = await unwrap(
      client.GET("/v2/summary/sleep/{user_id}", { params: { path: { user_id: story.user_id } } }),
    );

    // What is on its way arrives
    for (;;) {
      const open = await Promise.all(
        (["due", "waiting"] as const).map((state) =>
          unwrap(control.GET("/_sandbox/worlds/{world_id}/deliveries", { params: { path, query: { state } } })),
        ),
      );
      if (open.every(({ deliveries }) => deliveries.length === 0)) break;
    }
    const { events } = await unwrap(
      control.GET("/_sandbox/worlds/{world_id}/events", { params: { path, query: { user_id, limit: 100 } } }),
    );
    const signed = new Webhook(String(endpoint.secret));
    const arrived = new Map(
      receiver.received.flatMap(({ headers: sent, body }) => {
        signed.verify(body, { ...sent });
        const event = JSON.parse(body) as { user_id?: string; event_type: string };
        return event.user_id === user_id ? [[sent["webhook-id"], event.event_type] as const] : [];
      }),
    );
    const copy = await unwrap(
      control.PUT("/_sandbox/worlds/{world_id}", {
        params: { path: { world_id: `${world_id}-copy-${user_id}` } },
        body: { copy_of: world_id },
      }),
    );
    const copied = createClient({ apiKey: copy.api_key, baseUrl });
    const inCopy = await unwrap(copied.GET("/v2/summary/sleep/{user_id}", ofUser));
    const { clock } = await unwrap(control.GET("/_sandbox/worlds/{world_id}", { params: { path } }));
    return {
      scores: sleep.map((night) => night["score"]),
      job: job.status,
      portal: inspected.kind === "portalUrls" && inspected.records[0]?.is_expired,
      story: parsed.sleep?.map((night) => night["minutes"]),
      emitted: events.map(({ event_type }) => event_type),
      arrived: [...arrived.values()],
      isInOrder: [...arrived.keys()].join() === events.map(({ id }) => id).join(),
      copied: inCopy.sleep?.length,
      clock: clock.now,
    };
  } finally {
    await receiver.close();
  }
}
