// The Markdown of the repository: its links lead somewhere in any viewer, and its commands are there.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { breakingCommand } from "../src/breaking/index.ts";
import { startSandbox } from "../src/sandbox/start-sandbox.ts";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { runHere } from "./commands.ts";
import { ContractCopy } from "./contract-copy.ts";
import { headingsOf } from "./headings.ts";

const files = globSync(["*.md", "{openapi,src,test}/**/*.md"], {
  cwd: projectDirectory,
  exclude: ["**/node_modules/**"],
});

describe("links between Markdown files", () => {
  test("lead to a file or a folder, and to a heading of it", async () => {
    expect((await Promise.all(files.map(findBrokenLinks))).flat()).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["README.md", "openapi/README.md", "src/verify/README.md"]));
  });
});

test("the README shows what the gate says of its edit", async () => {
  const copy = new ContractCopy();
  copy.edit("openapi/v3/parameters/SizeQuery.yaml", "maximum: 100", "maximum: 50");
  const { stdout, code } = await runHere(
    breakingCommand,
    [join(projectDirectory, "generated/openapi.yaml"), "openapi/openapi.yaml"],
    copy.directory,
  );
  expect(code).toBe(1);
  expect(textOf("README.md")).toContain(`\n${stdout.split("\n\n")[1]?.trimEnd()}\n`);
});

test("the sandbox begins with the demo cast as openapi/README.md names it", async () => {
  const [, rows = ""] = /## The demo cast\n.*?\n(\|.*?)\n\n/s.exec(textOf("openapi/README.md")) ?? [];
  const named = Array.from(rows.matchAll(/`((?:demo-)?[\w]+-[\w-]+)`/g), ([, id = ""]) => id);
  const sandbox = await startSandbox({ frozen: true });
  onTestFinished(() => sandbox.close());
  // The organization and the lab tests are no records: the contract shows them
  const known = JSON.stringify(await sandbox.writeSeed()) + textOf("generated/openapi.json");
  expect(named).toContain("demo-climber-04");
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});

test("no command fetches a package from the registry by a name, or gives npm its options: npx has --no, and `--` before options alone", () => {
  const sources = globSync("src/**/*.ts", { cwd: projectDirectory });
  const fetching = [...files, ...sources].flatMap((file) =>
    Array.from(
      textOf(file).matchAll(/\bnpx (?:(?!--no\b|(?:started|ends|has)\b)[-@\w]+|--no [@\w][@/\w-]* -\S+)/g),
      ([command]) => `${file}: ${command}`,
    ),
  );
  expect(fetching).toEqual([]);
});

describe("AGENTS.md", () => {
  const text = textOf("AGENTS.md");
  const marked = Array.from(text.matchAll(/`([^`]+)`/g), ([, words = ""]) => words);

  test("names paths that there are", () => {
    const paths = marked.filter((words) => /^[\w./-]+$/.test(words) && /[/.]/.test(words));
    expect(paths.length).toBeGreaterThan(30);
    // Inside of a row, the folders of the room that the row is about
    const homes = ["", "src", "src/shared"];
    const missing = paths.filter((path) => !homes.some((home) => existsSync(posix.join(projectDirectory, home, path))));
    expect(missing).toEqual([]);
  });
});

async function findBrokenLinks(file: string): Promise<string[]> {
  const broken: string[] = [];
  for (const [, target = ""] of proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z][a-z\d+.-]*:/i.test(target)) continue;
    // Only a guide has links that no file answers: to pages that the site makes out of the contract
    if (file.startsWith("src/site/guides/") && /\.html(?:#|$)/.test(target)) continue;
    const [path = "", anchor] = target.split("#");
    const to = path === "" ? file : posix.join(posix.dirname(file), path);
    if (!existsSync(posix.join(projectDirectory, to))) broken.push(`${file}: there is no ${to}`);
    else if (anchor !== undefined && !(await headingsOf(to)).includes(anchor)) {
      broken.push(`${file}: ${to} has no heading "${anchor}"`);
    }
  }
  return broken;
}

function proseOf(file: string): string {
  return textOf(file).replaceAll(/^```.*?^```$/gms, "");
}

function textOf(file: string): string {
  return readFileSync(posix.join(projectDirectory, file), "utf8");
}
