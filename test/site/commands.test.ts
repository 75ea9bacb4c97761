// The commands and options that the guides and the README show are those that the commands have: each line is parsed with the command's own options.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { beforeAll, expect, test } from "vitest";
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

const { scripts } = JSON.parse(readFileSync(join(projectDirectory, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};
/** The commands by their scripts. `lint` is made of other tools, and has no options of its own. */
const commands: Readonly<Record<string, Definition>> = {
  sandbox: sandboxCommand,
  verify: verifyCommand,
  "check-receiver": checkReceiverCommand,
  breaking: breakingCommand,
  assume: assumeCommand,
  start: startCommand,
  mock: mockCommand,
  docs: docsCommand,
  lint: { options: {} },
  generate: generateCommand,
  release: releaseCommandIn(projectDirectory),
};

interface Definition {
  readonly options: ParseArgsOptionsConfig;
  readonly allowPositionals?: boolean;
}

/** A call of a command in a text: `npx --no wearable-health-api-tools verify …`, `npm run verify -- …`, or its file. */
const call =
  /(?:npx --no wearable-health-api-tools (?<tool>[\w-]+)|src\/(?<file>\w+)\/command\.ts|npm (?:run )?(?<script>(?<=run )[\w:-]+|start))(?<rest>[^\n`]*)/g;

/** The words of a shell's command, up to what ends it: a comment, another command or a redirection. */
function splitCommand(line: string): string[] {
  const [own = ""] = line.split(/\s(?:[#&|;>]|\d>)/);
  return Array.from(own.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) => word.replaceAll(/["']/g, ""));
}

/** Says what is wrong with a call. */
function checkCall(whole: string, groups: Readonly<Record<string, string | undefined>> = {}): string[] {
  const { tool, file, script, rest = "" } = groups;
  if (script !== undefined && !Object.hasOwn(scripts, script)) return [`${whole}: there is no such script`];
  const definition = commands[tool ?? file ?? script ?? ""];
  // The options of `npm test` are those of vitest, and `bench` is for who works on this project
  if (definition === undefined) return tool === undefined ? [] : [`${whole}: there is no such command`];
  const words = splitCommand(rest);
  // npm takes what stands before `--` for itself
  const args = script === undefined ? words : words.slice(words.indexOf("--") + 1 || words.length);
  const { options, allowPositionals = false } = definition;
  try {
    parseArgs({ args: args.filter((word) => word !== "--help"), options, allowPositionals, strict: true });
    return [];
  } catch (error) {
    return [`${whole}: ${String(error)}`];
  }
}

/** The guides as twins, by path; of the changelog, commands are of their time. */
let guides: readonly (readonly [path: string, text: string])[];
beforeAll(async () => {
  const { files } = await sharedSite();
  guides = [...files].filter(([path]) => /^(?:guides|sandbox)\/(?!changelog).*\.md$/.test(path));
});

test("every command that a guide, a page or the README shows is one, with options that it has", () => {
  const others = ["README.md", "CONTRIBUTING.md", "AGENTS.md"].map(
    (name) => [name, readFileSync(join(projectDirectory, name), "utf8")] as const,
  );
  const calls = [...guides, ...others].flatMap(([path, text]) =>
    Array.from(text.replaceAll(/\\\n\s*/g, "").matchAll(call), ({ 0: whole, groups }) => ({
      path,
      problems: checkCall(whole, groups),
    })),
  );
  expect(calls.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(calls.filter(({ path }) => path === "guides/ci.md")).toHaveLength(3);
});

test("each script names the tool that it runs, or the file of ours", () => {
  const bin = join(projectDirectory, "node_modules", ".bin");
  const programs = Object.values(scripts).flatMap((script) => script.split(/ (?:&&|\|) /));
  const missing = programs.filter((command) => {
    const [program = "", file = ""] = command.split(" ");
    const path = program === "node" ? join(projectDirectory, file) : join(bin, program);
    return program !== "npm" && !existsSync(path);
  });
  expect(missing).toEqual([]);
});

test("a guide that calls the installed command leads to how it is installed", () => {
  const calling = guides.filter(([, text]) => text.includes("npx --no wearable-health-api-tools"));
  expect(calling.length).toBeGreaterThan(4);
  const lost = calling.filter(
    ([path, text]) => !text.includes("(quickstart.md#install-the-packages)") && path.startsWith("guides/"),
  );
  expect(lost.map(([path]) => path)).toEqual([]);
});

test("every option that a guide names in its text is one of a command", () => {
  const known = new Set(["help", ...Object.values(commands).flatMap(({ options }) => Object.keys(options))]);
  const unknown = guides.flatMap(([path, text]) =>
    Array.from(text.matchAll(/`(?:-- )?--([\w-]+)[^`\n]*`/g), ([, name = ""]) => `${path}: --${name}`).filter(
      (option) => !known.has(option.replace(/^.*: --/, "")),
    ),
  );
  expect(unknown).toEqual([]);
});
