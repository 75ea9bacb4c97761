// generated/ is what the contract makes it: reproducible, current, and left alone when the contract is broken.
import { appendFile, cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundle, generatedDirectory } from "../src/contract/index.ts";
import { generateCommand, generatedFiles } from "../src/generate.ts";
import { contractCopy, runHere, runToEnd } from "./commands.ts";

async function filesOf(directory: string): Promise<Map<string, string>> {
  const names = await readdir(directory);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name), "utf8")] as const)),
  );
}

test("the committed files are exactly what `npm run generate` writes", async () => {
  const fresh = await generatedFiles(await bundle());
  const committed = await filesOf(generatedDirectory);
  expect([...committed.keys()].sort()).toEqual([...fresh.keys()].sort());
  for (const [name, text] of fresh) {
    expect(committed.get(name) === text, `generated/${name} is stale: run \`npm run generate\` and commit it`).toBe(
      true,
    );
  }
});

test("generating twice gives the same bytes", async () => {
  const [first, second] = await Promise.all([bundle(), bundle()]);
  expect(await generatedFiles(first)).toEqual(await generatedFiles(second));
});

test("no generated type is `any`, and no object is empty by type", async () => {
  const types = (await filesOf(generatedDirectory)).get("types.ts") ?? "";
  const code = types.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*/g, "");
  expect(code).not.toMatch(/\bany\b/);
  expect(code).not.toContain("Record<string, never>");
  expect(code).not.toMatch(/:\s*\{\s*\};/);
});

describe("a broken contract is refused with file, line and remedy", () => {
  let copy: Awaited<ReturnType<typeof contractCopy>>;
  let out: string;
  beforeEach(async () => {
    copy = await contractCopy();
    out = join(copy.directory, "generated");
    await cp(generatedDirectory, out, { recursive: true });
  });
  afterEach(() => copy.remove());

  const edit = async (file: string, change: (text: string) => string) => {
    const path = join(copy.directory, "openapi", file);
    const before = await readFile(path, "utf8");
    const after = change(before);
    expect(after, `the edit of ${file} changes nothing`).not.toBe(before);
    await writeFile(path, after);
  };
  const lineOf = async (file: string, text: string) =>
    (await readFile(join(copy.directory, "openapi", file), "utf8"))
      .split("\n")
      .findIndex((line) => line.includes(text)) + 1;

  const user = "v2/schemas/User.yaml";
  const cases: { what: string; file: string; at: string; remedy: RegExp; make(): Promise<void> }[] = [
    {
      what: "a syntax error",
      file: user,
      at: "  broken: [",
      remedy: /Correct the YAML/,
      make: () => appendFile(join(copy.directory, "openapi", user), "  broken: [\n"),
    },
    {
      what: "an unresolved reference",
      file: user,
      at: "./Nowhere.yaml",
      remedy: /create the file it names/,
      make: () => edit(user, (text) => text.replace("./FallbackTimeZone.yaml", "./Nowhere.yaml")),
    },
    {
      what: "a duplicate operationId",
      file: "v2/paths/list-user-connections.yaml",
      at: "operationId: resolveUser",
      remedy: /its own operationId/,
      make: () =>
        edit("v2/paths/list-user-connections.yaml", (text) => text.replace("listUserConnections", "resolveUser")),
    },
    {
      what: "an invalid example",
      file: "v2/examples/user.yaml",
      at: "team_id: 7",
      remedy: /Correct the example/,
      make: () => edit("v2/examples/user.yaml", (text) => text.replace(/team_id: .*/, "team_id: 7")),
    },
    {
      what: "an open object without its mark",
      file: "shared/schemas/ErrorBody.yaml",
      at: "additionalProperties",
      remedy: /x-not-shown.*#open-objects/,
      make: () => edit("shared/schemas/ErrorBody.yaml", (text) => text.replace(/x-not-shown:\n {2}- .*\n/, "")),
    },
    {
      what: "a closed enum that is not on the list",
      file: "v3/schemas/MarkerType.yaml",
      at: "enum:",
      remedy: /x-extensible-enum.*#closed-enums/,
      make: () => edit("v3/schemas/MarkerType.yaml", (text) => text.replace("x-extensible-enum:", "enum:")),
    },
    {
      what: "an open enum without a name of its own",
      file: user,
      at: "  mood:",
      remedy: /file of its own under schemas/,
      make: () =>
        edit(user, (text) =>
          text.replace(
            "properties:\n",
            "properties:\n  mood:\n    type: string\n    description: The mood, such as `fine`.\n    x-extensible-enum: [fine]\n    examples: [fine]\n",
          ),
        ),
    },
    {
      what: "two schemas of the same name",
      file: "v3/schemas/Lab.yaml",
      at: "./User.yaml",
      remedy: /Rename one of the files/,
      async make() {
        await writeFile(
          join(copy.directory, "openapi/v3/schemas/User.yaml"),
          "# A second one.\ntype: object\ndescription: A second one.\nproperties:\n  id:\n    type: string\n    description: Id.\n",
        );
        await edit("v3/schemas/Lab.yaml", (text) =>
          text.replace("properties:\n", "properties:\n  user:\n    $ref: ./User.yaml\n"),
        );
      },
    },
  ];
  test.each(cases)("$what", async ({ file, at, remedy, make }) => {
    await make();
    const before = await filesOf(out);
    const run = await runHere(generateCommand, ["--root", copy.root, "--out", out], copy.directory);
    expect(run.code).toBe(1);
    const line = await lineOf(file, at);
    // A parser may notice a fault of a line only on the next one
    const places = [line, line + 1].map((number) => `openapi/${file}:${number}:`);
    expect(
      places.some((place) => run.stderr.includes(place)),
      run.stderr,
    ).toBe(true);
    expect(run.stderr).toMatch(remedy);
    expect(run.stderr).not.toMatch(/^ +at /m);
    expect(run.stderr).toContain("generated is left as it was");
    expect(await filesOf(out)).toEqual(before);
  });

  test("a syntax error in the index itself", async () => {
    await appendFile(copy.root, "  broken: [\n");
    const run = await runToEnd("generate.ts", ["--root", copy.root, "--out", out], copy.directory);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/openapi\/openapi\.yaml:\d+:\d+/);
    expect(run.stderr).toContain("Correct the YAML");
  });

  test("a place that cannot be written", async () => {
    const run = await runHere(
      generateCommand,
      ["--root", copy.root, "--out", join(copy.root, "below-a-file")],
      copy.directory,
    );
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("ENOTDIR");
    expect(run.stderr).toContain("Name a directory");
    expect(run.stderr).not.toContain("fault of this project");
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("a contract that is not there", async () => {
    await rm(copy.root);
    const run = await runHere(generateCommand, ["--root", copy.root, "--out", out], copy.directory);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/openapi\.yaml.*--root/);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });
});
