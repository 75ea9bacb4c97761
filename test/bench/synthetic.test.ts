// The benchmark measures what it says: its contracts are sound, and as many times this one as they are called.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundle, contractRoot, type OpenApiDocument, readContract } from "../../src/contract/index.ts";
import { lintContract } from "../../src/lint/index.ts";
import { ContractTemplate } from "./synthetic.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "bench-test-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function sharedNames(kind: string): Promise<string[]> {
  const files = await readdir(join(dirname(contractRoot), "shared", kind));
  return files.map((file) => basename(file, ".yaml"));
}

function closedEnums({ components }: OpenApiDocument): string[] {
  return Object.keys(components.schemas).filter((name) => components.schemas[name]?.enum !== undefined);
}

test("three times the contract keeps every rule of lint, and has three times as much of everything", async () => {
  const template = await ContractTemplate.read();
  const written = await template.write(directory, 3);
  const [own, { findings, bundled }] = await Promise.all([bundle(), lintContract(written.root)]);
  expect(findings).toEqual([]);
  if (bundled === undefined) throw new Error("It was not bundled.");
  const [original, copies] = await Promise.all([readContract(own.document), readContract(bundled.document)]);
  expect(copies.operations).toHaveLength(3 * original.operations.length);
  expect(copies.events).toHaveLength(3 * original.events.length);
  expect([written.operations, written.events]).toEqual([copies.operations.length, copies.events.length]);
  const once = { schemas: closedEnums(own.document), examples: [] };
  for (const kind of ["schemas", "examples"] as const) {
    const marks = kind === "schemas" ? ["", "Copy2", "Copy3"] : ["", "-copy2", "-copy3"];
    const shared = [...once[kind], ...(await sharedNames(kind))];
    const expected = Object.keys(own.document.components[kind] ?? {}).flatMap((name) =>
      shared.includes(name) ? [name] : marks.map((mark) => `${name}${mark}`),
    );
    expect(Object.keys(bundled.document.components[kind] ?? {}).sort()).toEqual(expected.sort());
  }
});

test("once the contract is the contract itself", async () => {
  const template = await ContractTemplate.read();
  const { root } = await template.write(directory, 1);
  expect(await readFile(root, "utf8")).toBe(await readFile(contractRoot, "utf8"));
  const [own, { yaml }] = await Promise.all([bundle(), bundle(root)]);
  expect(yaml).toBe(own.yaml);
});
