// Both clients against the real mock as their users call them, typed; contract/ calls every route.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as examples from "../../../generated/examples.ts";
import {
  type Client,
  createClient,
  createManagementClient,
  eachMarker,
  eachTeam,
  type ManagementClient,
  unwrap,
} from "../../../src/package/client/index.ts";
import type { Mock } from "../../../src/pipeline/mock/index.ts";
import { serveBundle } from "../../pipeline/mock/serve-bundle.ts";
import { organizationKey, teamKey } from "./calls.ts";

let mock: Mock;
let client: Client;
let management: ManagementClient;
beforeAll(async () => {
  mock = await serveBundle();
  client = createClient({ apiKey: teamKey, baseUrl: mock.url });
  management = createManagementClient({ managementKey: organizationKey, baseUrl: mock.url });
});
afterAll(() => mock.close());

const prefer = (example: string, code: number) => ({ headers: { prefer: `code=${code}, example=${example}` } });

describe("the client of a team", () => {
  test("posts JSON, and gets a conflict", async () => {
    expect(await unwrap(client.POST("/v2/user/", { body: examples.createUserRequest }))).toEqual(examples.createdUser);
    const options = prefer("client-user-id-conflict", 400);
    const refused = await client.POST("/v2/user/", { ...options, body: examples.createUserRequest });
    expect(refused).toMatchObject({ ok: false, status: 400, error: examples.clientUserIdConflict });
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
});

describe("the client of an organization", () => {
  test("goes through the teams", async () => {
    const names: string[] = [];
    for await (const { name } of eachTeam(management, "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6")) names.push(name);
    // The mock answers every cursor with the first page
    expect(new Set(names)).toEqual(new Set(examples.organizationTeamsFirstPage.teams.map(({ name }) => name)));
    expect(names.length).toBeLessThanOrEqual(2);
  });
});
