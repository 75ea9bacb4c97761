// The control token of an operator: what needs one, who is let in with it, by every call of the control plane and every page, and who is not.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type ServeOptions, serveSandbox } from "../../src/sandbox/serve-sandbox.ts";
import type { Sandbox } from "../../src/sandbox/start-sandbox.ts";
import { readControlDocument } from "../../src/shared/contract/index.ts";
import { runHere, startHere } from "../commands.ts";
import { got } from "./page/asked.ts";
import { patient } from "./receiver.ts";

const controlToken = "s3cret:with-a-colon";
/** A browser knows the second one. */
const challenge = 'Bearer, Basic realm="Sandbox", charset="UTF-8"';
let directory: string;
let sandbox: Sandbox;
let url: string;

const logged: string[] = [];

function serve(options: ServeOptions = {}): Promise<Sandbox> {
  return serveSandbox({ ...patient, port: 0, controlToken, log: (line) => void logged.push(line), ...options });
}

/** A file with a control token, or what is taken for one. */
async function tokenFile(name: string, content: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, content);
  return file;
}

const bearer = { authorization: `Bearer ${controlToken}` };
/** As a browser sends it once it has asked a person. */
const basic = (password: string, user = "anybody") => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

async function called(path: string, headers: Readonly<Record<string, string>>, method = "GET") {
  const answer = await fetch(`${url}/_sandbox/${path}`, { method, headers: { "x-sandbox-control": "1", ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "access-"));
  sandbox = await serve({ allowedControlHosts: ["Sandbox.example.com"], trustedProxies: ["127.0.0.1"] });
  url = sandbox.url ?? "";
});
afterAll(async () => {
  await sandbox.close();
  await rm(directory, { recursive: true });
  expect(logged).toEqual([]);
});

