// The calls that the reference shows in Python, Go and Java are run against the sandbox, each as a reader copies it.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { needs, pythonWith } from "../run/needs.ts";
import { makeSampleFolder, readSnippets, withAddresses } from "./built.ts";

const run = promisify(execFile);
const { operations } = await readContract();
let directory: string;
beforeAll(async () => {
  directory = await makeSampleFolder();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const languages = [
  ["python", needs("pytest with httpx")],
  ["go", needs("go")],
  ["java", needs("javac")],
] as const;

describe.each(languages)("in %s", (language, isThere) => {
  test.runIf(isThere)("each prints an answer", async () => {
    const sandbox = await startSandbox({ port: 0, managementPort: 0, settings: { psc_scheduling: true } });
    const addresses = {
      "http://127.0.0.1:4020": sandbox.url ?? "",
      "http://127.0.0.1:4021": sandbox.managementUrl ?? "",
    };
    const all = (await readSnippets(language)).filter(({ page }) => page.startsWith("operations/"));
    expect(all).toHaveLength(operations.length);
    const files = all.map(
      (_, index) => ({ python: `call${index}.py`, go: `call${index}.go`, java: `Call${index}.java` })[language],
    );
    for (const [index, { text }] of all.entries()) {
      const own = withAddresses(text, addresses).replace("class Example", `class Call${index}`);
      await writeFile(join(directory, files[index] ?? ""), `${own.trimEnd()}\n`);
    }
    const start = (program: string, ...args: string[]) =>
      run(program, args, { cwd: directory, env: { ...process.env, GOTOOLCHAIN: "local" } });
    // All at once: javac takes as long for one
    if (language === "java") await start("javac", ...files);
    if (language === "go") expect((await start("gofmt", "-l", ...files)).stdout).toBe("");
    const runAll = "import runpy, sys\nfor file in sys.argv[1:]:\n    runpy.run_path(file)";
    const outputs =
      language === "python" ? [(await start(pythonWith("httpx") ?? "", "-c", runAll, ...files)).stdout] : [];
    for (const file of language === "python" ? [] : files) {
      const args = language === "go" ? ["run", file] : [file.replace(".java", "")];
      outputs.push((await start(language, ...args)).stdout);
    }
    expect(outputs.join("\n").match(/^[[{]/gm)).toHaveLength(all.length);
    await sandbox.close();
  });
});
