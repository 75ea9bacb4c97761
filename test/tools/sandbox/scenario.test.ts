// The whole story through the real client: user, connection, data, events, order, appointment, result, deletion, undo refused.
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { createClient, unwrap } from "../../../src/package/client/index.ts";
import { parseEvent } from "../../../src/package/events/index.ts";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { listenOn } from "../../../src/tools/terminal/index.ts";
import { patient } from "./receiver.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A team's receiver of events: it verifies each signature over the bytes that came, and keeps what it says. */
async function startReceiver() {
  const received: string[] = [];
  let webhook: Webhook | undefined;
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      webhook?.verify(body, request.headers as Record<string, string>);
      received.push(parseEvent(body).event.event_type);
      response.writeHead(204).end();
    });
  });
  const url = await listenOn(server, 0, "the receiver", "Try again.");
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  const trust = (secret: string) => {
    webhook = new Webhook(secret);
  };
  return { url, received, trust };
}

test("a team's whole story, in a few seconds", async () => {
  const sandbox: Sandbox = await startSandbox({
    ...patient,
    seed: "empty",
    now: new Date("2026-03-02T09:00:00Z"),
    frozen: true,
  });
  open.push(sandbox);
  const { simulate, inspect, clock } = sandbox;
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  const receiver = await startReceiver();
  receiver.trust((await sandbox.endpoints.register({ url: receiver.url })).secret);

  // A user, and a connection of theirs
  const { user_id } = await unwrap(client.POST("/v2/user/", { body: { client_user_id: "story-01" } }));
  await simulate.connectionMade({ user_id, provider: "demo_ring" });
  const connections = await unwrap(client.GET("/v2/user/providers/{user_id}", { params: { path: { user_id } } }));
  expect(connections.providers).toMatchObject([{ slug: "demo_ring", status: "connected" }]);

  // Data: the past, then today's
  await simulate.historicalPullCompleted({ user_id, provider: "demo_ring", resource: "sleep", days: 3 });
  await simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep", data: { score: 81 } });
  const sleep = await unwrap(client.GET("/v2/summary/sleep/{user_id}", { params: { path: { user_id } } }));
  expect(sleep.sleep).toHaveLength(4);
  expect(sleep.sleep?.at(-1)).toMatchObject({ score: 81, source: { provider: "demo_ring" } });

  // An order, its appointment and its result
  const body = { user_id, patient_address: { access_notes: "Side entrance." }, clinical_comments: "Fasting." };
  const order = await unwrap(client.POST("/v3/order", { body, idempotencyKey: "story-order" }));
  const order_id = order.id;
  const params = { path: { order_id } };
  const notes = { appointment_notes: "Call first." };
  await unwrap(client.POST("/v3/order/{order_id}/phlebotomy/appointment/book", { params, body: notes }));
  expect(await inspect.phlebotomyForwarded({ order_id })).toMatchObject([{ access_notes: "Side entrance.", ...notes }]);
  expect(await inspect.requisition({ order_id })).toMatchObject({
    clinical_comments: expect.stringContaining("Fasting."),
  });
  await simulate.resultPublished({ order_id, results: [{ marker: "glucose", value: 91 }] });

  // All of it was emitted, in order, and each signature held
  await sandbox.settled();
  expect(receiver.received).toEqual([
    "provider.connection.created",
    "historical.data.sleep.created",
    "daily.data.sleep.created",
    "order.created",
    "order.updated",
    "order.updated",
  ]);
  expect((await sandbox.events.ofUser(user_id)).map(({ event_type }) => event_type)).toEqual(receiver.received);

  // Deleted, and eight days later it is too late
  await simulate.userDeleted({ user_id });
  await clock.advance({ days: 8 });
  const undo = await client.POST("/v2/user/undo_delete", { params: { query: { user_id } } });
  expect(undo).toMatchObject({ ok: false, status: 400 });
});
