// The whole project is free of type errors: the sources, the tests and what they say of types, and the scripts of the browser with its types and none of Node's.
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDirectory, runTool } from "../src/contract/index.ts";
import { depth } from "./run/depth.ts";

// The native compiler takes a third of the CPU; the other one is what builds the package
const compilers = depth(["typescript-7"], ["typescript-7", "typescript"]);
const projects = [".", "src/site/assets", "src/sandbox/page/assets"];

test.each(compilers.flatMap((compiler) => projects.map((project) => [project, compiler])))(
  "%s has no type error (%s)",
  async (project, compiler) => {
    const program = join(projectDirectory, "node_modules", compiler, "bin", "tsc");
    const { code, stdout, stderr } = await runTool(program, ["--noEmit", "-p", join(projectDirectory, project)]);
    expect(stdout + stderr).toBe("");
    expect(code).toBe(0);
  },
);
