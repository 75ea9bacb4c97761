// The document of the control plane: complete, and the source of what the sandbox takes and shows.
import { expect, test } from "vitest";
import { createClient } from "../../../../src/package/client/index.ts";
import { readContract, readControlDocument } from "../../../../src/tools/contract/index.ts";
import { happenings, inspections } from "../../../../src/tools/sandbox/domain/index.ts";
import { createResponseCheck } from "../../../../src/tools/sandbox/server/response-check.ts";
import { startSandbox } from "../../../../src/tools/sandbox/start-sandbox.ts";
import { start, startControlled } from "./controlled.ts";

test("each happening and each inspection is described, and nothing else is", async () => {
  {
    const { document } = await readControlDocument();
    const named = (kind: string) =>
      Object.keys(document.paths)
        .flatMap((path) => path.split(`/{world_id}/${kind}/`)[1] ?? [])
        .sort();
    expect(named("simulate")).toEqual(Object.keys(happenings).sort());
    expect(named("inspect")).toEqual(Object.keys(inspections).sort());
  }
});

test("the sandbox serves the document and every assumption of the contract", async () => {
  const sandbox = await startSandbox();
  try {
    const read = async (path: string) => (await sandbox.fetch(`http://127.0.0.1/_sandbox${path}`)).json();
    expect(await read("/openapi.json")).toEqual((await readControlDocument()).document);
    const { document } = await readContract();
    const { assumptions } = (await read("/assumptions")) as { assumptions: { pointer: string }[] };
    expect(assumptions).toHaveLength(JSON.stringify(document).match(/"leaves_open":/g)?.length ?? 0);
    // One of several
    for (const { pointer, ...mark } of assumptions) expect([markAt(document, pointer)].flat()).toContainEqual(mark);
  } finally {
    await sandbox.close();
  }
});

function markAt(document: object, pointer: string): unknown {
  const node = pointer
    .slice(2)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (at, token) => (typeof at === "object" && at !== null ? Reflect.get(at, token) : undefined),
      document,
    );
  return typeof node === "object" && node !== null ? Reflect.get(node, "x-assumption") : undefined;
}

/** Times of ours that are named for what they are of: a message, a clock, where a clock goes to. */
const otherTimes = ["at", "now", "to"];

/** Fields that the service has, and that keep their names where a thing of the service is shown. */
const serviceTimes = ["created_on", "updated_on", "updated_at"];

/** What a setting switches names it. */
const switches = ["partial_results", "psc_scheduling", "order_user_required", "newer_values"];

/** The lengths of a `Duration` are named by their units. */
const units = ["days", "hours", "minutes", "seconds"];

/** Says what breaks the style of names: fields in snake_case, times and lengths that say what they are, `is_` for yes or no. */
function oddName(name: string, schema: Readonly<Record<string, unknown>>): string | undefined {
  const { type, format, description = "" } = schema;
  const isTime = format === "date-time";
  const isNumber = [type].flat().some((one) => one === "number" || one === "integer");
  if (!/^[a-z]+(_[a-z]+)*$/.test(name)) return "is not in snake_case";
  if (isTime !== /_(at|on)$/.test(name) && !otherTimes.includes(name)) return "is a time, or is named like one";
  if (name.endsWith("_on") && !serviceTimes.includes(name)) return "is a time of ours, which ends in _at";
  if (isNumber && /second|millisecond/.test(String(description)) && !/_(ms|seconds)$/.test(name)) {
    if (!units.includes(name)) return "is a length of time without its unit";
  }
  if ((type === "boolean") !== name.startsWith("is_") && !switches.includes(name))
    return "is a yes or no, or named like one";
  return undefined;
}

test("names and times are of one style: in the document's fields, parameters, paths and examples", async () => {
  const { document, operations } = await readControlDocument();
  const odd: string[] = [];
  const { document: contract } = await readContract();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      // What is of the service is described by the contract, with its names
      if (Object.hasOwn(contract.components.schemas, key)) continue;
      if (key === "properties") {
        for (const [name, schema] of Object.entries(child)) {
          const reason = oddName(name, schema as Record<string, unknown>);
          if (reason !== undefined) odd.push(`${name} ${reason}`);
        }
      }
      visit(child);
    }
  };
  visit(document);
  for (const { id, path, parameters } of operations) {
    for (const { name, schema } of parameters) {
      const reason = oddName(name, schema as Record<string, unknown>);
      if (reason !== undefined) odd.push(`${id}: ${name} ${reason}`);
    }
    // A verb of ours is named as in process: `connectionMade`, `resendParked`
    const segments = path.split("/").slice(2);
    odd.push(...segments.filter((one) => !/^(\{[a-z]+_id\}|[a-z]+([A-Z][a-z]+)*|openapi\.json)$/.test(one)));
  }
  expect([...new Set(odd)]).toEqual([]);
});

/** Every field of a record, and below: its name and its value. What a user sent, and what the contract describes, is not ours to name. */
function fieldsIn(node: unknown): [name: string, value: unknown][] {
  if (Array.isArray(node)) return node.flatMap(fieldsIn);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]): [string, unknown][] => [
    [name, value],
    ...(theirs.includes(name) ? [] : fieldsIn(value)),
  ]);
}

const theirs = ["demographics", "further", "payload", "data", "resource_availability", "error_details"];

