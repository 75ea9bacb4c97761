// `npm run mock -- --proxy URL --record FILE`: what is exchanged is recorded by shape, and nothing of a value anywhere.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createdUser, createUserRequest } from "../../../generated/examples.ts";
import { mockCommand } from "../../../src/pipeline/mock/command.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { type RecordedLine, Recorder, readRecording } from "../../../src/tools/recording/index.ts";
import { listenOnLoopback } from "../../../src/tools/terminal/index.ts";
import { runHere, startHere } from "../../commands.ts";
import { type Answer, json, useServer } from "../../package/client/server.ts";

const directory = mkdtempSync(join(tmpdir(), "record-"));
afterAll(() => rmSync(directory, { recursive: true }));
const upstream = useServer();
const userPath = "/v2/user/resolve/maria.muster";

interface Call {
  readonly path: string;
  readonly init?: RequestInit;
  readonly answer: Answer;
}

/** Makes calls through a proxy that records: a command, whose start takes longer than all of them. */
async function recorded(name: string, calls: readonly Call[], ...options: readonly string[]) {
  const file = join(directory, name);
  const args = ["--port", "0", "--proxy", upstream.url, "--record", file, ...options];
  const command = await startHere(mockCommand, args);
  const [, url = ""] = await command.printed(/^Proxy ready at (\S+),/m);
  const forwarded: string[] = [];
  const reported: string[] = [];
  for (const { path, init, answer } of calls) {
    upstream.play(answer);
    const answered = await fetch(url + path, init);
    await answered.arrayBuffer();
    reported.push(answered.headers.get("sl-violations") ?? "");
    forwarded.push(...upstream.received.map(({ url }) => url));
  }
  const code = await command.stop();
  const recording = await readRecording(file);
  const lines: RecordedLine[] = [];
  for await (const line of recording) lines.push(line);
  expect(recording.unused()).toEqual([]);
  const text = readFileSync(file, "utf8");
  return { code, output: command.output, text, header: recording.header, lines, forwarded, reported };
}

const credential = { "x-service-api-key": "sk_live_secret_key" };
const body = { method: "POST", headers: { ...credential, "content-type": "application/json" } };

