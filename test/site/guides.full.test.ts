// The programs that guides show, each run as a reader copies it: receivers, in which `check-receiver` finds nothing and a restart loses nothing, and tests.
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkReceiver } from "../../src/check-receiver/check-receiver.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { compilers, installPackage } from "../build/installed.ts";
import { type Ended, runProgram, startProgram } from "../commands.ts";
import { writeFiles } from "../files.ts";
import { matrixPackage, needs, pythonWith } from "../run/needs.ts";

const secret = "whsec_cmVjZWl2ZS13ZWJob29rcy1zZWNyZXQtMDE=";
const user_id = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const readGuide = (name: string) => readFile(join(projectDirectory, `src/site/guides/${name}.md`), "utf8");
const guide = await readGuide("receive-events-safely");
const testGuide = await readGuide("test-from-python-and-go");

/** The code of a guide under the name of a file. */
function readCode(file: string, text = guide): string {
  const [, code] = new RegExp(`^\`\`\`\\w+ (?:[^\\n]*: )?${file}\\n(.*?)^\`\`\`$`, "ms").exec(text) ?? [];
  if (code === undefined) throw new Error(`The guide has no code of ${file}.`);
  return code;
}

const [python, go] = ["receiver.py", "receiver.go"];
const directory = writeFiles({ [python]: readCode(python), [go]: readCode(go) });

/** Starts a receiver; `url` is where it listens. */
async function start([program, ...args]: readonly [string, ...string[]], cwd: string, database: string) {
  const env = { EVENTS_SECRET: secret, PORT: "0", DATABASE: join(directory, database) };
  const { child, ended, printed } = startProgram(program, args, { cwd, env });
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(stop);
  const [, port] = await printed(/Listening.*?(?:port: |:|', )(\d+)\b/s);
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function heldAt(url: string): Promise<unknown> {
  const response = await fetch(`${url}/held?user_id=${user_id}`);
  return Object(await response.json()).holds;
}

/** Checks a receiver, then lets the sandbox deliver to it unkindly, and starts it again. */
async function expectSafe(command: readonly [string, ...string[]], cwd: string, database: string): Promise<void> {
  const { url, stop } = await start(command, cwd, database);
  const probe = `${url}/held`;
  const { checks } = await checkReceiver({ url: `${url}/events`, secret, probe, settleMs: 0, deadlineMs: 600_000 });
  expect(checks.filter(({ finding, skipped }) => finding !== undefined || skipped !== undefined)).toEqual([]);

  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  await sandbox.endpoints.register({ url: `${url}/events`, secret });
  for (const effect of ["duplicate", "wrong_signature", "unknown_type", "added_fields"] as const) {
    await sandbox.faults.add({ endpoint_id: "*", effect });
  }
  await sandbox.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep" });
  await sandbox.settled();
  await expect.poll(() => heldAt(url)).toHaveProperty(["sleep demo_ring", "provider"], "demo_ring");
  const held = await heldAt(url);
  await stop();
  const again = await start(command, cwd, database);
  expect(await heldAt(again.url)).toEqual(held);
}

describe.runIf(needs("the packages of test/matrix"))("in TypeScript", () => {
  const names = ["receive", "reconcile", "express", "fastify", "hono", "next-events", "next-held"];
  let installed: Awaited<ReturnType<typeof installPackage>>;
  let compiled: Readonly<Record<string, Ended>> = {};
  beforeAll(async () => {
    installed = await installPackage();
    const { project } = installed;
    for (const name of ["express", "hono", "@hono", "@types/express"]) {
      await symlink(matrixPackage(name), join(project, "node_modules", name), "dir");
    }
    for (const name of names) {
      const route = name.startsWith("next-") ? `${name.replace("next-", "app/")}/route.ts` : `${name}.ts`;
      await writeFile(join(project, `${name}.ts`), readCode(route));
    }
    await writeFile(join(project, "next-server.js"), nextServer);
    // By the printed command, each by itself: the types that one imports would be there for the others
    const [, printed = ""] = /^npx --no -- tsc (.+) express\.ts /m.exec(guide) ?? [];
    const tsc = [join(compilers["7.0"], "bin", "tsc"), ...printed.split(" ")];
    compiled = Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, await runProgram(process.execPath, [...tsc, `${name}.ts`], project)] as const),
      ),
    );
  });
  afterAll(() => installed?.remove());

  test.each(names)("%s compiles by the command of the guide, with the TypeScript that it installs", (name) =>
    expect(compiled[name]).toMatchObject({ code: 0, output: "" }),
  );

  test.each([
    ["Express", "express.js"],
    ["Fastify", "fastify.js"],
    ["Hono", "hono.js"],
    ["Next.js", "next-server.js"],
  ])("the receiver with %s passes every check, and holds the same after a kill", (name, file) =>
    expectSafe([process.execPath, file], installed.project, `${name}.db`),
  );

  test("reconcile replaces the connections that are held by those of the API", async () => {
    const sandbox = await startSandbox({ port: 0 });
    onTestFinished(() => sandbox.close());
    const script = `
      import { hold, held } from "./receive.js";
      import { reconcile } from "./reconcile.js";
      hold("${user_id}", "connection of_yesterday", {});
      hold("${user_id}", "sleep demo_ring", {});
      await reconcile("${user_id}");
      console.log(Object.keys(held("${user_id}").holds).sort().join());`;
    await writeFile(join(installed.project, "reconciled.js"), script);
    const env = { EVENTS_SECRET: secret, API_URL: sandbox.url ?? "", DATABASE: ":memory:" };
    const { ended, output } = startProgram(process.execPath, ["reconciled.js"], { cwd: installed.project, env });
    await ended;
    const headers = { "x-service-api-key": "sk_demo_team" };
    const answer = await fetch(`${sandbox.url}/v2/user/providers/${user_id}`, { headers });
    const { providers } = (await answer.json()) as { readonly providers: readonly { readonly slug: string }[] };
    const held = [...providers.map(({ slug }) => `connection ${slug}`), "sleep demo_ring"];
    expect(output.stdout.trim().split("\n").at(-1)).toBe(held.sort().join());
  });
});

