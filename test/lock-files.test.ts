// The packages install anywhere: exact versions, and lock files that name the binaries of every platform.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { projectDirectory } from "../src/tools/contract/index.ts";

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages that `npm ci` would miss: named as optional by another, and not locked. */
function missing(locked: Readonly<Record<string, Locked>>): string[] {
  return Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      const folders = path
        .split("/node_modules/")
        .map((_, index, parts) => parts.slice(0, index + 1).join("/node_modules/"));
      return ![...folders, ""].some((folder) => `${folder === "" ? "" : `${folder}/`}node_modules/${name}` in locked);
    }),
  );
}

test("a package of another platform that is not locked is found", () => {
  expect(missing({ "node_modules/a": { optionalDependencies: { "a-linux": "1.0.0" } } })).toEqual(["a-linux"]);
});

test("after the installation, what nothing here uses is removed, and nothing else", async () => {
  const directory = await mkdtemp(join(tmpdir(), "after-install-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const node = `node_modules/node/node_modules/node-${process.platform}-${process.arch}`;
  const faker = "node_modules/postman-collection/node_modules/@faker-js/faker";
  for (const folder of [`${node}/include`, `${node}/bin`, `${faker}/dist`, `${faker}/lib`]) {
    await mkdir(join(directory, folder), { recursive: true });
  }
  for (const file of ["index.js", "index.js.map"]) await writeFile(join(directory, faker, "lib", file), "");
  const script = join(projectDirectory, "src", "pipeline", "after-install.js");
  expect(spawnSync(process.execPath, [script], { cwd: directory }).status).toBe(0);
  expect([await readdir(join(directory, node)), await readdir(join(directory, faker), { recursive: true })]).toEqual([
    ["bin"],
    ["lib", "lib/index.js"],
  ]);
});

describe.each([".", "test/matrix"])("in %s", (folder) => {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(projectDirectory, folder, name), "utf8")) as unknown;

  test("every optional package of every platform is in the lock file, or npm ci fails", async () => {
    const { packages } = (await read("package-lock.json")) as { packages: Readonly<Record<string, Locked>> };
    expect(missing(packages)).toEqual([]);
  });

  test("every dependency is pinned exactly", async () => {
    const manifest = (await read("package.json")) as Record<"dependencies" | "devDependencies", Record<string, string>>;
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(?:npm:[^@]+@|npm:@[^@]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
