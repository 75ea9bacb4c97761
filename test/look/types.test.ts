// The scripts of the reader's browser have a type check of their own, with the types of a browser and none of Node's.
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDirectory, runTool } from "../../src/contract/index.ts";

test.each([["src/site/assets"], ["src/sandbox/page/assets"]])(
  "the scripts of %s are free of type errors",
  async (folder) => {
    const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    const { code, stdout } = await runTool(compiler, ["-p", join(projectDirectory, folder)]);
    expect(stdout).toBe("");
    expect(code).toBe(0);
  },
);
