// The commands and options that the guides and the README show are those that the commands have: each line is parsed with the command's own options.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { expect, test } from "vitest";
import { breakingCommand } from "../../src/breaking/index.ts";
import { checkReceiverCommand } from "../../src/check-receiver/index.ts";
import { generateCommand } from "../../src/generate/generate.ts";
import { mockCommand } from "../../src/mock/command.ts";
import { releaseCommandIn } from "../../src/release/command.ts";
import { assumeCommand, sandboxCommand } from "../../src/sandbox/index.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { docsCommand } from "../../src/site/command.ts";
import { startCommand } from "../../src/start.ts";
import { verifyCommand } from "../../src/verify/index.ts";
import { sharedSite } from "./built.ts";

interface Definition {
  readonly options: ParseArgsOptionsConfig;
  readonly allowPositionals?: boolean;
}

const tools: Readonly<Record<string, Definition>> = {
  sandbox: sandboxCommand,
  verify: verifyCommand,
  "check-receiver": checkReceiverCommand,
  breaking: breakingCommand,
  assume: assumeCommand,
};
const scripts: Readonly<Record<string, Definition>> = {
  ...tools,
  start: startCommand,
  mock: mockCommand,
  docs: docsCommand,
  // Made of other tools: it has no options of its own
  lint: { options: {} },
  generate: generateCommand,
  release: releaseCommandIn(projectDirectory),
};
const { scripts: named } = JSON.parse(readFileSync(join(projectDirectory, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};

/** A call of a command in a text: `npm run verify -- …`, `npx --no wearable-health-api-tools verify …`, or its file. */
const call =
  /(?:npx --no wearable-health-api-tools (?<tool>[\w-]+)|src\/(?<file>\w+)\/command\.ts|npm run (?<script>[\w:-]+)|npm (?<short>start))(?<rest>[^\n`]*)/g;

/** The words of a shell's command, up to what ends it: a comment, another command or a redirection. */
function splitCommand(line: string): string[] {
  const [own = ""] = line.split(/\s(?:[#&|;>]|\d>)/);
  return Array.from(own.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) => word.replaceAll(/["']/g, ""));
}

/** Says what is wrong with the calls of a text. */
function checkCalls(text: string): { calls: number; problems: string[] } {
  const calls = [...text.replaceAll(/\\\n\s*/g, "").matchAll(call)];
  const problems = calls.flatMap(({ 0: whole, groups }) => {
    const { tool, file, script, short, rest = "" }: Readonly<Record<string, string | undefined>> = groups ?? {};
    const name = tool ?? file ?? script ?? short ?? "";
    if ((script ?? short) !== undefined && !Object.hasOwn(named, name)) return [`${whole}: there is no such script`];
    const definition = (tool === undefined ? scripts : tools)[name];
    // The options of `npm test` are those of vitest, and `bench` is for who works on this project
    if (definition === undefined) return tool === undefined ? [] : [`${whole}: there is no such command`];
    const words = splitCommand(rest);
    // npm takes what stands before `--` for itself
    const args =
      tool === undefined && file === undefined ? words.slice(words.indexOf("--") + 1 || words.length) : words;
    const { options, allowPositionals = false } = definition;
    try {
      parseArgs({ args: args.filter((word) => word !== "--help"), options, allowPositionals, strict: true });
      return [];
    } catch (error) {
      return [`${whole}: ${String(error)}`];
    }
  });
  return { calls: calls.length, problems };
}

test("every command that a guide, a page or the README shows is one, with options that it has", async () => {
  const { files } = await sharedSite();
  const texts = [...files].filter(
    ([path]) => /^(?:guides|sandbox)\/.*\.md$/.test(path) && !path.endsWith("changelog.md"),
  );
  for (const name of ["README.md", "CONTRIBUTING.md", "AGENTS.md"]) {
    texts.push([name, readFileSync(join(projectDirectory, name), "utf8")]);
  }
  const found = texts.map(([path, text]) => ({ path, ...checkCalls(text) }));
  expect(found.flatMap(({ path, problems }) => problems.map((problem) => `${path}: ${problem}`))).toEqual([]);
  const calls = new Map(found.map(({ path, calls }) => [path, calls]));
  expect(calls.get("guides/ci.md")).toBe(3);
  expect(calls.get("guides/verify.md")).toBeGreaterThan(3);
});

test("each script names the tool that it runs, or the file of ours", () => {
  const bin = join(projectDirectory, "node_modules", ".bin");
  for (const [name, script] of Object.entries(named)) {
    for (const command of script.split(/ (?:&&|\|) /)) {
      const [program = "", file = ""] = command.split(" ");
      if (program === "npm") continue;
      expect(existsSync(join(bin, program)), `${name}: ${program}`).toBe(true);
      if (program === "node") expect(existsSync(join(projectDirectory, file)), `${name}: ${file}`).toBe(true);
    }
  }
  for (const tool of Object.keys(tools)) {
    if (named[tool] !== undefined) expect(named[tool]).toBe(`node src/cli.js ${tool}`);
  }
});

test("a guide that calls the installed command leads to how it is installed", async () => {
  const { files } = await sharedSite();
  const guides = [...files].filter(
    ([path, text]) => /^guides\/(?!changelog).*\.md$/.test(path) && text.includes("npx --no wearable-health-api-tools"),
  );
  expect(guides.length).toBeGreaterThan(4);
  expect(
    guides.flatMap(([path, text]) => (text.includes("(quickstart.md#install-the-packages)") ? [] : [path])),
  ).toEqual([]);
});

test("every option that a guide names in its text is one of a command", async () => {
  const { files } = await sharedSite();
  const known = new Set(Object.values(scripts).flatMap(({ options }) => Object.keys(options)));
  const unknown = [...files].flatMap(([path, text]) => {
    if (!/^guides\/(?!changelog).*\.md$/.test(path)) return [];
    const options = Array.from(text.matchAll(/`(?:-- )?--([\w-]+)[^`\n]*`/g), ([, name = ""]) => name);
    return options.filter((name) => name !== "help" && !known.has(name)).map((name) => `${path}: --${name}`);
  });
  expect(unknown).toEqual([]);
});
