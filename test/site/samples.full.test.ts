// The calls that the pages and the README show are run: by curl in a shell, in Python, and in TypeScript compiled and executed, against the sandbox and the mock.

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Mock } from "../../src/mock/index.ts";
import { createControlClient } from "../../src/sandbox/control-client/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { projectDirectory, readContract, readControlDocument } from "../../src/shared/contract/index.ts";
import { type OperationReference, readReference } from "../../src/site/reference.ts";
import { type Call, readCall } from "../../src/site/snippets/call.ts";
import { writePython, writeTypescript } from "../../src/site/snippets/samples.ts";
import { listLocalServers } from "../../src/site/snippets/servers.ts";
import { compile, installPackage, quickCompiler, snippetsOf } from "../build/installed.ts";
import { writeFiles } from "../files.ts";
import { serveBundle } from "../mock/serve-bundle.ts";
import { needs, pythonWith } from "../run/needs.ts";
import { sharedSite, withAddresses } from "./built.ts";

const run = promisify(execFile);

/** The addresses of the pages, and those of the servers in their place. */
const toAddresses = ({ url = "", managementUrl = "" }: Sandbox) => ({
  "http://127.0.0.1:4010": mock.url,
  "http://127.0.0.1:4020": url,
  "http://127.0.0.1:4021": managementUrl,
});
const isLocal = /http:\/\/127\.0\.0\.1:40[12]/;
const now = "2026-03-02T09:00:00Z";
const options = { port: 0, managementPort: 0, frozen: true, now: new Date(now), settings: { psc_scheduling: true } };
let mock: Mock;
let sandbox: Sandbox;
/** Where samples are run, with the file that those of the upload send. */
const directory = writeFiles({ "report.pdf": "%PDF-1.7\n" });
beforeAll(async () => {
  [mock, sandbox] = await Promise.all([serveBundle(), startSandbox(options)]);
});
afterAll(() => Promise.all([mock?.close(), sandbox?.close()]));

/** The code in TypeScript of the pages, read out of the Markdown twins, where nothing is escaped. */
async function readSnippets() {
  const { files } = await sharedSite();
  return [...files].flatMap(([page, text]) =>
    page.endsWith(".md")
      ? Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code = ""]) => ({ page, text: code }))
      : [],
  );
}

/** The samples of operations in a language, which only the pages have: a twin has one language. */
async function listSamples(write: (operation: OperationReference, call: Call) => string) {
  const reference = readReference(await readContract(), await readControlDocument());
  const [sandbox = { name: "", hosts: {} }] = listLocalServers(reference);
  return reference.operations.map((one) => ({ page: one.url, text: write(one, readCall(one, sandbox)) }));
}

/** Calls of the control plane whose ids are examples: what was made has another. The job of the demo cast is finished, too. */
const needsAnother = /(?:[fF]aults|endpoints|deliveries)\/[^/ ]*\d|portalUrl|linkCodeExchanged|parsingJobFinished/;

/** The commands of a twin, where nothing is escaped: calls, and the variables that they use. A block may hold several, one below the other. */
function listCommands(markdown: string): string[] {
  return (
    Array.from(markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = ""]) => block)
      .flatMap((block) => block.split(/\n(?=curl |export |[A-Z_]+=|echo )/))
      // Below the variables of a page of a language stands the run of its example, which the matrix tries
      .map((command) => (command.startsWith("export ") ? (command.split("\n")[0] ?? "") : command.trim()))
      .filter(
        (command) => /^(?:export |[A-Z_]+=)/.test(command) || (command.startsWith("curl ") && isLocal.test(command)),
      )
  );
}

