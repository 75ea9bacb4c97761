// The document of the control plane is served whole, and its examples are calls that it answers as described.
import { expect, test } from "vitest";
import { happenings } from "../../../src/sandbox/domain/index.ts";
import { readChoice } from "../../../src/sandbox/server/fault.ts";
import { createResponseCheck } from "../../../src/sandbox/server/response-check.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { parsePointer, readContract, readControlDocument } from "../../../src/shared/contract/index.ts";
import { control } from "../fresh-world.ts";
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

test("the sandbox serves the document, every assumption of the contract, and its own choices", async () => {
  const { document: own } = await readControlDocument();
  const { document } = await readContract();
  const sandbox = await startSandbox();
  try {
    expect((await control("GET /openapi.json", undefined, sandbox)).body).toEqual(own);
    const { body } = await control<{ assumptions: { pointer: string }[]; choices: unknown }>(
      "GET /assumptions",
      undefined,
      sandbox,
    );
    expect(body.choices).toEqual(own["x-choices"]);
    expect(body.assumptions).toHaveLength(JSON.stringify(document).match(/"leaves_open":/g)?.length ?? 0);
    for (const { pointer, ...mark } of body.assumptions) {
      const path = [...parsePointer(pointer), "x-assumption"];
      const marked = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), document);
      // One of several
      expect([marked].flat()).toContainEqual(mark);
    }
  } finally {
    await sandbox.close();
  }
});

test("each call with the values of its examples is answered as described: errors are reported, and nothing fails", async () => {
  const { sandbox, url, complaints } = await startControlled();
  try {
    const document = await readControlDocument();
    const check = createResponseCheck(document);
    await sandbox.openWorld("examples", { frozen: true, now: new Date(start) });
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
