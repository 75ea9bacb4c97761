// The calls that the pages and the README show are run: curl in a shell against the mock, TypeScript compiled and executed against mock and sandbox. The curl calls of the sandbox have a test of their own.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mock } from "../../../src/pipeline/mock/index.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { needs } from "../../run/needs.ts";
import { compile, installPackage, quickCompiler, snippetsOf } from "../build/installed.ts";
import { serveBundle } from "../mock/serve-bundle.ts";
import { readSnippets, withAddresses } from "./built.ts";

const run = promisify(execFile);
const shown = "http://127.0.0.1:4010";
let mock: Mock;
beforeAll(async () => {
  mock = await serveBundle();
});
afterAll(() => mock?.close());

describe("curl", () => {
  test.runIf(needs("curl"))("commands of the mock's guide answer with what it says", async () => {
    const commands = (await readSnippets("sh")).filter(({ text }) => text.startsWith("curl ") && text.includes(shown));
    expect(new Set(commands.map(({ page }) => page))).toEqual(new Set(["guides/mock.md"]));
    const script = commands.map(
      ({ text }) => `${text.trimEnd().replaceAll(shown, mock.url)} -s -o /dev/null -w '%{http_code}\\n'`,
    );
    const { stdout } = await run("bash", ["-c", script.join("\n")]);
    expect(stdout.trim().split("\n")).toEqual(["200", "404", "422"]);
  });
});

describe("TypeScript", () => {
  let installed: Awaited<ReturnType<typeof installPackage>>;
  let sandbox: Sandbox;
  beforeAll(async () => {
    [installed, sandbox] = await Promise.all([
      installPackage(),
      startSandbox({ port: 0, managementPort: 0, settings: { psc_scheduling: true } }),
    ]);
  });
  afterAll(() => Promise.all([installed?.remove(), sandbox?.close()]));

  test("compiles against the packages, and prints what it says", async () => {
    const { project } = installed;
    const readme = (await snippetsOf(join(projectDirectory, "README.md"))).map((text) => ({ page: "README.md", text }));
    // Those for vitest are run by the test of the package, those of a receiver by the test of the guide
    const all = [...readme, ...(await readSnippets("ts"))].filter(
      ({ text }) => !/from "(?:vitest|standardwebhooks|\.\/.*)"/.test(text),
    );
    const modules = await Promise.all(
      all.map(async ({ page, text }, index) => {
        const file = `${index}-${page.replaceAll(/\W/g, "-")}`;
        const called = withAddresses(text, {
          [shown]: mock.url,
          "http://127.0.0.1:4020": sandbox.url ?? "",
          "http://127.0.0.1:4021": sandbox.managementUrl ?? "",
        });
        await writeFile(join(project, `${file}.ts`), `${called}\nexport {};\n`);
        const said = Array.from(text.matchAll(/\/\/ prints (.*)$/gm), ([, line]) => line);
        return { file: `./${file}.js`, said };
      }),
    );
    const files = modules.map(({ file }) => file.slice(2).replace(/js$/, "ts"));
    expect(await compile(project, quickCompiler, "nodenext", files, ".")).toEqual({ code: 0, output: "" });
    // The calls of the control plane change the sandbox, and are run as curl in a world of their own
    const executed = modules.filter(({ file }) => !/^\.\/\d+-sandbox-/.test(file));
    // One process imports them all; what fails prints on the error stream, or throws
    const script = `
      const printed = [];
      for (const file of ${JSON.stringify(executed.map(({ file }) => file))}) {
        const lines = [];
        console.log = (...words) => lines.push(words.map(String).join(" "));
        await import(file).catch((error) => console.error(file, error));
        printed.push(lines);
      }
      process.stdout.write(JSON.stringify(printed));`;
    await writeFile(join(project, "snippets.js"), script);
    const { stdout, stderr } = await run(process.execPath, ["snippets.js"], { cwd: project });
    expect(stderr).toBe("");
    const printed = JSON.parse(stdout) as string[][];
    for (const [index, { file, said }] of executed.entries()) {
      // Some log a whole answer, and say nothing of it
      if (said.length > 0) expect(printed[index], file).toEqual(said);
    }
    expect(executed.length).toBeGreaterThan(34);
    expect(all.length - executed.length).toBeGreaterThan(34);
  });
});
