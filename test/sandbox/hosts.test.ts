// With a management port each operation is answered at the address of its host only, and the other address names it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, createManagementClient } from "../../src/client/index.ts";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { runHere } from "../commands.ts";
import { serve } from "../serve.ts";

const logged: string[] = [];
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, managementPort: 0, log: (line) => void logged.push(line) });
});
afterAll(async () => {
  await sandbox.close();
  expect(logged).toEqual([]);
});

const urls = () => ({ team: sandbox.url ?? "", organization: sandbox.managementUrl ?? "" });

/** The same by sockets and in process. */
const ways = { "over sockets": () => fetch, "in process": () => sandbox.fetch } as const;

test.each(["over sockets", "in process"] as const)(
  "%s each client reaches its host, and the other one has no such path",
  async (way) => {
    const { team, organization } = urls();
    expect(organization).not.toBe(team);
    const fetchIt = ways[way]();
    const teams = (baseUrl: string) =>
      createManagementClient({ managementKey: sandbox.managementKey, baseUrl, fetch: fetchIt }).GET(
        "/v1/org/{org_id}/team",
        { params: { path: { org_id: sandbox.orgId } } },
      );
    const labs = (baseUrl: string) =>
      createClient({ apiKey: sandbox.apiKey, baseUrl, fetch: fetchIt }).GET("/v3/lab_tests/labs");
    expect(await teams(organization)).toMatchObject({ ok: true });
    expect(await labs(team)).toMatchObject({ ok: true });
    const path = `/v1/org/${sandbox.orgId}/team`;
    expect(await teams(team)).toMatchObject({
      status: 404,
      error: {
        detail: `This host has the team's operations only, not the path ${path}. Call ${organization}${path} instead.`,
      },
    });
    expect(await labs(organization)).toMatchObject({
      status: 404,
      error: {
        detail: `This host has the organization's operations only, not the path /v3/lab_tests/labs. Call ${team}/v3/lab_tests/labs instead.`,
      },
    });
  },
);

test("a person who opens either root in a browser is led to the page, a program is not", async () => {
  const { team, organization } = urls();
  const html = { headers: { accept: "text/html,*/*" }, redirect: "manual" } as const;
  const ends = await Promise.all([team, organization].map((url) => fetch(url, html)));
  const locations = ends.map(({ headers }) => headers.get("location"));
  expect(locations).toEqual(["/_sandbox/", `${team}/_sandbox/`]);
  expect((await fetch(`${organization}/`, { headers: html.headers })).url).toBe(`${team}/_sandbox/`);
  expect((await fetch(`${team}/`)).status).toBe(404);
});

test("the control plane and the pages are at the first address, which the other one names; the page shows both", async () => {
  const { team, organization } = urls();
  const headers = { "x-sandbox-control": "1" };
  expect((await fetch(`${team}/_sandbox/worlds`, { headers })).status).toBe(200);
  const elsewhere = await fetch(`${organization}/_sandbox/worlds`, { headers });
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, expect.stringContaining(`${team}/_sandbox/worlds`)]);
  expect((await fetch(`${organization}/_sandbox/health`)).status).toBe(200);
  const made = await fetch(`${team}/_sandbox/page/data.json`);
  expect(await made.json()).toMatchObject({ addresses: { management: organization } });
  expect((await fetch(`${organization}/v4/nowhere`)).status).toBe(404);
});

test("a port that is in use, or given without the other, is reported with the remedy", async () => {
  const other = await serve();
  const { port } = other;
  const emitted = async (...args: string[]) => (await runHere(sandboxCommand, args)).stderr;
  try {
    expect(await emitted("--port", "0", "--management-port", port)).toBe(
      `error: Port ${port} for the sandbox's management host is already in use. Pass another port: \`--management-port N\`, after \`--\` if npm runs it. 0 picks a free one.\n`,
    );
    await expect(startSandbox({ managementPort: 0 })).rejects.toThrow(/needs `port`, which is missing/);
  } finally {
    other.close();
  }
});
