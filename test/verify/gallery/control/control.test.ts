// `verify` says nothing of a correct server that shares no code with the sandbox, and of what it has not built yet one line.
import { expect, onTestFinished, test } from "vitest";
import { allFindings, verifyAt } from "../faults/run.ts";
import { contract } from "../routes.ts";
import { controlKey, controlled, startControl } from "./server.ts";

test("nothing is found of the control: what it does not have is not there, and only what needs ids is skipped", async () => {
  const { url, close } = await startControl();
  onTestFinished(close);
  // It knows nothing of the example cast: a user is created for the run
  const report = await verifyAt(url, { base: { url, key: controlKey }, management: undefined, depth: 20 });
  expect(allFindings(report).map(({ check, message, curl }) => `${check}: ${message} ${curl}`)).toEqual([]);
  const isControlled = (id: string) => controlled.some((one) => one === id);
  const [its, others] = [true, false].map((isIts) => report.operations.filter(({ id }) => isControlled(id) === isIts));
  const skipped = its?.flatMap((operation) => operation.skipped.map(({ reason }) => reason));
  expect([...new Set(skipped)]).toEqual(["the example cast names no `user`"]);
  expect(others?.flatMap(({ passed }) => Object.keys(passed))).toEqual([]);
  const known = report.operations.map(({ id }) => id);
  expect(report.absent).toEqual(contract.operations.flatMap(({ id }) => (known.includes(id) ? [] : [id])));
  expect(report.absent).toContain("createOrder");
});

test("what it does not have is not there although its 404 quotes the query", async () => {
  const { url, close } = await startControl();
  onTestFinished(close);
  const data = { values: { zip_code: "85001", lab_id: 7 }, file: "data.json" };
  const only = ["listLabs", "getPscInfo", "getAreaInfo"];
  const report = await verifyAt(url, { base: { url, key: controlKey }, management: undefined, data, only });
  expect([allFindings(report), report.absent]).toEqual([[], ["getPscInfo", "getAreaInfo"]]);
});
