// What leaves: credentials, query, bodies and forms, as the server receives them.
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  createdUser,
  labReportParsingJobSubmitted,
  labReportUpload,
  linkCode,
  organizationTeamsLastPage,
  pscInfo,
  user,
  userDeletionUndone,
} from "../../../generated/examples.ts";
import { createClient, createManagementClient } from "../../../src/package/client/index.ts";
import { startEarlyCloser } from "../../tools/http/early-closer.ts";
import {
  clientFor,
  createOrder,
  everythingIn,
  listener,
  managementFor,
  organizationKey,
  rejection,
  resolveUser,
  teamKey,
} from "./calls.ts";
import { json, notNow, type Received, useServer } from "./server.ts";

const server = useServer();

describe("a credential", () => {
  test.each([
    ["a string", teamKey],
    ["a function", () => teamKey],
    ["an asynchronous function", async () => teamKey],
  ])("may be %s", async (_, apiKey) => {
    server.play(json(200, user));
    await resolveUser(clientFor(server, { apiKey }));
    expect(server.received[0]?.headers["x-service-api-key"]).toBe(teamKey);
  });

  test("that is a function is asked for every attempt", async () => {
    server.play(notNow(503), notNow(503), json(200, user));
    let asked = 0;
    const apiKey = async () => {
      asked += 1;
      return `key-${asked}`;
    };
    await resolveUser(clientFor(server, { apiKey }), { headers: { "x-note": "kept" } });
    expect(server.received.map(({ headers }) => headers["x-service-api-key"])).toEqual(["key-1", "key-2", "key-3"]);
    expect(server.received.map(({ headers }) => headers["x-note"])).toEqual(["kept", "kept", "kept"]);
  });

  test("of an organization may be a function as well", async () => {
    server.play(json(200, organizationTeamsLastPage));
    const client = createManagementClient({ managementKey: async () => organizationKey, baseUrl: server.url });
    await client.GET("/v1/org/{org_id}/team", { params: { path: { org_id: "one" } } });
    expect(server.received[0]?.headers["x-management-key"]).toBe(organizationKey);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("the vault is closed");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the vault is closed"))],
  ])("whose function %s fails the call with that very error, once", async (_, fail) => {
    const apiKey = vi.fn<() => Promise<string>>(fail);
    const { events, onEvent } = listener();
    const error = await rejection(resolveUser(clientFor(server, { apiKey, onEvent })));
    expect(error).toMatchObject({ message: "the vault is closed" });
    expect(apiKey).toHaveBeenCalledOnce();
    expect(events.map(({ type }) => type)).toEqual(["request", "error"]);
    expect(server.received).toHaveLength(0);
  });

  test("that changes between two calls is not mixed up", async () => {
    server.play(json(200, user));
    const keys = ["one", "two"];
    const client = clientFor(server, { apiKey: () => keys.shift() ?? "" });
    await Promise.all([resolveUser(client), resolveUser(client)]);
    expect(server.received.map(({ headers }) => headers["x-service-api-key"]).sort()).toEqual(["one", "two"]);
    expect(everythingIn(client)).not.toContain(teamKey);
  });
});

