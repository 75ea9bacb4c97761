// `npm run mock -- --proxy URL --record FILE`: what is exchanged is recorded by shape, and nothing of a value anywhere.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createdUser, createUserRequest } from "../../../generated/examples.ts";
import { mockCommand } from "../../../src/pipeline/mock/command.ts";
import { type RecordedLine, readRecording } from "../../../src/tools/recording/index.ts";
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

let files = 0;

/** Makes calls through a proxy that records. */
async function recorded(...calls: readonly Call[]) {
  files += 1;
  const file = join(directory, `${files}.jsonl`);
  const [first, ...rest] = calls.map(({ answer }) => answer);
  if (first !== undefined) upstream.play(first, ...rest);
  const command = await startHere(mockCommand, ["--port", "0", "--proxy", upstream.url, "--record", file]);
  const [, url = ""] = await command.printed(/^Proxy ready at (\S+),/m);
  for (const { path, init } of calls) await (await fetch(url + path, init)).arrayBuffer();
  const code = await command.stop();
  const recording = await readRecording(file);
  const lines: RecordedLine[] = [];
  for await (const line of recording) lines.push(line);
  expect(recording.unused()).toEqual([]);
  return { file, code, output: command.output, text: readFileSync(file, "utf8"), header: recording.header, lines };
}

const credential = { "x-service-api-key": "sk_live_secret_key" };
const body = { method: "POST", headers: { ...credential, "content-type": "application/json" } };

describe("a proxy with --record", () => {
  test("writes a header, and each exchange on a line", async () => {
    const { header, lines, text, output, code } = await recorded(
      {
        path: "/v2/user/",
        init: { ...body, body: JSON.stringify(createUserRequest) },
        answer: json(200, createdUser),
      },
      { path: userPath, init: { headers: credential }, answer: json(404, { detail: "No user maria.muster" }) },
    );
    expect(header).toMatchObject({ recording: 1, source: "proxy" });
    expect(lines).toMatchObject([
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
    expect(text.split("\n")).toHaveLength(4);
    expect(output.stdout).toMatch(/^Recorded 2 exchanges in /m);
    expect(code).toBe(0);
    for (const secret of ["maria", "sk_live", createdUser.user_id, createUserRequest.client_user_id]) {
      expect(text + output.stdout + output.stderr).not.toContain(secret);
    }
  });

  test("reads compressed answers", async () => {
    const { lines } = await recorded({
      path: userPath,
      init: { headers: credential },
      answer: (response) =>
        response
          .writeHead(404, { "content-type": "application/json", "content-encoding": "gzip" })
          .end(gzipSync(JSON.stringify({ detail: "none" }))),
    });
    expect(lines).toMatchObject([{ response: { status: 404, body: { detail: "string short" } } }]);
  });

  test("shows a violation without its values, and fails by it as without --record", async () => {
    const { output, code, text } = await recorded(
      { path: userPath, init: { headers: credential }, answer: json(200, { user_id: "maria", "Ann Lee": 1 }) },
      { path: "/v2/hidden/maria?token=maria", answer: json(200, "maria") },
    );
    expect(output.stderr).toMatch(
      /^violation: resolveUser \(GET \/v2\/user\/resolve\/\{client_user_id\}\) answered 200: \d+ in the response$/m,
    );
    expect(output.stderr).toMatch(/^violation: GET \/v2\/\{string short\}\/\{string short\} answered 200: /m);
    expect(text + output.stdout + output.stderr).not.toMatch(/maria|Ann Lee|hidden/);
    expect(code).toBe(1);
  });

  test("records an exchange without an answer", async () => {
    const { lines, output } = await recorded({
      path: userPath,
      answer: (response) => response.destroy(),
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toHaveProperty("response");
    expect(output.stdout).toContain("Recorded 1 exchange in ");
  });
});

test("the organization's operations go to the server of --management-url, and into the same recording", async () => {
  const management: string[] = [];
  const server = createServer((incoming, response) => {
    management.push(incoming.url ?? "");
    response.writeHead(200, { "content-type": "application/json" }).end('{"teams":[],"next_cursor":null}');
  });
  const managementUrl = await listenOnLoopback(server, 0, "a server", "Try again.");
  upstream.play(json(200, []));
  const file = join(directory, "both.jsonl");
  const urls = ["--proxy", upstream.url, "--management-url", managementUrl];
  const command = await startHere(mockCommand, ["--port", "0", ...urls, "--record", file]);
  const [, url = ""] = await command.printed(/^Proxy ready at (\S+),/m);
  await fetch(`${url}/v1/org/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10/team?region=us`, {
    headers: { "x-management-key": "m" },
  });
  await fetch(`${url}/v2/providers/`, { headers: credential });
  await command.stop();
  server.close();
  const lines: RecordedLine[] = [];
  for await (const line of await readRecording(file)) lines.push(line);
  expect(lines).toMatchObject([
    { operation: "listOrganizationTeams", credentials: { "x-management-key": "~key:1" }, response: { status: 200 } },
    { operation: "listProviders", credentials: { "x-service-api-key": "~key:2" } },
  ]);
  expect(management).toEqual(["/v1/org/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10/team?region=us"]);
  expect(upstream.received.map(({ url }) => url)).toEqual(["/v2/providers/"]);
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
    const file = join(directory, "missing", "r.jsonl");
    const { code, stderr } = await runHere(mockCommand, ["--port", "0", "--proxy", upstream.url, "--record", file]);
    expect(stderr).toContain("cannot be written (ENOENT)");
    expect(code).toBe(2);
  });

  test("without --proxy", async () => {
    const { code, stderr } = await runHere(mockCommand, ["--record", join(directory, "none.jsonl")]);
    expect(stderr).toContain("--record needs --proxy.");
    expect(code).toBe(2);
    expect(existsSync(join(directory, "none.jsonl"))).toBe(false);
  });
});
