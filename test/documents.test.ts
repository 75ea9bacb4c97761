// The Markdown of the repository: its links lead somewhere in any viewer, and the README stays short.
import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { projectDirectory } from "../src/tools/contract/index.ts";

const files = globSync(["*.md", "{openapi,src,test}/**/*.md"], {
  cwd: projectDirectory,
  exclude: ["**/node_modules/**"],
});

describe("links between Markdown files", () => {
  test("lead to a file or a folder, and to a heading of it", () => {
    expect(files.flatMap(brokenLinksOf)).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["README.md", "openapi/README.md", "src/tools/verify/README.md"]));
  });
});

test("the README has less than 160 lines", () => {
  expect(textOf("README.md").split("\n").length).toBeLessThan(160);
});

function brokenLinksOf(file: string): string[] {
  return Array.from(proseOf(file).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target).flatMap((target) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(target)) return [];
    // Only a guide has links that no file answers: to pages that the site makes out of the contract
    if (file.startsWith("src/pipeline/site/guides/") && /\.html(?:#|$)/.test(target)) return [];
    const [path = "", anchor] = target.split("#");
    const to = path === "" ? file : posix.join(posix.dirname(file), path);
    if (!existsSync(posix.join(projectDirectory, to))) return [`${file}: there is no ${to}`];
    if (anchor === undefined || headingsOf(to).includes(anchor)) return [];
    return [`${file}: ${to} has no heading "${anchor}"`];
  });
}

/** The anchors that viewers of repositories give to headings. */
function headingsOf(file: string): string[] {
  return Array.from(proseOf(file).matchAll(/^#+ (.+)$/gm), ([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(/\s/g, "-"),
  );
}

function proseOf(file: string): string {
  return textOf(file).replaceAll(/^```.*?^```$/gms, "");
}

function textOf(file: string): string {
  return readFileSync(posix.join(projectDirectory, file), "utf8");
}