describe("a proxy with --record", () => {
  let run: Awaited<ReturnType<typeof recorded>>;
  /** What went to the server of --management-url. */
  const management: string[] = [];

  beforeAll(async () => {
    const server = createServer((incoming, response) => {
      management.push(incoming.url ?? "");
      response.writeHead(200, { "content-type": "application/json" }).end('{"teams":[],"next_cursor":null}');
    });
    const managementUrl = await listenOnLoopback(server, 0, "a server", "Try again.");
    const calls: readonly Call[] = [
      {
        path: "/v2/user/",
        init: { ...body, body: JSON.stringify(createUserRequest) },
        answer: json(200, createdUser),
      },
      { path: userPath, init: { headers: credential }, answer: json(404, { detail: "No user maria.muster" }) },
      {
        path: userPath,
        init: { headers: credential },
        answer: (response) =>
          response
            .writeHead(404, { "content-type": "application/json", "content-encoding": "gzip" })
            .end(gzipSync(JSON.stringify({ detail: "none" }))),
      },
      {
        path: "/v1/org/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10/team?region=us",
        init: { headers: { "x-management-key": "m" } },
        answer: json(418, "not for this server"),
      },
      { path: "/v2/providers/", init: { headers: credential }, answer: json(200, []) },
    ];
    run = await recorded("correct.jsonl", calls, "--management-url", managementUrl);
    server.close();
  });

  test("writes a header, and each exchange on a line", () => {
    const { header, lines, text, output, code } = run;
    expect(header).toMatchObject({ recording: 1, source: "proxy" });
    expect(lines.slice(0, 2)).toMatchObject([
      {
        exchange: 1,
        operation: "createUser",
        method: "POST",
        path: "/v2/user/",
        user: "~user_id:1",
        credentials: { "x-service-api-key": "~key:1" },
        request: { type: "application/json", body: { client_user_id: "string short ~client_user_id:1" } },
        response: { status: 200, type: "application/json", body: { user_id: "string uuid short ~user_id:1" } },
      },
      {
        exchange: 2,
        operation: "resolveUser",
        path: "/v2/user/resolve/{client_user_id}",
        credentials: { "x-service-api-key": "~key:1" },
        request: { parameters: { path: { client_user_id: "string short ~client_user_id:2" } } },
        response: { status: 404, body: { detail: "string short" } },
      },
    ]);
    expect(lines).toHaveLength(5);
    expect(text.split("\n")).toHaveLength(1 + 5 + 1);
    expect(output.stdout).toMatch(/^Recording to .+correct\.jsonl, by shape and without values$/m);
    expect(output.stdout).toMatch(/^Recorded 5 exchanges in /m);
    expect(code).toBe(0);
    for (const secret of ["maria", "sk_live", createdUser.user_id, createUserRequest.client_user_id]) {
      expect(text + output.stdout + output.stderr).not.toContain(secret);
    }
  });

  test("reads compressed answers", () => {
    expect(run.lines[2]).toMatchObject({ response: { status: 404, body: { detail: "string short" } } });
  });

  test("sends the organization's operations to the server of --management-url, and records them with the others", () => {
    expect(run.lines.slice(3)).toMatchObject([
      { operation: "listOrganizationTeams", credentials: { "x-management-key": "~key:2" }, response: { status: 200 } },
      { operation: "listProviders", credentials: { "x-service-api-key": "~key:1" } },
    ]);
    expect(management).toEqual(["/v1/org/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10/team?region=us"]);
    expect(run.forwarded).toEqual(["/v2/user/", userPath, userPath, "/v2/providers/"]);
  });

  test("shows a violation without its values, and fails by it as without --record; an exchange without an answer is recorded, too", async () => {
    const { output, code, text, lines, reported } = await recorded("violations.jsonl", [
      { path: userPath, init: { headers: credential }, answer: json(200, { user_id: "maria", "Ann Lee": 1 }) },
      { path: "/v2/hidden/maria?token=maria", answer: json(200, "maria") },
      { path: userPath, answer: (response) => response.destroy() },
      {
        path: userPath,
        init: { method: "POST", headers: credential, body: Buffer.alloc(32 * 1024 * 1024 + 1) },
        answer: json(200, "maria"),
      },
    ]);
    expect(output.stderr).toMatch(
      /^violation: resolveUser \(GET \/v2\/user\/resolve\/\{client_user_id\}\) answered 200: \d+ in the response$/m,
    );
    // Its client sees what is wrong
    expect(reported[0]).toContain("must have required property 'team_id'");
    expect(output.stderr).toMatch(/^violation: GET \/v2\/\{string short\}\/\{string short\} answered 200: /m);
    // What is not read to its end is not forwarded, and not recorded
    expect(output.stderr).toMatch(/^violation: no request: 1 in the request$/m);
    expect(text + output.stdout + output.stderr).not.toMatch(/maria|Ann Lee|hidden/);
    expect(code).toBe(1);
    expect(lines).toHaveLength(3);
    expect(lines[2]).not.toHaveProperty("response");
    expect(output.stdout).toContain("Recorded 3 exchanges in ");
  });

  test("goes on when the recording cannot be written any more, says so once, and exits with 2, also after a violation", async () => {
    const problem = "full.jsonl cannot be written any more (ENOSPC): the recording ends here.";
    const full = vi.spyOn(Recorder.prototype, "problem", "get").mockReturnValue(problem);
    const call = { path: userPath, init: { headers: credential }, answer: json(200, "no user") };
    const { output, code, forwarded } = await recorded("full.jsonl", [call, call]).finally(() => full.mockRestore());
    expect(output.stderr.split(problem)).toHaveLength(2);
    expect(output.stderr.match(/^violation: /gm)).toHaveLength(2);
    expect(forwarded).toContain(userPath);
    expect(code).toBe(2);
  });
});

describe("--record is refused", () => {
  test("for a file that exists, which stays as it is", async () => {
    const file = join(directory, "kept.jsonl");
    writeFileSync(file, "kept");
    const { code, stderr } = await runHere(mockCommand, ["--port", "0", "--proxy", upstream.url, "--record", file]);
    expect(stderr).toContain(`${file} exists, and a recording is not overwritten. Pass another name`);
    expect(code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("kept");
  });

  test("in a directory that does not exist", async () => {
    const contract = await readContract();
    const file = join(directory, "missing", "r.jsonl");
    expect(() => new Recorder(file, contract, "proxy")).toThrow("cannot be written (ENOENT)");
  });

  test("without --proxy", async () => {
    const { code, stderr } = await runHere(mockCommand, ["--record", join(directory, "none.jsonl")]);
    expect(stderr).toContain("--record needs --proxy.");
    expect(code).toBe(2);
    expect(existsSync(join(directory, "none.jsonl"))).toBe(false);
  });
});
