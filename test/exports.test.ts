// The names that both packages export: none is added, removed or renamed unnoticed. Types and examples follow the contract, which the gate compares.
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";

/** The source of each entry, by the name under which a program imports it. */
const entries = {
  "wearable-health-api": "src/client/index.ts",
  "wearable-health-api/events": "src/events/index.ts",
  "wearable-health-api/events/validate": "src/events/validate.ts",
  "wearable-health-api-tools": "src/sandbox/start-sandbox.ts",
  "wearable-health-api-tools/control": "src/sandbox/control-client/index.ts",
  "wearable-health-api-tools/check-receiver": "src/check-receiver/check-receiver.ts",
  "wearable-health-api-tools/vitest": "src/sandbox/vitest.ts",
};

test("both packages export these entries", () => {
  const named = [
    ["src/client/manifest.json", "wearable-health-api"],
    ["src/tools.manifest.json", "wearable-health-api-tools"],
  ].flatMap(([file = "", name = ""]) => {
    const { exports } = JSON.parse(readFileSync(join(projectDirectory, file), "utf8")) as { exports: object };
    const typed = Object.entries(exports).filter(([, target]) => typeof target === "object");
    return typed.map(([entry]) => posix.join(name, entry));
  });
  const generated = ["wearable-health-api/types", "wearable-health-api/examples"];
  expect(named.toSorted()).toEqual([...generated, ...Object.keys(entries)].toSorted());
});

test("the exported names are those of test/exports.txt", async () => {
  const names = Object.entries(entries).flatMap(([entry, file]) =>
    listExports(join(projectDirectory, file)).map((name) => `${entry} ${name}`),
  );
  await expect(
    `${names.join("\n")}\n`,
    "If an export was added, renamed or removed on purpose, run `npm test -- exports -u`, commit test/exports.txt, and say it in CHANGELOG.md.",
  ).toMatchFileSnapshot("exports.txt");
});

/** The names that a module exports, sorted, those of `export *` included. */
function listExports(file: string): string[] {
  const { statements } = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return statements
    .flatMap((statement) => {
      if (ts.isExportDeclaration(statement)) return listReexports(statement, file);
      const isExported = ts.canHaveModifiers(statement)
        ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
        : false;
      return isExported ? listDeclaredNames(statement, file) : [];
    })
    .sort();
}

function listReexports({ exportClause, moduleSpecifier }: ts.ExportDeclaration, file: string): string[] {
  if (exportClause !== undefined && ts.isNamedExports(exportClause)) {
    return exportClause.elements.map(({ name }) => name.text);
  }
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier))
    throw new Error(`${file}: an export of nothing`);
  return listExports(join(dirname(file), moduleSpecifier.text));
}

function listDeclaredNames(statement: ts.Statement, file: string): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  if (name === undefined) throw new Error(`${file}: an export without a name`);
  return [name.text];
}
