// The public types of the first package, as its declarations write them: none changes unnoticed, and none is a library's.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { sharedBuild } from "./build/installed.ts";

test("the declarations of clients and events are those of test/public-types.txt", async () => {
  const directory = join(await sharedBuild(), "wearable-health-api");
  const printer = ts.createPrinter({ removeComments: true });
  const texts = globSync("src/*/*.d.ts", { cwd: directory }).sort();
  const declared = texts.map((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(directory, file), "utf8"), ts.ScriptTarget.ESNext);
    return `// ${file}\n${printer.printFile(source)}`;
  });
  expect(declared.join("\n")).not.toMatch(/openapi-(?:fetch|typescript)/);
  await expect(
    declared.join("\n"),
    "If a type was changed on purpose, run `npm run test:full -- public-types -u`, commit the file, and say it in CHANGELOG.md.",
  ).toMatchFileSnapshot("public-types.txt");
});
