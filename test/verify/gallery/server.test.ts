// The gallery's server is correct: true to the contract and to each stated behaviour, and wrong only where a fault stands.
import { afterEach, describe, expect, test } from "vitest";
import type {
  AppointmentAvailability,
  AreaInfo,
  CreatedUser,
  LinkCode,
  MarkerPage,
  Order,
  OrganizationTeamPage,
  PortalUrl,
  Provider,
  PscLookup,
  RefreshResult,
  User,
  UserConnectionList,
} from "../../../generated/schemas.ts";
import { type ContractOperation, validatorsOf } from "../../../src/contract/index.ts";
import { validRequest } from "../../mock/valid-request.ts";
import type { Fault } from "./fault.ts";
import { managementKey, pendingLabAccountId, teamKey } from "./memory.ts";
import { contract } from "./routes.ts";
import { type GalleryServer, startServer } from "./server.ts";

const runner = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const walker = "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36";
const swimmer = "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58";
const nobody = "00000000-0000-4000-8000-000000000000";
const labTest = "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9";
const organization = "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6";
const order = "e70b2df5-816a-43c4-99f6-0c152739ecfd";

const servers: GalleryServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    expect(server.crashes).toEqual([]);
  }
});

/** What is sent with a call; the keys are those of its surface unless headers say otherwise. */
interface Sent {
  readonly json?: unknown;
  readonly body?: string | FormData;
  readonly headers?: Record<string, string>;
}

