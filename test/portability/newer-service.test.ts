// The newer service of the matrix sends what a client cannot know yet, wherever the contract lets it.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Contract,
  isObject,
  nodesAt,
  nodesBelow,
  readContract,
  type SchemaNode,
} from "../../src/tools/contract/index.ts";
import { type Sandbox, startSandbox } from "../../src/tools/sandbox/start-sandbox.ts";
import { startNewerService, unknownValue } from "./newer-service.ts";
import { story } from "./story.ts";

let contract: Contract;
let sandbox: Sandbox;
let newer: Awaited<ReturnType<typeof startNewerService>>;
beforeAll(async () => {
  contract = await readContract();
  sandbox = await startSandbox({ port: 0, settings: { psc_scheduling: true } });
  newer = await startNewerService(contract, sandbox.url ?? "");
});
afterAll(async () => {
  newer?.close();
  await sandbox?.close();
});

test("the story meets an unknown value in each open enum of an answer, and a field more in each object", async () => {
  const [met, plain] = [new Set<string>(), new Set<string>()];
  const visit = (value: unknown, nodes: readonly SchemaNode[], place: string): void => {
    for (const { schema, pointer } of nodes)
      if (schema["x-extensible-enum"] && value === unknownValue) met.add(pointer);
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, nodesBelow(contract.document, nodes, `${index}`), place);
      });
    }
    if (!isObject(value)) return;
    const isMap = nodes.some(({ schema }) => typeof schema.additionalProperties === "object");
    if (!isMap && !("newer_field" in value)) plain.add(place);
    for (const [name, field] of Object.entries(value)) {
      if (name !== "newer_field") visit(field, nodesBelow(contract.document, nodes, name), `${place}/${name}`);
    }
  };
  const saved = new Map<string, string>();
  const textOf = (value: unknown) => saved.get(String(value)) ?? String(value);
  for (const { operation, path = {}, query = {}, headers = {}, body, form, save = {} } of story) {
    const found = contract.operations.find(({ id }) => id === operation);
    if (found === undefined) throw new Error(`The contract has no operation ${operation}.`);
    const address = found.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(path[name])));
    const url = new URL(address, newer.url);
    for (const [name, values] of Object.entries(query)) {
      for (const value of [values].flat()) url.searchParams.append(name, textOf(value));
    }
    const parts = new FormData();
    for (const [name, { name: file, type, text }] of Object.entries(form ?? {})) {
      parts.append(name, new File([text], file, { type }));
    }
    const response = await fetch(url, {
      method: found.method.toUpperCase(),
      headers: {
        ...headers,
        "x-service-api-key": sandbox.apiKey,
        "x-management-key": sandbox.managementKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(form === undefined ? {} : { body: parts }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    for (const [name, field] of Object.entries(save)) saved.set(`$${name}`, String(Reflect.get(Object(answer), field)));
    const schema = found.responses.find(({ status }) => status === String(response.status))?.bodies[0]?.schema;
    expect(schema, `${operation} answers ${response.status}`).toBeDefined();
    if (schema !== undefined) visit(answer, nodesAt(contract.document, { schema, pointer: "" }), operation);
  }
  expect([...plain]).toEqual([]);
  const open = Object.entries(contract.document.components.schemas).filter(([, schema]) => schema["x-extensible-enum"]);
  const missed = open.map(([name]) => name).filter((name) => !met.has(`#/components/schemas/${name}`));
  // These stand in requests only
  expect(missed).toEqual(["ProviderSlug", "PortalUrlContext", "LabAccountStatus"]);
});
