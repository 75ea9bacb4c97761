// The benchmark measures what it says: its contracts are as many times this one as they are called. That they are sound is in `synthetic.full.test.ts`.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundle } from "../../src/pipeline/bundle/index.ts";
import { contractRoot, type OpenApiDocument, readContract } from "../../src/tools/contract/index.ts";
import { depth } from "../run/depth.ts";
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

const times = depth(2, 3);

test("several times the contract has as many times as much of everything", async () => {
  const template = await ContractTemplate.read();
  const written = await template.write(directory, times);
  const [original, copies] = await Promise.all([
    readContract(),
    bundle(written.root).then(({ document }) => readContract(document)),
  ]);
  expect(copies.operations).toHaveLength(times * original.operations.length);
  expect(copies.events).toHaveLength(times * original.events.length);
  expect([written.operations, written.events]).toEqual([copies.operations.length, copies.events.length]);
  const once = { schemas: closedEnums(original.document), examples: [] };
  for (const kind of ["schemas", "examples"] as const) {
    const all = kind === "schemas" ? ["", "Copy2", "Copy3"] : ["", "-copy2", "-copy3"];
    const marks = all.slice(0, times);
    const shared = [...once[kind], ...(await sharedNames(kind))];
    const expected = Object.keys(original.document.components[kind] ?? {}).flatMap((name) =>
      shared.includes(name) ? [name] : marks.map((mark) => `${name}${mark}`),
    );
    expect(Object.keys(copies.document.components[kind] ?? {}).sort()).toEqual(expected.sort());
  }
});
