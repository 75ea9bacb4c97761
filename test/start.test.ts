// `npm start` as a person uses it: the reference and the mock from one command.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDirectory } from "../src/contract/index.ts";
import { contractCopy, runToEnd, startCommand } from "./commands.ts";
import { needs, oldestNode } from "./run/needs.ts";

test("serves the reference, the mock and the sandbox, prints their addresses, ends cleanly on Ctrl-C", async () => {
  const command = startCommand("start.ts", ["--docs-port", "0", "--mock-port", "0", "--sandbox-port", "0"]);
  const [, site = "", mock = "", sandbox = ""] = await command.printed(
    /^Reference at (\S+)\nMock ready at (\S+)\nSandbox ready at (\S+), with the keys sk_demo_team/m,
  );
  expect(await (await fetch(site)).text()).toContain("<title>");
  const answer = await fetch(`${mock}/v3/lab_tests/labs`, { headers: { "x-service-api-key": "fabricated" } });
  expect(answer.status).toBe(200);
  const resolved = `${sandbox}/v2/user/resolve/demo-runner-01`;
  expect((await fetch(resolved, { headers: { "x-service-api-key": "sk_demo_team" } })).status).toBe(200);
  await command.stop();
  expect(await command.ended).toBe(0);
  expect(command.output.stderr).toBe("");
  await expect(fetch(mock)).rejects.toThrow();
});

test("serves each edit of the contract, and the last good one after an edit that leaves a link broken", async () => {
  const { directory, root, remove } = await contractCopy();
  const command = startCommand("start.ts", [
    ...["--docs-port", "0", "--mock-port", "0", "--sandbox-port", "0"],
    ...["--root", root, "--out", join(directory, "site")],
  ]);
  try {
    const [, site = ""] = await command.printed(/^Reference at (\S+)\nMock ready at \S+$/m);
    const page = async () => (await fetch(`${site}/operations/createUser.html`)).text();
    const file = join(directory, "openapi", "v2", "paths", "create-user.yaml");
    const source = await readFile(file, "utf8");
    const edit = (words: string) => writeFile(file, source.replace("Store the `user_id`", words));
    await edit("Always store the `user_id`");
    await command.printed("Reloaded the contract.");
    expect(await page()).toContain("Always store the");
    await edit("Read [this](guides/nowhere.html). Store the `user_id`");
    await command.printed(
      /create-user\.yaml:\d+[\s\S]*guides\/nowhere\.html[\s\S]*The last good contract keeps being served/,
    );
    expect(await page()).toContain("Always store the");
  } finally {
    await command.stop();
    await remove();
  }
});

test("ends when the npm that started it was ended, which passes no signal on", async () => {
  const ports = ["--docs-port", "0", "--mock-port", "0", "--sandbox-port", "0"];
  const npm = spawn("npm", ["start", "--", ...ports], { cwd: projectDirectory, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  const mock = await new Promise<string>((resolve, reject) => {
    npm.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      const url = /^Mock ready at (\S+)$/m.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    npm.once("exit", () => reject(new Error(`npm start ended early: ${printed}`)));
  });
  // The pipe closes when the last process that holds it has ended: that is the server
  const closed = once(npm.stdout, "close");
  npm.kill("SIGTERM");
  await closed;
  await expect(fetch(mock)).rejects.toThrow();
});

describe("what a person can get wrong is one line with its remedy", () => {
  test.each(["docs-port", "mock-port", "sandbox-port"])("the %s is taken", async (option) => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const ports = { "docs-port": "0", "mock-port": "0", "sandbox-port": "0", [option]: String(port) };
    const run = await runToEnd(
      "start.ts",
      Object.entries(ports).flatMap(([name, value]) => [`--${name}`, value]),
    );
    other.close();
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(`Port ${port}`);
    expect(run.stderr).toContain(`npm start -- --${option} N`);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });

  test.runIf(needs("Node 20"))("a Node that is too old", () => {
    const preload = join(projectDirectory, "src/require-node.js");
    const run = spawnSync(oldestNode() ?? "", ["--import", preload, join(projectDirectory, "src/start.ts")], {
      encoding: "utf8",
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain("Node 24 or later is needed, found 20.");
    expect(run.stderr).toContain("npm ci");
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });
});
