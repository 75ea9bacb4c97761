// The document of the control plane is sound, and a fault in it is reported at its place, as one of the contract is.
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { lintControl } from "../../../../src/pipeline/lint/index.ts";
import { contractRoot, controlRoot } from "../../../../src/tools/contract/index.ts";
import { contractCopy } from "../../../commands.ts";

// Also a part of `npm run lint`
test("the document has no finding", async () => {
  expect((await lintControl()).findings).toEqual([]);
});

test("an error in the document is reported with file, line and remedy", async () => {
  const copy = await contractCopy();
  try {
    // Without the ruleset beside it, whose place is what it is found by: that of the contract has this rule, too
    const directory = join(copy.directory, "openapi");
    await cp(dirname(controlRoot), directory, { recursive: true, filter: (path) => !path.endsWith(".spectral.yaml") });
    // What is of the service is described by the contract, in its own place
    for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const place = join(file.parentPath, file.name);
      const text = await readFile(place, "utf8");
      await writeFile(
        place,
        text.replaceAll("../../../../../openapi/", `${relative(file.parentPath, dirname(contractRoot))}/`),
      );
    }
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
