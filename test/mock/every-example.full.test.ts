// `npm run mock`, and plain `npx --no prism mock generated/openapi.yaml` as any team can run it, answer with every named example of every operation.
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContract } from "../../src/shared/contract/index.ts";
import { startProgram } from "../commands.ts";
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

test.each([
  ["npm run mock", scripts.mock.split(" ").slice(1)],
  ["npx --no prism mock", [join("node_modules", ".bin", "prism"), "mock", "generated/openapi.yaml"]],
])("%s answers with every named example of every operation", async (_, command) => {
  const mock = startProgram(process.execPath, [...command, "--port", "0"]);
  try {
    const [, url = ""] = await mock.printed(/(?:listening on|Mock ready at) (http:\S+)/);
    const { count, wrong } = await findWrongAnswers(url);
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  } finally {
    await mock.stop();
  }
});
