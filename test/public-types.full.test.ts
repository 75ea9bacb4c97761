// The public names and types of both packages, as their declarations have them: none changes unnoticed.
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { manifestIn, sharedBuild } from "./build/installed.ts";

const remedy = (file: string) =>
  `If it was changed on purpose, run \`npm run test:full -- public-types -u\`, commit test/${file}, and describe it in CHANGELOG.md.`;

test("the declarations of clients and events are those of test/public-types.txt", async () => {
  const directory = join(await sharedBuild(), "wearable-health-api");
  const printer = ts.createPrinter({ removeComments: true });
  const texts = globSync("src/*/*.d.ts", { cwd: directory }).sort();
  const declared = texts.map((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(directory, file), "utf8"), ts.ScriptTarget.ESNext);
    return `// ${file}\n${printer.printFile(source)}`;
  });
  expect(declared.join("\n")).not.toMatch(/openapi-(?:fetch|typescript)/);
  await expect(declared.join("\n"), remedy("public-types.txt")).toMatchFileSnapshot("public-types.txt");
});

// Types and examples follow the contract, which the gate compares
test("the exported names are those of test/exports.txt", async () => {
  const names: string[] = [];
  for (const name of ["wearable-health-api", "wearable-health-api-tools"]) {
    const directory = join(await sharedBuild(), name);
    const entries = Object.entries((await manifestIn(directory)).exports).flatMap(([entry, target]) =>
      typeof target === "string" || target.types.includes("/generated/") ? [] : [[entry, target.types] as const],
    );
    const files = entries.map(([, file]) => join(directory, file));
    const options = { noLib: true, types: [], module: ts.ModuleKind.NodeNext };
    const program = ts.createProgram(files, options);
    for (const [index, [entry]] of entries.entries()) {
      const symbol = program.getTypeChecker().getSymbolAtLocation(program.getSourceFile(files[index] ?? "") as ts.Node);
      const exported = symbol === undefined ? [] : program.getTypeChecker().getExportsOfModule(symbol);
      const sorted = exported.map((one) => one.name).sort();
      names.push(...sorted.map((one) => `${posix.join(name, entry)} ${one}`));
    }
  }
  await expect(`${names.join("\n")}\n`, remedy("exports.txt")).toMatchFileSnapshot("exports.txt");
});