describe.runIf(needs("curl"))("by curl", () => {
  test("every call answers as its page says: of the sandbox in a world of its own, of the mock as its guide has it", async () => {
    const control = createControlClient({ baseUrl: sandbox.url ?? "" });
    const { files } = await sharedSite();
    const commands: { page: string; command: string; isCall: boolean }[] = [];
    for (const [page, markdown] of files) {
      const own = page.endsWith(".md") ? listCommands(markdown) : [];
      if (!own.some((command) => isLocal.test(command))) continue;
      const makeWorld = async () => {
        const params = { path: { world_id: `samples-${randomUUID()}` } };
        const made = await control.PUT("/_sandbox/worlds/{world_id}", { params, body: { is_frozen: true, now } });
        if (!made.ok) throw new Error("The world could not be made.");
        return made.data;
      };
      const shared = await makeWorld();
      for (const one of own) {
        // The calls of the control plane have nothing to do with each other: one of them drops its world
        const world = page === "sandbox/index.md" ? await makeWorld() : shared;
        const command = one
          .replaceAll("/worlds/demo", `/worlds/${world.id}`)
          .replaceAll("sk_demo_team", world.api_key)
          .replaceAll("mk_demo_org", world.management_key)
          .replaceAll("5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6", world.org_id);
        const called = withAddresses(command, toAddresses(sandbox));
        commands.push({ page, command: called, isCall: command.startsWith("curl ") });
      }
    }
    const script = commands.map(({ command, isCall }) => {
      // A stream has no end
      const limit = command.startsWith("curl -N") ? " --max-time 1" : "";
      const into = command.includes(" -o ") ? "" : " -o /dev/null";
      return isCall ? `${command} -s${into} -w '%{http_code}\n'${limit} || true` : command;
    });
    const { stdout } = await run("bash", ["-c", script.join("\n")], { cwd: directory });
    const statuses = stdout.trim().split("\n");
    const calls = commands.filter(({ isCall }) => isCall);
    const mocked = ["200", "404", "422"];
    const wrong = calls.flatMap(({ page, command }, index) => {
      const status = statuses[index] ?? "";
      const isControl = page === "sandbox/index.md" && needsAnother.test(command);
      const isAsSaid =
        page === "guides/mock.md"
          ? status === mocked.shift()
          : /^20[01]$/.test(status) || (isControl && /^40[49]$/.test(status));
      return isAsSaid ? [] : [`${page}: ${status} to ${command}`];
    });
    expect(wrong).toEqual([]);
    expect(mocked).toEqual([]);
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.map(({ page }) => page)).toEqual(
      expect.arrayContaining(["guides/sandbox.md", "guides/quickstart.md"]),
    );
  });
});

test.runIf(needs("pytest with httpx"))("each sample in Python prints an answer of the sandbox", async () => {
  // The calls of the others would be in the way
  const own = await startSandbox(options);
  onTestFinished(() => own.close());
  const all = await listSamples((_, call) => writePython(call));
  const files = all.map((_, index) => `call${index}.py`);
  for (const [index, { text }] of all.entries()) {
    await writeFile(join(directory, files[index] ?? ""), `${withAddresses(text, toAddresses(own))}\n`);
  }
  const runAll = "import runpy, sys\nfor file in sys.argv[1:]:\n    runpy.run_path(file)";
  const { stdout } = await run(pythonWith("httpx") ?? "", ["-c", runAll, ...files], { cwd: directory });
  expect(stdout.match(/^[[{]/gm)).toHaveLength(all.length);
});

describe("TypeScript", () => {
  let installed: Awaited<ReturnType<typeof installPackage>>;
  beforeAll(async () => {
    installed = await installPackage();
  });
  afterAll(() => installed?.remove());

  test("compiles against the packages, and prints what it says", async () => {
    const { project } = installed;
    const readme = (await snippetsOf(join(projectDirectory, "README.md"))).map((text) => ({ page: "README.md", text }));
    // Samples for vitest are run by the test of the package, receivers by the test of the guide
    const all = [...readme, ...(await listSamples(writeTypescript)), ...(await readSnippets())].filter(
      ({ text }) => !/from "(?:vitest|standardwebhooks|\.\/.*)"/.test(text),
    );
    const modules = await Promise.all(
      all.map(async ({ page, text }, index) => {
        const file = `${index}-${page.replaceAll(/\W/g, "-")}`;
        const called = withAddresses(text, toAddresses(sandbox));
        await writeFile(join(project, `${file}.ts`), `${called}\nexport {};\n`);
        const said = Array.from(text.matchAll(/\/\/ prints (.*)$/gm), ([, line]) => line);
        return { file: `./${file}.js`, said };
      }),
    );
    const files = modules.map(({ file }) => file.slice(2).replace(/js$/, "ts"));
    expect(await compile(project, quickCompiler, "nodenext", files, ".")).toMatchObject({ code: 0, output: "" });
    // One process imports them all; what fails prints on the error stream, or throws
    const script = `
      const printed = [];
      for (const file of ${JSON.stringify(modules.map(({ file }) => file))}) {
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
    for (const [index, { file, said }] of modules.entries()) {
      // Some log a whole answer, and say nothing of it
      if (said.length > 0) expect(printed[index], file).toEqual(said);
    }
    expect(modules.length).toBeGreaterThan(50);
  });
});