test.each([
  ["", /token" is empty\. Write a long random text into it/],
  [" \n", /token" is empty/],
  ["two words", /contains spaces, line breaks or letters other than ASCII/],
  ["one\ntwo", /contains spaces/],
  ["tökén", /letters other than ASCII/],
])("a control token file with %j is refused in one line", async (content, message) => {
  const args = ["--port", "0", "--control-token-file", await tokenFile("odd.token", content)];
  const { code, stdout, stderr } = await runHere(sandboxCommand, args);
  expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toMatch(message);
});

test("a command takes the token of its file, without the line break at its end, and shows neither it nor the keys that are private then", async () => {
  const file = await tokenFile("good.token", `${controlToken}\n`);
  const command = await startHere(sandboxCommand, ["--port", "0", "--control-token-file", file]);
  const [, at = ""] = await command.printed(/^Sandbox ready at ([^;\s]+);/m);
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${at}/_sandbox/worlds`, { headers: { "x-sandbox-control": "1", ...headers } })).status;
  expect([await statusWith({}), await statusWith(bearer)]).toEqual([401, 200]);
  await command.stop();
  const output = command.output.stdout + command.output.stderr;
  expect(output).not.toContain(controlToken);
  expect(output).not.toMatch(/[sm]k_/);
});

test("an address that this machine does not have is refused, once there is a token", async () => {
  await expect(serve({ host: "192.0.2.1" })).rejects.toThrow(
    "This machine does not have the address 192.0.2.1, for the sandbox.",
  );
});

test("with a token the first world has keys of its own, and the published ones are unknown", async () => {
  const shown = JSON.parse((await called("worlds/demo", bearer)).text);
  expect([sandbox.apiKey, sandbox.managementKey]).toEqual([shown.api_key, shown.management_key]);
  const asked = (key: string) => fetch(`${url}/v2/providers/`, { headers: { "x-service-api-key": key } });
  expect([(await asked("sk_demo_team")).status, (await asked(sandbox.apiKey)).status]).toEqual([401, 200]);
});

test("a database that was started without a token keeps the published keys", async () => {
  const db = join(directory, "published.db");
  await (await serveSandbox({ ...patient, db })).close();
  const again = await serve({ db });
  expect([again.apiKey, again.managementKey]).toEqual(["sk_demo_team", "mk_demo_org"]);
  await again.close();
});

test("without a token and on the loopback interface nothing needs one", async () => {
  const open = await serveSandbox({ ...patient, port: 0, host: "127.0.0.1" });
  onTestFinished(() => open.close());
  const headers = { "x-sandbox-control": "1" };
  expect((await fetch(`${open.url}/_sandbox/worlds`, { headers })).status).toBe(200);
  expect((await got(`${open.url}/_sandbox/`)).status).toBe(200);
});

test.each(["/health", "/ready", "/_sandbox/health"])("%s needs no token", async (path) => {
  expect((await fetch(`${url}${path}`)).status).toBe(200);
});

describe("every call of the control plane", async () => {
  const { operations } = await readControlDocument();

  test("needs the token: without one, or with another one, it gets the same answer, and changes nothing", async () => {
    for (const { id, method, path } of operations) {
      const to = path
        .replace("/_sandbox/", "")
        .replace("{world_id}", "demo")
        .replaceAll(/\{\w+\}/g, "1");
      const none = await called(to, {}, method.toUpperCase());
      expect([none.status, none.headers.get("www-authenticate")], id).toEqual([401, challenge]);
      const wrong = await called(to, { authorization: "Bearer another" }, method.toUpperCase());
      expect([wrong.status, wrong.text], id).toEqual([401, none.text]);
      expect(none.text, id).not.toMatch(/sk_|mk_/);
    }
    expect((await called("nowhere", {})).status).toBe(401);
    expect(JSON.parse((await called("worlds/demo/records/users", bearer)).text).records.length).toBeGreaterThan(0);
  });

  test.each([
    { authorization: "" },
    { authorization: "Bearer" },
    { authorization: "Bearer " },
    { authorization: controlToken },
    { authorization: `Token ${controlToken}` },
    { authorization: `Bearer ${controlToken}a` },
    { authorization: `Bearer ${controlToken.slice(0, -1)}` },
    { authorization: `Bearer ${controlToken} ${controlToken}` },
    { authorization: "Basic" },
    { authorization: `Basic ${controlToken}` },
    basic(""),
    basic("", controlToken),
    { cookie: `sandbox_token=${controlToken}` },
  ])("does not take %j", async (headers) => {
    expect((await called("worlds", headers)).status).toBe(401);
  });

  test.each([
    bearer,
    { authorization: `bearer ${controlToken}` },
    { authorization: `BEARER  ${controlToken}` },
    basic(controlToken),
    basic(controlToken, ""),
  ])("takes %j", async (headers) => {
    expect((await called("worlds", headers)).status).toBe(200);
  });

  test("needs its header and this machine's or an allowed name beside the token", async () => {
    const send = async (headers: Record<string, string>) => {
      const sent = request(`${url}/_sandbox/worlds`, { headers: { ...bearer, ...headers } }).end();
      return new Promise<number>((resolve, reject) => {
        sent.once("response", (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.once("error", reject);
      });
    };
    expect(await send({})).toBe(403);
    expect(await send({ "x-sandbox-control": "1", host: "evil.example.com" })).toBe(403);
    expect(await send({ "x-sandbox-control": "1", origin: "http://evil.example.com" })).toBe(403);
    expect(await send({ "x-sandbox-control": "1", host: "sandbox.example.com:80" })).toBe(200);
  });
});

describe("the pages", () => {
  const html = { accept: "text/html" };

  test.each(["", "page/sandbox.js", "openapi.json", "nowhere/"])(
    "%s needs the token, which the browser asks for",
    async (path) => {
      const none = await got(`${url}/_sandbox/${path}`, html);
      expect([none.status, none.headers["www-authenticate"]]).toEqual([401, challenge]);
      expect(none.body).not.toMatch(/sk_|mk_|demo/);
      expect((await got(`${url}/_sandbox/${path}`, { ...html, ...basic("another") })).body).toBe(none.body);
      const shown = await got(`${url}/_sandbox/${path}`, { ...html, ...basic(controlToken) });
      expect([shown.status, shown.headers["www-authenticate"]]).toEqual([path === "nowhere/" ? 404 : 200, undefined]);
    },
  );
});

test("behind a trusted proxy the page answers to the name that the browser asked for", async () => {
  const forwarded = (host: string) => ({
    "x-forwarded-host": host,
    "x-forwarded-proto": "https",
    ...basic(controlToken),
  });
  expect((await got(`${url}/_sandbox/`, forwarded("sandbox.example.com"))).status).toBe(200);
  const otherHost = await got(`${url}/_sandbox/`, forwarded("evil.example.com"));
  expect([otherHost.status, otherHost.body]).toEqual([
    403,
    expect.stringContaining('found the Host "evil.example.com"'),
  ]);
});

test("what a machine says of forwarding is not believed of another than the trusted proxy, and refused where none is trusted", async () => {
  const headers = { ...basic(controlToken), "x-forwarded-host": "sandbox.example.com", "x-forwarded-proto": "https" };
  const elsewhere = await serve({ trustedProxies: ["192.0.2.1"] });
  onTestFinished(() => elsewhere.close());
  expect((await got(`${elsewhere.url}/_sandbox/`, { ...headers, "x-forwarded-host": "evil.example.com" })).status).toBe(
    200,
  );
  const alone = await serve({ trustedProxies: [] });
  onTestFinished(() => alone.close());
  for (const name of ["forwarded", "via", "x-forwarded-for", "x-forwarded-host"]) {
    const answer = await got(`${alone.url}/_sandbox/worlds`, { ...basic(controlToken), [name]: "a" });
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining(`found the header ${name}`)]);
  }
});
