// The page on running the sandbox for a company: its commands are run as they stand, but for their addresses.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
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

const headers = { "x-service-api-key": "sk_demo_team", "content-type": "application/json" };

async function created(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/`, { method: "POST", headers, body: JSON.stringify({ client_user_id }) })).status;
}

async function found(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/resolve/${client_user_id}`, { headers })).status;
}
