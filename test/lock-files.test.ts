// The packages install anywhere: exact versions, and lock files that name the binaries of every platform.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";

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
