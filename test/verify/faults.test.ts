// `verify` finds a wrong server of each check and of each operation, and each of its checks is needed: it alone finds one of them. `faults.full.test.ts` has all.
import { describe, expect, test } from "vitest";
import { checkNames } from "./check-names.ts";
import type { Answer } from "./gallery/call.ts";
import { wrongServers } from "./gallery/faults/index.ts";
import { verifyFault, verifyWrongServer, type WrongRun } from "./gallery/faults/run.ts";
import type { WrongServer } from "./gallery/faults/wrong-server.ts";

const seed = 1;

/** Each wrong server is verified once, by whichever test asks first. */
const runs = new Map<WrongServer, Promise<WrongRun>>();

function verifyOnce(wrong: WrongServer): Promise<WrongRun> {
  const run = runs.get(wrong) ?? verifyWrongServer(wrong, { seed });
  runs.set(wrong, run);
  return run;
}

test("no two wrong servers of the gallery have one name", () => {
  const names = wrongServers.map(({ fault }) => fault.name);
  expect(names).toEqual([...new Set(names)]);
});

/** Of each check a wrong server, of an operation that has none yet where it can be, then one of each operation that is left. */
const some: WrongServer[] = [];
const isOfNewOperation = ({ operation }: WrongServer) => !some.some((one) => one.operation === operation);
const byCheck = checkNames.map((check) => wrongServers.filter((one) => one.check === check));
for (const ofCheck of byCheck.sort((one, other) => one.length - other.length)) {
  const [chosen] = [...ofCheck.filter(isOfNewOperation), ...ofCheck];
  if (chosen !== undefined) some.push(chosen);
}
for (const wrong of wrongServers) if (isOfNewOperation(wrong)) some.push(wrong);

describe("finds that", () => {
  test.each(some.map((wrong) => [wrong.fault.name, wrong] as const))("%s", async (_, wrong) => {
    const { finding, findings, crashes } = await verifyOnce(wrong);
    expect(crashes).toEqual([]);
    const shown = findings.map(({ check, verdict, message }) => `${verdict} ${check}: ${message}`);
    expect(finding, shown.join("\n") || `no check finds it; ${wrong.check} should`).toBeDefined();
  });
});

describe("one of the wrong servers is found by", () => {
  test.each(checkNames)("%s alone", async (check) => {
    const foundByOthers: string[] = [];
    const ofCheck = wrongServers.filter((one) => one.check === check);
    // Servers that are verified in any case come first
    for (const wrong of new Set([...some.filter((one) => one.check === check), ...ofCheck])) {
      const found = new Set((await verifyOnce(wrong)).findings.map((finding) => finding.check));
      if (found.size === 1 && found.has(check)) return;
      foundByOthers.push(`${wrong.fault.name}: ${[...found].join(", ") || "no check finds it"}`);
    }
    expect.fail(`No wrong server is found by it alone:\n${foundByOthers.join("\n") || "there is none"}`);
  });
});

test("the request of a finding names the made-up key, and not the real one, where it was sent", async () => {
  const wrong = wrongServers.find(
    ({ check, operation }) => check === "credential-enforced" && operation === "listLabAccounts",
  );
  if (wrong === undefined) return expect.fail("The wrong server is missing.");
  const { finding } = await verifyOnce(wrong);
  expect(finding?.curl).toContain('-H "x-service-api-key: $FABRICATED_KEY"');
});

test("what could not be read does not pass as valid", async () => {
  const headers = { "content-type": "text/plain" };
  const plain = { name: "listLabs writes texts", answer: (answer: Answer) => ({ ...answer, headers }) };
  const { report } = await verifyFault(plain, { only: ["listLabs"] });
  expect(report.operations[0]?.passed).toHaveProperty("documented-status");
  expect(report.operations[0]?.passed).not.toHaveProperty("body-schema");
});

describe("a failing input that was generated", () => {
  const wrong = wrongServers.find(({ fault }) => fault.name === "getAreaInfo fails when a radius and labs meet");

  /** The request of the finding, without the server's address. */
  async function failing() {
    if (wrong === undefined) return expect.fail("The wrong server is missing.");
    const { finding } = await verifyWrongServer(wrong, { seed: 7 });
    return { seed: finding?.seed, url: /\/v3\/[^']+/.exec(finding?.curl ?? "")?.[0] };
  }

  test("is shrunk while it still fails, reported with its seed, and found again by it", async () => {
    const found = await failing();
    expect(found.seed).toBe(7);
    // The one that is required, and the two that do not go together
    expect([...new URL(found.url ?? "", "http://localhost").searchParams.keys()]).toEqual([
      "zip_code",
      "radius",
      "labs",
    ]);
    expect(await failing()).toEqual(found);
  });
});
