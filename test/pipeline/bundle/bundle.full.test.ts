// The bundle is what a person gets from `redocly bundle`, to the byte.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundle } from "../../../src/pipeline/bundle/index.ts";
import { contractRoot, controlRoot, projectDirectory, runTool } from "../../../src/tools/contract/index.ts";

const redocly = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");

describe("the bundle is, to the byte, what `redocly bundle` writes", () => {
  test.each([
    ["of the contract", contractRoot],
    ["of the document of the control plane", controlRoot],
  ])("%s", async (_, root) => {
    const configuration = join(projectDirectory, "redocly.yaml");
    const { code, stdout, stderr } = await runTool(redocly, ["bundle", root, "--config", configuration]);
    expect(code, stderr).toBe(0);
    expect((await bundle(root)).yaml).toBe(stdout);
  });
});
