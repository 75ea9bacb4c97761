// A fault stands on one operation of the sandbox, and changes nothing else: what is not changed goes there as it came.
import { expect, test } from "vitest";
import type { Answer, Fault } from "./call.ts";
import { changes, misreads, refuses, succeeds, takes } from "./faults/stages.ts";
import { inProcess, startServer, teamKey } from "./server.ts";

const headers = { "x-service-api-key": teamKey, "content-type": "application/json" };
const markers = "http://gallery/v3/lab_tests/markers";

async function ask(fault: Omit<Fault, "name" | "on"> | undefined, address: string, init?: RequestInit) {
  const server = await inProcess(fault && { name: "a fault", on: ["listMarkers", "createUser"], ...fault });
  const response = await server.fetch(address, { headers, ...init });
  expect(server.crashes).toEqual([]);
  return { status: response.status, body: (await response.json()) as { readonly size?: number } };
}

test.each<[what: string, path: string, init: RequestInit, status: number]>([
  ["a call", "/v3/lab_tests/labs", {}, 200],
  ["a call without its key", "/v3/lab_tests/labs", { headers: {} }, 401],
  ["a parameter given twice", "/v3/lab_tests/markers?page=1&page=1", {}, 422],
  ["a body that is not JSON", "/v2/user/", { method: "POST", body: '{"verify": ' }, 422],
  ["no body", "/v2/user/", { method: "POST" }, 422],
  ["a path of no operation", "/v2/unknown", {}, 404],
])("%s is answered as the sandbox answers it, with and without a socket", async (_, path, init, status) => {
  const server = await startServer();
  const overSocket = await fetch(server.url + path, { headers, ...init });
  expect(await ask(undefined, `http://gallery${path}`, init)).toEqual({ status, body: await overSocket.json() });
  expect(overSocket.status).toBe(status);
  await server.close();
});

const pages: readonly (readonly [what: string, fault: Omit<Fault, "name" | "on">, sizes: readonly unknown[]])[] = [
  ["reads valid input as something else", misreads(() => ({ query: { size: 9 } })), [9, 422]],
  [
    "takes invalid input for something else",
    takes(
      ({ query }) => query["size"] === 101,
      () => ({ query: { size: 9 } }),
    ),
    [5, 9],
  ],
  ["changes every call", changes(() => ({ query: { size: 9 } })), [9, 9]],
  ["refuses valid input", refuses(({ query }) => query["size"] === 5), [422, 422]],
  ["succeeds instead of a refusal", succeeds(() => true, { size: 9 }), [5, 9]],
  ["changes the answer", { answer: (answer: Answer) => ({ ...answer, status: 418 }) }, [418, 418]],
];

test.each(pages)("a fault that %s", async (_, fault, expected) => {
  const sizes = await Promise.all(
    [5, 101].map(async (size) => {
      const { status, body } = await ask(fault, `${markers}?size=${size}`);
      return status === 200 ? body.size : status;
    }),
  );
  expect(sizes).toEqual(expected);
  // Another operation is as it was
  expect(await ask(fault, "http://gallery/v3/lab_tests/labs")).toMatchObject({
    status: 200,
    body: [{ id: 1 }, { id: 2 }],
  });
});

test("a user who is created elsewhere is not there", async () => {
  const server = await inProcess({ name: "elsewhere", on: ["createUser"], ...changes(() => ({ isElsewhere: true })) });
  const body = JSON.stringify({ client_user_id: "new" });
  expect(await server.fetch("http://gallery/v2/user/", { method: "POST", headers, body })).toMatchObject({
    status: 200,
  });
  expect(await server.fetch("http://gallery/v2/user/resolve/new", { headers })).toMatchObject({ status: 404 });
});
