// An upload that a server refuses before it has read it is an answer, not a failure of the network.
import { expect, onTestFinished, test } from "vitest";
import { exchange } from "../../src/verify/sending/exchange.ts";
import { startEarlyCloser } from "../shared/http/early-closer.ts";

test("an answer counts that comes while the upload is still being sent, though the connection is closed", async () => {
  const { url, close } = await startEarlyCloser();
  onTestFinished(async () => void (await close()));
  const body = [{ name: "file", bytes: new Uint8Array(400_000), type: "application/pdf", filename: "report.pdf" }];
  for (let sent = 0; sent < 20; sent += 1) {
    const { answer, failure } = await exchange(url, { method: "POST", target: "/", headers: {}, body }, 30_000);
    expect([answer?.status, answer?.text, failure]).toEqual([401, '{"detail":"No."}', undefined]);
  }
});
