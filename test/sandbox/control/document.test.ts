// The document of the control plane: complete, and the source of what the sandbox takes and shows.
import { expect, test } from "vitest";
import { happenings } from "../../../src/sandbox/domain/index.ts";
import { readChoice } from "../../../src/sandbox/server/input.ts";
import { createResponseCheck } from "../../../src/sandbox/server/response-check.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { readContract, readControlDocument } from "../../../src/shared/contract/index.ts";
import { start, startControlled } from "./controlled.ts";

test("there are at most 26 operations", async () => {
  expect((await readControlDocument()).operations.length).toBeLessThanOrEqual(26);
});

test("each happening is described, with its result and an example, and nothing else is", async () => {
  const { document, operations } = await readControlDocument();
  const examples = operations.find(({ id }) => id === "simulateHappening")?.requestBody?.bodies[0]?.examples ?? [];
  const named = (schema: string) =>
    [...(readChoice(document, { $ref: `#/components/schemas/${schema}` })?.branches.keys() ?? [])].map(String).sort();
  const names = Object.keys(happenings).sort();
  expect([named("Happening"), named("Happened"), examples.map(({ name }) => name).sort()]).toEqual([
    names,
    names,
    names,
  ]);
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

/** Times of ours that are named for what they are of: a message, a clock, where a clock goes to, from when and until when. */
const otherTimes = ["at", "now", "to", "since", "until"];

/** Fields that the service has, and that keep their names where a thing of the service is shown. */
const serviceTimes = ["created_on", "updated_on", "updated_at"];

/** Settings that are named for the thing that they switch. */
const switches = ["partial_results", "psc_scheduling", "newer_values", "strict"];

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
      // Parts of the service are described by the contract, with its names
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
    const segments = path.split("/").slice(2);
    odd.push(...segments.filter((one) => !/^(\{[a-z]+_id\}|\{kind\}|[a-z]+|openapi\.json)$/.test(one)));
  }
  expect([...new Set(odd)]).toEqual([]);
});

test("each call with the values of its examples is answered as described: errors are reported, and nothing fails", async () => {
  const { sandbox, url, complaints, control } = await startControlled();
  try {
    const document = await readControlDocument();
    const check = createResponseCheck(document);
    const params = { path: { world_id: "examples" } };
    await control.PUT("/_sandbox/worlds/{world_id}", { params, body: { is_frozen: true, now: start } });
    const statuses = new Map<string, number>();
    for (const operation of document.operations) {
      const { id, method, path, parameters, requestBody } = operation;
      if (["watchWorld", "dropWorld", "resetWorld", "backUpWorld"].includes(id)) continue;
      const exampleOf = (name: string) =>
        name === "world_id" ? "examples" : String(parameters.find((one) => one.name === name)?.example);
      const query = parameters.filter((one) => one.in === "query" && one.required === true);
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
      const search = new URLSearchParams(query.map(({ name }): [string, string] => [name, exampleOf(name)]));
      const examples = requestBody?.bodies[0]?.examples ?? [{ name: "none", value: undefined }];
      // The others need the user
      const inOrder = [...examples].sort((a, b) => Number(a.name === "userDeleted") - Number(b.name === "userDeleted"));
      for (const { name, value } of inOrder) {
        const response = await fetch(`${url}${address}?${search}`, {
          method: method.toUpperCase(),
          headers: { "x-sandbox-control": "1" },
          ...(value === undefined ? {} : { body: JSON.stringify(value) }),
        });
        expect(check(operation, response.status, await response.json())).toBeUndefined();
        statuses.set(`${id} ${name}`, response.status);
      }
    }
    // A new world has no history, and no job that is not finished
    const refused = Object.fromEntries([...statuses].filter(([, status]) => status >= 400));
    expect(refused).toEqual({
      "getDelivery none": 404,
      "removeEndpoint none": 404,
      "resendDeliveries one": 404,
      "simulateHappening linkCodeExchanged": 404,
      "simulateHappening parsingJobFinished": 409,
    });
    expect(complaints).toEqual([]);
  } finally {
    await sandbox.close();
  }
});
