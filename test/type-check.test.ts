// The whole project is free of type errors: the sources, the tests and what they say of types, and the scripts of the browser with its types and none of Node's.
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDirectory } from "../src/tools/contract/index.ts";
import { depth } from "./run/depth.ts";
import { runTool } from "./run/tool.ts";

// The native compiler takes a third of the CPU of the one that builds the package
const native = "typescript-7";
const compilers = depth([native], [native, "typescript"]);
const projects = [".", "src/tools/look/browser", "src/pipeline/site/assets", "src/tools/sandbox/page/assets"];

test.each(compilers.flatMap((compiler) => projects.map((project) => [project, compiler])))(
  "%s has no type error (%s)",
  async (project, compiler) => {
    // With a thread for each part of the work, it takes half as much CPU again
    const threads = compiler === native ? ["--singleThreaded"] : [];
    const args = ["--noEmit", "-p", join(projectDirectory, project), ...threads];
    const tsc = join(projectDirectory, "node_modules", compiler, "bin", "tsc");
    const { code, stdout, stderr } = await runTool(tsc, args);
    expect(stdout + stderr).toBe("");
    expect(code).toBe(0);
  },
);
