// `npm start` as a person uses it: the reference and the mock from one command.

import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startCommand } from "../src/start.ts";
import { runHere, runToEnd, startHere, startProgram } from "./commands.ts";
import { ContractCopy } from "./contract-copy.ts";
import { inFull, isFull } from "./run/depth.ts";
import { serve } from "./serve.ts";
import { sharedSite, withAddresses } from "./site/built.ts";

const freePorts = ["--docs-port", "0", "--mock-port", "0", "--sandbox-port", "0", "--management-port", "0"];

test("serves the site that npm run docs builds, the mock and the sandbox, follows each edit, writes no file, ends cleanly on Ctrl-C", async () => {
  const copy = new ContractCopy();
  const { directory, root } = copy;
  const before = await readdir(directory);
  const built = (await sharedSite()).files;
  const command = await startHere(startCommand, [...freePorts, "--root", root], directory);
  try {
    const [, site = "", mock = "", sandbox = "", sandboxPage = "", management = ""] = await command.printed(
      /^Bundling the contract and building the reference\nReference at (\S+)\nMock ready at (\S+)\nSandbox ready at (\S+), with the keys sk_demo_team.*\nSandbox page at (\S+)\nOrganization's calls of the sandbox at (\S+)$/m,
    );
    expect(sandboxPage).toBe(`${sandbox}/_sandbox/`);
    // Each has the port that its option says, and not the usual one
    for (const [port, url] of Object.entries({ 4000: site, 4010: mock, 4020: sandbox, 4021: management })) {
      expect(new URL(url).port).not.toBe(port);
    }
    const named = await fetch(`${sandboxPage}page/data.json`);
    expect(await named.json()).toMatchObject({ addresses: { reference: site, management } });
    // A person who opens a root in a browser is led to a page
    const landing = async (url: string) => (await fetch(url, { headers: { accept: "text/html" } })).url;
    expect(await Promise.all([mock, sandbox, management].map(landing))).toEqual([`${site}/`, sandboxPage, sandboxPage]);
    const answer = await fetch(`${mock}/v3/lab_tests/labs`, { headers: { "x-service-api-key": "fabricated" } });
    expect(answer.status).toBe(200);
    const resolved = `${sandbox}/v2/user/resolve/demo-runner-01`;
    expect((await fetch(resolved, { headers: { "x-service-api-key": "sk_demo_team" } })).status).toBe(200);
    const teams = "/v1/org/5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6/team";
    const asked = async (url: string) =>
      (await fetch(url + teams, { headers: { "x-management-key": "mk_demo_org" } })).status;
    expect([await asked(management), await asked(sandbox)]).toEqual([200, 404]);
    expect(await readdir(directory)).toEqual(before);

    // One page of each folder; the pages of a folder are alike
    const byFolder = Map.groupBy(built, ([path]) => dirname(path));
    const pages = Array.from(byFolder.values(), ([first = ["", ""]]) => first);
    // With the addresses of this run: what a page shows and sends works on these ports
    const shown = { ":4000": site, ":4010": mock, ":4020": sandbox, ":4021": management };
    const addresses = Object.entries(shown).map(([port, url]) => [`http://127.0.0.1${port}`, url]);
    const different: string[] = [];
    // One after the other: a busy machine would let a server give up on some of a thousand calls
    for (const [path, text] of isFull ? built : pages) {
      const expected = withAddresses(text, Object.fromEntries(addresses));
      if ((await (await fetch(`${site}/${path}`)).text()) !== expected) different.push(path);
    }
    expect(different).toEqual([]);

    const page = async () => (await fetch(`${site}/operations/createUser.html`)).text();
    const file = "openapi/v2/paths/create-user.yaml";
    const source = await readFile(join(directory, file), "utf8");
    const edit = (words: string) => copy.replace(file, source.replace("Store the `user_id`", words));
    await edit("Always store the `user_id`");
    await command.printed(
      "Reloaded the contract. The sandbox takes a change after `npm run generate` and a restart.\n",
    );
    expect(await page()).toContain("Always store the");
    if (isFull) {
      const broken = source.replace("Store the `user_id`", "Read [this](guides/nowhere.html). Store the `user_id`");
      copy.replace(file, broken.replace("'400':", "'409':"));
      await command.printed(
        /create-user\.yaml:\d+[\s\S]*guides\/nowhere\.html[\s\S]*The last good contract keeps being served/,
      );
      expect(await page()).toContain("Always store the");
      const headers = { "x-service-api-key": "any", "content-type": "application/json", prefer: "code=409" };
      const conflict = await fetch(`${mock}/v2/user/`, { method: "POST", headers, body: '{"client_user_id":"a"}' });
      expect(conflict.status).not.toBe(409);
      // A faulty contract is a finding of `npm run docs`
      const out = join(directory, "site");
      const docs = ["--root", root, "--out", out];
      expect(await runToEnd("site/command.ts", docs)).toMatchObject({ code: 1 });
    }
    expect(await command.stop()).toBe(0);
    expect(command.output.stderr).toMatch(/^Stopped: SIGINT \(Ctrl-C\)\.\n$/m);
    await expect(fetch(mock)).rejects.toThrow();
  } finally {
    await command.stop();
  }
});

inFull?.("ends with the npm that started it on Ctrl-C in a terminal", async () => {
  // A process group of its own, as a terminal gives it
  const npm = startProgram("npm", ["start", "--", ...freePorts], { detached: true });
  const [, mock = ""] = await npm.printed(/^Mock ready at (\S+)$/m);
  process.kill(-Number(npm.child.pid), "SIGINT");
  await npm.ended;
  expect(npm.output.stderr.match(/^Stopped: .*$/gm)).toEqual(["Stopped: SIGINT (Ctrl-C)."]);
  await expect(fetch(mock)).rejects.toThrow();
});

test("its file runs it: prints its usage", async () => {
  const { code, stdout, stderr } = await runToEnd("start.js", ["--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: npm start /);
});

test.each([
  ["mock-port", "the mock"],
  ["docs-port", "the reference"],
  ["sandbox-port", "the sandbox"],
  ["management-port", "the sandbox's management host"],
])("a taken %s is named with the option for another, and ends the servers that have started", async (option, what) => {
  const taken = await serve();
  const countServers = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
  const before = countServers();
  const run = await runHere(startCommand, [...freePorts, `--${option}`, taken.port]);
  await expect.poll(countServers).toBeLessThanOrEqual(before);
  taken.close();
  const message = `Port ${taken.port} for ${what} is already in use. Pass another port: \`npm start -- --${option} N\`. 0 picks a free one.`;
  expect(run).toMatchObject({ code: 2, stderr: `error: ${message}\n` });
});
