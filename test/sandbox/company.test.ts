// The unit of OPERATE.md starts a sandbox that its proxy reaches by its name, with the token.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { startCommand } from "../commands.ts";

test("the unit starts a sandbox that its proxy reaches by its name, with the token", async () => {
  const directory = await mkdtemp(join(tmpdir(), "company-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, "control.token"), "token\n");
  const page = await readFile(join(projectDirectory, "src/sandbox/OPERATE.md"), "utf8");
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