/** Starts a server and gives the function that calls it. */
async function start(fault?: Fault) {
  const server = await startServer(fault === undefined ? {} : { fault });
  servers.push(server);
  return async <Body>(line: string, { json, body, headers = keysOf(line) }: Sent = {}) => {
    const [method = "", path = ""] = line.split(" ");
    const answer = await fetch(server.url + path, {
      method,
      headers: { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(json === undefined && body === undefined ? {} : { body: body ?? JSON.stringify(json) }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
}

function keysOf(line: string): Record<string, string> {
  return line.includes("/v1/org/") ? { "X-Management-Key": managementKey } : { "x-service-api-key": teamKey };
}

describe("each operation", () => {
  const validatorOf = validatorsOf(contract.document);

  /** A valid request with the right key; two examples name users that are there already. */
  function requestOf(operation: ContractOperation) {
    const { path, init } = validRequest(contract, operation);
    const json =
      operation.id === "createUser"
        ? { client_user_id: "demo-newcomer" }
        : operation.id === "undoUserDeletion"
          ? { client_user_id: "demo-swimmer-03" }
          : undefined;
    for (const name of Object.keys(init.headers).filter((name) => name.endsWith("-api-key"))) {
      init.headers[name] = teamKey;
    }
    if ("X-Management-Key" in init.headers) init.headers["X-Management-Key"] = managementKey;
    return { path, init: json === undefined ? init : { ...init, body: JSON.stringify(json) } };
  }

  test.each(contract.operations.map((operation) => ({ id: operation.id, operation })))(
    "$id answers a valid request as documented, and refuses it without its key",
    async ({ operation }) => {
      const server = await startServer();
      servers.push(server);
      const { path, init } = requestOf(operation);
      const answer = await fetch(server.url + path, init);
      const body: unknown = await answer.json();
      expect({ status: answer.status, body }).toMatchObject({ status: 200 });
      expect(answer.headers.get("content-type")).toBe("application/json");
      const schema = operation.responses.find(({ status }) => status === "200")?.bodies[0]?.schema;
      expect(validatorOf(schema ?? { const: "no schema" })(body)).toEqual([]);

      const refusals = [{}, { "x-service-api-key": "sk_other" }, { "X-Management-Key": "mk_other" }];
      const foreign = keysOf(path.startsWith("/v1/org/") ? "" : "/v1/org/");
      for (const headers of [...refusals, foreign]) {
        const refused = await fetch(server.url + path, { method: operation.method.toUpperCase(), headers });
        expect(refused.status).toBe(401);
        await refused.arrayBuffer();
      }
    },
  );
});

describe("input that breaks the contract", () => {
  const markers = `GET /v3/lab_tests/${labTest}/markers`;
  const psc = "GET /v3/order/psc/info";
  const create = "POST /v2/user/";
  test.each<[string, number, Sent?]>([
    [`GET /v2/user/providers/not-a-uuid`, 422],
    [`GET /v2/user/providers/${nobody}`, 404],
    [`GET /v2/user/providers/${swimmer}`, 404],
    ["GET /v2/user/resolve/%ff", 422],
    ["GET /v2/user/resolve/demo-swimmer-03", 404],
    ["GET /v2/unknown", 404],
    ["PUT /v2/user/", 405],
    [`${markers}?page=0`, 422],
    [`${markers}?size=0`, 422],
    [`${markers}?size=101`, 422],
    [`${markers}?size=many`, 422],
    [`${markers}?size=100`, 200],
    [`${markers}?size=1&size=2&unknown=1`, 200],
    [psc, 422],
    [`${psc}?zip_code=8500&lab_id=1`, 422],
    [`${psc}?zip_code=85001&lab_id=1&radius=26`, 422],
    [`${psc}?zip_code=85001&lab_id=999`, 422],
    [`${psc}?zip_code=85001&lab_id=1&capabilities=of_a_newer_service`, 200],
    [`POST /v2/user/refresh/${runner}?timeout=4.9`, 422],
    [`POST /v2/user/refresh/${runner}?timeout=60`, 200],
    ["POST /v2/link/code/create", 422],
    [`POST /v2/link/code/create?user_id=${nobody}`, 422],
    [`POST /v2/link/code/create?user_id=${runner}&expires_at=tomorrow`, 422],
    ["GET /v2/link/provider/oauth/demo_scale", 422],
    [`GET /v1/org/${organization}/team?region=uk`, 422],
    [`GET /v1/org/${organization}/team?search_query=%3C`, 422],
    [`GET /v1/org/${organization}/team?search_query=${"x".repeat(81)}`, 422],
    [`GET /v1/org/${nobody}/team`, 404],
    [create, 422],
    [create, 422, { json: {} }],
    [create, 422, { json: { client_user_id: 1 } }],
    [create, 422, { json: { client_user_id: "a", fallback_birth_date: "1990-02-30" } }],
    [create, 200, { json: { client_user_id: "a", unknown: null, fallback_birth_date: null } }],
    [create, 422, { body: "{", headers: { ...keysOf(""), "content-type": "application/json" } }],
    [create, 422, { body: "a=b", headers: { ...keysOf(""), "content-type": "text/plain" } }],
    ["POST /v3/order", 422, { json: { clinical_comments: "x".repeat(1001) } }],
    ["POST /v3/order", 200, { json: { clinical_comments: "x".repeat(1000) } }],
    [`POST /v2/user/${runner}/create_portal_url`, 422, { json: { context: "of_a_newer_service" } }],
    [`POST /v2/user/${runner}/create_portal_url`, 422, { json: { context: "launch", order_id: nobody } }],
  ])("%s gives %i", async (line, status, sent) => {
    const call = await start();
    expect(await call(line, sent)).toMatchObject({ status });
  });

  const flag = { request_human_review: "true" };
  test.each<[string, number, Record<string, string | Blob>]>([
    ["a PDF of 10 MiB", 200, { ...flag, file: new Blob([new Uint8Array(10_485_760)], { type: "application/pdf" }) }],
    ["one byte more", 422, { file: new Blob([new Uint8Array(10_485_761)], { type: "application/pdf" }) }],
    ["a PNG", 200, { file: new Blob(["x"], { type: "image/png" }) }],
    ["a GIF", 422, { file: new Blob(["x"], { type: "image/gif" }) }],
    ["a field that is no file", 422, { file: "x" }],
    ["no file", 422, flag],
    ["a flag that is none", 422, { file: new Blob(["x"], { type: "image/png" }), request_human_review: "maybe" }],
  ])("an upload with %s gives %i", async (_, status, fields) => {
    const call = await start();
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    expect(await call("POST /lab_report/v1/parser/job", { body })).toMatchObject({ status });
  });
});

describe("users", () => {
  test("a new user is found again, and a second one with the same id is refused with the first one's ids", async () => {
    const call = await start();
    const json = {
      client_user_id: "new/1",
      fallback_birth_date: "2000-02-29",
      ingestion_start: "2026-01-01",
      ingestion_end: "2026-02-01",
    };
    const { body: created } = await call<CreatedUser>("POST /v2/user/", { json });
    const { body: user } = await call<User>("GET /v2/user/resolve/new%2F1");
    expect(user).toMatchObject({
      ...created,
      fallback_time_zone: { id: "UTC", source_slug: "manual" },
      fallback_birth_date: { value: "2000-02-29", source_slug: "manual" },
      ingestion_start: "2026-01-01",
      ingestion_end: "2026-02-01",
      connected_sources: [],
    });
    const { user_id, created_on } = user;
    expect(await call("POST /v2/user/", { json })).toMatchObject({ status: 400, body: { user_id, created_on } });
    expect(await call(`GET /v2/user/providers/${user_id}`)).toEqual({ status: 200, body: { providers: [] } });
    expect(await call(`POST /v2/user/${user_id}/create_portal_url`, { json: { context: "launch" } })).toMatchObject({
      status: 422,
    });
  });

  const undo = "POST /v2/user/undo_delete";
  test("an undo works once, by either id, in the query or in the body", async () => {
    for (const [line, json] of [
      [`${undo}?user_id=${swimmer}`, undefined],
      [`${undo}?client_user_id=demo-swimmer-03`, undefined],
      [undo, { user_id: swimmer.toUpperCase(), client_user_id: null }],
      [undo, { client_user_id: "demo-swimmer-03" }],
    ] as const) {
      const call = await start();
      const sent = json === undefined ? {} : { json };
      expect(await call(line, sent)).toEqual({ status: 200, body: { success: true } });
      expect(await call("GET /v2/user/resolve/demo-swimmer-03")).toMatchObject({ status: 200 });
      expect(await call(line, sent)).toMatchObject({ status: 400 });
    }
  });

  test("an undo is refused after a new user took the id", async () => {
    const call = await start();
    expect(await call("POST /v2/user/", { json: { client_user_id: "demo-swimmer-03" } })).toMatchObject({
      status: 200,
    });
    expect(await call(`${undo}?user_id=${swimmer}`)).toMatchObject({ status: 400 });
  });

  test.each([
    ["no id", "", undefined, 422],
    ["two in the query", `?user_id=${swimmer}&client_user_id=demo-swimmer-03`, undefined, 422],
    ["two in the body", "", { user_id: swimmer, client_user_id: "demo-swimmer-03" }, 422],
    ["one in each", `?user_id=${swimmer}`, { client_user_id: "demo-swimmer-03" }, 422],
    ["a user that is not deleted", `?user_id=${walker}`, undefined, 400],
    ["a user that is there again", "?client_user_id=demo-climber-04", undefined, 400],
    ["a user that was deleted eight days ago", "?client_user_id=demo-sailor-05", undefined, 400],
  ])("an undo of %s is refused", async (_, query, json, status) => {
    const call = await start();
    expect(await call(undo + query, json === undefined ? {} : { json })).toMatchObject({ status });
  });

  test("the portal takes only users with demographics, for minutes or for weeks", async () => {
    const call = await start();
    const portal = (user: string, json: object) => call<PortalUrl>(`POST /v2/user/${user}/create_portal_url`, { json });
    expect(await portal(walker, { context: "launch" })).toMatchObject({ status: 422 });
    expect((await portal(runner, { context: "launch" })).body.expires_in).toBeLessThan(3600);
    const long = await portal(runner, { context: "communications", order_id: order });
    expect(long.body.expires_in).toBeGreaterThan(7 * 24 * 3600);
    expect(long.body.url).toContain(order);
  });
});

describe("connections and links", () => {
  test("a disconnected provider is gone from the list, from resolve and from refresh; one on the phone stays", async () => {
    const call = await start();
    for (const slug of ["demo_ring", "demo_phone_health"]) {
      expect(await call(`DELETE /v2/user/${runner}/${slug}`)).toEqual({ status: 200, body: { success: true } });
    }
    const { body: list } = await call<UserConnectionList>(`GET /v2/user/providers/${runner}`);
    expect(list.providers.map(({ slug }) => slug)).toEqual(["demo_watch", "demo_phone_health"]);
    const { body: user } = await call<User>("GET /v2/user/resolve/demo-runner-01");
    expect(user.connected_sources.map(({ source }) => source.slug)).toEqual(["demo_watch", "demo_phone_health"]);
    const { body: refresh } = await call<RefreshResult>(`POST /v2/user/refresh/${runner}`);
    expect(refresh).toMatchObject({
      user_id: runner,
      refreshed_sources: ["demo_watch/activity", "demo_watch/workouts"],
    });
    expect(await call(`DELETE /v2/user/${runner}/unknown`)).toMatchObject({ status: 404 });
  });

  test("source_type narrows the providers", async () => {
    const call = await start();
    const slugsOf = async (query: string) =>
      (await call<Provider[]>(`GET /v2/providers/${query}`)).body.map(({ slug }) => slug);
    expect(await slugsOf("")).toHaveLength(6);
    expect(await slugsOf("?source_type=ble")).toEqual(["demo_meter"]);
    expect(await slugsOf("?source_type=unknown")).toEqual([]);
  });

  test("a link code expires in an hour, or when it was told to", async () => {
    const call = await start();
    const line = `POST /v2/link/code/create?user_id=${runner}`;
    const before = Date.now();
    const { body: code } = await call<LinkCode>(line);
    expect(code.code).toMatch(/^(sk|pk)(eu|us)[\da-f]{8}$/);
    expect(code.exchange_url.endsWith(`?code=${code.code}`)).toBe(true);
    expect(Date.parse(code.expires_at) - 3_600_000).toBeGreaterThanOrEqual(before);
    expect(Date.parse(code.expires_at) - 3_600_000).toBeLessThanOrEqual(Date.now());
    const expires_at = "2030-01-01T12:00:00+02:00";
    expect(await call(`${line}&expires_at=${encodeURIComponent(expires_at)}`)).toMatchObject({ body: { expires_at } });
  });
});

describe("lab tests and locations", () => {
  test("pages of markers are complete, free of repetition, and their totals agree", async () => {
    const call = await start();
    const ids: number[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await call<MarkerPage>(`GET /v3/lab_tests/${labTest}/markers?page=${page}&size=25`);
      expect(body).toMatchObject({ total: 60, page, size: 25, pages: 3 });
      ids.push(...body.markers.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(60);
    expect(ids).toHaveLength(60);
    expect(await call("GET /v3/lab_tests/markers")).toMatchObject({ body: { total: 65, page: 1, size: 50, pages: 2 } });
    const south = await call<MarkerPage>("GET /v3/lab_tests/markers?lab_slug=demo_lab_south");
    expect(south.body.markers.map(({ lab_id }) => lab_id)).toEqual([2, 2, 2, 2, 2]);
    const pending = `GET /v3/lab_tests/${labTest}/markers?lab_account_id=${pendingLabAccountId}`;
    expect(await call(pending)).toMatchObject({ body: { total: 40, pages: 1 } });
  });

  test("lab accounts are filtered by id and by status", async () => {
    const call = await start();
    const list = "GET /v3/lab_test/lab_account";
    const pending = { lab_account_id: pendingLabAccountId, status: "PENDING" };
    expect((await call<unknown[]>(list)).body).toHaveLength(2);
    expect((await call(`${list}?status=PENDING`)).body).toEqual([pending]);
    expect((await call(`${list}?lab_account_id=${pendingLabAccountId}`)).body).toEqual([pending]);
    expect((await call(`${list}?lab_account_id=${pendingLabAccountId}&status=ACTIVE`)).body).toEqual([]);
  });

  test.each([
    ["&radius=10", 22, 10],
    ["", 30, 25],
    ["&radius=100", 30, 100],
    ["&radius=100&capabilities=stat", 17, 100],
    ["&capabilities=stat&capabilities=appointment_scheduling_with_lab", 0, 25],
  ])("service centers: %s gives %i", async (query, count, radius) => {
    const call = await start();
    const { body } = await call<PscLookup>(`GET /v3/order/psc/info?zip_code=85001&lab_id=1${query}`);
    expect(body).toMatchObject({ lab_id: 1, slug: "demo_lab_north" });
    expect(body.patient_service_centers).toHaveLength(count);
    const distances = body.patient_service_centers.map(({ distance }) => Number(distance));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    const wanted = new URLSearchParams(query).getAll("capabilities");
    for (const { distance, capabilities } of body.patient_service_centers) {
      expect(Number(distance)).toBeLessThanOrEqual(radius);
      expect(capabilities).toEqual(expect.arrayContaining(wanted));
    }
  });

  test("an area shows its labs", async () => {
    const call = await start();
    const { body } = await call<AreaInfo>("GET /v3/order/area/info?zip_code=85001&radius=50");
    expect(body).toMatchObject({ zip_code: "85001", phlebotomy: { is_served: true } });
    expect(body.central_labs["demo_lab_north"]?.patient_service_centers).toMatchObject({
      within_radius: 42,
      radius: "50",
    });
    const one = await call<AreaInfo>("GET /v3/order/area/info?zip_code=59001&labs=demo_lab_south");
    expect(one.body).toMatchObject({ phlebotomy: { is_served: false, providers: [] } });
    expect(Object.keys(one.body.central_labs)).toEqual(["demo_lab_south"]);
  });
});

describe("orders, appointments and reports", () => {
  test.each(["POST /v3/order", "POST /v3/order/create"])("%s keeps what was sent, once per key", async (line) => {
    const call = await start();
    const json = { patient_address: { access_notes: "Ring twice." }, clinical_comments: "Fasting." };
    const headers = { ...keysOf(""), "Idempotency-Key": "one" };
    const first = await call<Order>(line, { json, headers });
    expect(first).toMatchObject({ status: 200, body: json });
    expect(first.body.events.at(-1)).toEqual(first.body.last_event);
    expect(await call(line, { json, headers })).toEqual(first);
    expect(await call(line, { json })).not.toEqual(first);
    expect(await call(line, { json: { lab_account_id: nobody } })).toMatchObject({ status: 422 });
    expect(await call(line, { json: { lab_account_id: pendingLabAccountId } })).toMatchObject({ status: 422 });
  });

  test("an import accepts a pending lab account", async () => {
    const call = await start();
    const { status, body } = await call<Order>("POST /v3/order/import", {
      json: { lab_account_id: pendingLabAccountId },
    });
    expect(status).toBe(200);
    expect(body.events.at(-1)).toEqual(body.last_event);
  });

  test.each(["phlebotomy", "psc"])("availability of %s always holds 14 days", async (kind) => {
    const call = await start();
    const line = `POST /v3/order/${kind}/appointment/availability`;
    const { body } = await call<AppointmentAvailability>(`${line}?start_date=2028-02-20`);
    expect(body.slots.map(({ date }) => date.slice(5)).join(" ")).toMatch(/^02-20 .*02-29 03-01 .*03-04$/);
    expect((await call<AppointmentAvailability>(line, { json: {} })).body.slots).toHaveLength(14);
    expect(await call(`${line}?start_date=9999-12-19`)).toMatchObject({ status: 422 });
  });

  test.each([
    "POST phlebotomy/appointment/book",
    "POST phlebotomy/appointment/request",
    "PATCH phlebotomy/appointment/reschedule",
    "POST psc/appointment/book",
  ])("%s keeps the notes", async (line) => {
    const call = await start();
    const [method, path] = line.split(" ");
    const json = { appointment_notes: "Call first." };
    expect(await call(`${method} /v3/order/${order}/${path}`, { json })).toEqual({ status: 200, body: json });
    expect(await call(`${method} /v3/order/${nobody}/${path}`, { json })).toMatchObject({ status: 404 });
  });

  test("a service center is booked once per key", async () => {
    const call = await start();
    const line = `POST /v3/order/${order}/psc/appointment/book`;
    const headers = { ...keysOf(""), "Idempotency-Key": "one" };
    const first = await call(line, { json: { appointment_notes: "First." }, headers });
    expect(await call(line, { json: { appointment_notes: "Second." }, headers })).toEqual(first);
    expect(await call(line, { json: { appointment_notes: "Second." } })).not.toEqual(first);
  });

  test("an uploaded report becomes a job that can be looked up", async () => {
    const call = await start();
    const body = new FormData();
    body.set("file", new Blob(["x"], { type: "image/jpeg" }));
    const created = await call<{ id: string }>("POST /lab_report/v1/parser/job", { body });
    expect(await call(`GET /lab_report/v1/parser/job/${created.body.id}`)).toEqual(created);
    expect(await call("GET /lab_report/v1/parser/job/unknown")).toMatchObject({ status: 404 });
  });
});

test("teams come in pages, which the cursor and the filters of region and name narrow", async () => {
  const call = await start();
  const walk = async (filter: string) => {
    const names: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = [filter, cursor && `next_cursor=${cursor}`].filter(Boolean).join("&");
      const { body } = await call<OrganizationTeamPage>(`GET /v1/org/${organization}/team?${query}`);
      names.push(...body.teams.map(({ name }) => name));
      cursor = body.next_cursor;
    }
    return names;
  };
  const us = ["Demo Health", "Demo Clinic (North)", "Demo Labs"];
  const eu = ["Demo Health Europe", "Demo Santé"];
  expect((await walk("")).sort()).toEqual([...us, ...eu].sort());
  expect(await walk("region=us")).toEqual(us);
  expect(await walk("region=eu&region=eu")).toEqual(eu);
  expect(await walk("search_query=dEmO%20hEaLtH")).toEqual(["Demo Health", "Demo Health Europe"]);
  expect(await walk(`search_query=${encodeURIComponent("santé")}`)).toEqual(["Demo Santé"]);
  const onlyPage = await call<OrganizationTeamPage>(`GET /v1/org/${organization}/team?region=eu`);
  expect(onlyPage.body.next_cursor).toBeNull();
  expect(await call(`GET /v1/org/${organization}/team?next_cursor=unknown`)).toMatchObject({ status: 422 });
});

describe("a fault stands on one stage of one operation", () => {
  const labs = "GET /v3/lab_tests/labs";
  test.each<[string, Omit<Fault, "name">, Sent, unknown]>([
    ["remember", { remember: (memory) => void memory.labs.pop() }, {}, { status: 200, body: [{ id: 1 }] }],
    ["authenticate", { authenticate: () => true }, { headers: {} }, { status: 200 }],
    [
      "validate",
      { validate: () => [{ in: "query", name: "unknown", keyword: "unknown", message: "" }] },
      {},
      { status: 422 },
    ],
    [
      "handle",
      { handle: (next, call) => ({ ...next(call), status: 299 }) },
      {},
      { status: 299, body: [{ id: 1 }, { id: 2 }] },
    ],
    ["answer", { answer: (answer) => ({ ...answer, status: 203, body: Buffer.from("[]") }) }, {}, { status: 203 }],
    ["send", { send: (response, answer) => void response.writeHead(answer.status).end("1") }, {}, { body: 1 }],
  ])("%s", async (_, stage, sent, expected) => {
    const call = await start({ name: "a fault", on: ["listLabs"], ...stage });
    expect(await call(labs, sent)).toMatchObject(expected as object);
    expect(await call("GET /v2/providers/", { headers: {} })).toMatchObject({ status: 401 });
    expect(await call<Provider[]>("GET /v2/providers/")).toMatchObject({ status: 200, body: { length: 6 } });
  });

  test("a copy of the memory makes reads stale", async () => {
    let before: unknown;
    const call = await start({
      name: "resolve is stale",
      on: ["createUser", "resolveUser"],
      handle(next, call) {
        if (call.id === "createUser") {
          const memory = structuredClone(call.memory);
          const answer = next(call);
          before = memory;
          return answer;
        }
        return next({ ...call, memory: (before as typeof call.memory | undefined) ?? call.memory });
      },
    });
    expect(await call("POST /v2/user/", { json: { client_user_id: "new" } })).toMatchObject({ status: 200 });
    expect(await call("GET /v2/user/resolve/new")).toMatchObject({ status: 404 });
  });
});
