// On an older Node the commands that a newcomer runs first, and the tests, say what is missing.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";

/** A module that makes this Node look older. */
const older = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";

test.for(["src/start.js", "src/mock/command.js", "src/cli.js", "node_modules/vitest/vitest.mjs"])(
  "%s asks for Node 24",
  async (file) => {
    const running = promisify(execFile)(process.execPath, ["--import", older, file, "--run"], {
      cwd: projectDirectory,
    });
    await expect(running).rejects.toMatchObject({
      code: 2,
      stderr: `Error: Node 24 or later is needed, found 20.19.0 at ${process.execPath}.\nRun \`npm ci\` without --ignore-scripts: it installs Node 24 for the npm scripts. Or install Node 24.\n`,
    });
  },
);
