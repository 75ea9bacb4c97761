// The benchmark's copy of the contract, made once, is the contract; made several times, it is a sound one.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundle } from "../../src/pipeline/bundle/index.ts";
import { lintContract } from "../../src/pipeline/lint/index.ts";
import { contractRoot } from "../../src/tools/contract/index.ts";
import { ContractTemplate } from "./synthetic.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "bench-test-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("once the contract is the contract itself", async () => {
  const template = await ContractTemplate.read();
  const { root } = await template.write(directory, 1);
  expect(await readFile(root, "utf8")).toBe(await readFile(contractRoot, "utf8"));
  const [own, { yaml }] = await Promise.all([bundle(), bundle(root)]);
  expect(yaml).toBe(own.yaml);
});

test("three times the contract keeps every rule of lint", async () => {
  const { root } = await (await ContractTemplate.read()).write(directory, 3);
  expect((await lintContract(root)).findings).toEqual([]);
});
