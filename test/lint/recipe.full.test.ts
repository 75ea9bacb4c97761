// The recipe of CONTRIBUTING.md, copied into a folder that holds another contract.
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { runProgram } from "../commands.ts";
import { writeSmallContract } from "./small-contract.ts";

const read = (file: string, folder = projectDirectory) => readFileSync(join(folder, file), "utf8");
const [, block = "{}"] = /## Copy the recipe[\s\S]*?```json\n([\s\S]*?)```/.exec(read("CONTRIBUTING.md")) ?? [];
const scripts = JSON.parse(block) as Readonly<Record<"lint" | "generate" | "breaking" | "mock", string>>;

// The run removes it
const folder = mkdtempSync(join(tmpdir(), "recipe-"));
const run = (command: string) => runProgram("sh", ["-c", command], folder);
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const edit = (from: string, to: string) =>
  writeSmallContract({ edits: { "v2/paths/get-thing.yaml": { [from]: to } } }, join(folder, "openapi"));

beforeAll(() => {
  symlinkSync(join(projectDirectory, "node_modules"), join(folder, "node_modules"));
  for (const name of ["src/lint", "src/shared", "openapi/README.md"]) {
    cpSync(join(projectDirectory, name), join(folder, name), { recursive: true });
  }
  const redocly = parseDocument(read("redocly.yaml"));
  redocly.deleteIn(["apis", "control-openapi"]);
  const spectral = parseDocument(read(".spectral.yaml"));
  spectral.delete("overrides");
  write("redocly.yaml", String(redocly));
  write(".spectral.yaml", String(spectral));
  write("redocly.diff.yaml", "extends: [diff-recommended]\n");
  writeSmallContract({}, join(folder, "openapi"));
});

test("finds nothing in a sound contract, and generates its bundle and its types", async () => {
  expect(await run(scripts.lint)).toMatchObject({ code: 0 });
  expect(await run(scripts.generate)).toMatchObject({ code: 0 });
  expect(read("generated/openapi.yaml", folder)).toContain("#/components/schemas/Thing");
  expect(read("dist/openapi-typescript/types.ts", folder)).toContain("getThing");
});

test("finds a break of what is on the main branch", async () => {
  const commit = "git add . && git -c user.name=A -c user.email=a@example.com commit --quiet -m Things";
  await run(`git init --quiet && ${commit} && git update-ref refs/remotes/origin/main HEAD`);
  expect(await run(scripts.breaking)).toMatchObject({ code: 0 });
  const generated = "generated/openapi.yaml";
  write(generated, read(generated, folder).replace("name:\n          type: string", "name:\n          type: integer"));
  expect(await run(scripts.breaking)).toMatchObject({ code: 1, output: expect.stringContaining("name") });
});

test("names the file and line of a finding of Spectral, and the heading of a file that was copied", async () => {
  edit("Get a thing", "Getting");
  const { code, output } = await run(scripts.lint);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("v2/paths/get-thing.yaml:3:3") });
  const [, file = "", heading = ""] = /See (\S+)#([a-z-]+)/.exec(output) ?? [];
  expect(read(file, folder).toLowerCase()).toContain(`## ${heading}`);
});

test("a reference to a missing file is found at its line", async () => {
  edit("Thing.yaml", "Gone.yaml");
  const { code, output } = await run(scripts.lint);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("v2/paths/get-thing.yaml:16:") });
});
