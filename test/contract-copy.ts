// A copy of the contract, of the document of the control plane and of their rules, to be edited.
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { type Ended, runProgram } from "./commands.ts";

const copied = ["redocly.yaml", ".redocly.lint-ignore.yaml", ".spectral.yaml", "src/sandbox/control"];
const linked = ["src/lint", "src/generate", "src/shared", "node_modules", "package.json"];

export interface ContractCopy {
  readonly directory: string;
  readonly root: string;
  /** Writes a file in one step, so that a watcher sees no half of it. */
  replace(file: string, text: string): Promise<void>;
  /** Replaces a part of a file, and says on which line it was. */
  edit(file: string, part: string | RegExp, replacement: string): Promise<number>;
  /** Runs a shell command as npm would run a script. */
  run(command: string): Promise<Ended>;
  remove(): Promise<void>;
}

/** Makes a copy, by default with the files of `openapi/`; remove it with `remove`. */
export async function contractCopy({ isEmpty = false } = {}): Promise<ContractCopy> {
  const directory = await mkdtemp(join(tmpdir(), "contract-copy-"));
  mkdirSync(join(directory, "src", "sandbox"), { recursive: true });
  for (const name of [...copied, ...(isEmpty ? [] : ["openapi"])]) {
    // At once: hundreds of small files, at a quarter of the cost
    cpSync(join(projectDirectory, name), join(directory, name), { recursive: true });
  }
  for (const name of linked) symlinkSync(join(projectDirectory, name), join(directory, name));
  const replace = async (file: string, text: string) => {
    const written = join(directory, "edit.tmp");
    await writeFile(written, text);
    await rename(written, join(directory, file));
  };
  return {
    directory,
    root: join(directory, "openapi", "openapi.yaml"),
    replace,
    async edit(file, part, replacement) {
      const before = await readFile(join(directory, file), "utf8");
      const after = before.replace(part, replacement);
      if (after === before) throw new Error(`The edit of ${file} changes nothing.`);
      await replace(file, after);
      return before.slice(0, before.search(part)).split("\n").length;
    },
    run: (command) => runProgram("sh", ["-c", command], directory),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
