// `npm start` in a terminal, where Ctrl-C reaches the whole process group, and an older Node.
import { expect, test } from "vitest";
import { runProgram, startProgram } from "./commands.ts";
import { needs, oldestNode } from "./run/needs.ts";

test("ends with the npm that started it on Ctrl-C in a terminal", async () => {
  const ports = ["--docs-port", "0", "--mock-port", "0", "--sandbox-port", "0", "--management-port", "0"];
  // A process group of its own, as a terminal gives it
  const npm = startProgram("npm", ["start", "--", ...ports], { detached: true });
  const [, mock = ""] = await npm.printed(/^Mock ready at (\S+)$/m);
  process.kill(-Number(npm.child.pid), "SIGINT");
  await npm.ended;
  expect(npm.output.stderr.match(/^Stopped: .*$/gm)).toEqual(["Stopped: SIGINT (Ctrl-C)."]);
  await expect(fetch(mock)).rejects.toThrow();
});

test.runIf(needs("Node 20"))("npm test says what is wrong with a Node that is too old", async () => {
  const args = ["node_modules/vitest/vitest.mjs", "run", "no-such-test"];
  const { code, stderr } = await runProgram(oldestNode() ?? "", args);
  expect(code).not.toBe(0);
  expect(stderr).toContain("Node 24 or later is needed, found 20.");
  expect(stderr).toContain("npm ci");
});
