// A copy of what the scripts `lint` and `generate` of package.json read, to be broken, and the scripts run in it.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";

const copied = ["openapi", "src/sandbox/control", "redocly.yaml", ".redocly.lint-ignore.yaml", ".spectral.yaml"];
const linked = ["src/lint", "src/generate", "node_modules", "package.json"];

/** Copies the contract, the document of the control plane and their rules. */
export async function makeWorkspace() {
  const directory = await temporaryDirectory("lint-");
  mkdirSync(join(directory, "src"), { recursive: true });
  for (const name of copied) cpSync(join(projectDirectory, name), join(directory, name), { recursive: true });
  for (const name of linked) symlinkSync(join(projectDirectory, name), join(directory, name));
  return {
    directory,

    /** Replaces a part of a file, and says on which line it was. */
    async edit(file: string, part: string | RegExp, replacement: string): Promise<number> {
      const before = await readFile(join(directory, file), "utf8");
      const after = before.replace(part, replacement);
      expect(after, `the edit of ${file} changes nothing`).not.toBe(before);
      await writeFile(join(directory, file), after);
      return before.slice(0, before.search(part)).split("\n").length;
    },

    /** Runs a shell command as npm would run a script. */
    run: (command: string, path = process.env["PATH"]) => runShell(command, directory, path),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Makes an empty directory that the caller removes. */
export function temporaryDirectory(prefix: string): Promise<string> {
  return mkdtemp(join(tmpdir(), prefix));
}

/** Runs a shell command with the tools of this project in its path. */
export async function runShell(command: string, cwd: string, path = process.env["PATH"]) {
  const { FORCE_COLOR: _, ...env } = process.env;
  const bin = join(projectDirectory, "node_modules", ".bin");
  const child = spawn("sh", ["-c", command], {
    cwd,
    env: { ...env, NO_COLOR: "1", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", PATH: [bin, path ?? ""].join(delimiter) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: stdout + stderr };
}

const { scripts } = JSON.parse(await readFile(join(projectDirectory, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<"bundle" | "lint:contract" | "generate", string>>;
};

export const lintScript = scripts["lint:contract"];
export const generateScript = scripts.generate;

/** A script without `redocly lint`, which would end it. */
export function skipRedoclyLint(script: string): string {
  return script.replace("npm run bundle", scripts.bundle.replace("redocly lint && ", ""));
}
