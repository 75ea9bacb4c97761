// As deep as the command goes by default, `verify` finds every wrong server of the gallery, at another seed than in the quick run.
import { expect, test } from "vitest";
import { wrongServers } from "./gallery/faults/index.ts";
import { verifyWrongServer } from "./gallery/faults/run.ts";

test.each(wrongServers)("with generated input it finds that $name", async (wrong) => {
  const { finding, findings, crashes } = await verifyWrongServer(wrong, { seed: 2, depth: 20 });
  expect(crashes).toEqual([]);
  expect(finding, findings.map(({ check, message }) => `${check}: ${message}`).join("\n")).toBeDefined();
});
