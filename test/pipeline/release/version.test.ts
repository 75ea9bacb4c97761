// The version: the same everywhere, the one of the tag, and grown by as much as the changes ask for.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Bump, bumped, isVersion, largest } from "../../../src/pipeline/release/version.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";

const read = (path: string) => readFile(join(projectDirectory, path), "utf8");

describe("of this project", async () => {
  const { version } = JSON.parse(await read("package.json")) as { version: string };

  test("is the same in the contract and in package.json", async () => {
    const contract = parse(await read("openapi/openapi.yaml")) as { info: { version: string } };
    const generated = JSON.parse(await read("generated/openapi.json")) as { info: { version: string } };
    const lock = JSON.parse(await read("package-lock.json")) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    const found = [contract.info.version, generated.info.version, lock.version, lock.packages[""]?.version];
    expect(found, "`npm run release` sets the version everywhere at once").toEqual([
      version,
      version,
      version,
      version,
    ]);
  });

  test("is the one of the release tag on this commit, where there is one", async () => {
    const listed = await promisify(execFile)("git", ["-C", projectDirectory, "tag", "--points-at", "HEAD"]).catch(
      () => ({ stdout: "" }),
    );
    const tags = listed.stdout.split("\n").filter((tag) => /^v\d/.test(tag));
    expect([[], [`v${version}`]]).toContainEqual(tags);
  });
});

test.each<[from: string, bump: Bump, to: string]>([
  ["1.2.3", "none", "1.2.3"],
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
  ["0.2.3", "patch", "0.2.4"],
  ["0.2.3", "minor", "0.3.0"],
  ["0.2.3", "major", "0.3.0"],
  ["0.9.9", "major", "0.10.0"],
])("%s and a %s change make %s", (from, bump, to) => {
  expect(bumped(from, bump)).toBe(to);
});

test.each<[bumps: Bump[], is: Bump]>([
  [[], "none"],
  [["none", "patch"], "patch"],
  [["minor", "patch", "none"], "minor"],
  [["patch", "major", "minor"], "major"],
])("the largest of %j is %s", (bumps, is) => {
  expect(largest(bumps)).toBe(is);
});

test.each(["1.2", "v1.2.3", "1.2.3-beta.1", "01.2.3", "1.2.3 ", ""])("%j is no version", (text) => {
  expect(isVersion(text)).toBe(false);
});
