// The calls that the reference shows in Python, Go and Java are run against the sandbox, each as a reader copies it.
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { needs, pythonWith } from "../../run/needs.ts";
import { makeSampleFolder, readSnippets, withAddresses } from "./built.ts";

const run = promisify(execFile);
let directory: string;
let sandbox: Sandbox;
beforeAll(async () => {
  directory = await makeSampleFolder();
});
// A language repeats what another has done: each begins with the demo cast
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, managementPort: 0, settings: { psc_scheduling: true } });
});
afterEach(() => sandbox?.close());
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The calls of all operations in a language. */
async function snippets(language: "python" | "go" | "java"): Promise<string[]> {
  const found = (await readSnippets(language)).filter(({ page }) => page.startsWith("operations/"));
  expect(found).toHaveLength(34);
  return found.map(({ text }) =>
    withAddresses(text, {
      "http://127.0.0.1:4020": sandbox.url ?? "",
      "http://127.0.0.1:4021": sandbox.managementUrl ?? "",
    }),
  );
}

/** How many answers were printed: each program prints the one it got. */
const answersIn = (output: string) => output.split("\n").filter((line) => /^[[{]/.test(line)).length;

test.runIf(needs("pytest with httpx"))("in Python: each prints an answer", async () => {
  const files = (await snippets("python")).map((text, index) => [`call${index}.py`, text] as const);
  for (const [file, text] of files) await writeFile(join(directory, file), text);
  const all = `import runpy\nfor name in ${JSON.stringify(files.map(([file]) => file))}:\n    runpy.run_path(name)\n`;
  await writeFile(join(directory, "all.py"), all);
  const { stdout } = await run(pythonWith("httpx") ?? "", ["all.py"], { cwd: directory });
  expect(answersIn(stdout)).toBe(34);
});

// One program of all calls, since linking each by itself takes a second
test.runIf(needs("go"))("in Go: each prints an answer", async () => {
  const texts = await snippets("go");
  for (const [index, text] of texts.entries()) {
    const folder = join(directory, "go", `call${index}`);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, "call.go"),
      text.replace("package main", `package call${index}`).replace("func main", "func Main"),
    );
  }
  const imports = texts.map((_, index) => `\t"calls/call${index}"\n`).join("");
  const calls = texts.map((_, index) => `\tcall${index}.Main()\n`).join("");
  await writeFile(join(directory, "go", "go.mod"), "module calls\n\ngo 1.19\n");
  await writeFile(
    join(directory, "go", "main.go"),
    `package main\n\nimport (\n${imports})\n\nfunc main() {\n${calls}}\n`,
  );
  const env = { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
  await run("go", ["build", "-o", join(directory, "calls"), "."], { cwd: join(directory, "go"), env });
  const { stdout } = await run(join(directory, "calls"), [], { cwd: directory });
  expect(answersIn(stdout)).toBe(34);
  const { stdout: unformatted } = await run("gofmt", [
    "-l",
    ...texts.map((_, index) => join(directory, "go", `call${index}`)),
  ]);
  expect(unformatted).toBe("");
});

test.runIf(needs("javac"))("in Java: each prints an answer", async () => {
  const texts = await snippets("java");
  const files = texts.map((_, index) => `Example${index}.java`);
  for (const [index, text] of texts.entries()) {
    await writeFile(join(directory, `Example${index}.java`), text.replace("class Example", `class Example${index}`));
  }
  const calls = texts.map((_, index) => `Example${index}.main(args);`).join(" ");
  await writeFile(
    join(directory, "All.java"),
    `class All { public static void main(String[] args) throws Exception { ${calls} } }`,
  );
  await run("javac", ["-d", "classes", "All.java", ...files], { cwd: directory });
  const { stdout } = await run("java", ["-cp", "classes", "All"], { cwd: directory });
  expect(answersIn(stdout)).toBe(34);
});
