// The contract in use: the typed client calls Prism, which checks each request and answers with an example of the contract.
import { afterAll, expect, test } from "vitest";
import { orderCreated, orderRequest } from "../generated/examples.ts";
import { createClient } from "../src/client/index.ts";
import { startMock } from "../src/mock/index.ts";

const mock = await startMock("generated/openapi.yaml", 0);
afterAll(() => mock.close());
const client = createClient({ apiKey: "any", baseUrl: mock.url });

test("creates a user", async () => {
  const created = await client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
  if (!created.ok) throw new Error(`Refused with ${created.status}.`);
  expect(created.data.user_id).toBe("2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10");
});

test("names the user that has the id, when it is taken", async () => {
  const headers = { prefer: "code=400" };
  const created = await client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" }, headers });
  if (created.status !== 400) throw new Error(`Expected a conflict, found ${created.status}.`);
  expect(created.error.user_id).toBe("2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10");
});

test("places an order", async () => {
  const placed = await client.POST("/v3/order", { body: orderRequest, idempotencyKey: "order-1" });
  expect(placed).toMatchObject({ ok: true, data: orderCreated });
});

test("uploads a lab report", async () => {
  const file = new File(["%PDF-1.7"], "report.pdf", { type: "application/pdf" });
  const job = await client.POST("/lab_report/v1/parser/job", { body: { file, request_human_review: true } });
  expect(job).toMatchObject({ ok: true, data: { id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f" } });
});

test("is told what is wrong with a request, by the compiler and by the mock", async () => {
  // @ts-expect-error The field is called client_user_id.
  const refused = await client.POST("/v2/user/", { body: { user: "demo-runner-01" } });
  expect(refused).toMatchObject({ ok: false, status: 422 });
});
