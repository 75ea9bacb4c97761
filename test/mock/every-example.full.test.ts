// `npm run mock`, and plain `npx --no prism mock generated/openapi.yaml` as any team can run it, answer with every named example of every operation.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { projectDirectory, readContract } from "../../src/shared/contract/index.ts";
import { validRequest } from "./valid-request.ts";

const contract = await readContract();
const { scripts } = (await import("../../package.json", { with: { type: "json" } })).default;

/** Asks for each named example of each operation, and lists the answers that differ from it. */
async function findWrongAnswers(url: string): Promise<{ count: number; wrong: unknown[] }> {
  const wrong: unknown[] = [];
  let count = 0;
  for (const operation of contract.operations) {
    const { path, init } = validRequest(contract, operation);
    for (const { status, bodies } of operation.responses) {
      for (const { name, value } of bodies.flatMap(({ examples }) => examples)) {
        const headers = { ...init.headers, prefer: `code=${status}, example=${name}` };
        const answer = await fetch(url + path, { ...init, headers });
        const found = { status: String(answer.status), body: await answer.json() };
        count += 1;
        if (found.status !== status || JSON.stringify(found.body) !== JSON.stringify(value)) {
          wrong.push({ operation: operation.id, status, name, found, violations: answer.headers.get("sl-violations") });
        }
      }
    }
  }
  return { count, wrong };
}

/** Waits until a process says where it listens; what it says later is read, and dropped. */
function readUrl({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error("It has no output to read.");
  const said: string[] = [];
  stderr.on("data", (text) => said.push(String(text)));
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const [, url] = /(?:listening on|Mock ready at) (http:\S+)/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
      said.push(line);
    });
    lines.on("close", () => reject(new Error(`It ended before it listened: ${said.join("\n")}`)));
  });
}

test.each([
  ["npm run mock", scripts.mock.split(" ").slice(1)],
  ["npx --no prism mock", [join("node_modules", ".bin", "prism"), "mock", "generated/openapi.yaml"]],
])("%s answers with every named example of every operation", async (_, command) => {
  const child = spawn(process.execPath, [...command, "--port", "0"], {
    cwd: projectDirectory,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  try {
    const { count, wrong } = await findWrongAnswers(await readUrl(child));
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  } finally {
    child.kill();
    await ended;
  }
});
