// The document of the control plane: sound, complete, and the source of what the sandbox takes and shows.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { controlRoot, readContract } from "../../../src/contract/index.ts";
import { lintControl } from "../../../src/lint/index.ts";
import { readControlDocument } from "../../../src/sandbox/control/document.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { contractCopy } from "../../commands.ts";

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
