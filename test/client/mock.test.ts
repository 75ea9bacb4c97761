// Both clients against the real mock, which knows nothing of them: what they send is what the contract asks for.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as examples from "../../generated/examples.ts";
import {
  type Client,
  createClient,
  createManagementClient,
  eachMarker,
  eachTeam,
  type ManagementClient,
  unwrap,
} from "../../src/client/index.ts";
import { readContract } from "../../src/contract/index.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { organizationKey, resolveUser, teamKey } from "./calls.ts";

let mock: Mock;
let client: Client;
let management: ManagementClient;
beforeAll(async () => {
  mock = await startMock({ document: (await readContract()).document, port: 0 });
  client = createClient({ apiKey: teamKey, baseUrl: mock.url });
  management = createManagementClient({ managementKey: organizationKey, baseUrl: mock.url });
});
afterAll(() => mock.close());

const { user_id } = examples.user;
const orderPath = { order_id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec" };
const prefer = (example: string, code: number) => ({ headers: { prefer: `code=${code}, example=${example}` } });

describe("the client of a team", () => {
  test("gets, by a path parameter", async () => {
    const result = await resolveUser(client);
    expect(result).toMatchObject({ ok: true, status: 200, data: examples.user });
    expect(result.response.headers.get("sl-violations")).toBeNull();
  });

  test("gets, by a query with an array", async () => {
    const query = { zip_code: "85001", lab_id: 1, capabilities: ["stat"] };
    const result = await client.GET("/v3/order/psc/info", { params: { query } });
    expect(result).toMatchObject({ ok: true, data: examples.pscInfo });
    expect(result.response.headers.get("sl-violations")).toBeNull();
  });

  test("posts JSON, and is told of a conflict", async () => {
    expect(await unwrap(client.POST("/v2/user/", { body: examples.createUserRequest }))).toEqual(examples.createdUser);
    const options = prefer("client-user-id-conflict", 400);
    const refused = await client.POST("/v2/user/", { ...options, body: examples.createUserRequest });
    expect(refused).toMatchObject({ ok: false, status: 400, error: examples.clientUserIdConflict });
  });

  test("posts with an idempotency key", async () => {
    const result = await client.POST("/v3/order", { body: examples.orderRequest, idempotencyKey: "demo-order-1" });
    expect(result.response.headers.get("sl-violations")).toBeNull();
    expect(result.ok).toBe(true);
  });

  test("patches and deletes", async () => {
    const rescheduled = await client.PATCH("/v3/order/{order_id}/phlebotomy/appointment/reschedule", {
      params: { path: orderPath },
      body: examples.phlebotomyAppointmentReschedule,
    });
    expect(rescheduled).toMatchObject({ ok: true, data: examples.phlebotomyAppointmentRescheduled });
    const path = { user_id, provider: "demo_ring" };
    const disconnected = await client.DELETE("/v2/user/{user_id}/{provider}", { params: { path } });
    expect(disconnected).toMatchObject({ ok: true, data: examples.providerDisconnected });
  });

  test("uploads", async () => {
    const result = await client.POST("/lab_report/v1/parser/job", { body: examples.labReportUpload });
    expect(result).toMatchObject({ ok: true });
    expect(result.response.headers.get("sl-violations")).toBeNull();
  });

  test("goes through the markers of a lab test", async () => {
    const names: string[] = [];
    for await (const { name } of eachMarker(client, "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9")) names.push(name);
    // The mock answers every page with the first one
    expect(names).toEqual(examples.markersFirstPage.markers.map(({ name }) => name));
  });

  test("is refused with what the mock says of invalid input", async () => {
    const result = await client.GET("/v2/user/providers/{user_id}", { params: { path: { user_id: "no-uuid" } } });
    expect(result).toMatchObject({ ok: false, status: 422, error: { violations: expect.any(Array) } });
  });
});

describe("the client of an organization", () => {
  const org_id = "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6";

  test("gets the teams", async () => {
    const query = { region: ["us" as const, "eu" as const] };
    const result = await management.GET("/v1/org/{org_id}/team", { params: { path: { org_id }, query } });
    expect(result).toMatchObject({ ok: true, data: examples.organizationTeamsFirstPage });
    expect(result.response.headers.get("sl-violations")).toBeNull();
  });

  test("goes through the teams", async () => {
    const names: string[] = [];
    for await (const { name } of eachTeam(management, org_id)) names.push(name);
    // The mock answers every cursor with the first page
    expect(new Set(names)).toEqual(new Set(examples.organizationTeamsFirstPage.teams.map(({ name }) => name)));
    expect(names.length).toBeLessThanOrEqual(2);
  });
});
