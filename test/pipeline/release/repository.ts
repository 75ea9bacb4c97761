// A temporary git repository with a copy of this project, for the tests of a release.
import { cpSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseDocument } from "yaml";
import { bundle, readSourceFiles } from "../../../src/pipeline/bundle/index.ts";
import { toolsManifest } from "../../../src/pipeline/release/manifest.ts";
import { generateFile } from "../../../src/pipeline/release/stage.ts";
import { projectDirectory, readControlDocument, runTool } from "../../../src/tools/contract/index.ts";
import { depth, isFull } from "../../run/depth.ts";
import { emptyRepository, type TemporaryRepository } from "./empty-repository.ts";

/** What a release reads of this project; to run its own commands, a copy needs all of them. */
const copied = [
  ".redocly.lint-ignore.yaml",
  "openapi",
  "package-lock.json",
  "package.json",
  "redocly.yaml",
  toolsManifest,
  "test/pipeline/build/surface",
  ...depth([], [".gitignore", ".spectral.yaml", "LICENSE", "generated", "src", "tsconfig.build.json", "tsconfig.json"]),
];

/** Stands for `npm run generate` in the quick run, at a hundredth of its time: what it writes follows from the contract. */
const quickGenerate = `
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
const { root, out } = parseArgs({ options: { root: { type: "string" }, out: { type: "string" } } }).values;
const files = readdirSync(dirname(root), { recursive: true }).filter((name) => name !== "waivers.yaml" && name.endsWith(".yaml")).sort();
const [, version] = /^ +version: (.*)$/m.exec(readFileSync(root, "utf8"));
writeFileSync(join(out, "openapi.json"), JSON.stringify({ info: { version } }));
writeFileSync(join(out, "contract.txt"), files.map((name) => readFileSync(join(dirname(root), name), "utf8")).join(""));
`;

/** What the copy keeps of the contract: a little of each kind, since all of it takes its time at every step. So does a long package-lock.json. */
const kept = [
  "/v1/org/{org_id}/team",
  "/v2/link/code/create",
  "/v2/user/providers/{user_id}",
  "/v2/user/refresh/{user_id}",
  "/v3/order/psc/info",
  "/v3/lab_tests/markers",
  "provider.connection.created",
];

/** Makes a repository with a copy of this project, in the quick run with its contract cut down, as it is before its first release. */
export async function projectCopy(): Promise<TemporaryRepository> {
  const repository = await emptyRepository();
  try {
    for (const name of copied) {
      cpSync(join(projectDirectory, name), join(repository.directory, name), { recursive: true });
    }
    if (isFull) {
      await symlink(join(projectDirectory, "node_modules"), join(repository.directory, "node_modules"));
      await mkdir(join(repository.directory, ".git", "info"));
      await writeFile(join(repository.directory, ".git", "info", "exclude"), "node_modules\n");
    } else {
      await mkdir(join(repository.directory, "generated"));
      await mkdir(dirname(join(repository.directory, generateFile)), { recursive: true });
      await repository.write(generateFile, quickGenerate);
    }
    await repository.edit("package-lock.json", (text) => {
      const { packages, ...lock } = JSON.parse(text) as { packages: Record<string, object> };
      return `${JSON.stringify({ ...lock, packages: { "": packages[""] } }, null, 2)}\n`;
    });
    // The control plane and the links of the contract lead to most of it: only where neither is read is it cut down
    if (!isFull) await cutDown(join(repository.directory, "openapi", "openapi.yaml"));
    await regenerate(repository);
    await repository.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- The contract.\n");
    repository.commitAll("Start");
    return repository;
  } catch (error) {
    await repository.remove();
    throw error;
  }
}

/** Writes generated/ as `npm run generate` does, at a fraction of its time: the contract is known to be sound. */
export async function regenerate({ directory, write }: TemporaryRepository): Promise<void> {
  if (!isFull) {
    const [root, out] = [join(directory, "openapi", "openapi.yaml"), join(directory, "generated")];
    await runTool(join(directory, generateFile), ["--root", root, "--out", out]);
    return;
  }
  // What it needs takes a second to load
  const { generatedFiles } = await import("../../../src/pipeline/generate.ts");
  const control = await readControlDocument();
  const bundled = await bundle(join(directory, "openapi", "openapi.yaml"));
  const files = await generatedFiles(bundled, { yaml: "", document: control.document });
  for (const [name, text] of files) await write(join("generated", name), text);
}

/** Removes what is not kept from the index, and then the files that nothing refers to. */
async function cutDown(root: string): Promise<void> {
  const index = parseDocument(await readFile(root, "utf8"));
  for (const section of ["paths", "webhooks"]) {
    const { [section]: entries } = index.toJS() as Record<string, object>;
    for (const key of Object.keys(entries ?? {})) if (!kept.includes(key)) index.deleteIn([section, key]);
  }
  await writeFile(root, index.toString({ lineWidth: 0 }));
  for (let unused = [""]; unused.length > 0; ) {
    const files = await readSourceFiles(root);
    const used = new Set(files.flatMap(({ references }) => references.map(({ target }) => target)));
    unused = files.map(({ path }) => path).filter((path) => path !== basename(root) && !used.has(path));
    for (const path of unused) await rm(join(dirname(root), path));
  }
}
