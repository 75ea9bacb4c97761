// A temporary git repository for the tests of a release: empty, or a copy of another.
import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A git repository that is removed at the end of a test. */
export interface TemporaryRepository {
  readonly directory: string;
  /** Runs git in it and gives what it prints. */
  git(...args: readonly string[]): string;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  edit(path: string, change: (text: string) => string): Promise<void>;
  /** Makes a hook that refuses; removes it when the script is empty. */
  hook(name: string, script: string): Promise<void>;
  commitAll(message: string): void;
  /** The same in a folder of its own. */
  copy(): Promise<TemporaryRepository>;
  remove(): Promise<void>;
}

/** Makes an empty repository with an identity of its own. */
export async function emptyRepository(): Promise<TemporaryRepository> {
  const repository = openRepository(await makeDirectory());
  // Neither sample hooks nor a look at every commit whether there is something to tidy up
  repository.git("init", "--quiet", "--initial-branch=main", "--template=");
  const settings = {
    user: { name: "A Maintainer", email: "maintainer@example.com" },
    // Instead of the settings of the person who runs the tests; from the top of the repository, so that a copy has its own
    core: { hooksPath: ".git/hooks" },
    commit: { gpgSign: "false" },
    tag: { gpgSign: "false" },
    maintenance: { auto: "false" },
  };
  // One process of git for each setting would take most of the time of these tests
  const sections = Object.entries(settings).map(([section, values]) =>
    [`[${section}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`), ""].join(
      "\n",
    ),
  );
  await appendFile(join(repository.directory, ".git", "config"), sections.join(""));
  return repository;
}

async function makeDirectory(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), "release-test-")));
}

function openRepository(directory: string): TemporaryRepository {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", directory, ...args], {
      encoding: "utf8",
      env: withoutGit(process.env),
      stdio: ["ignore", "pipe", "pipe"],
    });
  const place = (path: string) => join(directory, path);
  const read = (path: string) => readFile(place(path), "utf8");
  const write = (path: string, text: string) => writeFile(place(path), text);
  return {
    directory,
    git,
    read,
    write,
    async edit(path, change) {
      const before = await read(path);
      const after = change(before);
      if (after === before) throw new Error(`The edit of ${path} changes nothing.`);
      await write(path, after);
    },
    async hook(name, script) {
      await mkdir(place(".git/hooks"), { recursive: true });
      await rm(place(`.git/hooks/${name}`), { force: true });
      if (script === "") return;
      await writeFile(place(`.git/hooks/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
    commitAll(message) {
      git("add", "--all");
      git("commit", "--quiet", "--message", message);
    },
    async copy() {
      const other = await makeDirectory();
      await cp(directory, other, { recursive: true });
      return openRepository(other);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** An environment without what a hook of git sets, which would lead into another repository. */
function withoutGit(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("GIT_")));
}