describe("with a standard library", () => {
  test.runIf(needs("pytest with httpx"))(
    "the receiver in Python passes every check, and holds the same after a kill",
    () => expectSafe([pythonWith("sqlite3") ?? "", python], directory, "python.db"),
  );

  test.runIf(needs("go"))("the receiver in Go passes every check, and holds the same after a kill", async () => {
    for (const [program = "", ...args] of [
      ["gofmt", "-l", go],
      ["go", "build", "-o", "receiver", go],
    ]) {
      expect(await runProgram(program, args, directory)).toMatchObject({ code: 0, output: "" });
    }
    await expectSafe(["./receiver"], directory, "go.jsonl");
  });
});

describe("the tests of the guide for Python and Go", () => {
  let env: NodeJS.ProcessEnv;
  let installed: Awaited<ReturnType<typeof installPackage>>;
  beforeAll(async () => {
    installed = await installPackage();
    const { project } = installed;
    for (const file of ["conftest.py", "test_users.py", "sandbox.go", "sandbox_test.go"]) {
      await writeFile(join(project, file), readCode(file, testGuide));
    }
    await writeFile(join(project, "go.mod"), "module wearable\n\ngo 1.19\n");
    // Node 24 is in the project, as `npm install node@24` leaves it, and the one of the machine is of no use
    await symlink(process.execPath, join(project, "node_modules", ".bin", "node"));
    const unusable = join(project, "unusable");
    await mkdir(unusable);
    await writeFile(join(unusable, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    env = { GOTOOLCHAIN: "local", PATH: `${unusable}:${process.env["PATH"]}` };
  });
  afterAll(() => installed?.remove());

  test.runIf(needs("pytest with httpx"))("pass in Python", async () => {
    const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
    const { ended, output } = startProgram(pythonWith("pytest", "httpx") ?? "", args, { cwd: installed.project, env });
    await ended;
    expect(output.stdout).toContain("2 passed");
  });

  test.runIf(needs("go"))("pass in Go, and it is formatted", async () => {
    const { ended, output } = startProgram("go", ["test", "."], { cwd: installed.project, env });
    await ended;
    expect(output.stdout).toMatch(/^ok/);
    const formatted = await runProgram("gofmt", ["-l", "sandbox.go", "sandbox_test.go"], installed.project);
    expect(formatted).toMatchObject({ code: 0, output: "" });
  });
});

/** Calls the exported functions as Next.js does. */
const nextServer = `
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { POST } from "./next-events.js";
import { GET } from "./next-held.js";
createServer(async (request, response) => {
  const { method, headers, url } = request;
  const body = method === "POST" ? { body: await text(request) } : {};
  const handle = method === "POST" ? POST : GET;
  const answer = await handle(new Request(new URL(url, "http://127.0.0.1"), { method, headers, ...body }));
  response.writeHead(answer.status).end(await answer.text());
}).listen(0, "127.0.0.1", function () { console.log("Listening", this.address()); });
`;
