// `npm run build`: assembles both packages in dist/, each with its own manifest, README and documents, and packs them.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative, resolve } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { makeAssets, packedFolder } from "./sandbox/index.ts";
import { contractRoot, projectDirectory, readContract } from "./shared/contract/index.ts";
import { Git } from "./shared/git/index.ts";
import { defineCommand, exitCode, runCommand } from "./shared/terminal/index.ts";
import { buildSiteFiles } from "./site/index.ts";

const help = `
Usage: npm run build [-- --out DIR]

Builds and packs both packages, and prints the command that installs them in another project.
  wearable-health-api/        client, events, types, examples and the contract
  wearable-health-api-tools/  the tools, and the guides
At the commit of a release they have its version, otherwise one such as 0.2.1-dev.41.g65428a42.
A type error in the first package leaves the last build in place.

  --out DIR   where to build, replacing the folders and tarballs of both packages (default: dist)

Exit codes: 0 built, 1 type errors, 2 could not run.
`;

/** A package's manifest, as far as the build reads it. */
interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Texts by their path in a package; what comes from the repository keeps its path. */
type Files = Map<string, string>;

export const buildCommand = defineCommand({
  name: "npm run build --",
  help,
  options: { out: { type: "string", default: join(projectDirectory, "dist") } },
  async run(options) {
    const program = createProgram("tsconfig.build.json", {});
    const errors = ts.getPreEmitDiagnostics(program);
    if (errors.length > 0) {
      process.stderr.write(ts.formatDiagnostics(errors, ts.createCompilerHost({})));
      return exitCode.findings;
    }
    const first = await readJson<Manifest>("src/client/manifest.json");
    const second = await readJson<Manifest>("src/tools.manifest.json");
    const root = await readJson<{ version: string; repository?: unknown }>("package.json");
    const guides = await readGuides();

    const client = await collectFiles(first, emit(program));
    client.set("README.md", keepLinks(guides.get("client.md") ?? "", new Map()));

    const files = listEntries(second).map((file) => join(projectDirectory, file.replace(/(\.d)?\.[jt]s$/, ".ts")));
    const emitted = emit(createProgram("tsconfig.json", { include: [], files: files.filter(ts.sys.fileExists) }));
    // The second package imports the exports of the first one instead of copying them
    for (const [entry, target] of Object.entries(first.exports)) {
      const text = `export * from "${posix.join(first.name, entry)}";\n`;
      if (typeof target === "object")
        for (const file of Object.values(target)) emitted.set(posix.normalize(file), text);
    }
    emitted.set("generated/types.d.ts", `export * from "${first.name}/types";\n`);
    const tools = await collectFiles(second, emitted);
    for (const [name, text] of await makeAssets()) tools.set(`src/sandbox/page/${packedFolder}/${name}`, text);
    for (const [name, text] of guides) tools.set(`docs/${name}`, keepLinks(text, guides));
    tools.set("README.md", await readText("src/tools.README.md"));

    const version = await decideVersion(projectDirectory, root.version, [...client.values(), ...tools.values()]);
    const own = { version, repository: root.repository };
    client.set("package.json", writeJson({ ...first, ...own }));
    const dependencies = { [first.name]: version, ...second.dependencies };
    tools.set("package.json", writeJson({ ...second, ...own, dependencies }));

    const out = resolve(options.out);
    const packages = new Map([
      [first.name, client],
      [second.name, tools],
    ]);
    for (const [name, files] of packages) {
      for (const file of ["LICENSE", "CHANGELOG.md"]) files.set(file, await readText(file));
      await rm(join(out, name), { recursive: true, force: true });
      for (const [file, text] of files) {
        await mkdir(join(out, name, dirname(file)), { recursive: true });
        await writeFile(join(out, name, file), text);
      }
      process.stdout.write(`Built ${relative(process.cwd(), join(out, name))}\n`);
    }
    const tarballs = await pack(out, [...packages.keys()], version);
    process.stdout.write(`Install both in another project:\n  npm install ${tarballs.map(quote).join(" ")}\n`);
    return exitCode.success;
  },
});

if (import.meta.main) await runCommand(buildCommand);

/**
 * Decides the version of the packages. After a release it is the next patch with the number of commits since that one,
 * and the newest commit: npm keeps a tarball that it has when another one has the same version.
 *
 * @param directory The repository.
 * @param version The version in its package.json.
 * @param contents The texts of the packages: the version contains their digest where no commit names them.
 */
export async function decideVersion(directory: string, version: string, contents: readonly string[]): Promise<string> {
  const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  const digest = createHash("sha256").update(contents.join("\0")).digest("hex").slice(0, 8);
  const git = new Git(directory);
  // Without git, or unpacked inside of another repository
  const top = await git.top().catch(() => undefined);
  const head = top === realpathSync(directory) ? await git.commit("HEAD") : undefined;
  if (head === undefined) return `${next}-dev.0.source-${digest}`;

  // Without a tag, the commit that set the version; a clone without the whole history does not have it
  const findRelease = async () =>
    (await git.isShallow()) ? undefined : git.firstCommitWith(`"version": "${version}"`, "package.json");
  const release = (await git.commit(`refs/tags/v${version}`)) ?? (await findRelease());
  const isChanged = (await git.text("status", "--porcelain")) !== "";
  if (head === release && !isChanged) return version;
  const count = release === undefined ? 0 : await git.text("rev-list", "--count", `${release}..HEAD`);
  return `${next}-dev.${count}.g${head.slice(0, 8)}${isChanged ? `.dirty-${digest}` : ""}`;
}

