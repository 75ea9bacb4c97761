// `npm run learn` reads 50,000 exchanges in 150 MB, one at a time: in less memory than the file has.
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { entryFor, recordDay } from "./day.ts";

test("50,000 exchanges in 150 MB are read one at a time", async () => {
  const directory = await mkdtemp(join(tmpdir(), "learn-"));
  const file = join(directory, "large.har");
  const { entries } = await recordDay(1);
  const padding = { comment: '"}]{['.repeat(300) };
  const texts = entries.map((entry) => JSON.stringify({ ...entry, ...padding }));
  await pipeline(function* () {
    yield '{"log":{"entries":[';
    for (let index = 0; index < 50_000; index += 1) yield `${texts[index % texts.length]},`;
    yield `${JSON.stringify(entryFor("GET", "/", 404, {}))}]}}`;
  }, createWriteStream(file));
  expect((await stat(file)).size).toBeGreaterThan(150_000_000);
  const command = join(projectDirectory, "src/learn/command.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--max-old-space-size=128", command, file]);
  expect(stdout).toMatch(/^Read 50000 calls/);
  await rm(directory, { recursive: true });
});
