// What `learn` says of the sandbox, which keeps every assumption by construction.
import { expect, test } from "vitest";
import { Evidence } from "../../../src/pipeline/learn/evidence.ts";
import { judgeEvidence } from "../../../src/pipeline/learn/judge.ts";
import { collect } from "../../../src/pipeline/learn/read.ts";
import { Capture } from "../../../src/tools/recording/capture.ts";
import type { RecordedLine } from "../../../src/tools/recording/index.ts";
import { verifyInProcess } from "../../tools/verify/gallery/faults/run.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { inProcess } from "../../tools/verify/gallery/server.ts";

/** Records what `verify` sends to the sandbox, and what it answers. */
async function recordVerify(): Promise<RecordedLine[]> {
  const server = await inProcess();
  const capture = new Capture(contract);
  const lines: RecordedLine[] = [];
  const recorded: typeof fetch = async (address, init = {}) => {
    const request = new Request(address, { duplex: "half", ...init } as RequestInit);
    const body = Buffer.from(await request.clone().arrayBuffer());
    const response = await server.fetch(address, init);
    const { pathname, search } = new URL(request.url);
    const exchange = await capture.exchange({
      method: request.method,
      target: pathname + search,
      request: { headers: [...request.headers], body },
      response: {
        status: response.status,
        headers: [...response.headers],
        body: Buffer.from(await response.clone().arrayBuffer()),
      },
    });
    lines.push(...exchange);
    return response;
  };
  await verifyInProcess({ ...server, fetch: recorded });
  return lines;
}

test("a recording of the sandbox contradicts nothing, and edits only confirm, or add what the contract says it does not show", async () => {
  const lines = await recordVerify();
  const evidence = new Evidence(contract);
  await collect(evidence, {
    file: "sandbox.jsonl",
    header: { recording: 1, contract: contract.document.info.version, date: "2026-11-22", source: "proxy" },
    async *[Symbol.asyncIterator]() {
      yield* lines;
    },
  });
  const findings = judgeEvidence(evidence);
  expect(findings.filter(({ verdict }) => verdict === "contradicted" || verdict === "violation")).toEqual([]);
  expect(findings.filter(({ verdict }) => verdict === "confirmed").length).toBeGreaterThan(50);
  const edits = findings.filter(({ proposal }) => proposal !== undefined && proposal.kind !== "confirm");
  expect(edits.filter(({ mark, verdict }) => mark !== "x-not-shown" || verdict !== "new")).toEqual([]);
});
