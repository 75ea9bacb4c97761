// The benchmark's copy of the contract, made once, is the contract.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../../src/pipeline/bundle/index.ts";
import { contractRoot } from "../../src/tools/contract/index.ts";
import { ContractTemplate } from "./synthetic.ts";

test("once the contract is the contract itself", async () => {
  const directory = await mkdtemp(join(tmpdir(), "bench-test-"));
  try {
    const template = await ContractTemplate.read();
    const { root } = await template.write(directory, 1);
    expect(await readFile(root, "utf8")).toBe(await readFile(contractRoot, "utf8"));
    const [own, { yaml }] = await Promise.all([bundle(), bundle(root)]);
    expect(yaml).toBe(own.yaml);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
