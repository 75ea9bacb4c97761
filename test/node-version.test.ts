// On an older Node the install prints no warnings, and the commands that a newcomer runs first, and the tests, say what is missing.
import { expect, test } from "vitest";
import { runProgram } from "./commands.ts";

/** A module that makes this Node look like another version. */
const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;

test.for(["src/start.js", "src/mock/command.js", "src/cli.js", "node_modules/vitest/vitest.mjs"])(
  "%s asks for Node 24",
  async (file) => {
    expect(await runProgram(process.execPath, ["--import", pretend("20.19.0"), file, "--run"])).toMatchObject({
      code: 2,
      output: `Error: Node 24 or later is needed, found 20.19.0 at ${process.execPath}.\nRun \`npm ci\` without --ignore-scripts: it installs Node 24 for the npm scripts. Or install Node 24.\n`,
    });
  },
);

test.for([
  ["22.19.0", 2],
  ["23.11.1", 2],
  ["24.0.0", 0],
  ["25.1.0", 0],
] as const)("on Node %s the guard ends with %i", async ([version, code]) => {
  const guard = ["--import", pretend(version), "src/require-node-24.js"];
  expect((await runProgram(process.execPath, guard)).code).toBe(code);
});

test("npm ci says nothing of the tools that need the Node 24 that it installs", async () => {
  expect((await runProgram("npm", ["config", "get", "loglevel"])).output).toBe("error\n");
});
