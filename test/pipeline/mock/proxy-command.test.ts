// `npm run mock -- --proxy` as a person and a CI use it: a summary, a verdict as exit code, one line when it cannot run. As a process: `proxy-command.full.test.ts`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { user } from "../../../generated/examples.ts";
import { mockCommand } from "../../../src/pipeline/mock/command.ts";
import { formatExchange, Tally } from "../../../src/pipeline/mock/tally.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { runHere } from "../../commands.ts";
import { json, useServer } from "../../package/client/server.ts";
import { proxyHere } from "./started-proxy.ts";

const upstream = useServer();
const path = "/v2/user/resolve/demo-runner-01";
const withKey = { headers: { "x-service-api-key": "a-fabricated-key" } };

test("exit 1 and a summary by operation when something did; each exchange is one line, which no peer can forge", async () => {
  const sources = Array.from({ length: 9 }, () => ({}));
  const { command, url, ready } = await proxyHere(upstream.url);
  upstream.play(json(200, user), json(200, { ...user, connected_sources: sources }), json(200, user), json(200, {}));
  await fetch(url + path, withKey);
  await fetch(url + path, withKey);
  await fetch(url + path, { headers: { ...withKey.headers, accept: "a\x9bb" } });
  await fetch(`${url}/v9/nothing`, withKey);
  expect(await command.stop()).toBe(1);
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

test("exit 0 and a summary when nothing broke the contract within the seconds of --timeout", async () => {
  const limits = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => limits.mockRestore());
  const { command, url, ready } = await proxyHere(upstream.url, "--timeout", "76.5");
  upstream.play(json(200, user));
  await fetch(url + path, withKey);
  expect(limits).toHaveBeenCalledWith(76_500);
  expect(await command.stop()).toBe(0);
  expect(command.output).toEqual({
    stdout: `${ready}1 exchange, no violation.\n`,
    stderr: "Stopped: SIGINT (Ctrl-C).\n",
  });
});

test("the line of a missing response has no status", () => {
  const violations = [{ location: ["response"], message: "The upstream timed out" }];
  expect(formatExchange({ operation: "resolveUser", status: undefined, violations })).toBe(
    "resolveUser: The upstream timed out",
  );
});

test("by default the proxy waits for 120 seconds, as the guide says", async () => {
  const { stdout } = await runHere(mockCommand, ["--help"]);
  expect(stdout).toMatch(/--timeout S .+ \(default: 120\)$/m);
  const guide = await readFile(join(projectDirectory, "src/pipeline/mock/README.md"), "utf8");
  expect(guide).toContain("`--timeout` (120 seconds by default)");
});

test("the summary says when there was no exchange", () => {
  expect(new Tally().summary()).toBe("No exchange, so nothing was checked.\n");
});

describe("a user error is one line with its remedy, and exit 2", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["no URL", ["--proxy", "staging.example.com"], /http or https, found "staging\.example\.com"\. Write it like/],
    ["another scheme", ["--proxy", "ftp://127.0.0.1"], /http or https, found "ftp:/],
    ["a credential", ["--proxy", "https://me:secret@127.0.0.1"], /without a credential, found "…@127\.0\.0\.1"/],
    ["a credential in no URL", ["--proxy", "https://me:secret@a b"], /http or https, found "…@a b"/],
    ["a query", ["--proxy", "http://127.0.0.1?a=1"], /without a query/],
    ["the proxy itself", ["--proxy", "http://localhost:4010/v2"], /port 4010 of this machine.*--port N/],
    [
      "the proxy itself for the organization's calls",
      ["--proxy", "http://127.0.0.1:1", "--management-url", "http://127.0.0.1:4010"],
      /port 4010 of this machine/,
    ],
    [
      "no URL for the organization's calls",
      ["--proxy", "http://127.0.0.1:1", "--management-url", "x"],
      /--management-url takes/,
    ],
    [
      "a timeout that is none",
      ["--proxy", "http://127.0.0.1:1", "--timeout", "0"],
      /--timeout takes.*default of 120\./,
    ],
    ["a timeout that is too long", ["--proxy", "http://127.0.0.1:1", "--timeout", "3601"], /above 0 and at most 3600/],
    ["a server for the organization's calls only", ["--management-url", "http://127.0.0.1:1"], /Add --proxy URL/],
    ["a timeout without a server", ["--timeout", "5"], /Add --proxy URL/],
  ])("%s", async (_, args, expected) => {
    const run = await runHere(mockCommand, args);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(expected) });
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(run.stderr).not.toContain("secret");
  });
});
