// `npm run build`: builds both packages. dist/lib is what the root's package.json packs; dist/wearable-health-api-tools is packed as it stands.
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative, resolve } from "node:path";
import ts from "typescript";
import { generatedDirectory, projectDirectory } from "../tools/contract/index.ts";
import { madeAssets, packedFolder } from "../tools/sandbox/index.ts";
import {
  defineCommand,
  exitCode,
  Failure,
  removeWhenInterrupted,
  runCommand,
  showProgress,
} from "../tools/terminal/index.ts";

const help = `
Usage: npm run build [-- --out DIR]

Builds the two packages of this repository:
  lib/                        of wearable-health-api: client, events, types and examples. \`npm pack\` packs it with the documents.
  wearable-health-api-tools/  all of wearable-health-api-tools: \`npm pack ./dist/wearable-health-api-tools\` packs it.
A type error leaves the last build in place.

  --out DIR   where to build; both folders in it are replaced (default: dist)

Exit codes: 0 built, 1 type errors, 2 could not run.
`;

const toolsName = "wearable-health-api-tools";

/**
 * The manifest of the tools. It cannot be called package.json: below src/ that would begin a package of its own, from
 * which Node does not find `wearable-health-api/openapi.json`. And it is not an npm workspace: npm would have to install
 * `wearable-health-api` for it. The build adds the version, and the dependency on the package of the same version.
 */
const toolsManifest = join(projectDirectory, "src", "tools", "manifest.json");

/** `npm run generate` writes these as JavaScript; tsc does not copy them. */
const copied = ["event-validators.js", "event-validators.d.ts"];

/** Imported only when running from source: the build ships their output. */
const onlyFromSource = ["esbuild"];

/** A package's manifest, as far as the build reads it. */
interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** What a consumer has already, such as the test runner that an export is for. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Each file is read and parsed once for all programs. */
const host = ts.createCompilerHost({});
const parsed = new Map<string, ts.SourceFile | undefined>();
const parse = host.getSourceFile;
host.getSourceFile = (file, ...rest) => {
  if (!parsed.has(file)) parsed.set(file, parse(file, ...rest));
  return parsed.get(file);
};

export const buildCommand = defineCommand({
  name: "npm run build --",
  help,
  options: { out: { type: "string", default: join(projectDirectory, "dist") } },
  async run(options) {
    const out = resolve(options.out);
    // Built in a temporary directory, so that a failed build leaves the last good one
    const work = join(out, `.${process.pid}.new`);
    const forget = removeWhenInterrupted(work);
    const done = showProgress("Building the packages");
    try {
      const errors = buildPackage(join(work, "lib"));
      if (errors.length > 0) {
        process.stderr.write(ts.formatDiagnostics(errors, host));
        return exitCode.findings;
      }
      for (const name of copied) await cp(join(generatedDirectory, name), join(work, "lib", "generated", name));
      await buildTools(join(work, toolsName));
      for (const name of ["lib", toolsName]) {
        await rm(join(out, name), { recursive: true, force: true });
        await rename(join(work, name), join(out, name));
      }
    } finally {
      done();
      forget();
      await rm(work, { recursive: true, force: true });
    }
    process.stdout.write(
      `Built ${["lib", toolsName].map((name) => relative(process.cwd(), join(out, name))).join(" and ")}\n`,
    );
    return exitCode.success;
  },
});

if (import.meta.main) await runCommand(buildCommand);

function configuration(name: string, instead: object = {}): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(join(projectDirectory, name), ts.sys.readFile);
  return ts.parseJsonConfigFileContent({ ...config, ...instead }, ts.sys, projectDirectory);
}

async function readManifest(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(file, "utf8")) as Manifest;
}

/** Compiles the first package, and returns the type errors that keep it from being written. */
function buildPackage(outDir: string): readonly ts.Diagnostic[] {
  const { fileNames, options } = configuration("tsconfig.build.json");
  const program = ts.createProgram(fileNames, { ...options, outDir }, host);
  const errors = ts.getPreEmitDiagnostics(program);
  return errors.length > 0 ? errors : program.emit().diagnostics;
}

