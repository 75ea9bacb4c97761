// `npm run mock -- --proxy` as a person and a CI use it: a summary, a verdict as exit code, one line when it cannot run. Exit 0 is in `proxy-failures.test.ts`, too.
import { describe, expect, test } from "vitest";
import { user } from "../../../generated/examples.ts";
import { mockCommand } from "../../../src/pipeline/mock/command.ts";
import { Tally } from "../../../src/pipeline/mock/tally.ts";
import { runHere } from "../../commands.ts";
import { json, useServer } from "../../package/client/server.ts";
import { startedProxy } from "./started-proxy.ts";

const upstream = useServer();
const path = "/v2/user/resolve/demo-runner-01";
const withKey = { headers: { "x-service-api-key": "a-fabricated-key" } };

test("exit 1 and a summary by operation when something did; each exchange is one line, which no peer can forge", async () => {
  const { command, url, ready } = await startedProxy(upstream.url);
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

test("the summary says when nothing passed", () => {
  expect(new Tally().summary()).toBe("No exchange passed, so that nothing was checked.\n");
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