describe("a query", () => {
  test("repeats an array and writes numbers", async () => {
    server.play(json(200, pscInfo));
    await clientFor(server).GET("/v3/order/psc/info", {
      params: { query: { zip_code: "85001", lab_id: 1, capabilities: ["stat", "a&b=c"] } },
    });
    expect(server.received[0]?.url).toBe(
      "/v3/order/psc/info?zip_code=85001&lab_id=1&capabilities=stat&capabilities=a%26b%3Dc",
    );
  });

  test("repeats an array of the other client", async () => {
    server.play(json(200, organizationTeamsLastPage));
    await managementFor(server).GET("/v1/org/{org_id}/team", {
      params: { path: { org_id: "one" }, query: { region: ["us", "eu"] } },
    });
    expect(server.received[0]?.url).toBe("/v1/org/one/team?region=us&region=eu");
  });

  test("leaves out what is undefined or null, and writes booleans, zero, empty texts and dates", async () => {
    server.play(json(200, []));
    const untyped = clientFor(server).GET as (path: string, options: object) => Promise<unknown>;
    const date = new Date(Date.UTC(2026, 2, 2));
    await untyped("/v2/providers/", {
      params: { query: { a: undefined, b: null, c: [], d: false, e: true, f: 0, g: "", h: date, i: [undefined, 1] } },
    });
    expect(server.received[0]?.url).toBe("/v2/providers/?d=false&e=true&f=0&g=&h=2026-03-02T00%3A00%3A00.000Z&i=1");
  });

  test("is not there when nothing is in it", async () => {
    server.play(json(200, []));
    await clientFor(server).GET("/v2/providers/");
    await clientFor(server).GET("/v2/providers/", { params: { query: {} } });
    expect(server.received.map(({ url }) => url)).toEqual(["/v2/providers/", "/v2/providers/"]);
  });

  test("encodes what has a meaning of its own", async () => {
    server.play(json(200, linkCode));
    await clientFor(server).POST("/v2/link/code/create", {
      params: { query: { user_id: "a b&c=d#e+f/é", expires_at: "2026-03-02T10:00:00+01:00" } },
    });
    const { searchParams } = new URL(server.received[0]?.url ?? "", server.url);
    expect([...searchParams]).toEqual([
      ["user_id", "a b&c=d#e+f/é"],
      ["expires_at", "2026-03-02T10:00:00+01:00"],
    ]);
  });
});

describe("a body", () => {
  test("leaves as JSON", async () => {
    server.play(json(200, createdUser));
    const body = { client_user_id: "zoë 🏃", fallback_birth_date: null };
    await clientFor(server).POST("/v2/user/", { body });
    const [request] = server.received;
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(String(request?.body))).toEqual(body);
  });

  test("may be left out where it is optional, and then has no type", async () => {
    server.play(json(200, userDeletionUndone));
    await clientFor(server).POST("/v2/user/undo_delete", { params: { query: { user_id: "one" } } });
    expect(server.received[0]?.headers).not.toHaveProperty("content-type");
    expect(server.received[0]?.body).toHaveLength(0);
  });

  test("that is empty is an empty object", async () => {
    server.play(json(200, {}));
    await createOrder(clientFor(server));
    expect(String(server.received[0]?.body)).toBe("{}");
  });
});

