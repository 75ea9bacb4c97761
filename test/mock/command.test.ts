// `npm run mock` as a person uses it: one ready line, a restart when the contract changes or Prism ends, clear errors, a clean end.
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mockCommand } from "../../src/mock/command.ts";
import { generatedDirectory } from "../../src/shared/contract/index.ts";
import { runHere, startHere } from "../commands.ts";
import { inFull } from "../run/depth.ts";
import { serve } from "../serve.ts";

const bundle = join(generatedDirectory, "openapi.yaml");
const command = ["prism", "mock", bundle];

inFull?.(
  "prints one ready line, serves a change of the contract, starts Prism again when it has ended, says why it cannot, and ends cleanly on Ctrl-C",
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "bundle-"));
    const file = join(directory, "openapi.yaml");
    await copyFile(bundle, file);
    const mock = await startHere(mockCommand, ["prism", "mock", file, "--port", "0"]);
    try {
      const [, url = ""] = await mock.printed(/^Mock ready at (http:\/\/127\.0\.0\.1:\d+)$/m);
      expect(url).not.toMatch(/:4010$/);
      expect(mock.output).toEqual({ stdout: `Mock ready at ${url}\n`, stderr: "" });
      const ask = async (searched = "a") => {
        const path = `/v1/org/5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6/team?search_query=${searched}`;
        const answer = await fetch(url + path, { headers: { "x-management-key": "any" } });
        return `${answer.status} ${await answer.text()}`;
      };
      expect(await ask()).toMatch(/^200 .*"Demo Health"/);

      // Prism writes the pattern into sl-violations, and no header can carry this one
      const before = await readFile(file, "utf8");
      const foreign = before.replace(/pattern: \^\[A-Za-z\\u00C0.*/, "pattern: ^[a-zΩ]*$");
      await writeFile(file, foreign.replaceAll("Demo Health", "Demo Illness"));
      await expect.poll(() => ask()).toMatch(/^200 .*"Demo Illness"/);
      expect(await ask("1")).toMatch(
        /^502 .*Prism ended: TypeError.*sl-violations.*\. The next request starts it again\./,
      );
      expect(await ask()).toMatch(/^200 /);

      await writeFile(file, `${before}\n  broken: [\n`);
      await expect.poll(() => ask()).toContain(`Prism cannot serve ${file}: Error parsing ${file}`);
      expect(await mock.stop()).toBe(0);
      await expect(fetch(url)).rejects.toThrow();
      expect(mock.output.stderr).toBe("Stopped: SIGINT (Ctrl-C).\n");
    } finally {
      await mock.stop();
      await rm(directory, { recursive: true });
    }
  },
);

describe("a user error is one line with its remedy", () => {
  const oneLine = (stderr: string) => expect(stderr.trim().split("\n"), stderr).toHaveLength(1);

  test("a port that is in use", async () => {
    const { port, close } = await serve();
    const run = await runHere(mockCommand, [...command, "--port", port]);
    close();
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(
      `Port ${port} for the mock is already in use. Pass another port: \`npm run mock -- --port N\`.`,
    );
    oneLine(run.stderr);
  });

  test.each(["abc", "-1", "65536", "4010.5", ""])("the port %o", async (port) => {
    const run = await runHere(mockCommand, [...command, `--port=${port}`]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(`--port takes a whole number from 0 to 65535, found "${port}"`);
    oneLine(run.stderr);
  });

  test("a contract that does not exist", async () => {
    const run = await runHere(mockCommand, ["prism", "mock", "nowhere/openapi.yaml", "--port", "0"]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toMatch(/Prism cannot serve .*nowhere\/openapi\.yaml: .+ Correct the contract/);
    oneLine(run.stderr);
  });
});