test("what is inspected and listed is as described, its names and times of one style, the same in process and over HTTP", async () => {
  const { sandbox, url } = await startControlled();
  try {
    const { simulate, inspect } = sandbox;
    const { users } = (await controlledGet(url, "users")) as { users: { user_id: string }[] };
    const { orders } = (await controlledGet(url, "orders")) as { orders: { id: string }[] };
    const [{ user_id } = { user_id: "" }] = users;
    const ring = { user_id, provider: "demo_ring" };
    await simulate.refreshPrepared({ ...ring, takes_seconds: 90 });
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: url });
    await client.POST("/v2/user/refresh/{user_id}", { params: { path: { user_id }, query: { timeout: 5 } } });
    const code = await client.POST("/v2/link/code/create", { params: { query: { user_id } } });
    await simulate.linkCodeExchanged({ code: code.ok ? code.data.code : "" });
    for (const { id: order_id } of orders) {
      await simulate.resultPublished({ order_id, results: [] });
      await simulate.pscConfirmationPrepared({ order_id, outcome: "refused" });
    }
    await sandbox.endpoints.register({ url: "http://127.0.0.1:1/" });
    await simulate.userDeleted({ user_id: users[1]?.user_id ?? "" });
    const ofUser = { user_id };
    const shown: [path: string, inProcess: unknown][] = [
      [`inspect/user?user_id=${users[1]?.user_id}`, await inspect.user({ user_id: users[1]?.user_id ?? "" })],
      [`inspect/connections?user_id=${user_id}`, await inspect.connections(ofUser)],
      [`inspect/healthData?user_id=${user_id}`, await inspect.healthData(ofUser)],
      ["inspect/linkCodes", await inspect.linkCodes({})],
      ["endpoints", await sandbox.endpoints.list()],
      ["deliveries", await sandbox.deliveries.list()],
    ];
    for (const { id: order_id } of orders) {
      shown.push([`inspect/order?order_id=${order_id}`, await inspect.order({ order_id })]);
      shown.push([`inspect/appointments?order_id=${order_id}`, await inspect.appointments({ order_id })]);
      shown.push([`inspect/phlebotomyForwarded?order_id=${order_id}`, await inspect.phlebotomyForwarded({ order_id })]);
      shown.push([`inspect/requisition?order_id=${order_id}`, await inspect.requisition({ order_id })]);
    }
    const found = new Map<string, unknown>();
    const document = await readControlDocument();
    const check = createResponseCheck(document);
    const operationOf = (path: string) =>
      document.operations.find((one) => one.method === "get" && one.path.endsWith(`{world_id}/${path.split("?")[0]}`));
    for (const [path, inProcess] of shown) {
      const overHttp = await controlledGet(url, path);
      const operation = operationOf(path);
      if (operation === undefined) throw new Error(`The document has no ${path}.`);
      expect(check(operation, 200, overHttp), path).toBeUndefined();
      // An inspection has a result of its own shape
      if (path.startsWith("inspect/")) expect(check(operation, 200, { result: { stray: true } }), path).toBeDefined();
      const one = path.startsWith("inspect/") ? overHttp["result"] : (overHttp[path] ?? overHttp);
      expect(one, path).toEqual(inProcess);
      for (const [name, value] of fieldsIn(one)) found.set(name, value);
    }
    // Those that were of another style are there at all
    for (const name of [
      "deleted_at",
      "due_at",
      "takes_seconds",
      "prepared_confirmation",
      "published_at",
      "made_at",
      "exchanged_at",
    ]) {
      expect(found.keys()).toContain(name);
    }
    const odd = [...found].flatMap(([name, value]) => {
      const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && name !== "start";
      const schema = { type: typeof value, ...(isTime ? { format: "date-time" } : {}) };
      // Of the contract, whose names they keep
      return ["human_review_requested", "ingestion_start", "ingestion_end"].includes(name)
        ? []
        : (oddName(name, schema) ?? []);
    });
    expect(odd).toEqual([]);
  } finally {
    await sandbox.close();
  }
});

async function controlledGet(url: string, path: string): Promise<Record<string, unknown>> {
  const headers = { "x-sandbox-control": "1" };
  const response = await fetch(`${url}/_sandbox/worlds/demo/${path}`, { headers });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

test("each call with the values of its examples is answered as described: errors are reported, and nothing fails", async () => {
  const { sandbox, url, complaints, control } = await startControlled();
  try {
    const document = await readControlDocument();
    const check = createResponseCheck(document);
    const world = await control.POST("/_sandbox/worlds", { body: { is_frozen: true, now: start } });
    const statuses = new Map<string, number>();
    for (const operation of document.operations) {
      const { id, method, path, parameters, requestBody } = operation;
      if (["watchWorld", "dropWorld", "resetWorld"].includes(id)) continue;
      const exampleOf = (name: string) =>
        name === "world_id" && world.ok ? world.data.id : String(parameters.find((one) => one.name === name)?.example);
      const query = parameters.filter((one) => one.in === "query" && one.required === true);
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
      const search = new URLSearchParams(query.map(({ name }): [string, string] => [name, exampleOf(name)]));
      const body = requestBody?.bodies[0]?.examples[0]?.value;
      const response = await fetch(`${url}${address}?${search}`, {
        method: method.toUpperCase(),
        headers: { "x-sandbox-control": "1" },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      expect(check(operation, response.status, await response.json())).toBeUndefined();
      statuses.set(id, response.status);
    }
    // What a new world does not have: a history, or a job that is not finished
    const refused = Object.fromEntries([...statuses].filter(([, status]) => status >= 400));
    expect(refused).toEqual({
      getDelivery: 404,
      inspectPortalUrl: 404,
      removeEndpoint: 404,
      removeEventFault: 404,
      removeFault: 404,
      resendDelivery: 404,
      simulateLinkCodeExchanged: 404,
      simulateParsingJobFinished: 409,
    });
    expect(complaints).toEqual([]);
  } finally {
    await sandbox.close();
  }
});
