// `verify` says nothing of a correct server that shares no code with the sandbox.
import { expect, onTestFinished, test } from "vitest";
import { allFindings, verifyAt } from "../faults/run.ts";
import { controlKey, controlled, startControl } from "./server.ts";

test("nothing is found of the control, and only what needs ids that nobody named is skipped", async () => {
  const { url, close } = await startControl();
  onTestFinished(close);
  // It knows nothing of the example cast: a user is created for the run
  const report = await verifyAt(url, {
    base: { url, key: controlKey },
    management: undefined,
    only: controlled,
    depth: 20,
  });
  expect(allFindings(report).map(({ check, message, curl }) => `${check}: ${message} ${curl}`)).toEqual([]);
  const skipped = report.operations.flatMap((operation) => operation.skipped.map(({ reason }) => reason));
  expect([...new Set(skipped)]).toEqual(["the example cast names no `user`"]);
});
