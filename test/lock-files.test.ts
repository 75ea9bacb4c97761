// The lock files have the binaries of every platform: npm forgets those of others, and `npm ci` then fails there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test.each([".", "test/matrix"])("every optional package is in the lock file of %s", (folder) => {
  const text = readFileSync(join(projectDirectory, folder, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Locked>> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      // As Node looks it up: in the package's own folder, then in those around it
      const folders = path
        .split("/node_modules/")
        .map((_, index, parts) => parts.slice(0, index + 1).join("/node_modules/"));
      return !["", ...folders.map((at) => `${at}/`)].some((at) => `${at}node_modules/${name}` in packages);
    }),
  );
  expect(missing).toEqual([]);
});
