// On an older Node the install prints no warnings, and the commands that a newcomer runs first, and the tests, say what is missing.
import { expect, test } from "vitest";
import { runProgram } from "./commands.ts";

/** A module that makes this Node look older. */
const older = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";

test.for(["src/start.js", "src/mock/command.js", "src/cli.js", "node_modules/vitest/vitest.mjs"])(
  "%s asks for Node 24",
  async (file) => {
    expect(await runProgram(process.execPath, ["--import", older, file, "--run"])).toMatchObject({
      code: 2,
      output: `Error: Node 24 or later is needed, found 20.19.0 at ${process.execPath}.\nRun \`npm ci\` without --ignore-scripts: it installs Node 24 for the npm scripts. Or install Node 24.\n`,
    });
  },
);

test("npm ci says nothing of the tools that need the Node 24 that it installs", async () => {
  expect((await runProgram("npm", ["config", "get", "loglevel"])).output).toBe("error\n");
});
