// The calls that the reference shows in Python are run against the sandbox, each as a reader copies it.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { writePython } from "../../src/site/snippets/python.ts";
import { needs, pythonWith } from "../run/needs.ts";
import { listSamples, makeSampleFolder, withAddresses } from "./built.ts";

test.runIf(needs("pytest with httpx"))("each sample in Python prints an answer of the sandbox", async () => {
  const { operations } = await readContract();
  const directory = await makeSampleFolder();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const sandbox = await startSandbox({ port: 0, managementPort: 0, settings: { psc_scheduling: true } });
  onTestFinished(() => sandbox.close());
  const addresses = {
    "http://127.0.0.1:4020": sandbox.url ?? "",
    "http://127.0.0.1:4021": sandbox.managementUrl ?? "",
  };
  const all = await listSamples((_, call) => writePython(call));
  expect(all).toHaveLength(operations.length);
  const files = all.map((_, index) => `call${index}.py`);
  for (const [index, { text }] of all.entries()) {
    await writeFile(join(directory, files[index] ?? ""), `${withAddresses(text, addresses)}\n`);
  }
  const runAll = "import runpy, sys\nfor file in sys.argv[1:]:\n    runpy.run_path(file)";
  const run = promisify(execFile);
  const { stdout } = await run(pythonWith("httpx") ?? "", ["-c", runAll, ...files], { cwd: directory });
  expect(stdout.match(/^[[{]/gm)).toHaveLength(all.length);
});
