// Each query parameter of the contract is read by the handler of its operation: one that is not would be taken and do nothing.
import { afterAll, expect, test } from "vitest";
import { operations as handlers } from "../../src/sandbox/domain/index.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { validRequest } from "../mock/valid-request.ts";

type Handler = (call: { readonly query: object }) => unknown;

/** The parameters that handlers have read, as `operation parameter`. */
const read = new Set<string>();

const unobserved = { ...handlers };
for (const [id, handler] of Object.entries(unobserved) as [string, Handler][]) {
  const get = (query: object, name: string) => {
    read.add(`${id} ${name}`);
    return Reflect.get(query, name);
  };
  const observed: Handler = (call) => handler({ ...call, query: new Proxy(call.query, { get }) });
  Reflect.set(handlers, id, observed);
}

const contract = await readContract();
const sandbox = await startSandbox({ settings: { psc_scheduling: true } });
afterAll(async () => {
  await sandbox.close();
  Object.assign(handlers, unobserved);
});

const operations = contract.operations.filter(({ parameters }) => parameters.some((one) => one.in === "query"));

test.each(operations)("$id reads each of its query parameters", async (operation) => {
  const { path, init } = validRequest(contract, operation);
  const headers = { ...init.headers, "x-service-api-key": sandbox.apiKey, "X-Management-Key": sandbox.managementKey };
  await sandbox.fetch(`http://sandbox${path}`, { ...init, headers });
  const names = operation.parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const unread = names.filter((name) => !read.has(`${operation.id} ${name}`));
  const where = `The handler of ${operation.id} in src/sandbox/domain/ does not read`;
  expect(unread.map((name) => `${where} query.${name}.`)).toEqual([]);
});