describe("an upload", () => {
  const formOf = async ({ body, headers }: Received) =>
    new Response(new Uint8Array(body), { headers: { "content-type": headers["content-type"] ?? "" } }).formData();

  test("leaves as form data, byte for byte", async () => {
    server.play(json(200, labReportParsingJobSubmitted));
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    const file = new File([bytes], "lab-report.pdf", { type: "application/pdf" });
    const result = await clientFor(server).POST("/lab_report/v1/parser/job", {
      body: {
        ...{ file, request_human_review: true, tags: ["a", "b"], details: { site: 1 } },
        ...{ pages: [file, new Blob(["2"])], left_out: undefined, nothing: null, taken: new Date(0) },
      },
    });
    expect(result).toMatchObject({ ok: true, data: labReportParsingJobSubmitted });
    const [request] = server.received;
    if (request === undefined) throw new Error("nothing received");
    expect(request.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    const form = await formOf(request);
    const part = form.get("file");
    if (!(part instanceof File)) throw new Error("no file received");
    expect([part.name, part.type]).toEqual(["lab-report.pdf", "application/pdf"]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes);
    const names = ["file", "request_human_review", "tags", "tags", "details", "pages", "pages", "taken"];
    expect([...form.keys()]).toEqual(names);
    expect(form.getAll("pages")).toEqual([expect.any(File), expect.any(File)]);
    expect(form.get("taken")).toBe("1970-01-01T00:00:00.000Z");
    expect(form.get("request_human_review")).toBe("true");
    expect(form.getAll("tags")).toEqual(["a", "b"]);
    expect(form.get("details")).toBe('{"site":1}');
  });

  test("has its answer when the server refuses it before it has read it, and closes", async () => {
    const { url: baseUrl, close } = await startEarlyCloser();
    onTestFinished(async () => void (await close()));
    const client = createClient({ apiKey: "a-wrong-key", baseUrl });
    const body = { file: new File([new Uint8Array(200_000)], "lab-report.pdf") };
    for (let sent = 0; sent < 20; sent += 1) {
      const result = await client.POST("/lab_report/v1/parser/job", { body });
      expect(result).toMatchObject({ ok: false, status: 401, error: { detail: "No." } });
    }
  });

  test("of a Blob without a name is a file as well", async () => {
    server.play(json(200, labReportParsingJobSubmitted));
    await clientFor(server).POST("/lab_report/v1/parser/job", { body: labReportUpload });
    const [request] = server.received;
    if (request === undefined) throw new Error("nothing received");
    expect((await formOf(request)).get("file")).toBeInstanceOf(File);
  });

  test("whose file cannot be read is an InvalidRequestError", async () => {
    const place = join(await mkdtemp(join(tmpdir(), "client-")), "report.pdf");
    await writeFile(place, "%PDF-1.7");
    const file = await openAsBlob(place);
    await rm(dirname(place), { recursive: true });
    const error = await rejection(clientFor(server).POST("/lab_report/v1/parser/job", { body: { file } }));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      message: "POST /lab_report/v1/parser/job cannot be written as a request.",
    });
    expect(server.received).toHaveLength(0);
  });

  test("is not repeated", async () => {
    server.play(notNow(503));
    await clientFor(server).POST("/lab_report/v1/parser/job", { body: labReportUpload });
    expect(server.received).toHaveLength(1);
  });
});

describe("a custom fetch", () => {
  test("is called with a Request that holds everything", async () => {
    let given: Request | undefined;
    const client = clientFor(server, {
      fetch: async (...all) => {
        expect(all).toHaveLength(1);
        given = all[0].clone();
        return Response.json(createdUser);
      },
    });
    await client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
    expect(given).toBeInstanceOf(Request);
    expect(given).toMatchObject({ method: "POST", url: `${server.url}/v2/user/`, redirect: "manual" });
    expect(given?.headers.get("x-service-api-key")).toBe(teamKey);
    expect(await given?.json()).toEqual({ client_user_id: "demo-runner-01" });
  });

  test("is given a new Request for each attempt", async () => {
    const given: Request[] = [];
    const client = clientFor(server, {
      trustIdempotencyKeyHeader: true,
      fetch: async (request) => {
        await request.text();
        given.push(request);
        return given.length === 1
          ? new Response("{}", { status: 503, headers: { "retry-after": "0" } })
          : Response.json({});
      },
    });
    expect(await createOrder(client, { idempotencyKey: "once" })).toMatchObject({ ok: true });
    expect(given).toHaveLength(2);
    expect(given[0]).not.toBe(given[1]);
  });

  test("is not called through the client, which would change its `this`", async () => {
    let self: unknown = "not called";
    const client = clientFor(server, {
      async fetch(this: unknown) {
        self = this;
        return Response.json(user);
      },
    });
    await resolveUser(client);
    expect(self).toBeUndefined();
  });
});

test("a base URL may end in a slash and hold a path", async () => {
  server.play(json(200, user));
  await resolveUser(clientFor({ url: `${server.url}/` }));
  const behind = clientFor({ url: `${server.url}/gateway//` });
  await resolveUser(behind);
  await behind.POST("/v2/link/code/create", { params: { query: { user_id: user.user_id } } });
  expect(server.received.map(({ url }) => url)).toEqual([
    "/v2/user/resolve/demo-runner-01",
    "/gateway/v2/user/resolve/demo-runner-01",
    `/gateway/v2/link/code/create?user_id=${user.user_id}`,
  ]);
});
