// A copy of the contract, of the document of the control plane and of their rules, to be edited.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDirectory } from "../src/shared/contract/index.ts";
import { type Ended, runProgram } from "./commands.ts";

const copied = ["openapi", "redocly.yaml", ".redocly.lint-ignore.yaml", ".spectral.yaml", "src/sandbox/control"];
const linked = ["src/lint", "src/generate", "src/shared", "node_modules", "package.json"];

/** A copy in a directory that is gone after the run. */
export class ContractCopy {
  readonly directory = mkdtempSync(join(tmpdir(), "contract-copy-"));
  readonly root = join(this.directory, "openapi", "openapi.yaml");

  constructor() {
    mkdirSync(join(this.directory, "src", "sandbox"), { recursive: true });
    for (const name of copied) cpSync(join(projectDirectory, name), join(this.directory, name), { recursive: true });
    for (const name of linked) symlinkSync(join(projectDirectory, name), join(this.directory, name));
  }

  /** Writes a file in one step, so that a watcher sees no half of it. */
  replace(file: string, text: string): void {
    const written = join(this.directory, "edit.tmp");
    writeFileSync(written, text);
    renameSync(written, join(this.directory, file));
  }

  /** Replaces a part of a file, and says on which line it was. */
  edit(file: string, part: string | RegExp, replacement: string): number {
    const before = readFileSync(join(this.directory, file), "utf8");
    const after = before.replace(part, replacement);
    if (after === before) throw new Error(`The edit of ${file} changes nothing.`);
    this.replace(file, after);
    return before.slice(0, before.search(part)).split("\n").length;
  }

  /** Runs a shell command as npm would run a script. */
  run(command: string): Promise<Ended> {
    return runProgram("sh", ["-c", command], this.directory);
  }
}
