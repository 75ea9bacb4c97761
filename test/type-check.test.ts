// The whole project is free of type errors: the sources, the tests and what they say of types, and the scripts of the browser with its types and none of Node's.
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { runProgram } from "./commands.ts";

test.each([".", "src/shared/look/browser", "src/site/assets", "src/sandbox/page/assets"])(
  "%s has no type error",
  async (project) => {
    // The native compiler takes a third of the CPU of the one that builds the package; with a thread for each part of the work, half as much again
    const args = ["--noEmit", "-p", join(projectDirectory, project), "--singleThreaded"];
    // Its findings are kept from run to run: a second one takes a fifth of the time
    const kept = join(projectDirectory, "node_modules", ".cache", "type-check", `${project.replaceAll("/", "-")}.json`);
    args.push("--incremental", "--tsBuildInfoFile", kept);
    const tsc = join(projectDirectory, "node_modules", "typescript-7", "bin", "tsc");
    const { code, stdout, stderr } = await runProgram(process.execPath, [tsc, ...args]);
    expect(stdout + stderr).toBe("");
    expect(code).toBe(0);
  },
);
