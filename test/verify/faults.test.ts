// `verify` finds every wrong server of the gallery, and each of its checks is needed: without it a wrong server escapes.
import { describe, expect, test } from "vitest";
import { type CheckName, checks } from "../../src/verify/index.ts";
import { depth } from "../run/depth.ts";
import { contractWithHeader, sendsHeader } from "./gallery/faults/headers.ts";
import { wrongServers } from "./gallery/faults/index.ts";
import { verifyWrongServer } from "./gallery/faults/run.ts";
import { violates } from "./gallery/faults/wrong-server.ts";
import { contract } from "./gallery/routes.ts";

const seed = 1;

test("the gallery has wrong servers by other names, for each operation", () => {
  const names = wrongServers.map(({ fault }) => fault.name);
  expect(names).toEqual([...new Set(names)]);
  const operations = new Set(wrongServers.map(({ operation }) => String(operation)));
  expect(contract.operations.map(({ id }) => id).filter((id) => !operations.has(id))).toEqual([]);
});

describe("finds that", () => {
  test.each(wrongServers.map((wrong) => [wrong.fault.name, wrong] as const))("%s", async (_, wrong) => {
    const { finding, findings, crashes } = await verifyWrongServer(wrong, seed);
    expect(crashes).toEqual([]);
    const shown = findings.map(({ check, verdict, message }) => `${verdict} ${check}: ${message}`);
    expect(finding, shown.join("\n") || "nothing is found").toBeDefined();
  });
});

describe("without the check", () => {
  // One in five; all of them in the full run
  const names = (Object.keys(checks) as CheckName[]).filter((_, index) => index % depth(5, 1) === 0);

  test.each(names)("%s a wrong server escapes", async (check) => {
    // One that other checks find too does not tell what this one is good for
    const foundStill: string[] = [];
    for (const wrong of wrongServers.filter((one) => one.check === check)) {
      const { findings } = await verifyWrongServer(wrong, seed, [check]);
      if (findings.length === 0) return;
      foundStill.push(`${wrong.fault.name}: ${[...new Set(findings.map((finding) => finding.check))].join(", ")}`);
    }
    expect.fail(`Other checks find each of its wrong servers:\n${foundStill.join("\n") || "there is none"}`);
  });
});

test("a header as documented is no finding", async () => {
  const correct = violates("listLabs", "response-headers", "sends the header", sendsHeader("2"));
  const { findings } = await verifyWrongServer({ ...correct, contract: contractWithHeader }, seed);
  expect(findings).toEqual([]);
});

describe("a failing input that was generated", () => {
  const wrong = wrongServers.find(({ fault }) => fault.name === "getAreaInfo fails when a radius and labs meet");

  /** What is sent in the finding, without the server's address. */
  async function failing(seed: number) {
    if (wrong === undefined) return expect.fail("The wrong server is missing.");
    const { finding } = await verifyWrongServer(wrong, seed);
    return { seed: finding?.seed, url: /\/v3\/[^']+/.exec(finding?.curl ?? "")?.[0] };
  }

  test("is made smaller as far as it still fails, and told with its seed", async () => {
    const { seed, url = "" } = await failing(7);
    expect(seed).toBe(7);
    // The one that is required, and the two that do not go together
    expect([...new URL(url, "http://localhost").searchParams.keys()]).toEqual(["zip_code", "radius", "labs"]);
  });

  test("is found again by the same seed", async () => {
    expect(await failing(7)).toEqual(await failing(7));
  });
});
