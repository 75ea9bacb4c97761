// As deep as `verify` goes by default: every wrong server is found, at another seed than in the quick run. That each check is needed is held there.
import { describe, expect, test } from "vitest";
import { wrongServers } from "./gallery/faults/index.ts";
import { verifyWrongServer } from "./gallery/faults/run.ts";

const depth = 20;

const seed = 2;

describe("with another seed finds that", () => {
  test.each(wrongServers.map((wrong) => [wrong.fault.name, wrong] as const))("%s", async (_, wrong) => {
    const { finding, findings, crashes } = await verifyWrongServer(wrong, { seed, depth });
    expect(crashes).toEqual([]);
    const shown = findings.map(({ check, verdict, message }) => `${verdict} ${check}: ${message}`);
    expect(finding, shown.join("\n") || "nothing is found").toBeDefined();
  });
});
