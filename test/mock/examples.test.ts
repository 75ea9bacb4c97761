// The mock answers with every named example of every documented status of every operation.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../src/contract/index.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { validRequest } from "./valid-request.ts";

const contract = await readContract();
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document: contract.document, port: 0 });
});
afterAll(() => mock.close());

describe.each(contract.operations)("$method $path", (operation) => {
  const { path, init } = validRequest(contract, operation);
  const ask = (prefer: Record<string, string> = {}, without: readonly string[] = []) => {
    const all: Record<string, string> = { ...init.headers, ...prefer };
    const headers = Object.entries(all).filter(([name]) => !without.includes(name));
    return fetch(mock.url + path, { ...init, headers });
  };
  const credentials = Object.values(contract.document.components.securitySchemes).map(({ name = "" }) => name);

  const cases = operation.responses.flatMap(({ status, bodies }) =>
    bodies.flatMap(({ examples }) => examples.map(({ name, value }) => ({ status, name, value }))),
  );
  test.each(cases)("$status $name", async ({ status, name, value }) => {
    const answer = await ask({ prefer: `code=${status}, example=${name}` });
    expect(answer.status).toBe(Number(status));
    expect(answer.headers.get("sl-violations")).toBeNull();
    expect(await answer.json()).toEqual(value);
  });

  test("answers 200 with the first example when nothing is preferred", async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(cases.find(({ status }) => status === "200")?.value);
  });

  test("answers 401 without a credential", async () => {
    const answer = await ask({}, credentials);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ detail: expect.any(String) });
  });

  test("answers 401 to the other host's credential", async () => {
    const own = operation.security.flat().map((name) => contract.document.components.securitySchemes[name]?.name);
    const [other = ""] = credentials.filter((name) => !own.includes(name));
    const answer = await ask(
      { [other]: "a-fabricated-key" },
      credentials.filter((name) => name !== other),
    );
    expect(answer.status).toBe(401);
  });
});

describe("an invalid request is described", () => {
  const cases = [
    ["a path parameter of the wrong form", "GET", "/v2/user/providers/not-a-uuid", undefined, "user_id"],
    ["a missing query parameter", "POST", "/v2/link/code/create", undefined, "user_id"],
    [
      "a query parameter out of range",
      "POST",
      "/v2/user/refresh/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10?timeout=4",
      undefined,
      "timeout",
    ],
    [
      "a query parameter outside its closed enum",
      "GET",
      "/v3/order/area/info?zip_code=85001&radius=30",
      undefined,
      "radius",
    ],
    ["a query parameter that breaks its pattern", "GET", "/v3/order/area/info?zip_code=8500", undefined, "zip_code"],
    ["a body without a required field", "POST", "/v2/user/", {}, "client_user_id"],
    ["a body field of the wrong type", "POST", "/v2/user/", { client_user_id: 7 }, "client_user_id"],
    ["a missing body", "POST", "/v2/user/", undefined, "Body"],
    [
      "two exclusive identifiers",
      "POST",
      "/v2/user/undo_delete",
      { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01" },
      "body",
    ],
  ] as const;
  test.each(cases)("%s", async (_, method, path, body, named) => {
    const answer = await fetch(mock.url + path, {
      method,
      headers: { "x-service-api-key": "a-fabricated-key", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(422);
    const told = (await answer.json()) as { detail: string; violations: { location: string[]; message: string }[] };
    expect(told.detail).not.toBe("");
    expect(JSON.stringify(told.violations)).toContain(named);
  });
});

test("a single value is accepted for a repeated query parameter, and several are", async () => {
  const organization = "/v1/org/5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6/team";
  for (const query of ["region=us", "region=us&region=eu"]) {
    const answer = await fetch(`${mock.url}${organization}?${query}`, {
      headers: { "x-management-key": "fabricated" },
    });
    expect(answer.status).toBe(200);
  }
});

test("a browser on another origin may call it, and read every header of the answer", async () => {
  const origin = "http://127.0.0.1:4000";
  const preflight = await fetch(`${mock.url}/v2/user/`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-service-api-key" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toBe("x-service-api-key");
  const violating = await fetch(`${mock.url}/v3/order/area/info`, { headers: { origin, "x-service-api-key": "k" } });
  const refused = await fetch(`${mock.url}/v2/%`, { headers: { origin } });
  for (const { headers } of [preflight, violating, refused]) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    // With credentials, "*" would be the name of one header
    expect(headers.get("access-control-expose-headers")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  }
  expect(violating.headers.get("sl-violations")).not.toBeNull();
});

describe("a preference that no answer of the operation meets is described", () => {
  const get = "/v2/user/resolve/demo-runner-01";
  const ask = async (prefer: string, path = get, init: RequestInit = {}) => {
    const headers = { "x-service-api-key": "k", "content-type": "application/json", prefer };
    const answer = await fetch(mock.url + path, { ...init, headers });
    return { status: answer.status, body: (await answer.json()) as { detail: string; violations?: unknown[] } };
  };
  test.each([
    "example=nope",
    "example=error-not-found",
    "code=404, example=user",
    "code=404, example=nope",
    "code=418",
    "code=418, example=user",
  ])("%s", async (prefer) => {
    const { status, body } = await ask(prefer);
    expect({ status, detail: body.detail }).toEqual({ status: 400, detail: expect.stringContaining("Prefer") });
    expect(body.detail).toContain("code=404 with example=error-not-found;");
    expect(body.detail).toContain("code=200 with example=user | user-without-fallback-birth-date;");
  });

  test("an invalid request is told what is wrong with it, whatever it prefers", async () => {
    const { status, body } = await ask("code=400, example=client-user-id-conflict", "/v2/user/", {
      method: "POST",
      body: "{}",
    });
    expect(status).toBe(422);
    expect(body.violations).toHaveLength(1);
  });

  test("an answer that the client does not accept stays a 406", async () => {
    const answer = await fetch(mock.url + get, {
      headers: { "x-service-api-key": "k", accept: "text/html", prefer: "code=404" },
    });
    expect(answer.status).toBe(406);
  });
});

test.each([
  ["HEAD", "/v2/user/resolve/demo-runner-01", "DELETE, GET"],
  ["PUT", "/v2/user/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10/create_portal_url", "DELETE, POST"],
  ["GET", "/v2/user/", "POST"],
])("%s %s is answered 405 with what is allowed", async (method, path, allowed) => {
  const answer = await fetch(mock.url + path, { method });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")?.split(", ").sort().join(", ")).toBe(allowed);
});