/** Builds the package of the tools: its code, the declarations of its entries, the files that it reads, its manifest. */
async function buildTools(out: string): Promise<void> {
  const packageManifest = await readManifest(join(projectDirectory, "package.json"));
  const manifest = await readManifest(toolsManifest);
  const { name, version } = { name: "wearable-health-api", ...packageManifest };
  const complete = { ...manifest, version, dependencies: { [name]: version, ...manifest.dependencies } };

  const entries = Object.values(manifest.exports).filter((target) => typeof target === "object");
  const starts = [...Object.values(manifest.bin), ...entries.map((entry) => entry.default)].map(posix.normalize);
  // What the first package exports is not copied but re-exported
  const reExports = new Map([["generated/types.d.ts", `export * from "${name}/types";\n`]]);
  for (const [entry, target] of Object.entries(packageManifest.exports)) {
    if (typeof target !== "object") continue;
    const module = posix.relative("dist/lib", target.default).replace(/\.js$/, "");
    const reExport = `export * from "${posix.join(name, entry)}";\n`;
    reExports.set(`${module}.js`, reExport).set(`${module}.d.ts`, reExport);
  }

  const emit = emitters(starts.map((file) => file.replace(/\.js$/, ".ts")));
  const { files, packages } = await reachable(starts, reExports, emit.code);
  checkDependencies(packages, Object.keys({ ...complete.dependencies, ...complete.peerDependencies }));
  const assets = new Map(
    Array.from(await madeAssets(), ([file, text]) => [`src/tools/sandbox/page/${packedFolder}/${file}`, text]),
  );
  const manifestText = `${JSON.stringify(complete, null, 2)}\n`;
  await writeAll(out, new Map([...files, ...assets, ["package.json", manifestText]]));
  await cp(join(generatedDirectory, "control-openapi.json"), join(out, "generated", "control-openapi.json"));
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"]) await cp(join(projectDirectory, file), join(out, file));
  const types = entries.map((entry) => posix.normalize(entry.types));
  await writeAll(out, declarationsOf(types, reExports, emit.declarations));
}

/** Gives what TypeScript makes of a file, by its path from the repository. */
type Emit = (source: string) => string | undefined;

/** Prepares the modules and all that they import, to emit one at a time; `npm test` checks the types. */
function emitters(modules: readonly string[]): { readonly code: Emit; readonly declarations: Emit } {
  const files = modules.map((file) => join(projectDirectory, file));
  const { options } = configuration("tsconfig.json", { include: [], files });
  const common = { ...options, noEmit: false, noCheck: true, rewriteRelativeImportExtensions: true, allowJs: false };
  const program = ts.createProgram(files, { ...common, checkJs: false }, host);
  const declaring = { ...common, checkJs: false, declaration: true, emitDeclarationOnly: true };
  // The same files: nothing is read or resolved again
  const declarations = ts.createProgram(files, declaring, host, program);
  const emit = (of: ts.Program) => (source: string) => {
    const file = of.getSourceFile(join(projectDirectory, source));
    let text: string | undefined;
    if (file !== undefined) of.emit(file, (_, emitted) => (text = emitted));
    return text;
  };
  return { code: emit(program), declarations: emit(declarations) };
}

/** The declarations of these modules and of all that they name. */
function declarationsOf(
  starts: readonly string[],
  given: ReadonlyMap<string, string>,
  emit: Emit,
): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  const wanted = new Set(starts);
  for (const file of wanted) {
    const text = given.get(file) ?? emit(file.replace(/\.d\.ts$/, ".ts"));
    if (text === undefined) continue;
    declared.set(file, text);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (fileName.startsWith(".")) wanted.add(posix.join(posix.dirname(file), fileName.replace(/\.ts$/, ".d.ts")));
    }
  }
  return declared;
}

/** The modules that these import, directly or indirectly, and the packages that they import. */
async function reachable(
  starts: readonly string[],
  given: ReadonlyMap<string, string>,
  emit: Emit,
): Promise<{ files: ReadonlyMap<string, string>; packages: ReadonlySet<string> }> {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const wanted = new Set(starts);
  for (const file of wanted) {
    const made = given.get(file) ?? emit(file.replace(/\.js$/, ".ts"));
    // Files that are not TypeScript are copied unchanged
    const text = made ?? (await readFile(join(projectDirectory, file), "utf8"));
    files.set(file, text);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (fileName.startsWith(".")) wanted.add(posix.join(posix.dirname(file), fileName));
      else if (!fileName.startsWith("node:")) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? fileName);
    }
  }
  return { files, packages };
}

/** @throws {Failure} when the packages that the tools import are not those that they declare. */
export function checkDependencies(imported: ReadonlySet<string>, declared: readonly string[]): void {
  const missing = [...imported].filter((name) => !declared.includes(name) && !onlyFromSource.includes(name));
  const unused = declared.filter((name) => !imported.has(name) && name !== "wearable-health-api");
  if (missing.length === 0 && unused.length === 0) return;
  const listed = (names: readonly string[]) => names.join(", ") || "none";
  throw new Failure(
    `The dependencies in src/tools/manifest.json do not match the imports of the tools: missing ${listed(missing)}; unused ${listed(unused)}.`,
    "Correct them, with the versions in the root's package.json.",
  );
}

async function writeAll(directory: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(join(directory, dirname(file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
}
