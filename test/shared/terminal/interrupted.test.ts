// An interrupted command leaves nothing behind.
import { once } from "node:events";
import { readdirSync, watch } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { soundBundle } from "../../../src/generate/index.ts";
import { contractRoot, projectDirectory } from "../../../src/shared/contract/index.ts";
import { startCommand, startProgram } from "../../commands.ts";
import { inFull } from "../../run/depth.ts";

const door = JSON.stringify(join(projectDirectory, "src", "shared", "terminal", "index.ts"));
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "interrupted-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true, force: true });
});

test("a server bundles the contract without a temporary directory, so that none can be left", async () => {
  vi.stubEnv("TMPDIR", join(directory, "missing"));
  expect((await soundBundle(contractRoot)).info.title).not.toBe("");
});

const waiting = "setInterval(() => {}, 1000); process.stdout.write('ready');";
/** Runs until it is over: the signal arrives in the middle of work that does not let go of the thread. */
const busy =
  "process.stdout.write('ready'); while (existsSync(go)) {} directory.remove(); setInterval(() => {}, 1000);";

test.each([
  ["SIGINT", waiting],
  ["SIGTERM", waiting],
  ["SIGHUP", waiting],
  ["SIGINT", busy],
] as const)("%s removes what is half done and ends the process by that signal: %s", async (signal, work) => {
  const go = join(directory, "go");
  const code = `
    import { existsSync, writeFileSync } from "node:fs";
    import { makeTemporaryDirectory } from ${door};
    const go = ${JSON.stringify(go)};
    writeFileSync(go, "");
    const directory = makeTemporaryDirectory(${JSON.stringify(join(directory, "half-"))});
    ${work}
  `;
  const { child, printed } = startProgram(process.execPath, ["--input-type=module", "--eval", code], {
    env: { _: "" },
  });
  await printed("ready");
  // Asked for before the signal: the process may end before the file is gone
  const ended = once(child, "exit");
  child.kill(signal);
  await rm(go);
  expect(await ended).toEqual([null, signal]);
  expect(readdirSync(directory)).toEqual([]);
});

const writers = [["site/command.ts", ["--out", "site"], ".site-"]] as const;

// The quick run has those above, which use what these do
inFull?.each(writers)("%s %j leaves nothing of its temporary directory %s", async (file, args, prefix) => {
  vi.stubEnv("TMPDIR", directory);
  const seen = Promise.withResolvers<boolean>();
  const watcher = watch(directory, (_, name) => void (name?.startsWith(prefix) && seen.resolve(true)));
  const command = startCommand(file, args, directory);
  expect(await Promise.race([seen.promise, command.ended.then(() => false)])).toBe(true);
  watcher.close();
  await command.stop();
  expect((await readdir(directory)).filter((name) => name !== "site")).toEqual([]);
});
