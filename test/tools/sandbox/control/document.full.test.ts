// A fault in the document of the control plane is reported at its place, as one of the contract is.
import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { lintControl } from "../../../../src/pipeline/lint/index.ts";
import { controlRoot } from "../../../../src/tools/contract/index.ts";
import { contractCopy } from "../../../commands.ts";

test("an error in the document is reported with file, line and remedy", async () => {
  const copy = await contractCopy();
  try {
    // Without the ruleset beside it, whose place is what it is found by: that of the contract has this rule, too
    const directory = join(copy.directory, "openapi");
    await cp(dirname(controlRoot), directory, { recursive: true, filter: (path) => !path.endsWith(".spectral.yaml") });
    const path = join(directory, "paths", "list-worlds.yaml");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace("operationId: listWorlds", "operationId: allWorlds"));
    const { findings } = await lintControl(join(directory, "openapi.yaml"));
    const line = text.split("\n").findIndex((one) => one.includes("operationId: listWorlds")) + 1;
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: "operation-id", line, file: expect.stringMatching(/paths.list-worlds\.yaml$/) }),
    );
  } finally {
    await copy.remove();
  }
});
