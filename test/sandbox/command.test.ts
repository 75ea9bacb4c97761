// `npm run sandbox` says where it is ready, does what its options say, and refuses a wrong one in one line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { createClient, createManagementClient } from "../../src/client/index.ts";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type RunningCommand, runHere, type ServingHere, startCommand, startHere } from "../commands.ts";

const orgId = "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6";

const started = (...args: string[]) => whenReady(startCommand("cli.ts", ["sandbox", "--port", "0", ...args]));
const startedHere = async (...args: string[]) => whenReady(await startHere(sandboxCommand, ["--port", "0", ...args]));

async function whenReady<Command extends RunningCommand | ServingHere>(command: Command) {
  const [, url = "", apiKey = "", managementKey = ""] = await command.printed(
    /^Sandbox ready at (http:\/\/127\.0\.0\.1:\d+), with the keys (\S+) \(team\) and (\S+) \(organization\)\nSandbox page at \1\/_sandbox\/$/m,
  );
  const client = createClient({ apiKey, baseUrl: url, maxRetries: 0 });
  const resolved = async (client_user_id: string) =>
    (await client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id } } })).status;
  return { command, url, apiKey, managementKey, client, resolved };
}

test("the ready line names the address, on the loopback interface only, and the demo keys, which open what they are for", async () => {
  const { command, url, apiKey, managementKey, resolved } = await started();
  expect([apiKey, managementKey]).toEqual(["sk_demo_team", "mk_demo_org"]);
  expect(await resolved("demo-runner-01")).toBe(200);
  const teams = (key: string) =>
    createManagementClient({ managementKey: key, baseUrl: url }).GET("/v1/org/{org_id}/team", {
      params: { path: { org_id: orgId } },
    });
  expect([(await teams(managementKey)).status, (await teams(apiKey)).status]).toEqual([200, 401]);
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  // Not every machine has another interface
  for (const { address } of addresses.filter(({ family, internal }) => family === "IPv4" && !internal)) {
    await expect(fetch(`http://${address}:${new URL(url).port}/_sandbox/health`)).rejects.toThrow();
  }
  await command.stop();
  expect(await command.ended).toBe(0);
  expect(command.output.stderr).toBe("Stopped: SIGINT (Ctrl-C).\n");
});

test("an empty one has no user; with a file it remembers, whatever seed is named then", async () => {
  const directory = mkdtempSync(join(tmpdir(), "command-"));
  const db = join(directory, "sandbox.db");
  try {
    const first = await startedHere("--seed", "empty", "--db", db);
    expect(await first.resolved("demo-runner-01")).toBe(404);
    expect(await first.client.POST("/v2/user/", { body: { client_user_id: "mine-01" } })).toMatchObject({ ok: true });
    await first.command.stop();
    const second = await startedHere("--seed", "demo", "--db", db);
    expect([await second.resolved("mine-01"), await second.resolved("demo-runner-01")]).toEqual([200, 404]);
    await second.command.stop();
    expect(second.command.output.stderr).toContain(`note: the seed is ignored: ${db} already contains a sandbox`);
    expect(first.command.output.stderr).not.toContain("no effect");
    const third = await startedHere("--db", ":memory:");
    expect([await third.resolved("mine-01"), await third.resolved("demo-runner-01")]).toEqual([404, 200]);
    await third.command.stop();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.each([
  ["/v2/providers/?colour=red", [], 200],
  ["/v2/providers/?colour=red", ["--strict"], 422],
  ["/v2/providers", [], 404],
  ["/v2/providers", ["--lenient-slash"], 200],
])("%s with the options %j is answered with %i", async (path, options, status) => {
  const { command, url, apiKey } = await startedHere(...options);
  const answer = await fetch(url + path, { headers: { "x-service-api-key": apiKey } });
  await command.stop();
  expect(answer.status).toBe(status);
});

test.each([
  ["a".repeat(15), " has a control token of 15 characters, which may be guessed. Write a long random text"],
  ["a".repeat(16), ""],
])("a control token that can be guessed is warned of: %s", async (token, message) => {
  const directory = mkdtempSync(join(tmpdir(), "command-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "control.token");
  writeFileSync(file, token);
  const command = await startHere(sandboxCommand, ["--port", "0", "--control-token-file", file]);
  await command.printed(/^Sandbox ready/m);
  const { stderr } = command.output;
  await command.stop();
  expect(stderr).toContain(message);
  expect(stderr.includes("warning")).toBe(message !== "");
});

test("what the help calls a default is one", () => {
  const { help, options } = sandboxCommand;
  const defaults = {
    port: "4020",
    db: ":memory:",
    "response-checks": "on",
    log: "text",
    "stop-within": "10",
  };
  for (const [name, value] of Object.entries(defaults)) {
    const text = help.split(`\n  --${name} `)[1]?.split(/\n {2,4}--/)[0];
    expect([name, /\(default: ([^\s;,)]+)/.exec(text ?? "")?.[1]]).toEqual([name, value]);
    expect(options).toHaveProperty([name, "default"], value);
  }
  expect(options["lenient-slash"].default).toBe(false);
});

const refused: readonly (readonly [option: string, value: string, message: string])[] = parse(
  readFileSync(new URL("commands.yaml", import.meta.url), "utf8"),
);

test.each(refused)("%s %j is refused with what to do", async (option, value, message) => {
  const { code, stdout, stderr } = await runHere(sandboxCommand, ["--port", "0", option, value]);
  expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toMatch(new RegExp(message));
});
