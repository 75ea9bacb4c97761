// `npm run mock` as a person uses it: one ready line, reload on edit, clear errors, a clean end.
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mockCommand } from "../../../src/pipeline/mock/command.ts";
import { contractCopy, runHere, startHere } from "../../commands.ts";
import { isFull } from "../../run/depth.ts";

const user = "/v2/user/resolve/demo-runner-01";

async function clientUserId(url: string): Promise<unknown> {
  const answer = await fetch(url + user, { headers: { "x-service-api-key": "fabricated" } });
  return ((await answer.json()) as { client_user_id?: unknown }).client_user_id;
}

test("prints one ready line, serves each edit, reports a broken one with file and line while the last good contract is served, and ends cleanly on Ctrl-C", async () => {
  const copy = await contractCopy();
  const example = join(copy.directory, "openapi/v2/examples/user.yaml");
  const before = await readFile(example, "utf8");
  const mock = await startHere(mockCommand, ["--port", "0", "--root", copy.root], copy.directory);
  try {
    const [, url = ""] = await mock.printed(/^Mock ready at (http:\/\/127\.0\.0\.1:\d+)$/m);
    expect(url).not.toMatch(/:4010$/);
    expect(await clientUserId(url)).toBe("demo-runner-01");
    expect(mock.output).toEqual({ stdout: `Mock ready at ${url}\n`, stderr: "" });

    await copy.replace(example, before.replace("demo-runner-01", "demo-runner-02"));
    await expect.poll(() => clientUserId(url)).toBe("demo-runner-02");
    await mock.printed("Reloaded the contract.");

    await copy.replace(example, `${before}  broken: [\n`);
    await mock.printed("The last good contract keeps being served.");
    expect(mock.output.stderr).toMatch(/openapi\/v2\/examples\/user\.yaml:\d+:\d+/);
    expect(mock.output.stderr).toContain("Correct the YAML");
    expect(await clientUserId(url)).toBe("demo-runner-02");

    if (isFull) {
      await copy.replace(example, before.replace("demo-runner-01", "demo-runner-03"));
      await expect.poll(() => clientUserId(url)).toBe("demo-runner-03");
    }
    expect(await mock.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    expect(mock.output.stderr).toMatch(/\nStopped: SIGINT \(Ctrl-C\)\.\n$/);
  } finally {
    await mock.stop();
    await copy.remove();
  }
});

describe("a user error is one line with its remedy", () => {
  const oneLine = (stderr: string) => expect(stderr.trim().split("\n"), stderr).toHaveLength(1);

  test("a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const run = await runHere(mockCommand, ["--port", String(port)]);
    other.close();
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(
      `Port ${port} for the mock is already in use. Pass another port: \`npm run mock -- --port N\`.`,
    );
    oneLine(run.stderr);
  });

  test.each(["abc", "-1", "65536", "4010.5", ""])("the port %o", async (port) => {
    const run = await runHere(mockCommand, [`--port=${port}`]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(`--port takes a whole number from 0 to 65535, found "${port}"`);
    oneLine(run.stderr);
  });

  test.each([["--prot"], ["4010"], ["--port"]])("the arguments %j", async (...args) => {
    const run = await runHere(mockCommand, args);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain("--help");
    oneLine(run.stderr);
  });

  test("a contract that does not exist", async () => {
    const run = await runHere(mockCommand, ["--port", "0", "--root", "nowhere/openapi.yaml"]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain("nowhere/openapi.yaml");
    oneLine(run.stderr);
  });
});

test("--help says what it does, its options and its exit codes", async () => {
  const run = await runHere(mockCommand, ["--help"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  for (const text of ["Usage: npm run mock", "--port N", "Prefer: code=404", "Exit codes"])
    expect(run.stdout).toContain(text);
});
