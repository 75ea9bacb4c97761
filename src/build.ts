// `npm run build`: compiles what other teams import into dist/lib, and bundles the commands and the sandbox they run into dist/bin.
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import ts from "typescript";
import { generatedDirectory, projectDirectory, runTool } from "./contract/index.ts";
import { packedFolder, pageAssets } from "./sandbox/index.ts";
import { exitCode, removeWhenInterrupted, runCommand, showProgress } from "./terminal/index.ts";

const help = `
Usage: npm run build [-- --out DIR]

Compiles the client, the events, the types and the examples with tsc into lib/, and bundles the commands and the sandbox
with esbuild into bin/, as \`npm pack\` packs them. If there is a type error, it replaces nothing.

  --out DIR   where to build; its lib/ and bin/ are replaced (default: dist)

Exit codes: 0 built, 1 type errors, 2 could not run.
`;

/** Written as JavaScript by `npm run generate` already: tsc has nothing to compile in them. */
const copied = ["event-validators.js", "event-validators.d.ts"];

await runCommand({
  name: "npm run build --",
  help,
  options: { out: { type: "string", default: join(projectDirectory, "dist") } },
  async run(options) {
    const out = resolve(options.out);
    // Built beside its place, so that a failed build leaves the last good one
    const work = join(out, `.${process.pid}.new`);
    const forget = removeWhenInterrupted(work);
    const done = showProgress("Building the package");
    try {
      const compiler = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
      const project = join(projectDirectory, "tsconfig.build.json");
      const { code, stdout, stderr } = await runTool(compiler, ["-p", project, "--outDir", join(work, "lib")]);
      if (code !== 0) {
        process.stderr.write(`${stdout}${stderr}`);
        return exitCode.findings;
      }
      for (const name of copied) await cp(join(generatedDirectory, name), join(work, "lib", "generated", name));
      await declareSandbox(join(work, "lib"));
      await bundleCommands(join(work, "bin"));
      for (const name of ["lib", "bin"]) {
        await rm(join(out, name), { recursive: true, force: true });
        await rename(join(work, name), join(out, name));
      }
    } finally {
      done();
      forget();
      await rm(work, { recursive: true, force: true });
    }
    process.stdout.write(
      `Built ${["lib", "bin"].map((name) => relative(process.cwd(), join(out, name))).join(" and ")}\n`,
    );
    return exitCode.well;
  },
});

/**
 * Writes the declarations of the sandbox's entry, and of the files that it names: what is behind them is bundled and needs none.
 * `npm test` checks the types; here they are only written down.
 */
async function declareSandbox(directory: string): Promise<void> {
  const configuration = ts.getParsedCommandLineOfConfigFile(
    join(projectDirectory, "tsconfig.json"),
    {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      noCheck: true,
      rootDir: projectDirectory,
      outDir: directory,
    },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => void process.stderr.write(`${messageText}\n`),
    },
  );
  const entry = join(projectDirectory, "src", "sandbox", "start-sandbox.ts");
  const declarations = new Map<string, string>();
  ts.createProgram([entry], configuration?.options ?? {}).emit(undefined, (file, text) => declarations.set(file, text));
  const wanted = [join(directory, "src", "sandbox", "start-sandbox.d.ts")];
  for (const file of wanted) {
    const text = declarations.get(file);
    if (text === undefined) throw new Error(`No declarations were made for ${relative(directory, file)}.`);
    for (const [, path = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.(?:ts|js)"/g)) {
      const named = `${resolve(dirname(file), path)}.d.ts`;
      if (!wanted.includes(named)) wanted.push(named);
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Bundles the commands, so that who installs the package installs nothing for them. */
async function bundleCommands(directory: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: {
      "wearable-health-api": join(projectDirectory, "src", "bin.js"),
      sandbox: join(projectDirectory, "src", "sandbox", "start-sandbox.ts"),
    },
    outdir: directory,
    absWorkingDir: projectDirectory,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    // Only of use beside the sources: what it makes of them is written below
    external: ["esbuild"],
    // The entry says on an old Node what to do: it must be read there
    target: "es2022",
    metafile: true,
    legalComments: "none",
    logLevel: "silent",
    // What is CommonJS asks for Node's own modules with require
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
  });
  await mkdir(join(directory, packedFolder));
  for (const [name, { text }] of await pageAssets()) await writeFile(join(directory, packedFolder, name), text);
  await writeFile(join(directory, "LICENSES"), await licencesOf(metafile));
}

/** The licences of the packages that are bundled: most ask that their text goes with them. */
async function licencesOf({ outputs }: Metafile): Promise<string> {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const packages = new Set(bundled.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const texts = Array.from(packages, async (directory) => {
    const { name, version, license } = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as Record<
      string,
      string
    >;
    const [file] = (await readdir(directory)).filter((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? "" : await readFile(join(directory, file), "utf8");
    return `${name} ${version}, ${license}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).sort().join(`\n${"-".repeat(80)}\n\n`);
}
