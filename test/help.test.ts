// `--help` and the READMEs name each option of every command, with its default.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { breakingCommand } from "../src/breaking/index.ts";
import { buildCommand } from "../src/build.ts";
import { checkReceiverCommand } from "../src/check-receiver/index.ts";
import { generateCommand } from "../src/generate/generate.ts";
import { mockCommand } from "../src/mock/command.ts";
import { releaseCommandIn } from "../src/release/command.ts";
import { assumeCommand, sandboxCommand } from "../src/sandbox/index.ts";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { docsCommand } from "../src/site/command.ts";
import { startCommand } from "../src/start.ts";
import { verifyCommand } from "../src/verify/index.ts";

interface Command {
  readonly name: string;
  readonly help: string;
  readonly options: Readonly<Record<string, { readonly type: string; readonly default?: unknown }>>;
}

/** Each with the folder of its README, or of that of all. */
const commands: readonly (readonly [command: Command, folder: string])[] = [
  [buildCommand, "."],
  [generateCommand, "."],
  [mockCommand, "src/mock"],
  [releaseCommandIn(projectDirectory), "src/release"],
  [docsCommand, "."],
  [startCommand, "."],
  [breakingCommand, "src/breaking"],
  [checkReceiverCommand, "src/check-receiver"],
  [sandboxCommand, "src/sandbox"],
  [assumeCommand, "src/sandbox"],
  [verifyCommand, "src/verify"],
];

/** The defaults that a text gives, by option: of its table or list of options, or in a sentence. */
function defaultsIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, option = "", rest = ""] of text.matchAll(/`?--([a-z-]+)((?:(?!--[a-z]|\n\n|\n\| ).)*)/gs)) {
    const [, given, value = given] =
      /\((?:default: ([^\s;,)]+)(?=[;,)])|([^\s()]+)(?: seconds)? by default\))/.exec(rest) ?? [];
    if (value !== undefined && !found.has(option)) found.set(option, value);
  }
  return found;
}

const documented = commands.map(([command, folder]) => ({ ...command, folder }));

describe.each(documented)("$name", ({ name, help, options, folder }) => {
  const said = defaultsIn(help);

  test("--help names each option, and the default that it has", () => {
    for (const [name, option] of Object.entries(options)) {
      expect(help).toContain(`--${name}`);
      if (typeof option.default !== "string" || option.default === "") continue;
      const { default: value } = option;
      const shown = value.startsWith(projectDirectory) ? relative(projectDirectory, value) : value;
      expect([name, said.get(name)]).toEqual([name, shown]);
    }
  });

  test("its usage begins with its name, by which errors send to --help", () => {
    expect(help).toContain(`Usage: ${name.replace(/ --$/, "")} `);
  });

  test("its README gives the same defaults", () => {
    const readme = join(folder, "README.md");
    for (const [name, value] of defaultsIn(readFileSync(join(projectDirectory, readme), "utf8"))) {
      if (options[name] !== undefined) expect([readme, name, value]).toEqual([readme, name, said.get(name)]);
    }
  });
});
