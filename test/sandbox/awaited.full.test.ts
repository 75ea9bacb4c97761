// A forgotten `await` is a fault that no other test is sure to notice, and that no compiler refuses: here none is found in the sandbox and its tests.
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";

const sandbox = join(projectDirectory, "src/sandbox");

/** Each line but the imports and the last leaves a promise alone. */
const forgetful = `
import type { World } from "./world/world.ts";
import { moveOrder } from "./domain/orders.ts";
export const forgetful = (world: World) => {
  world.records.users.delete("somebody");
  moveOrder(world, {} as never, {});
  if (world.hasWork) world.save();
  world.hasWork && world.save();
  [1].forEach(async () => world.save());
  return world.save();
}`;

/** Where a promise is made and left alone, or a function that returns one is passed to a caller that ignores what it returns. */
function floatingIn(sources: readonly string[], added: { readonly file: string; readonly text: string }): string[] {
  const { config } = ts.readConfigFile(join(projectDirectory, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, projectDirectory);
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (file) => (file === added.file ? added.text : readFile(file));
  const program = ts.createProgram([...sources, added.file], options, host);
  const checker = program.getTypeChecker();
  const isPromise = (type: ts.Type) =>
    (type.isUnion() ? type.types : [type]).some(({ symbol }) => symbol?.name === "Promise");
  const returned = (type: ts.Type | undefined) => type?.getCallSignatures().map((one) => one.getReturnType()) ?? [];
  const isLeft = (node: ts.Node) => {
    if (!ts.isExpressionStatement(node) || !isPromise(checker.getTypeAtLocation(node.expression))) return false;
    const { expression } = node;
    if (ts.isBinaryExpression(expression)) return !expression.operatorToken.getText().endsWith("=");
    return !ts.isCallExpression(expression) || !/\.(then|catch)$/.test(expression.expression.getText());
  };
  const isGivenAway = (node: ts.Node) =>
    ts.isFunctionLike(node) &&
    ts.isExpression(node) &&
    returned(checker.getContextualType(node)).some(({ flags }) => (flags & ts.TypeFlags.Void) !== 0) &&
    returned(checker.getTypeAtLocation(node)).some(isPromise);
  const found: string[] = [];
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(projectDirectory))) {
    if (source.isDeclarationFile || !/\/(src|test)\/sandbox\//.test(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      // What listens in a test is waited for by what it brings about
      if (!isLeft(node) && !(source.fileName.includes("/src/") && isGivenAway(node))) return;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${relative(projectDirectory, source.fileName)}:${line + 1}`);
    };
    visit(source);
  }
  return found;
}

test("every promise in the sandbox and its tests is awaited, and one that is not is found", () => {
  const all = (directory: string) => ts.sys.readDirectory(directory, [".ts"], ["**/page/assets"]);
  const sources = [...all(sandbox), ...all(import.meta.dirname)];
  const file = join(sandbox, "forgetful.ts");
  const lines = [5, 6, 7, 8, 9].map((line) => `src/sandbox/forgetful.ts:${line}`);
  expect(floatingIn(sources, { file, text: forgetful })).toEqual(lines);
});
