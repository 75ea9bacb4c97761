// The results of calls: data, a documented refusal, any other refusal, or an error about the body.
import { describe, expect, test } from "vitest";
import { createdUser, errorNotFound, user } from "../../generated/examples.ts";
import { ApiError, BodyError, ClientError, RedirectError, unwrap } from "../../src/client/index.ts";
import { clientFor, createOrder, everythingIn, rejection, resolveUser, teamKey } from "./calls.ts";
import { type Answer, chunked, json, redirect, text, useServer } from "./server.ts";

const server = useServer();

describe("a result", () => {
  test("holds the data of a success, also without a Content-Length", async () => {
    server.play(chunked(200, JSON.stringify(user), { "x-note": "1" }));
    const result = await resolveUser(clientFor(server));
    expect(result).toMatchObject({ ok: true, status: 200, data: user });
    expect(result.response).toBeInstanceOf(Response);
    expect(result.response.headers.get("x-note")).toBe("1");
  });

  test.each<[what: string, answer: Answer, error: unknown]>([
    ["JSON", text(409, '{"detail":"a conflict"}'), { detail: "a conflict" }],
    ["JSON null", text(500, "null"), null],
    ["JSON that breaks off", text(503, '{"detail":"not no'), '{"detail":"not no'],
    ["a text", text(502, "<h1>Bad gateway</h1>", { "content-type": "text/html" }), "<h1>Bad gateway</h1>"],
    ["nothing", text(409, ""), undefined],
    ["nothing, in chunks", chunked(500, ""), undefined],
  ])("holds %s of a status that is not documented, and unwrap throws it", async (_, answer, error) => {
    server.play(answer);
    const result = await resolveUser(clientFor(server), { maxRetries: 0 });
    expect(result.ok).toBe(false);
    expect(result).toHaveProperty("error", error);
    const thrown = await rejection(unwrap(Promise.resolve(result)));
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toHaveProperty("body", error);
  });

  test.each([300, 304, 305])("is no redirect, and needs no body, for %i", async (status) => {
    server.play((response) => void response.writeHead(status, { etag: '"7"' }).end());
    const result = await resolveUser(clientFor(server), { headers: { "If-None-Match": '"7"' } });
    expect(result).toMatchObject({ ok: false, status });
    expect(result).toHaveProperty("error", undefined);
    expect(result.response.headers.get("etag")).toBe('"7"');
  });

  test.each([201, 202])("is a success for an undocumented %i", async (status) => {
    server.play(json(status, createdUser));
    const result = await clientFor(server).POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
    expect(result).toMatchObject({ ok: true, status, data: createdUser });
  });
});

describe("a body that cannot be what the contract says", () => {
  test.each<[what: string, answer: Answer, body: unknown]>([
    ["nothing", text(200, ""), undefined],
    ["a text", text(401, "<p>"), "<p>"],
    ["JSON that breaks off", text(200, '{"user_id":"2f1c'), '{"user_id":"2f1c'],
    ["another value", json(422, [null]), [null]],
  ])("is a BodyError that has it: %s", async (_, answer, body) => {
    server.play(answer);
    const error = await rejection(resolveUser(clientFor(server)));
    expect(error).toBeInstanceOf(BodyError);
    expect(error).toHaveProperty("body", body);
    expect(everythingIn(error)).not.toContain(teamKey);
    expect(server.received).toHaveLength(1);
  });

  test.each(["null", "{}", '"text"'])("is a BodyError where a list is documented: %s", async (body) => {
    server.play(text(200, body));
    const error = await rejection(clientFor(server).GET("/v3/lab_tests/labs"));
    expect(error).toMatchObject({ name: "BodyError", message: expect.stringContaining("is not a JSON list") });
  });

  test("may be anything where the contract does not show it", async () => {
    server.play(json(200, []), json(200, null));
    const accounts = () => unwrap(clientFor(server).GET("/v3/lab_test/lab_account"));
    expect([await accounts(), await accounts()]).toEqual([[], null]);
  });

  test("warns that a call that changes something was accepted, and has the id of the request", async () => {
    server.play(text(200, "", { "x-request-id": "request-7" }));
    const error = await rejection(createOrder(clientFor(server), { idempotencyKey: "once" }));
    const path = "/v3/order/create";
    const message = `POST ${path} was answered 200 with a body that is empty, which is not what the contract says. The server took the call: do not repeat it blindly.`;
    expect(error).toMatchObject({ message, method: "POST", path, status: 200, requestId: "request-7" });
    expect(server.received).toHaveLength(1);
  });
});

describe("a redirect", () => {
  test("is not followed by any call or fetch, and its target is a field", async () => {
    const location = `${server.url}/elsewhere`;
    const [client, own] = [clientFor(server), clientFor(server, { fetch: (url, init) => fetch(url, init) })];
    for (const call of [() => resolveUser(client), () => resolveUser(own), () => createOrder(client)]) {
      server.play(redirect(307, location), json(200, user));
      const error = await rejection(call());
      expect(error).toBeInstanceOf(RedirectError);
      expect(error).toMatchObject({ status: 307, location });
      expect(server.received).toHaveLength(1);
    }
  });

  test("as a browser shows it, or as a fetch of the caller has followed it, is refused, too", async () => {
    const shown = await rejection(resolveUser(clientFor(server, { fetch: async () => Response.error() })));
    const message = expect.stringContaining(
      " was redirected. A redirect is not followed, since the credential would go along: correct baseUrl.",
    );
    expect(shown).toMatchObject({ name: "RedirectError", status: 0, location: undefined, message });
    server.play(redirect(302, `${server.url}/elsewhere`), json(200, user));
    const following = clientFor(server, { fetch: (url, { headers }) => fetch(url, { headers }) });
    const followed = await rejection(resolveUser(following));
    expect(followed).toMatchObject({ name: "RedirectError", location: `${server.url}/elsewhere` });
  });
});

describe("unwrap", () => {
  test("returns the data of a call, or of its result", async () => {
    server.play(json(200, user));
    expect(await unwrap(resolveUser(clientFor(server)))).toEqual(user);
    expect(await unwrap(await resolveUser(clientFor(server)))).toEqual(user);
  });

  test.each(["x-request-id", "request-id"])("throws what the server said, with its %s", async (header) => {
    server.play(json(404, errorNotFound, { [header]: "request-7" }));
    const error = await rejection(unwrap(resolveUser(clientFor(server))));
    for (const kind of [ApiError, ClientError, Error]) expect(error).toBeInstanceOf(kind);
    const request = { method: "GET", path: "/v2/user/resolve/{client_user_id}" };
    const refusal = { ...request, name: "ApiError", status: 404, body: errorNotFound, requestId: "request-7" };
    expect({ ...(error as ApiError) }).toEqual(refusal);
    expect((error as ApiError).message).toBe(`GET ${request.path} was refused with 404.`);
    expect(everythingIn(error)).not.toContain(teamKey);
  });
});
