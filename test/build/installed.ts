// Packs both packages and installs them, without a network, into a project of their own, as another team does.
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { type Ended, runProgram } from "../commands.ts";
import { matrixPackage } from "../run/needs.ts";
import { shared } from "../run/shared.ts";

async function npm(args: readonly string[], cwd = tmpdir()): Promise<string> {
  const { code, output } = await runProgram("npm", args, cwd);
  if (code !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${output}`);
  return output;
}

/** A package as a tarball, and where it is installed. */
export interface InstalledPackage {
  readonly tarball: string;
  /** The files in the tarball. */
  readonly files: readonly string[];
  /** The package inside of the project. */
  readonly directory: string;
}

/** Our packages, and projects that have installed them. */
export interface Installed extends InstalledPackage {
  /** A project with both packages, their dependencies and the types of Node. */
  readonly project: string;
  readonly tools: InstalledPackage;
  /** A project with nothing but the first package: not even its dependency. */
  readonly bare: string;
}

/** A manifest, as far as the tests read it. */
export interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

/** Reads the package.json of a folder. */
export async function manifestIn(directory: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as Manifest;
}

/** Builds and packs both packages, into a folder that all tests of a run share: do not change it. */
export function sharedBuild(): Promise<string> {
  return shared("build", async (directory) => {
    // An older one, which the install line of the guides would match, too
    await writeFile(join(directory, "wearable-health-api-0.0.1.tgz"), "");
    const args = ["src/build.ts", "--out", directory];
    const { code, output } = await runProgram(process.execPath, args, projectDirectory);
    if (code !== 0) throw new Error(`The packages could not be built:\n${output}`);
    await writeFile(join(directory, "output.txt"), output);
  });
}

/** Installs the packages without a network into projects that all tests of a run share: nobody may change them. */
function sharedProjects(): Promise<string> {
  return shared("installed", async (place) => {
    // Without a network: the dependencies of the first package are packed from node_modules
    const others = ["openapi-fetch", "openapi-typescript-helpers"].map(ownPackage);
    const cache = ["--cache", join(place, "cache")];
    await npm(["pack", "--silent", "--ignore-scripts", ...cache, "--pack-destination", place, ...others]);
    const tarballs = [...(await tarballsIn(await sharedBuild())), ...(await tarballsIn(place))];
    const { dependencies } = await manifestIn(join(await sharedBuild(), "wearable-health-api-tools"));
    const [project, bare] = [join(place, "project"), join(place, "bare")];
    await mkdir(project);
    const { "wearable-health-api": _, ...declared } = dependencies;
    const linkOthers = async () => {
      for (const name of Object.keys(declared)) {
        const place = join(project, "node_modules", name);
        await mkdir(dirname(place), { recursive: true });
        await rm(place, { force: true });
        await symlink(join(projectDirectory, "node_modules", name), place, "dir");
      }
    };
    // The tools' dependencies, and nothing else, are there already: npm takes them in the declared version
    await linkOthers();
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
    const offline = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", ...cache];
    await npm(["install", ...offline, ...tarballs], project);
    // Again: npm has made the link relative of whatever has a command, and the project is copied elsewhere
    await linkOthers();
    await cp(join(projectDirectory, "test", "build", "consumer"), project, { recursive: true });
    await mkdir(join(project, "node_modules", "@types"));
    for (const name of ["@types/node", "undici-types"]) {
      await symlink(join(projectDirectory, "node_modules", name), join(project, "node_modules", name), "dir");
    }
    const installed = join("node_modules", "wearable-health-api");
    await cp(join(project, installed), join(bare, installed), { recursive: true });
    await writeFile(join(bare, "package.json"), JSON.stringify({ name: "bare", private: true, type: "module" }));
  });
}

async function tarballsIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith(".tgz")).map((name) => join(directory, name));
}

/** Copies of the projects that have installed the packages, for a test file to write into. */
export async function installPackage(): Promise<Installed & { remove(): Promise<void> }> {
  const [projects, tarballs] = [await sharedProjects(), await tarballsIn(await sharedBuild())];
  const work = await realpath(await mkdtemp(join(tmpdir(), "packed-")));
  const [project, bare] = [join(work, "project"), join(work, "bare")];
  await cp(join(projects, "project"), project, { recursive: true, verbatimSymlinks: true });
  await cp(join(projects, "bare"), bare, { recursive: true, verbatimSymlinks: true });
  const installedPackage = async (name: string): Promise<InstalledPackage> => {
    const directory = join(project, "node_modules", name);
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return {
      tarball: tarballs.find((path) => basename(path).replace(/-\d.*/, "") === name) ?? "",
      files: files.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)).sort(),
      directory,
    };
  };
  return {
    ...(await installedPackage("wearable-health-api")),
    tools: await installedPackage("wearable-health-api-tools"),
    project,
    bare,
    remove: () => rm(work, { recursive: true, force: true }),
  };
}

function ownPackage(name: string): string {
  return join(projectDirectory, "node_modules", name);
}

/** The compilers that consumers may have, by their folders: those of this project, and those of `test/matrix/`. */
export const compilers = {
  "5.4": matrixPackage("typescript-5.4"),
  "5.9": ownPackage("typescript"),
  "6.0": matrixPackage("typescript-6"),
  "7.0": ownPackage("typescript-7"),
} as const;

/** The one that examples are compiled with: the native one takes a third of the CPU. */
export const quickCompiler = "7.0";

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
  // With a thread for each part of the work, the native compiler takes half as much CPU again
  const threads = version === "7.0" ? ["--singleThreaded"] : [];
  return runProgram(
    process.execPath,
    [join(compilers[version], "bin", "tsc"), "-p", configuration, ...threads],
    project,
  );
}

/** The TypeScript in the fences of a Markdown file. */
export async function snippetsOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8");
  return Array.from(text.matchAll(/^```ts(?: [^\n]*)?\n(.*?)^```$/gms), ([, code = ""]) => code);
}
