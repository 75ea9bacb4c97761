// The page on running the sandbox for a company: its commands are run as they stand, but for their addresses.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/serve-sandbox.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { startCommand } from "../commands.ts";

const page = await readFile(join(projectDirectory, "src/sandbox/OPERATE.md"), "utf8");
const commands = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = ""]) =>
  block.trim().split("\n"),
).flat();

test("a backup of a sandbox that was killed has everything", async () => {
  const directory = await mkdtemp(join(tmpdir(), "company-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const killed = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", join(directory, "sandbox")]);
  const [, url = ""] = await killed.printed(/^Sandbox ready at (\S+),/m);
  expect(await created(url, "kept")).toBe(200);
  killed.child.kill("SIGKILL");
  await killed.ended;
  for (const line of commands.filter((one) => /^cp /.test(one))) {
    await promisify(execFile)("sh", ["-c", line], { cwd: directory });
  }
  const restored = await serveSandbox({ port: 0, db: join(directory, "backup-2") });
  expect(await found(restored.url ?? "", "kept")).toBe(200);
  await restored.close();
});

test("the unit starts a sandbox that its proxy reaches by its name, with the token", async () => {
  const directory = await mkdtemp(join(tmpdir(), "company-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, "control.token"), "token\n");
  const [, line = ""] = /^ExecStart=.*? wearable-health-api-tools ((?:.*\\\n)*.*)$/m.exec(page) ?? [];
  const args = line
    .split(/[\s\\]+/)
    .map((word) => (/^(sandbox|control\.token)$/.test(word) ? join(directory, word) : word));
  const [, ...options] = args.map((word) => (word === "4021" ? "0" : word));
  const unit = startCommand("cli.ts", ["sandbox", ...options]);
  const [, url = ""] = await unit.printed(/Sandbox ready at ([^"\s]+)/);
  const status = async (token: string) => {
    const authorization = `Bearer ${token}`;
    const forwarded = { "x-forwarded-host": "sandbox.example.com", "x-forwarded-proto": "https" };
    const headers = { "x-sandbox-control": "1", authorization, ...forwarded };
    return (await fetch(`${url}/_sandbox/worlds`, { headers })).status;
  };
  expect([await status("token"), await status("another")]).toEqual([200, 401]);
  await unit.stop();
});

const headers = { "x-service-api-key": "sk_demo_team", "content-type": "application/json" };

async function created(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/`, { method: "POST", headers, body: JSON.stringify({ client_user_id }) })).status;
}

async function found(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/resolve/${client_user_id}`, { headers })).status;
}
