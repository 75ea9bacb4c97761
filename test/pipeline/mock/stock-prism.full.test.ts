// The bundle without this repository's tools: `prism mock generated/openapi.yaml`, as any team can run it, answers with every example.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatedDirectory, readContract } from "../../../src/tools/contract/index.ts";
import { validRequest } from "./valid-request.ts";

const contract = await readContract();
const prism = join(
  dirname(createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json")),
  "dist/index.js",
);
let child: ChildProcess;
let url: string;

beforeAll(async () => {
  const bundle = join(generatedDirectory, "openapi.yaml");
  // With several processes, its default in production, Prism 5.16 ends when it starts
  const args = [prism, "mock", bundle, "--port", "0", "--multiprocess=false"];
  child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  url = await listening(child);
});

afterAll(async () => {
  if (child.exitCode !== null) return;
  const ended = once(child, "close");
  child.kill();
  await ended;
});

/** The address on which Prism says that it listens; what it says later is read, and dropped. */
function listening({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error("Prism has no output to read.");
  const said: string[] = [];
  stderr.on("data", (text) => said.push(String(text)));
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
      said.push(line);
    });
    lines.on("close", () => reject(new Error(`Prism ended before it listened: ${said.join("\n")}`)));
  });
}

describe.each(contract.operations)("$method $path", (operation) => {
  const { path, init } = validRequest(contract, operation);
  const examples = operation.responses.flatMap(({ status, bodies }) =>
    bodies.flatMap(({ examples }) => examples.map(({ name, value }) => ({ status: Number(status), name, value }))),
  );

  test.each(examples)("$status $name", async ({ status, name, value }) => {
    const prefer = `code=${status}, example=${name}`;
    const answer = await fetch(url + path, { ...init, headers: { ...init.headers, prefer } });
    expect(await answer.json()).toEqual(value);
    expect(answer.status).toBe(status);
  });
});
