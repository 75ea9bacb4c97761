// `npm run mock -- --proxy` as a person and a CI use it: a summary, a verdict as exit code, one line when it cannot run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { user } from "../../generated/examples.ts";
import { projectDirectory } from "../../src/contract/index.ts";
import { mockCommand } from "../../src/mock/command.ts";
import { json, useServer } from "../client/server.ts";
import { contractCopy, runHere, startCommand } from "../commands.ts";

const upstream = useServer();
const path = "/v2/user/resolve/demo-runner-01";
const withKey = { headers: { "x-service-api-key": "a-fabricated-key" } };

async function startProxy(...more: readonly string[]) {
  const command = startCommand("mock/command.ts", ["--port", "0", "--proxy", upstream.url, ...more]);
  const [ready = "", url = ""] = await command.printed(/^Proxy ready at (\S+), passing on to \S+\n/m);
  return { command, url, ready };
}

test("exit 0 and a summary when nothing broke the contract", async () => {
  const { command, url, ready } = await startProxy();
  upstream.play(json(200, user));
  for (const _ of "ab") expect((await fetch(url + path, withKey)).headers.get("sl-violations")).toBeNull();
  command.child.kill("SIGTERM");
  expect(await command.ended).toBe(0);
  expect(command.output).toEqual({ stdout: `${ready}2 exchanges, no violation.\n`, stderr: "Stopped: SIGTERM.\n" });
});

test("exit 1 and a summary by operation when something did; each exchange is one line, which no peer can forge", async () => {
  const { command, url, ready } = await startProxy();
  const sources = Array.from({ length: 9 }, () => ({}));
  upstream.play(json(200, user), json(200, { ...user, connected_sources: sources }), json(200, user));
  await fetch(url + path, withKey);
  await fetch(url + path, withKey);
  await fetch(url + path, { headers: { ...withKey.headers, accept: "a\x9bb" } });
  await fetch(`${url}/v9/nothing`, withKey);
  await command.stop();
  expect(await command.ended).toBe(1);
  expect(command.output.stdout).toBe(
    [
      `${ready}4 exchanges, 3 with violations:`,
      "  2 of 3  resolveUser (GET /v2/user/resolve/{client_user_id})",
      "  1 of 1  GET /v9/nothing",
      "",
    ].join("\n"),
  );
  expect(command.output.stderr.trim().split("\n")).toEqual([
    expect.stringMatching(/^violation: resolveUser [^;]* answered 200: (?:[^;]+; ){5}and \d+ more$/),
    expect.stringContaining('Accept is "a?b"'),
    expect.stringContaining("has the path /v9/nothing"),
    "Stopped: SIGINT (Ctrl-C).",
  ]);
});

test("when the npm that runs it has ended, the summary comes too, and says when nothing passed", async () => {
  const line = `"$0" "$1" --port 0 --proxy "$2" & wait`;
  const args = ["-c", line, process.execPath, join(projectDirectory, "src/mock/command.ts"), upstream.url];
  const shell = spawn("sh", args, {
    stdio: ["ignore", "pipe", "ignore"],
    // As npm runs a script
    env: { ...process.env, npm_lifecycle_script: "node src/mock/command.ts" },
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
  expect(printed).toContain("No exchange passed, so that nothing was checked.\n");
});

test("an edit of the contract given by --root is what the next exchange is checked by", async () => {
  const copy = await contractCopy();
  const file = join(copy.directory, "openapi/v2/paths/resolve-user.yaml");
  const before = await readFile(file, "utf8");
  const { command, url } = await startProxy("--root", copy.root);
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

describe("what a person can get wrong is one line with its remedy, and exit 2", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["no URL", ["--proxy", "staging.example.com"], /http or https, found "staging\.example\.com"\. Write it like/],
    ["another scheme", ["--proxy", "ftp://127.0.0.1"], /http or https, found "ftp:/],
    ["a credential", ["--proxy", "https://me:secret@127.0.0.1"], /without a credential, found "…@127\.0\.0\.1"/],
    ["a credential in no URL", ["--proxy", "https://me:secret@a b"], /http or https, found "…@a b"/],
    ["a query", ["--proxy", "http://127.0.0.1?a=1"], /without a query/],
    ["the proxy itself", ["--proxy", "http://localhost:4010/v2"], /port 4010 of this machine.*--port N/],
    ["a timeout that is none", ["--proxy", "http://127.0.0.1:1", "--timeout", "0"], /--timeout takes/],
    ["a timeout without a server", ["--timeout", "5"], /Add --proxy URL/],
  ])("%s", async (_, args, told) => {
    const run = await runHere(mockCommand, args);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(told) });
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(run.stderr).not.toContain("secret");
  });
});
