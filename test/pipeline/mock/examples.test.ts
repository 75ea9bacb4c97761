// What the mock answers with: an example of the contract, and what is wrong with a request. test/package/client/contract/ asks for every example.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../../src/pipeline/mock/index.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { validRequest } from "./valid-request.ts";

const contract = await readContract();
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document: contract.document, port: 0 });
});
afterAll(() => mock.close());

test.each(contract.operations)("$method $path answers 200 with the first example", async (operation) => {
  const { path, init } = validRequest(contract, operation);
  const answer = await fetch(mock.url + path, init);
  const success = operation.responses.find(({ status }) => status === "200");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(success?.bodies[0]?.examples[0]?.value);
});

test.each(contract.operations)(
  "$method $path answers 401 without its key, also beside the key of another host",
  async (operation) => {
    const { path, init } = validRequest(contract, operation);
    const {
      "x-service-api-key": team,
      "x-management-key": organization,
      "X-Management-Key": _,
      ...others
    } = init.headers;
    const wrong = team === undefined ? { "x-service-api-key": "any" } : { "x-management-key": "any" };
    for (const headers of operation.security.length === 0 ? [] : [others, { ...others, ...wrong }]) {
      const answer = await fetch(mock.url + path, { ...init, headers });
      expect([answer.status, organization]).toEqual([401, organization]);
    }
  },
);

test("without a key the answer is 401, whatever else is wrong with the request, and whatever answer it prefers", async () => {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await fetch(`${mock.url}/v2/user/`, init)).status).toBe(401);
  const unknown = `${mock.url}/v2/user/resolve/nobody`;
  for (const prefer of ["code=404", "code=200"]) {
    expect((await fetch(unknown, { headers: { prefer } })).status, prefer).toBe(401);
  }
});

describe("an invalid request is described", () => {
  const cases = [
    ["a path parameter of the wrong form", "GET", "/v2/user/providers/not-a-uuid", undefined, "user_id"],
    ["a missing query parameter", "POST", "/v2/link/code/create", undefined, "user_id"],
    ["a body without a required field", "POST", "/v2/user/", {}, "client_user_id"],
  ] as const;
  test.each(cases)("%s", async (_, method, path, body, named) => {
    const answer = await fetch(mock.url + path, {
      method,
      headers: { "x-service-api-key": "a-fabricated-key", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(422);
    const refusal = (await answer.json()) as { detail: string; violations: { location: string[]; message: string }[] };
    expect(refusal.detail).not.toBe("");
    expect(JSON.stringify(refusal.violations)).toContain(named);
  });
});

test.each<[what: string, init: RequestInit, message: string]>([
  ["no body", { headers: { "content-type": "application/json" } }, "is missing"],
  ["a body of text", { body: "{}" }, 'has the Content-Type "text/plain'],
  ["a body of no type", { body: new Blob(["{}"]) }, "has no Content-Type"],
])("a request with %s is refused", async (_, init, message) => {
  const headers = { "x-service-api-key": "any", ...init.headers };
  const answer = await fetch(`${mock.url}/v2/user/`, { method: "POST", ...init, headers });
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining(JSON.stringify(message).slice(1, -1)),
  ]);
});

test("everything that is wrong with a request is listed, and a deprecated parameter only in the header", async () => {
  const ask = async (query: string) => {
    const answer = await fetch(`${mock.url}/v3/order/area/info?${query}`, { headers: { "x-service-api-key": "any" } });
    const { violations = [] } = (await answer.json()) as { violations?: { location: string[] }[] };
    return [answer.status, violations.map(({ location }) => location.at(-1)), answer.headers.get("sl-violations")];
  };
  expect(await ask("radius=7&zip_code=x")).toEqual([
    422,
    ["zip_code", "radius"],
    expect.stringMatching(/zip_code.*radius/),
  ]);
  expect(await ask("zip_code=85001&zip_code=85002")).toEqual([
    422,
    ["zip_code"],
    expect.stringContaining("is given more than once"),
  ]);
  expect(await ask("zip_code=85001&lab=any")).toEqual([200, [], expect.stringContaining("lab is deprecated")]);
  expect(await ask("zip_code=85001")).toEqual([200, [], null]);
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

test("a browser on another origin may call it, and read every header of the response", async () => {
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

describe("a preference that no response of the operation satisfies is described", () => {
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
    expect(body.detail).toContain(`Prefer asks for "${prefer.startsWith("code") ? "" : "code=200, "}${prefer}", which`);
    expect(body.detail).toContain("code=404 with example=error-not-found;");
    expect(body.detail).toContain("code=200 with example=user | user-without-fallback-birth-date;");
  });

  test("one in quotation marks, as the header's standard writes it, is one", async () => {
    // A semicolon separates, too
    for (const separator of [",", ";"]) {
      expect((await ask(`code="404"${separator} example="error-not-found"`)).status).toBe(404);
    }
  });

  test("an invalid request gets its violations, whatever it prefers", async () => {
    const { status, body } = await ask("code=400, example=client-user-id-conflict", "/v2/user/", {
      method: "POST",
      body: "{}",
    });
    expect(status).toBe(422);
    expect(body.violations).toHaveLength(1);
  });
});

test.each([
  ["PUT", "/v2/user/resolve/demo-runner-01", "GET, HEAD"],
  ["PUT", "/v2/user/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10/create_portal_url", "POST"],
  ["GET", "/v2/user/", "POST"],
])("%s %s is answered 405 with what is allowed", async (method, path, allowed) => {
  const answer = await fetch(mock.url + path, { method });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")?.split(", ").sort().join(", ")).toBe(allowed);
});
