// The document of the control plane is served whole, and its examples are calls that it answers as described.
import { expect, test } from "vitest";
import { happenings } from "../../../src/sandbox/domain/index.ts";
import { readChoice } from "../../../src/sandbox/server/input.ts";
import { createResponseCheck } from "../../../src/sandbox/server/response-check.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { readContract, readControlDocument } from "../../../src/shared/contract/index.ts";
import { start, startControlled } from "./controlled.ts";

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
