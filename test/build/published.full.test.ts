// Both packages as npm publishes them: complete, with types for every resolver, and with declarations that need no other package.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { runProgram } from "../commands.ts";
import { installPackage, manifestIn } from "./installed.ts";

let installed: Awaited<ReturnType<typeof installPackage>>;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed?.remove());

/** Loads attw by its files: to vitest, its package offers sources that Node does not run. */
async function loadAttw(): Promise<
  typeof import("@arethetypeswrong/core") & typeof import("@arethetypeswrong/core/problems")
> {
  const dist = join(projectDirectory, "node_modules", "@arethetypeswrong", "core", "dist");
  return { ...(await import(join(dist, "index.js"))), ...(await import(join(dist, "problems.js"))) };
}

describe.each([
  {
    name: "wearable-health-api",
    documents: ["./openapi.yaml", "./openapi.json", "./openapi-3.0.json", "./package.json"],
    entry: "./events/validate",
  },
  { name: "wearable-health-api-tools", documents: ["./control/openapi.json", "./package.json"], entry: "./control" },
])("$name", ({ name, documents, entry }) => {
  const published = () => (name === "wearable-health-api" ? installed : installed.tools);

  test("has declarations that name no package but the first", async () => {
    const { files, directory } = published();
    for (const file of files.filter((one) => one.endsWith(".d.ts"))) {
      const text = await readFile(join(directory, file), "utf8");
      const named = text.matchAll(/(?:from|import\(|require\(|types=)\s*["']([^"']+)["']/g);
      const packages = new Set(Array.from(named, ([, one = ""]) => one.split("/")[0]));
      // A project that imports the entry `./vitest` has vitest
      const known = [".", "..", "wearable-health-api", ...(file.startsWith("src/sandbox/vitest.") ? ["vitest"] : [])];
      for (const one of known) packages.delete(one);
      expect([...packages], file).toEqual([]);
    }
  });

  test("satisfies publint", async () => {
    const { directory } = published();
    const { messages } = await publint({ pkgDir: directory, pack: false, strict: true });
    const json = await manifestIn(directory);
    expect(messages.map((message) => formatMessage(message, json))).toEqual([]);
  });

  test("satisfies attw: types and code agree for every resolver of ES modules", async () => {
    const { checkPackage, createPackageFromTarballData, filterProblems } = await loadAttw();
    const packed = createPackageFromTarballData(await readFile(published().tarball));
    const analysis = await checkPackage(packed, { excludeEntrypoints: documents });
    if (!analysis.types) throw new Error("attw found no types in the package.");
    expect(Object.keys(analysis.entrypoints)).toContain(entry);
    const resolvers = ["node16-esm", "bundler"] as const;
    expect(resolvers.flatMap((resolutionKind) => filterProblems(analysis, { resolutionKind }))).toEqual([]);
  });

  test("is published as it is packed", async () => {
    const { version } = await manifestIn(installed.directory);
    // It asks the registry which versions there are, and goes on when none answers: this one does not, and is asked once
    const registry = ["--registry", "http://127.0.0.1:9/", "--fetch-retries", "0"];
    const offline = [...registry, "--cache", join(installed.project, "cache")];
    const args = ["publish", "--dry-run", "--tag", "latest", ...offline, published().tarball];
    const { code, output } = await runProgram("npm", args, installed.project);
    expect(output).toContain(`+ ${name}@${version}`);
    expect(output).not.toMatch(/npm warn publish (?!This command requires you to be logged in)/);
    expect(code).toBe(0);
  });
});
