// `npm start` as a person uses it: the reference and the mock from one command.
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDirectory } from "../src/contract/index.ts";
import { startCommand as startCommandHere } from "../src/start.ts";
import { contractCopy, runHere, startCommand } from "./commands.ts";
import { needs, oldestNode } from "./run/needs.ts";

test("serves the reference, the mock and the sandbox, follows each edit, keeps the last good one, ends cleanly on Ctrl-C", async () => {
  const { directory, root, replace, remove } = await contractCopy();
  const command = startCommand("start.ts", [
    ...["--docs-port", "0", "--mock-port", "0", "--sandbox-port", "0"],
    ...["--root", root, "--out", join(directory, "site")],
  ]);
  try {
    const [, site = "", mock = "", sandbox = ""] = await command.printed(
      /^Reference at (\S+)\nMock ready at (\S+)\nSandbox ready at (\S+), with the keys sk_demo_team/m,
    );
    expect(await (await fetch(site)).text()).toContain("<title>");
    const answer = await fetch(`${mock}/v3/lab_tests/labs`, { headers: { "x-service-api-key": "fabricated" } });
    expect(answer.status).toBe(200);
    const resolved = `${sandbox}/v2/user/resolve/demo-runner-01`;
    expect((await fetch(resolved, { headers: { "x-service-api-key": "sk_demo_team" } })).status).toBe(200);

    const page = async () => (await fetch(`${site}/operations/createUser.html`)).text();
    const file = join(directory, "openapi", "v2", "paths", "create-user.yaml");
    const source = await readFile(file, "utf8");
    const edit = (words: string) => replace(file, source.replace("Store the `user_id`", words));
    await edit("Always store the `user_id`");
    await command.printed("Reloaded the contract.");
    expect(await page()).toContain("Always store the");
    expect(command.output.stderr).toBe("");
    await edit("Read [this](guides/nowhere.html). Store the `user_id`");
    await command.printed(
      /create-user\.yaml:\d+[\s\S]*guides\/nowhere\.html[\s\S]*The last good contract keeps being served/,
    );
    expect(await page()).toContain("Always store the");

    await command.stop();
    expect(await command.ended).toBe(0);
    await expect(fetch(mock)).rejects.toThrow();
  } finally {
    await command.stop();
    await remove();
  }
});

describe("what a person can get wrong is one line with its remedy", () => {
  test.each(["docs-port", "mock-port", "sandbox-port"])("the %s is taken", async (option) => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const ports = { "docs-port": "0", "mock-port": "0", "sandbox-port": "0", [option]: String(port) };
    const out = await mkdtemp(join(tmpdir(), "start-test-"));
    const run = await runHere(startCommandHere, [
      ...Object.entries(ports).flatMap(([name, value]) => [`--${name}`, value]),
      ...["--out", join(out, "site")],
    ]);
    await rm(out, { recursive: true });
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
