// Releases in a copy of this project, as a maintainer does: `npm run release`, as a process in the full run, and what it leaves behind.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { parse } from "yaml";
import { releaseCommandIn } from "../../../src/pipeline/release.ts";
import { runHere } from "../../commands.ts";
import { isFull } from "../../run/depth.ts";
import type { TemporaryRepository } from "./empty-repository.ts";
import { projectCopy } from "./repository.ts";

/** How a command of the copy ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of this project, its contract cut down, for the tests of one file. */
export interface ReleasedCopy {
  readonly repository: TemporaryRepository;
  /** Its commit before the first release. */
  readonly start: string;
  /** Makes the repository as it was at a commit, with these tags and no other. */
  goTo(commit: string, tags?: Readonly<Record<string, string>>): void;
  /** Runs `npm run release` of the copy to its end. */
  release(...args: readonly string[]): Promise<Ended>;
  /** Tries a release that is to be refused: it leaves nothing behind. */
  refused(...args: readonly string[]): Promise<Ended>;
  /** The version, wherever it is written. */
  versions(): Promise<unknown[]>;
}

/** Makes the copy before the tests of a file, and removes it after them. */
export function useCopy(): ReleasedCopy {
  let made: TemporaryRepository | undefined;
  let start = "";
  const there = () => {
    if (made === undefined) throw new Error("The copy is made before the tests of a file: use it in a test.");
    return made;
  };
  beforeAll(async () => {
    made = await projectCopy();
    start = made.git("rev-parse", "HEAD").trim();
  });
  afterAll(() => made?.remove());

  /** All that a release could leave behind. */
  const state = () => ({
    references: there().git("show-ref", "--head"),
    status: there().git("status", "--porcelain"),
  });
  const release = async (...args: readonly string[]): Promise<Ended> => {
    if (!isFull) return runHere(releaseCommandIn(there().directory), args, there().directory);
    const environment = Object.entries(process.env).filter(([name]) => !/^(GIT_|FORCE_COLOR|NO_COLOR)/.test(name));
    const { directory } = there();
    const ended = promisify(execFile)(process.execPath, [join(directory, "src", "pipeline", "release.ts"), ...args], {
      cwd: directory,
      env: Object.fromEntries(environment),
    });
    return ended.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
    );
  };
  return {
    get repository() {
      return there();
    },
    get start() {
      return start;
    },
    goTo(commit, tags = {}) {
      const { git } = there();
      git("switch", "--quiet", "--discard-changes", "main");
      git("reset", "--quiet", "--hard", commit);
      git("clean", "--quiet", "--force", "-d");
      for (const tag of git("tag").split("\n")) if (tag !== "") git("tag", "--delete", tag);
      for (const [tag, object] of Object.entries(tags)) git("update-ref", `refs/tags/${tag}`, object);
    },
    release,
    async refused(...args) {
      const before = state();
      const ended = await release(...args);
      expect(state()).toEqual(before);
      return ended;
    },
    async versions() {
      const read = async (path: string): Promise<unknown> => parse(await there().read(path));
      const manifest = (await read("package.json")) as { version: string };
      const lock = (await read("package-lock.json")) as {
        version: string;
        packages: Record<string, { version: string }>;
      };
      const contract = (await read("openapi/openapi.yaml")) as { info: { version: string } };
      const generated = (await read("generated/openapi.json")) as { info: { version: string } };
      return [
        manifest.version,
        lock.version,
        lock.packages[""]?.version,
        contract.info.version,
        generated.info.version,
      ];
    },
  };
}
