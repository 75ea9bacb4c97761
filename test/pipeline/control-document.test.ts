// A fault in the document of the control plane is reported at its place, as one of the contract is, and stops what is made of it.
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateCommand } from "../../src/pipeline/generate.ts";
import { lintCommand } from "../../src/pipeline/lint/command.ts";
import { contractRoot, controlRoot } from "../../src/tools/contract/index.ts";
import { contractCopy, runHere } from "../commands.ts";

let copy: Awaited<ReturnType<typeof contractCopy>>;
let control = "";
let place = "";
beforeAll(async () => {
  copy = await contractCopy();
  const directory = join(copy.directory, "openapi");
  // Without the ruleset beside it, whose place is what it is found by: that of the contract has this rule, too
  await cp(dirname(controlRoot), directory, { recursive: true, filter: (path) => !path.endsWith(".spectral.yaml") });
  // What is of the service is described by the contract, in its own place
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    const inContract = `${relative(file.parentPath, dirname(contractRoot))}/`;
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("../../../../../openapi/", inContract));
  }
  const path = join(directory, "paths", "list-worlds.yaml");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace("operationId: listWorlds", "operationId: allWorlds"));
  control = join(directory, "openapi.yaml");
  place = `list-worlds.yaml:${text.split("\n").findIndex((one) => one.includes("operationId: listWorlds")) + 1}:`;
});
afterAll(() => copy.remove());

test("lint reports it, with exit code 1", async () => {
  const { code, stdout, stderr } = await runHere(lintCommand, ["--control", control]);
  expect(stdout).toMatch(/^Control plane: \d+ findings?\.\n$/);
  expect(stderr).toMatch(new RegExp(`${place}\\d+ {2}operation-id `));
  expect(code).toBe(1);
});

test("generate reports it, and writes nothing", async () => {
  const out = join(copy.directory, "generated");
  const { code, stderr } = await runHere(generateCommand, ["--control", control, "--out", out]);
  expect(stderr).toContain(place);
  expect(stderr).toContain("generated was not changed");
  expect(code).toBe(1);
  expect(await readdir(copy.directory)).not.toContain("generated");
});
