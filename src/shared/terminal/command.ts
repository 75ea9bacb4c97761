// The frame of every command: options, --help, one-line errors and exit codes.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { exitCode } from "./exit-code.ts";
import { Failure, reportError } from "./failure.ts";

/** Values of a command's options by name, as `parseArgs` of `node:util` returns them. */
export type CommandOptions<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: boolean }>
>["values"];

/** A command: its name, its options and what it does. */
export interface CommandDefinition<O extends ParseArgsOptionsConfig> {
  /** How the command is called with options, such as `npm run mock --`. */
  readonly name: string;
  /** The text of `--help`. */
  readonly help: string;
  readonly options: O;
  /** Positional arguments are allowed; not by default. */
  readonly allowPositionals?: boolean;
  /** Does the work and returns the exit code, or undefined when the process keeps serving. `name` is for messages. */
  run(options: CommandOptions<O>, positionals: readonly string[], name?: string): Promise<number | undefined>;
}

/** Infers the types of a command's options. */
export function defineCommand<const O extends ParseArgsOptionsConfig>(
  command: CommandDefinition<O>,
): CommandDefinition<O> {
  return command;
}

/** Some output of this process was lost, other than by a reader that left. */
let isLost = false;

/** A reader that leaves, as `head` does, is not an error: the work is finished, and the command ends with its own exit code. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE" || isLost) return;
  isLost = true;
  process.exitCode = exitCode.couldNotRun;
  reportError(new Failure(`The output could not be written: ${error.message}.`, "Check the disk."));
}

/**
 * Runs a command as this process: parses the arguments, prints errors on one line, sets the exit code.
 * It prints no error when the program that reads its output has ended.
 *
 * @param args The arguments after the command's name.
 */
export async function runCommand<O extends ParseArgsOptionsConfig>(
  command: CommandDefinition<O>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(onOutputError)) stream.on("error", onOutputError);
  }
  try {
    // Arguments behind `--` are another command's
    const own = args.slice(0, args.indexOf("--") === -1 ? args.length : args.indexOf("--"));
    if (own.includes("--help") || own.includes("-h")) {
      process.stdout.write(`${usedAs(command)}\n`);
      return;
    }
    if (own.includes("--version")) {
      process.stdout.write(`${await packageVersion()}\n`);
      return;
    }
    const { values, positionals } = parsed(command, args);
    const code = await command.run(values, positionals, command.name);
    if (code !== undefined && !isLost) process.exitCode = code;
  } catch (error) {
    process.exitCode = exitCode.couldNotRun;
    reportError(error);
  }
}

/** The help of a command. Under the name that is installed, its usage is not that of the npm script. */
function usedAs({ name, help }: Pick<CommandDefinition<never>, "name" | "help">): string {
  const usage = /^Usage: (?:npm run (?:(?!\n {7}\S).)*\n {7})+/s;
  return help.trim().replace(name.startsWith("npm run ") ? /^$/ : usage, "Usage: npx --no ");
}

function parsed<O extends ParseArgsOptionsConfig>(
  { options, allowPositionals = false, ...command }: CommandDefinition<O>,
  args: readonly string[],
): { values: CommandOptions<O>; positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals });
  } catch (error) {
    // Of an unknown option Node says how to pass such an argument, which no command takes
    const [message = ""] = error instanceof Error ? error.message.replaceAll("\n", " ").split(" To specify a pos") : [];
    throw new Failure(message.replace(/\.?$/, "."), `Run \`${command.name} --help\` for the options.`, {
      cause: error,
    });
  }
}

/** The version of the package that contains this file, in the repository or installed. */
export async function packageVersion(): Promise<string> {
  // Node 20, which `--version` answers, too, has no findPackageJSON
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const text = await readFile(join(directory, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return (JSON.parse(text) as { version: string }).version;
    if (directory === dirname(directory)) throw new Error("The package has no package.json.");
  }
}
