// The types of the client, both ways: what must compile does, and what must not does not.
import { describe, expectTypeOf, test } from "vitest";
import type {
  ClientUserIdConflict,
  CreatedUser,
  Marker,
  OrganizationTeam,
  Provider,
  User,
} from "../../generated/schemas.ts";
import {
  type Client,
  type ClientEvent,
  createClient,
  createManagementClient,
  eachMarker,
  eachTeam,
  isKnownAuthType,
  type KnownAuthType,
  type ManagementClient,
  unwrap,
  wrapAsPathBasedClient,
} from "../../src/client/index.ts";

declare const client: Client;
declare const management: ManagementClient;
const resolve = "/v2/user/resolve/{client_user_id}";
const params = { path: { client_user_id: "demo-runner-01" } };
const orgParams = { path: { org_id: "one" } };

// Nothing here runs: what matters is what compiles
describe("making a client", () => {
  test("takes its options, and no other", () => {
    createClient({
      apiKey: async () => "",
      baseUrl: "",
      onEvent: (event) => expectTypeOf(event).toEqualTypeOf<ClientEvent>(),
    });
    // @ts-expect-error apiKey is required
    createClient({ baseUrl: "" });
    // @ts-expect-error baseUrl is required
    createClient({ apiKey: "" });
    // @ts-expect-error a team has no management key
    createClient({ managementKey: "", baseUrl: "" });
    // @ts-expect-error an organization has no api key
    createManagementClient({ apiKey: "", baseUrl: "" });
    // @ts-expect-error misspelt: timeoutMs
    createClient({ apiKey: "", baseUrl: "", timeout: 1 });
  });
});

describe("routes", () => {
  test("of the other credential, of another method or of none are not on a client", () => {
    // @ts-expect-error a route of an organization
    client.GET("/v1/org/{org_id}/team", { params: orgParams });
    // @ts-expect-error a route of a team
    management.GET(resolve, { params });
    // @ts-expect-error the client of the other credential
    void (client satisfies ManagementClient);
    // @ts-expect-error no such path
    client.GET("/v2/user/resolv/{client_user_id}", { params });
    // @ts-expect-error the slash at the end belongs to the path
    client.GET("/v2/providers");
    // @ts-expect-error the path of another method
    client.POST(resolve, { params });
  });
});

describe("parameters", () => {
  test("that are required have to be there", () => {
    client.GET("/v2/providers/");
    client.GET("/v2/providers/", { params: { query: {} } });
    client.POST("/v2/link/code/create", { params: { query: { user_id: "" } } });
    client.GET("/v3/order/psc/info", { params: { query: { zip_code: "", lab_id: 1, capabilities: ["stat", "new"] } } });
    // @ts-expect-error the options are required
    client.GET(resolve);
    // @ts-expect-error the parameter is required
    client.GET(resolve, { params: { path: {} } });
    // @ts-expect-error user_id is required
    client.POST("/v2/link/code/create", { params: { query: {} } });
  });

  test("have their names and types", () => {
    // @ts-expect-error misspelt path parameter
    client.GET(resolve, { params: { path: { client_userid: "" } } });
    // @ts-expect-error misspelt query parameter
    client.GET("/v2/providers/", { params: { query: { sourcetype: "" } } });
    // @ts-expect-error headers of the contract are options
    client.GET(resolve, { params: { ...params, header: {} } });
    // @ts-expect-error a text
    client.GET(resolve, { params: { path: { client_user_id: 1 } } });
    // @ts-expect-error a closed enum
    management.GET("/v1/org/{org_id}/team", { params: { ...orgParams, query: { region: ["asia"] } } });
  });
});

describe("bodies", () => {
  test("are checked field by field", () => {
    client.POST("/v2/user/", { body: { client_user_id: "" } });
    client.POST("/v2/user/undo_delete");
    client.POST("/v2/user/undo_delete", { body: { user_id: "" } });
    // @ts-expect-error the body is required
    client.POST("/v2/user/", {});
    // @ts-expect-error client_user_id is required
    client.POST("/v2/user/", { body: {} });
    // @ts-expect-error misspelt key
    client.POST("/v2/user/", { body: { client_user_id: "", fallback_timezone: "" } });
    // @ts-expect-error a text
    client.POST("/v2/user/", { body: { client_user_id: 1 } });
    // @ts-expect-error no body with GET
    client.GET(resolve, { params, body: {} });
  });

  test("that are forms take Blobs", () => {
    client.POST("/lab_report/v1/parser/job", { body: { file: new Blob([]), request_human_review: true } });
    client.POST("/lab_report/v1/parser/job", { body: { file: new File([], ""), extra: "" } });
    // @ts-expect-error the file is required
    client.POST("/lab_report/v1/parser/job", { body: { request_human_review: true } });
    // @ts-expect-error a text is not a file
    client.POST("/lab_report/v1/parser/job", { body: { file: "" } });
  });

  test("of an order has the ids that the contract names typed, though it is open, and no other", async () => {
    const body = { user_id: "", lab_account_id: "", other: 1 };
    client.POST("/v3/order", { body });
    client.POST("/v3/order/import", { body });
    // @ts-expect-error the id of an account is a string
    client.POST("/v3/order", { body: { lab_account_id: 1 } });
    // @ts-expect-error the id of an account is a string
    client.POST("/v3/order/import", { body: { lab_account_id: 1 } });
    const order = await unwrap(client.POST("/v3/order", { body }));
    expectTypeOf(order.id).toEqualTypeOf<string>();
    expectTypeOf(order["order_id"]).toBeUnknown();
  });
});

