// `npm run mock -- --proxy`: as a process: a certificate that it trusts, what ends it, and what an edit does while it runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { user } from "../../../generated/examples.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { contractCopy } from "../../commands.ts";
import { json, useServer } from "../../package/client/server.ts";
import { selfSigned } from "./certificate.ts";
import { startedProxy } from "./started-proxy.ts";

const upstream = useServer();
const path = "/v2/user/resolve/demo-runner-01";
const withKey = { headers: { "x-service-api-key": "a-fabricated-key" } };

test("exit 0 and a summary without violations", async () => {
  const { command, url, ready } = await startedProxy(upstream.url);
  upstream.play(json(200, user));
  for (const _ of "ab") expect((await fetch(url + path, withKey)).headers.get("sl-violations")).toBeNull();
  command.child.kill("SIGTERM");
  expect(await command.ended).toBe(0);
  expect(command.output).toEqual({ stdout: `${ready}2 exchanges, no violation.\n`, stderr: "Stopped: SIGTERM.\n" });
});

test("exit 1 when something broke the contract; a certificate of a private authority is trusted by its remedy", async () => {
  const { key, cert } = selfSigned();
  const bodies = [user, {}];
  const server = createServer({ key, cert }, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(bodies.shift()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const directory = await mkdtemp(join(tmpdir(), "proxy-tls-"));
  const { port } = server.address() as AddressInfo;
  try {
    // Node reads it when a process starts
    vi.stubEnv("NODE_EXTRA_CA_CERTS", join(directory, "issuer.pem"));
    await writeFile(join(directory, "issuer.pem"), cert);
    const { command, url, ready } = await startedProxy(`https://localhost:${port}`);
    expect(ready).toContain("forwarding to https");
    for (const _ of "ab") await fetch(url + path, withKey);
    await command.stop();
    expect(await command.ended).toBe(1);
    expect(command.output.stdout).toBe(
      `${ready}2 exchanges, 1 with violations:\n  1 of 2  resolveUser (GET /v2/user/resolve/{client_user_id})\n`,
    );
  } finally {
    vi.unstubAllEnvs();
    server.close();
    await rm(directory, { recursive: true });
  }
});

test("when the npm that runs it ends, it prints the summary, also without an exchange", async () => {
  const line = `"$0" "$1" --port 0 --proxy "$2" & wait`;
  const args = ["-c", line, process.execPath, join(projectDirectory, "src/pipeline/mock/command.ts"), upstream.url];
  const shell = spawn("sh", args, {
    stdio: ["ignore", "pipe", "ignore"],
    // As npm runs a script
    env: { ...process.env, npm_lifecycle_script: "node src/pipeline/mock/command.ts" },
  });
  let printed = "";
  await new Promise<void>((ready) => {
    shell.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      if (printed.includes("Proxy ready")) ready();
    });
  });
  // The pipe closes when the last process that holds it has ended: that is the proxy
  const closed = once(shell.stdout, "close");
  shell.kill("SIGKILL");
  await closed;
  expect(printed).toContain("No exchange, so nothing was checked.\n");
});

test("the next exchange is checked against the edited contract of --root", async () => {
  const copy = await contractCopy();
  const file = join(copy.directory, "openapi/v2/paths/resolve-user.yaml");
  const before = await readFile(file, "utf8");
  const { command, url } = await startedProxy(upstream.url, "--root", copy.root);
  try {
    upstream.play(json(418, {}));
    expect((await fetch(url + path, withKey)).headers.get("sl-violations")).toContain("418 is not documented");
    await copy.replace(file, before.replace("'404':", "'418':"));
    await command.printed("Reloaded");
    expect((await fetch(url + path, withKey)).headers.get("sl-violations")).toBeNull();
    upstream.play(json(404, {}));
    expect((await fetch(url + path, withKey)).headers.get("sl-violations")).toContain("404 is not documented");
  } finally {
    await command.stop();
    await copy.remove();
  }
});
