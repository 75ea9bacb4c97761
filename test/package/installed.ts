// Packs the package and installs it, without a network, into a project of its own, as another team does.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { projectDirectory } from "../../src/contract/index.ts";

/** How a process ended. */
export interface Ended {
  readonly code: number;
  /** Both streams: stdout first. */
  readonly output: string;
}

/** Runs a program to its end; a failure is a result too. */
export function run(program: string, args: readonly string[], cwd: string): Promise<Ended> {
  const { FORCE_COLOR: _, ...environment } = process.env;
  // What npm tells its scripts would steer the npm started here
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !/^npm_/i.test(name)));
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: { ...env, NO_COLOR: "1" }, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? (typeof error.code === "number" ? error.code : 1) : 0, output: stdout + stderr }),
    );
  });
}

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await run("npm", args, cwd);
  if (code !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${output}`);
  return output;
}

/** Our package as a tarball, and projects that have installed it. */
export interface Installed {
  readonly tarball: string;
  /** The files in the tarball. */
  readonly files: readonly string[];
  /** A project with the package, its dependency and the types of Node. */
  readonly project: string;
  /** The package inside of that project. */
  readonly directory: string;
  /** A project with nothing but our package: not even its dependency. */
  readonly bare: string;
  remove(): Promise<void>;
}

/** Builds, packs and installs; a few seconds. */
export async function installPackage(): Promise<Installed> {
  const work = await realpath(await mkdtemp(join(tmpdir(), "packed-")));
  const tarballs = join(work, "tarballs");
  const project = join(work, "project");
  await mkdir(tarballs);
  await mkdir(project);
  // Nothing is left over from an older build: packing builds by itself
  for (const name of ["lib", "bin"]) await rm(join(projectDirectory, "dist", name), { recursive: true, force: true });
  await npm(["pack", "--silent", "--pack-destination", tarballs], projectDirectory);
  // Without a network: what the package depends on is packed from node_modules
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    const source = join(projectDirectory, "node_modules", name);
    await npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", tarballs, source], work);
  }
  const packed = await readdir(tarballs);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const offline = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--cache", join(work, "cache")];
  await npm(["install", ...offline, ...packed.map((name) => join(tarballs, name))], project);
  await cp(join(projectDirectory, "test", "package", "consumer"), project, { recursive: true });
  await mkdir(join(project, "node_modules", "@types"));
  for (const name of ["@types/node", "undici-types"]) {
    await symlink(join(projectDirectory, "node_modules", name), join(project, "node_modules", name), "dir");
  }

  const bare = join(work, "bare");
  const directory = join(project, "node_modules", "wearable-health-api");
  await cp(directory, join(bare, "node_modules", "wearable-health-api"), { recursive: true });
  await writeFile(join(bare, "package.json"), JSON.stringify({ name: "bare", private: true, type: "module" }));

  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return {
    tarball: join(tarballs, packed.find((name) => name.startsWith("wearable-health-api")) ?? ""),
    files: entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
      .sort(),
    project,
    directory,
    bare,
    remove: () => rm(work, { recursive: true, force: true }),
  };
}

/** The compilers that consumers may have, by their folder in node_modules. */
export const compilers = {
  "5.4": "typescript-5.4",
  "5.9": "typescript",
  "6.0": "typescript-6",
  "7.0": "typescript-7",
} as const;

/** How consumers resolve modules; and which globals they have: those of Node, or those of a browser. */
export const surroundings = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext", lib: ["es2022"], types: ["node"] },
  bundler: { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], types: [] },
} as const;

/**
 * Compiles files of a consumer's project, as strictly as can be.
 *
 * @param files Their names.
 * @param out Where the JavaScript goes, beside the package; nothing is written without it.
 */
export async function compile(
  project: string,
  version: keyof typeof compilers,
  resolution: keyof typeof surroundings,
  files: readonly string[],
  out?: string,
): Promise<Ended> {
  const configuration = join(project, `tsconfig.${version}.${resolution}.${files[0]}.json`);
  const compilerOptions = {
    target: "es2022",
    ...surroundings[resolution],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    ...(out === undefined ? { noEmit: true, declaration: true } : { outDir: out, rootDir: "." }),
  };
  await writeFile(configuration, JSON.stringify({ compilerOptions, files }));
  const compiler = join(projectDirectory, "node_modules", compilers[version], "bin", "tsc");
  return run(process.execPath, [compiler, "-p", configuration], project);
}

/**
 * A Node of this major version among those on the path.
 *
 * CI may not do without: there it is an error.
 */
export async function findNode(major: number): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  for (const program of folders.map((folder) => join(folder, "node"))) {
    if (!existsSync(program)) continue;
    const { output } = await run(program, ["--version"], tmpdir());
    if (output.startsWith(`v${major}.`)) return program;
  }
  const missing = `no Node ${major} on the path`;
  if (process.env["CI"]) throw new Error(`CI runs the package on Node ${major} too, and found ${missing}: install it.`);
  console.warn(`Skipped: ${missing}.`);
  return undefined;
}

/** The TypeScript in the fences of a Markdown file. */
export async function snippetsOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8");
  return Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ""]) => code);
}