describe("options of a call", () => {
  test("are no others", () => {
    // @ts-expect-error misspelt: timeoutMs
    client.GET(resolve, { params, timeoutMS: 1 });
    // @ts-expect-error an option of the client
    client.GET(resolve, { params, deadlineMs: 1 });
    // @ts-expect-error an option of fetch: redirects are never followed
    client.GET(resolve, { params, redirect: "follow" });
    // @ts-expect-error an option of openapi-fetch
    client.GET("/v2/providers/", { baseUrl: "" });
  });

  test("idempotencyKey stands where the contract has it, linkToken on the link flow", () => {
    // @ts-expect-error not with a GET
    client.GET(resolve, { params, idempotencyKey: "once" });
    // @ts-expect-error a text
    client.POST("/v3/order/create", { body: {}, idempotencyKey: 1 });
    // @ts-expect-error not with resolving a user
    client.GET(resolve, { params, linkToken: "" });
  });
});

describe("results", () => {
  test("are distinguished by ok", async () => {
    const result = await client.GET(resolve, { params });
    expectTypeOf(result.response).toEqualTypeOf<Response>();
    expectTypeOf(result.data).toEqualTypeOf<User | undefined>();
    if (result.ok) {
      expectTypeOf(result.data).toEqualTypeOf<User>();
      expectTypeOf(result.error).toEqualTypeOf<undefined>();
    } else {
      expectTypeOf(result.error).toBeUnknown();
      expectTypeOf(result.data).toEqualTypeOf<undefined>();
    }
  });

  test("may be taken apart: ok and data narrow the others", async () => {
    const { ok, status, data, error } = await client.POST("/v2/user/", { body: { client_user_id: "" } });
    if (ok) expectTypeOf(data).toEqualTypeOf<CreatedUser>();
    else if (status === 400) expectTypeOf(error).toEqualTypeOf<ClientUserIdConflict>();
    if (data) expectTypeOf(status).toExtend<200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226>();
    else expectTypeOf(error).toBeUnknown();
  });

  test("have a fallback whose status is none of the documented ones", async () => {
    const result = await client.POST("/v2/user/", { body: { client_user_id: "" } });
    if (result.ok || result.status === 400 || result.status === 401 || result.status === 422) return;
    expectTypeOf<304 | 404 | 409 | 429 | 500 | 503>().toExtend<typeof result.status>();
    expectTypeOf<200>().not.toExtend<typeof result.status>();
    expectTypeOf(result.error).toBeUnknown();
    // @ts-expect-error a documented one is no longer possible here
    if (result.status === 400) return;
  });

  test("are read only", async () => {
    const result = await client.GET(resolve, { params });
    // @ts-expect-error read only
    result.ok = true;
  });
});

describe("unwrap", () => {
  test("takes a result as well as its promise", async () => {
    expectTypeOf(unwrap(await client.GET(resolve, { params }))).toEqualTypeOf<Promise<User>>();
    // @ts-expect-error takes the result of a call
    unwrap({ ok: true });
  });

  test("gives the data of a route", () => {
    expectTypeOf(unwrap(client.GET("/v2/providers/"))).toEqualTypeOf<Promise<Provider[]>>();
    // @ts-expect-error takes the call of a client
    unwrap(Promise.resolve("text"));
  });
});

describe("a path-based client", () => {
  test("has the calls of its client", () => {
    const byPath = wrapAsPathBasedClient(client);
    expectTypeOf(unwrap(byPath[resolve].GET({ params }))).toEqualTypeOf<Promise<User>>();
    expectTypeOf(unwrap(byPath["/v2/providers/"].GET())).toEqualTypeOf<Promise<Provider[]>>();
    const { GET } = wrapAsPathBasedClient(management)["/v1/org/{org_id}/team"];
    GET({ params: orgParams, maxRetries: 1 });
    // @ts-expect-error a route of an organization
    byPath["/v1/org/{org_id}/team"];
    // @ts-expect-error the path of another method
    byPath[resolve].POST;
    // @ts-expect-error the options are required
    byPath[resolve].GET();
    // @ts-expect-error misspelt path parameter
    byPath[resolve].GET({ params: { path: { client_userid: "" } } });
  });
});

describe("lists", () => {
  test("are typed", () => {
    const options = { signal: new AbortController().signal, maxRetries: 0, timeoutMs: 1, headers: {} };
    const markers = eachMarker(client, "", { page: 1, size: 10, lab_account_id: "" }, options);
    expectTypeOf(markers).toEqualTypeOf<AsyncGenerator<Marker, void, undefined>>();
    const teams = eachTeam(management, "", { region: ["us"], search_query: "" }, options);
    expectTypeOf(teams).toEqualTypeOf<AsyncGenerator<OrganizationTeam, void, undefined>>();
  });

  test("take the client that has their route, and its query", () => {
    // @ts-expect-error markers are a team's
    eachMarker(management, "");
    // @ts-expect-error teams are an organization's
    eachTeam(client, "");
    // @ts-expect-error misspelt query
    eachMarker(client, "", { pagesize: 1 });
    // @ts-expect-error a closed enum
    eachTeam(management, "", { region: ["asia"] });
  });
});

describe("open enums", () => {
  test("take any text, and a guard recognizes the known ones", () => {
    const value: string = "oauth";
    if (!isKnownAuthType(value)) return;
    expectTypeOf(value).toEqualTypeOf<KnownAuthType>();
    // @ts-expect-error no known value
    value === "carrier_pigeon";
  });

  test("leave known values in results to be compared with", async () => {
    for (const { auth_type } of await unwrap(client.GET("/v2/providers/"))) {
      expectTypeOf<KnownAuthType>().toExtend<NonNullable<typeof auth_type>>();
      expectTypeOf<string>().toExtend<NonNullable<typeof auth_type>>();
      if (isKnownAuthType(auth_type)) expectTypeOf(auth_type).toEqualTypeOf<KnownAuthType>();
    }
  });
});
