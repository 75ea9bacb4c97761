// A git repository for tests: empty, or a copy of another.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An identity, and settings instead of those of the person who runs the tests: neither hooks of theirs, nor signatures, nor maintenance. */
const config = `[user]
name = A Maintainer
email = maintainer@example.com
[core]
hooksPath = .git/hooks
[commit]
gpgSign = false
[tag]
gpgSign = false
[maintenance]
auto = false
`;

/** Runs git in a directory and gives what it prints. What a hook of git sets would lead into another repository. */
export function git(directory: string, ...args: readonly string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  return execFileSync("git", ["-C", directory, ...args], { encoding: "utf8", env, stdio: "pipe" });
}

/** Commits all that is in the working tree. */
export function commitAll(directory: string, message: string): void {
  git(directory, "add", "--all");
  git(directory, "commit", "--quiet", "--message", message);
}

/** A git repository in a directory that is gone after the run. */
export class TemporaryRepository {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), "repository-")));

  git(...args: readonly string[]): string {
    return git(this.directory, ...args);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.directory, path), "utf8");
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.directory, path), text);
  }

  async edit(path: string, change: (text: string) => string): Promise<void> {
    const before = await this.read(path);
    const after = change(before);
    if (after === before) throw new Error(`The edit of ${path} changes nothing.`);
    await this.write(path, after);
  }

  /** Makes a hook that refuses; removes it when the script is empty. */
  hook(name: string, script: string): void {
    const file = join(this.directory, ".git", "hooks", name);
    rmSync(file, { force: true });
    if (script === "") return;
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  commitAll(message: string): void {
    commitAll(this.directory, message);
  }

  /** The same in a directory of its own. */
  copy(): TemporaryRepository {
    const other = new TemporaryRepository();
    cpSync(this.directory, other.directory, { recursive: true });
    return other;
  }
}

/** Makes an empty repository. */
export function emptyRepository(): TemporaryRepository {
  const repository = new TemporaryRepository();
  // Without the sample hooks
  repository.git("init", "--quiet", "--initial-branch=main", "--template=");
  writeFileSync(join(repository.directory, ".git", "config"), config, { flag: "a" });
  return repository;
}
