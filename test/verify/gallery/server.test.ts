// A fault stands on one operation of the sandbox, and changes nothing else: what is not changed goes there as it came.
import { expect, test } from "vitest";
import { inProcess, startServer, teamKey } from "./server.ts";

const headers = { "x-service-api-key": teamKey, "content-type": "application/json" };

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
  const other = await inProcess();
  const response = await other.fetch(`http://gallery${path}`, { headers, ...init });
  expect([response.status, await response.json()]).toEqual([status, await overSocket.json()]);
  expect([overSocket.status, ...server.crashes, ...other.crashes]).toEqual([status]);
  await server.close();
});
