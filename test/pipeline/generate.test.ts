// generated/ is what the contract makes it: reproducible, current, and left alone when the contract is broken.
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundle } from "../../src/pipeline/bundle/index.ts";
import { generateCommand, generatedFiles } from "../../src/pipeline/generate.ts";
import { controlRoot, generatedDirectory } from "../../src/tools/contract/index.ts";
import { contractCopy, runHere, runToEnd } from "../commands.ts";
import { frozen } from "../frozen.ts";
import { depth } from "../run/depth.ts";

async function filesOf(directory: string): Promise<Map<string, string>> {
  const names = await readdir(directory);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name), "utf8")] as const)),
  );
}

test("the committed files are exactly what `npm run generate` writes", async () => {
  const [contract, control] = [await bundle(), await bundle(controlRoot)];
  // Neither document is changed on the way
  for (const { document } of [contract, control]) frozen(document);
  const fresh = await generatedFiles(contract, control);
  const committed = await filesOf(generatedDirectory);
  expect([...committed.keys()].sort()).toEqual([...fresh.keys()].sort());
  for (const [name, text] of fresh) {
    expect(committed.get(name) === text, `generated/${name} is stale: run \`npm run generate\` and commit it`).toBe(
      true,
    );
  }
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
  interface Fault {
    readonly what: string;
    readonly file: string;
    readonly at: string;
    readonly remedy: RegExp;
    make(): Promise<void>;
  }
  const faults: readonly Fault[] = [
    {
      what: "an unresolved reference",
      file: user,
      at: "./Nowhere.yaml",
      remedy: /create its file/,
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
  // What bundling finds ends the check before the rest is looked at, and what cannot be written is found after it
  const [first, last] = ["two schemas of the same name", "an open enum without a name of its own"];
  // By its function, `contract/broken.test.ts` has references
  const byThemselves = [first, last, "an unresolved reference"];
  const together = [
    faults.filter(({ what }) => what === first),
    faults.filter(({ what }) => !byThemselves.includes(what)),
  ];
  const runs = depth(together, [...together, ...faults.map((fault) => [fault])]).map((some) => ({
    some,
    title: some.map(({ what }) => what).join(", "),
  }));

  test.each(runs)("$title", async ({ some }) => {
    for (const { make } of some) await make();
    const before = await filesOf(out);
    const run = await runHere(generateCommand, ["--root", copy.root, "--out", out], copy.directory);
    expect(run.code).toBe(1);
    for (const { file, at, remedy } of some) {
      const line = await lineOf(file, at);
      // A parser may notice a fault of a line only on the next one
      const places = [line, line + 1].map((number) => `openapi/${file}:${number}:`);
      const reported = run.stderr
        .split(/^(?=\S)/m)
        .filter((finding) => places.some((place) => finding.startsWith(place)));
      expect(reported.join(""), run.stderr).toMatch(remedy);
    }
    expect(run.stderr).not.toMatch(/^ +at /m);
    expect(run.stderr).toContain("generated was not changed");
    expect(await filesOf(out)).toEqual(before);
  });

  test("a contract that is not there", async () => {
    await rm(copy.root);
    const run = await runToEnd("pipeline/generate.ts", ["--root", copy.root, "--out", out], copy.directory);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/openapi\.yaml.*--root/);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  });
});
