// `npm start` in a terminal, where Ctrl-C reaches the whole process group, and an older Node.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { needs, oldestNode } from "./run/needs.ts";

test("ends with the npm that started it on Ctrl-C in a terminal", async () => {
  const ports = ["--docs-port", "0", "--mock-port", "0", "--sandbox-port", "0", "--management-port", "0"];
  const npm = spawn("npm", ["start", "--", ...ports], {
    cwd: projectDirectory,
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, as a terminal gives it
    detached: true,
  });
  let printed = "";
  let reported = "";
  npm.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    reported += chunk;
  });
  const mock = await new Promise<string>((resolve, reject) => {
    npm.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      const url = /^Mock ready at (\S+)$/m.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    npm.once("exit", () => reject(new Error(`npm start ended early: ${printed}`)));
  });
  // The pipe closes when the last process that holds it has ended: that is the server
  const closed = once(npm.stdout, "close");
  process.kill(-Number(npm.pid), "SIGINT");
  await closed;
  expect(reported.match(/^Stopped: .*$/gm)).toEqual(["Stopped: SIGINT (Ctrl-C)."]);
  await expect(fetch(mock)).rejects.toThrow();
});

test.runIf(needs("Node 20"))("npm test says what is wrong with a Node that is too old", () => {
  const run = spawnSync(oldestNode() ?? "", ["node_modules/vitest/vitest.mjs", "run", "no-such-test"], {
    cwd: projectDirectory,
    encoding: "utf8",
  });
  expect(run.status).not.toBe(0);
  expect(run.stderr).toContain("Node 24 or later is needed, found 20.");
  expect(run.stderr).toContain("npm ci");
});
