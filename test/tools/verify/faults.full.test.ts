// As deep as `verify` goes by default: every wrong server is found at another seed than in the quick run, and one escapes for each check that is left out.
import { describe, expect, test } from "vitest";
import { checks } from "../../../src/tools/verify/index.ts";
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

describe("without the check", () => {
  test.each(Object.keys(checks))("%s a wrong server escapes", async (check) => {
    // One that other checks find too does not show what this one is good for
    const foundStill: string[] = [];
    for (const wrong of wrongServers.filter((one) => one.check === check)) {
      const { findings } = await verifyWrongServer(wrong, { seed: 1, depth, without: [check] });
      if (findings.length === 0) return;
      foundStill.push(`${wrong.fault.name}: ${[...new Set(findings.map((finding) => finding.check))].join(", ")}`);
    }
    expect.fail(`Other checks find each of its wrong servers:\n${foundStill.join("\n") || "there is none"}`);
  });
});