/** Packs folders of a directory in place of older tarballs of them, and gives the paths of the tarballs. */
async function pack(directory: string, names: readonly string[], version: string): Promise<string[]> {
  const ours = new RegExp(`^(?:${names.join("|")})-\\d.*[.]tgz$`);
  for (const file of await readdir(directory)) if (ours.test(file)) await rm(join(directory, file));
  const folders = names.map((name) => join(directory, name));
  await promisify(execFile)("npm", ["pack", "--ignore-scripts", "--pack-destination", directory, ...folders]);
  return folders.map((folder) => `${folder}-${version}.tgz`);
}

/** Quotes a path for a shell where it needs that. */
function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function readText(file: string): Promise<string> {
  return readFile(join(projectDirectory, file), "utf8");
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readText(file)) as T;
}

function writeJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Makes a program of the files of a configuration, or of others `instead`, whose types `npm test` checks. */
function createProgram(configuration: string, instead: object): ts.Program {
  const { config } = ts.readConfigFile(join(projectDirectory, configuration), ts.sys.readFile);
  const emitting = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    allowJs: false,
    checkJs: false,
  };
  const own = {
    ...config,
    ...instead,
    compilerOptions: { ...config.compilerOptions, ...emitting, rootDir: ".", noCheck: "files" in instead },
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent(own, ts.sys, projectDirectory);
  return ts.createProgram(fileNames, { ...options, outDir: projectDirectory });
}

/** Compiles a program with tsc. */
function emit(program: ts.Program): Files {
  const files: Files = new Map();
  const write: ts.WriteFileCallback = (file, text) => files.set(relative(projectDirectory, file), text);
  program.emit(undefined, write, undefined, false, { afterDeclarations: [allowUndefined] });
  return files;
}

/** Lets each declared property that may be left out be `undefined`, for consumers with `exactOptionalPropertyTypes`. */
function allowUndefined(context: ts.TransformationContext) {
  const { factory } = context;
  const isEmpty = ({ kind }: ts.TypeNode) =>
    kind === ts.SyntaxKind.NeverKeyword || kind === ts.SyntaxKind.UndefinedKeyword;
  const visit = <Node extends ts.Node>(node: Node): Node => ts.visitEachChild(node, visitProperty, context);
  const visitProperty = (node: ts.Node): ts.Node => {
    const visited = visit(node);
    if (!ts.isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited;
    const { modifiers, name, questionToken, type } = visited;
    if ((ts.isUnionTypeNode(type) ? type.types : [type]).some(isEmpty)) return visited;
    const none = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
    return factory.updatePropertySignature(
      visited,
      modifiers,
      name,
      questionToken,
      factory.createUnionTypeNode([type, none]),
    );
  };
  return visit;
}

/** The files that a manifest names, except itself. */
function listEntries({ bin = {}, exports }: Manifest): string[] {
  const targets = [...Object.values(bin), ...Object.values(exports)];
  const files = targets.flatMap((target) => (typeof target === "string" ? target : Object.values(target)));
  return files.map(posix.normalize).filter((file) => file !== "package.json");
}

/** Collects the files that a manifest names, and those that they import: compiled, or as the repository has them. */
async function collectFiles(manifest: Manifest, made: Files): Promise<Files> {
  const files: Files = new Map();
  const wanted = new Set(listEntries(manifest));
  for (const file of wanted) {
    const own = made.get(file) ?? (await readText(file));
    // Minified: programs read it
    const text = file.endsWith(".json") ? JSON.stringify(JSON.parse(own)) : own;
    files.set(file, text);
    if (!/\.[jt]s$/.test(file)) continue;
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      // A declaration imports declarations
      const name = file.endsWith(".d.ts") ? fileName.replace(/(\.d)?\.[jt]s$/, ".d.ts") : fileName;
      if (name.startsWith(".")) wanted.add(posix.join(dirname(file), name));
    }
  }
  return files;
}

/** The guides of the site as Markdown by name, and `index.md`, which says what each is for. */
async function readGuides(): Promise<Files> {
  const site = await buildSiteFiles((await readContract()).document, contractRoot);
  // The others are for contributors to this repository
  const named = /^guides\/(?!changelog|conventions|using-these-docs).*\.md$/;
  const texts = Array.from(site).filter(([path]) => named.test(path));
  const guides: Files = new Map(texts.map(([path, text]) => [posix.basename(path), text]));
  const lines = site
    .get("llms.txt")
    ?.match(/^- .*\]\(guides\/.*$/gm)
    ?.map((line) => line.replace("(guides/", "("));
  const list = lines?.filter((line) => keepLinks(line, guides) === line).join("\n");
  return guides.set("index.md", `# Guides\n\nOpen the one that is for your task:\n\n${list}\n`);
}

/** Keeps links to files of the package and to other hosts; replaces all others by their text. */
function keepLinks(markdown: string, there: Files): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link, words: string, target: string) =>
    /^(?:#|[a-z]+:)/.test(target) || there.has(target.replace(/#.*/, "")) ? link : words,
  );
}
