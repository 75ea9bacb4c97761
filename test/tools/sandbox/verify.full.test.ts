// `verify --strict` as a person calls it, against the sandbox as a person starts it: it finds nothing, whatever the seed.
import { expect, test } from "vitest";
import { runToEnd, startCommand } from "../../commands.ts";

test.each([1, 2, 3])(
  "with seed %i the command has no finding, and skips only the events that nobody receives",
  async (seed) => {
    // The team has opted in, so that every operation can be checked
    const sandbox = startCommand("tools/cli.ts", ["sandbox", "--port", "0", "--setting", "psc_scheduling=true"]);
    const [, url = "", team = "", organization = ""] = await sandbox.printed(
      /^Sandbox ready at (\S+), with the keys (\S+) \(team\) and (\S+) \(organization\)$/m,
    );
    const base = ["--base-url", url, "--api-key", team];
    const management = ["--management-url", url, "--management-key", organization];
    const verify = ["verify", "--strict", ...base, ...management, "--seed", String(seed)];
    const { code, stdout, stderr } = await runToEnd("tools/cli.ts", verify).finally(() => sandbox.stop());
    expect(stdout.match(/^ +(violation|difference|skipped) .*$/gm)).toEqual([
      "    skipped  all checks: it needs --events-port",
    ]);
    expect(stdout).toContain("\n0 violations of what is stated, 0 differences from what is assumed, 1 skipped.\n");
    expect([code, stderr]).toEqual([0, ""]);
  },
);
