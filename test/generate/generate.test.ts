// generated/ is what the contract makes it. That nothing is written where the contract has a fault: `../lint/lint.test.ts`.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { generateCommand, generatedFiles } from "../../src/generate/generate.ts";
import { bundle } from "../../src/generate/index.ts";
import { typeFiles } from "../../src/generate/openapi-typescript.ts";
import { controlRoot, freeze, generatedDirectory, type OpenApiDocument } from "../../src/shared/contract/index.ts";
import { runHere } from "../commands.ts";
import { contractCopy } from "../contract-copy.ts";

async function filesOf(directory: string): Promise<Map<string, string>> {
  const names = await readdir(directory);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name), "utf8")] as const)),
  );
}

test("the committed files are exactly what `npm run generate` writes", async () => {
  const committed = await filesOf(generatedDirectory);
  // The bundle is what the source is: `./bundle.test.ts`
  const yaml = committed.get("openapi.yaml")?.replace(/^#.*\n/, "") ?? "";
  const control = freeze(JSON.parse(committed.get("control-openapi.json") ?? "{}") as OpenApiDocument);
  const remedy = "run `npm run generate` and commit it";
  expect(await bundle(controlRoot), `generated/control-openapi.json is stale: ${remedy}`).toEqual(control);
  const fresh = new Map([...(await generatedFiles(yaml, control)), ...(await typeFiles(parse(yaml), control))]);
  expect([...committed.keys()].sort()).toEqual([...fresh.keys()].sort());
  for (const [name, text] of fresh) {
    const isCurrent = committed.get(name) === text;
    expect(isCurrent, `generated/${name} is stale: ${remedy}`).toBe(true);
  }
});

test("no generated type is `any`, and no object is empty by type", async () => {
  const types = (await filesOf(generatedDirectory)).get("types.ts") ?? "";
  const code = types.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*/g, "");
  expect(code).not.toMatch(/\bany\b/);
  expect(code).not.toContain("Record<string, never>");
  expect(code).not.toMatch(/:\s*\{\s*\};/);
});

test("without a bundle it says what is missing, in one line", async () => {
  const copy = await contractCopy();
  const run = await runHere(generateCommand, [], copy.directory);
  await copy.remove();
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/^error: .*dist\/bundle\/openapi\.yaml.* Run `npm run generate`.*\n$/);
});
