// The control plane and its pages let in programs on this machine, no web page from elsewhere, and with a control token everybody who has it.
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type ServeOptions, serveSandbox } from "../../src/sandbox/serve-sandbox.ts";
import type { Sandbox } from "../../src/sandbox/start-sandbox.ts";
import { readControlDocument } from "../../src/shared/contract/index.ts";
import { runHere, startHere } from "../commands.ts";
import { patient } from "./receiver.ts";
import { sendRequest } from "./send-request.ts";

interface Row {
  readonly call?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly login?: string;
  readonly status: number;
  readonly says?: string;
  readonly shows?: Readonly<Record<string, string>>;
}

const tables: Readonly<Record<string, Readonly<Record<string, Row>>>> = parse(
  readFileSync(new URL("access.yaml", import.meta.url), "utf8"),
  { merge: true },
);

const controlToken = "s3cret:with-a-colon";
const guarded = { controlToken, allowedControlHosts: ["Sandbox.example.com"] };
const options: Readonly<Record<string, ServeOptions>> = {
  "without a token": {},
  "with a token": { ...guarded, trustedProxies: ["127.0.0.1"] },
  "with a token and a proxy elsewhere": { ...guarded, trustedProxies: ["192.0.2.1"] },
};

const logged: string[] = [];

function serve(wanted: ServeOptions = { controlToken }): Promise<Sandbox> {
  return serveSandbox({ ...patient, port: 0, log: (line) => void logged.push(line), ...wanted });
}

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "access-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  expect(logged).toEqual([]);
});

describe.each(Object.entries(tables))("a sandbox %s", (name, rows) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await serve(options[name]);
  });
  afterAll(() => sandbox.close());

  test.each(Object.entries(rows))("answers %s", async (_, { call, headers, login, status, says = "", shows }) => {
    const [method = "", path = ""] = (call ?? "GET /_sandbox/worlds").split(" ");
    const authorization = login && `Basic ${Buffer.from(login).toString("base64")}`;
    const all = {
      host: "127.0.0.1:4020",
      "x-sandbox-control": "1",
      ...(authorization && { authorization }),
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    const answer = await sendRequest(sandbox.url + path, Object.fromEntries(sent), method);
    expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(new RegExp(says, "s"))]);
    if (status >= 400) expect(answer.body).not.toMatch(/sk_|mk_/);
    const opening = Object.entries(answer.headers).filter(([header]) =>
      /^(access-control-allow|vary|www-auth)/.test(header),
    );
    expect(Object.fromEntries(opening)).toEqual(shows ?? {});
  });
});

describe("a control token", () => {
  const bearer = { authorization: `Bearer ${controlToken}` };

  /** A file with a control token, or what is taken for one. */
  async function tokenFile(content: string): Promise<string> {
    const file = join(directory, "token");
    await writeFile(file, content);
    return file;
  }

  test.each([
    [" \n", /token" is empty\. Write a long random text into it/],
    ["one\ntwo", /contains spaces, line breaks or letters other than ASCII/],
    ["tökén", /letters other than ASCII/],
  ])("in a file with %j is refused in one line", async (content, message) => {
    const args = ["--port", "0", "--control-token-file", await tokenFile(content)];
    const { code, stdout, stderr } = await runHere(sandboxCommand, args);
    expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(message);
  });

  test("is that of its file, without the line break at its end; neither it nor the keys, which are private then, are shown", async () => {
    const file = await tokenFile(`${controlToken}\n`);
    const command = await startHere(sandboxCommand, ["--port", "0", "--control-token-file", file]);
    const [, at = ""] = await command.printed(/^Sandbox ready at ([^;\s]+);/m);
    const statusWith = async (headers: Record<string, string>) =>
      (await fetch(`${at}/_sandbox/worlds`, { headers: { "x-sandbox-control": "1", ...headers } })).status;
    expect([await statusWith({}), await statusWith(bearer)]).toEqual([401, 200]);
    await command.stop();
    expect(command.output.stdout + command.output.stderr).not.toMatch(/s3cret|[sm]k_/);
  });

  test("lets a sandbox listen elsewhere, at an address that this machine has", async () => {
    await expect(serve({ controlToken, host: "192.0.2.1" })).rejects.toThrow(
      "This machine does not have the address 192.0.2.1, for the sandbox.",
    );
  });

  test("gives a new first world keys of its own, and one that is in the database keeps the published ones", async () => {
    const sandbox = await serve();
    const asked = async (key: string) =>
      (await fetch(`${sandbox.url}/v2/providers/`, { headers: { "x-service-api-key": key } })).status;
    expect([await asked("sk_demo_team"), await asked(sandbox.apiKey)]).toEqual([401, 200]);
    await sandbox.close();
    const db = join(directory, "published.db");
    await (await serve({ db })).close();
    const again = await serve({ controlToken, db });
    expect([again.apiKey, again.managementKey]).toEqual(["sk_demo_team", "mk_demo_org"]);
    await again.close();
  });

  test("is needed by every call: without it, or with another one, each gets the same answer, and changes nothing", async () => {
    const sandbox = await serve();
    const { operations } = await readControlDocument();
    for (const { id, method, path } of operations) {
      const url = sandbox.url + path.replace("{world_id}", "demo").replaceAll(/\{\w+\}/g, "1");
      const header = { "x-sandbox-control": "1" };
      const none = await sendRequest(url, header, method.toUpperCase());
      expect(none.status, id).toBe(401);
      const wrong = await sendRequest(url, { ...header, authorization: "Bearer another" }, method.toUpperCase());
      expect([wrong.status, wrong.body], id).toEqual([401, none.body]);
    }
    expect(await sandbox.records.users()).not.toEqual([]);
    await sandbox.close();
  });
});
