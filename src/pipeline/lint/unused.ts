// Finds what nothing uses: files under src/ that are not loaded, and exports that no other file imports.
import { readdir, readFile } from "node:fs/promises";
import { basename, extname, join, posix } from "node:path";
import ts from "typescript";
import { projectDirectory } from "../../tools/contract/index.ts";
import type { Finding } from "../../tools/terminal/index.ts";

/** A name that a module takes from another one, or hands on from there as its own `as`. */
interface Import {
  readonly from: string;
  /** Empty for the file alone, `*` for every name. */
  readonly name: string;
  readonly as?: string;
}

interface Module {
  readonly source: ts.SourceFile;
  readonly imports: Import[];
  readonly exports: Map<string, ts.Node>;
  /** How often it names each thing. */
  readonly names: Map<string, number>;
}

/** What these and the manifests under src/ name by path, or as a function of a rule, is loaded without an import. */
const manifests = ["package.json", ".spectral.yaml"];

/**
 * Finds dead files and exports by their names alone. A type that its own file uses may be exported: it stands in the
 * signature of something that is.
 *
 * @param directory A repository; by default this one.
 */
export async function unusedFindings(directory = projectDirectory): Promise<Finding[]> {
  const read = (file: string) => readFile(join(directory, file), "utf8");
  const listed = ["src", "test"].map(async (folder) =>
    (await readdir(join(directory, folder), { recursive: true })).map((file) => posix.join(folder, file)),
  );
  const all = (await Promise.all(listed)).flat().filter((file) => !file.includes("node_modules"));
  const files = all.filter((file) => /\.[jt]s$/.test(file));
  const modules = new Map(
    await Promise.all(files.map(async (file) => [file, moduleOf(file, await read(file))] as const)),
  );
  const texts = [...manifests, ...all.filter((file) => /^src\/.*\.json$/.test(file))];
  const named = (await Promise.all(texts.map(read))).join("\n");

  const used = new Set<string>();
  const use = (file: string, name: string): void => {
    const module = modules.get(file);
    if (module === undefined || used.has(`${file} ${name}`)) return;
    used.add(file).add(`${file} ${name}`);
    for (const one of module.imports) {
      if (one.as === "*" || (one.as !== undefined && (one.as === name || name === "*"))) {
        use(one.from, one.name === "*" ? name : one.name);
      }
    }
  };
  for (const [file, { imports }] of modules) {
    const path = file.slice(0, -extname(file).length);
    const isEntry = named.includes(path) || named.includes(`\n  - ${basename(path)}\n`) || path.endsWith(".entry");
    if (isEntry || file.startsWith("test/")) use(file, "*");
    for (const { from, name, as } of imports) {
      used.add(from);
      if (as === undefined) use(from, name);
    }
  }
  return [...modules].flatMap(([file, { source, exports, names }]) => {
    if (!used.has(file)) return [{ file, rule: "unused/file", message: "Nothing loads it. Delete it." }];
    const isUsed = (name: string, node: ts.Node) =>
      used.has(`${file} *`) || used.has(`${file} ${name}`) || (isType(node.parent) && (names.get(name) ?? 0) > 1);
    return Array.from(exports).flatMap(([name, node]) => {
      if (isUsed(name, node)) return [];
      const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
      const message = `No other file imports ${name}. Delete it, or only \`export\` when this file uses it.`;
      return [{ file, line: line + 1, column: character + 1, rule: "unused/export", message }];
    });
  });
}

function isType(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function moduleOf(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const module: Module = { source, imports: [], exports: new Map(), names: new Map() };
  const take = (target: ts.Node | undefined, ...names: Omit<Import, "from">[]): void => {
    if (target === undefined || !ts.isStringLiteral(target) || !target.text.startsWith(".")) return;
    const from = posix.join(posix.dirname(file), target.text);
    module.imports.push(...names.map((name) => ({ from, ...name })));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) module.names.set(node.text, (module.names.get(node.text) ?? 0) + 1);
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
      take(node.moduleSpecifier, { name: bindings !== undefined && ts.isNamespaceImport(bindings) ? "*" : "" });
      for (const one of named) take(node.moduleSpecifier, { name: (one.propertyName ?? one.name).text });
    } else if (ts.isExportDeclaration(node)) {
      const named =
        node.exportClause !== undefined && ts.isNamedExports(node.exportClause) ? node.exportClause : undefined;
      if (named === undefined) take(node.moduleSpecifier, { name: "*", as: "*" });
      for (const { name, propertyName = name } of named?.elements ?? []) {
        module.exports.set(name.text, name);
        take(node.moduleSpecifier, { name: propertyName.text, as: name.text });
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(node.arguments[0], ...namesTakenOf(node));
    } else if (ts.isNewExpression(node) && node.expression.getText() === "URL") {
      take(node.arguments?.[0], { name: "" });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      take(node.argument.literal, { name: node.qualifier?.getText() ?? "*" });
    }
    if (ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      const declared = ts.isVariableStatement(node) ? node.declarationList.declarations : [node as ts.Declaration];
      for (const name of declared.map(ts.getNameOfDeclaration)) if (name) module.exports.set(name.getText(), name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // The types of JSDoc are comments to the parser
  for (const [, path = ""] of text.matchAll(/(?:@import\b[^;]*? from |@type \{import\()["'](\.[^"']+)["']/g)) {
    module.imports.push({ from: posix.join(posix.dirname(file), path), name: "*" });
  }
  return module;
}

/** What is taken of a module that `import()` loads: `(await import()).a`, `{ a } = await import()`, `.then(({ a }) =>`. */
function namesTakenOf(call: ts.CallExpression): { readonly name: string }[] {
  const text = call.getSourceFile().text;
  const [before, after] = [text.slice(0, call.getStart()), text.slice(call.end)];
  const found =
    /^\)\.(\w+)/.exec(after) ?? /\{([^{}]*)\} = await $/.exec(before) ?? /^\.then\(\(\{([^{}]*)\}\)/.exec(after);
  return found?.[1]?.split(",").map((name) => ({ name: name.replace(/:.*/s, "").trim() })) ?? [{ name: "*" }];
}
