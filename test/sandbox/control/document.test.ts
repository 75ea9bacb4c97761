// The document of the control plane: sound, complete, and the source of what the sandbox takes and shows.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { controlRoot, readContract, readControlDocument } from "../../../src/contract/index.ts";
import { lintControl } from "../../../src/lint/index.ts";
import { responseCheckOf } from "../../../src/sandbox/http/response-check.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { contractCopy } from "../../commands.ts";

import { start, startSteered } from "./steered.ts";

test("the document has no finding", async () => {
  expect((await lintControl()).findings).toEqual([]);
});

test("a fault in the document is told with file, line and remedy", async () => {
  const copy = await contractCopy();
  try {
    // Its ruleset stands beside it and builds on that of the contract
    const root = join(copy.directory, "openapi", "openapi.yaml");
    const text = await readFile(controlRoot, "utf8");
    await writeFile(root, text.replace("operationId: listWorlds", "operationId: allWorlds"));
    const { findings } = await lintControl(root);
    const line = text.split("\n").findIndex((one) => one.includes("operationId: listWorlds")) + 1;
    expect(findings).toContainEqual(expect.objectContaining({ rule: "operation-id", line }));
  } finally {
    await copy.remove();
  }
});

test("each happening and each inspection is described, and nothing else is", async () => {
  const sandbox = await startSandbox();
  try {
    const { document } = await readControlDocument();
    const named = (kind: string) =>
      Object.keys(document.paths)
        .flatMap((path) => path.split(`/{world_id}/${kind}/`)[1] ?? [])
        .sort();
    expect(named("simulate")).toEqual(Object.keys(sandbox.simulate).sort());
    expect(named("inspect")).toEqual(Object.keys(sandbox.inspect).sort());
  } finally {
    await sandbox.close();
  }
});

test("the sandbox serves the document and every assumption of the contract, with what depends on it", async () => {
  const sandbox = await startSandbox();
  try {
    const read = async (path: string) =>
      (await sandbox.fetch(`http://127.0.0.1/_sandbox${path}`, { headers: { "x-sandbox-control": "1" } })).json();
    expect(await read("/openapi.json")).toEqual((await readControlDocument()).document);

    const { document, operations, events } = await readContract();
    const { assumptions } = (await read("/assumptions")) as {
      assumptions: { pointer: string; text: string; operations: string[] }[];
    };
    const marks = JSON.stringify(document).match(/"x-assumption":/g) ?? [];
    expect(assumptions).toHaveLength(marks.length);
    const known = [...operations.map(({ id }) => id), ...events.map(({ name }) => name)];
    for (const { pointer, text, operations: dependent } of assumptions) {
      expect(textAt(document, pointer)).toBe(text);
      expect(dependent.length, `nothing depends on ${pointer}`).toBeGreaterThan(0);
      expect(known).toEqual(expect.arrayContaining(dependent));
    }
    const { assumptions: ofOne } = (await read(
      "/assumptions?operation_id=resolveUser",
    )) as typeof assumptions extends infer A ? { assumptions: A } : never;
    expect(ofOne.length).toBeGreaterThan(0);
    expect(ofOne).toEqual(assumptions.filter(({ operations: dependent }) => dependent.includes("resolveUser")));
  } finally {
    await sandbox.close();
  }
});

function textAt(document: object, pointer: string): unknown {
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

test("each call with the values of its examples is answered as described: what is wrong with it is told, and nothing fails", async () => {
  const { sandbox, url, complaints, control } = await startSteered();
  try {
    const document = await readControlDocument();
    const check = responseCheckOf(document);
    const world = await control.POST("/_sandbox/worlds", { body: { frozen: true, now: start } });
    const statuses = new Map<string, number>();
    for (const operation of document.operations) {
      const { id, method, path, parameters, requestBody } = operation;
      if (id === "watchWorld" || id === "dropWorld") continue;
      const exampleOf = (name: string) =>
        name === "world_id" && world.ok ? world.data.id : String(parameters.find((one) => one.name === name)?.example);
      const query = parameters.filter((one) => one.in === "query" && one.required === true);
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
      const search = new URLSearchParams(query.map(({ name }): [string, string] => [name, exampleOf(name)]));
      const body = requestBody?.bodies[0]?.examples[0]?.value;
      const response = await fetch(`${url}${address}?${search}`, {
        method: method.toUpperCase(),
        headers: { "x-sandbox-control": "1" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(check(operation, response.status, await response.json())).toBeUndefined();
      statuses.set(id, response.status);
    }
    // What a new world does not have: a history, or a job that is not finished
    const refused = Object.fromEntries([...statuses].filter(([, status]) => status >= 400));
    expect(refused).toEqual({
      getDelivery: 404,
      getFault: 404,
      inspectPortalUrl: 404,
      removeEndpoint: 404,
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
