// `verify` finds each wrong server of a gallery, and needs each of its checks: of each there is a server that it alone finds.
import { describe, expect, test } from "vitest";
import { type Assumed, listAssumptions, readContract } from "../../src/shared/contract/index.ts";
import { rewritten } from "../reworded.ts";
import { checkNames } from "./check-names.ts";
import { departures } from "./gallery/faults/departures.ts";
import { wrongServers } from "./gallery/faults/index.ts";
import { lookUp, verifyFault, verifyWrongServer, type WrongRun, wordless } from "./gallery/faults/run.ts";
import { when } from "./gallery/faults/stages.ts";
import type { WrongServer } from "./gallery/faults/wrong-server.ts";

/** Each wrong server is verified once, by whichever test asks first. */
const runs = new Map<WrongServer, Promise<WrongRun>>();

function verifyOnce(wrong: WrongServer): Promise<WrongRun> {
  const run = runs.get(wrong) ?? verifyWrongServer(wrong);
  runs.set(wrong, run);
  return run;
}

function findServer(name: string): WrongServer {
  return wrongServers.find((one) => one.name === name) ?? expect.fail(`The wrong server "${name}" is missing.`);
}

test("no two wrong servers of the gallery have one name", () => {
  const names = wrongServers.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

/** Departures from assumptions; of each check a server, of an operation that has none yet where it can be, then one of each operation that is left. */
const some: WrongServer[] = [...departures];
const isOfNewOperation = ({ operation }: WrongServer) => !some.some((one) => one.operation === operation);
const byCheck = checkNames.map((check) => wrongServers.filter((one) => one.check === check));
for (const ofCheck of byCheck.sort((one, other) => one.length - other.length)) {
  const [chosen] = [...ofCheck.filter(isOfNewOperation), ...ofCheck];
  if (chosen !== undefined) some.push(chosen);
}
for (const wrong of wrongServers) if (isOfNewOperation(wrong)) some.push(wrong);

describe("finds that", () => {
  test.each(some)("$name", async (wrong) => {
    const { finding, findings, crashes } = await verifyOnce(wrong);
    expect(crashes).toEqual([]);
    const shown = findings.map(({ check, verdict, message }) => `${verdict} ${check}: ${message}`);
    expect(finding, shown.join("\n") || `no check finds it; ${wrong.check} should`).toBeDefined();
    // The assumption decides, not its words; and a server that departs from nothing else breaks nothing
    for (const { verdict, assumption, expected } of findings) {
      expect(lookUp(expected.pointer), expected.pointer).toBeDefined();
      expect(assumption).toBe(verdict === "difference" ? "x, because x; it could be x." : undefined);
      if (wrong.verdict === "difference") expect(verdict).not.toBe("violation");
    }
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
      foundByOthers.push(`${wrong.name}: ${[...found].join(", ") || "no check finds it"}`);
    }
    expect.fail(`No wrong server is found by it alone:\n${foundByOthers.join("\n") || "there is none"}`);
  });
});

test("a server that departs from an assumption that leaves nothing open breaks the contract", async () => {
  const settled = rewritten(wordless.document, "x-assumption", (mark) => ({ ...Object(mark), leaves_open: [] }));
  const wrong = findServer("createLinkCode refuses a credential with 403");
  const { findings } = await verifyWrongServer(wrong, { contract: await readContract(settled) });
  expect(findings.map(({ verdict, check }) => `${verdict} ${check}`)).toEqual(["violation documented-status"]);
});

test.each([
  "createUser succeeds with 201",
  "createOrder answers with an id only",
  "refreshUserData refuses an unknown user with a text",
])("several assumptions on one node excuse what one does that leaves as much open: %s", async (name) => {
  // An assumption of its own for each word that one leaves open
  const split = rewritten(wordless.document, "x-assumption", (mark) =>
    listAssumptions(mark as Assumed).flatMap((one) => one.leaves_open.map((word) => ({ ...one, leaves_open: [word] }))),
  );
  const contract = await readContract(split);
  const { findings } = await verifyWrongServer(findServer(name), { contract });
  expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(["difference"]));
});

test("the request of a finding names the made-up key, and not the real one, where it was sent", async () => {
  const { finding } = await verifyOnce(findServer("listLabAccounts takes any key"));
  expect(finding?.curl).toContain('-H "x-service-api-key: $FABRICATED_KEY"');
});

test("what could not be read does not pass as valid", async () => {
  const plain = when(() => true, { headers: { "content-type": "text/plain" } });
  const { report } = await verifyFault({ name: "listLabs writes texts", ...plain }, { only: ["listLabs"] });
  expect(report.operations[0]?.passed).toHaveProperty("documented-status");
  expect(report.operations[0]?.passed).not.toHaveProperty("body-schema");
});

test("a failing input that was generated is shrunk while it fails, reported with its seed, and found again by it", async () => {
  const find = async () => {
    const wrong = findServer("getAreaInfo fails when a radius and labs meet");
    const { finding } = await verifyWrongServer(wrong, { seed: 7 });
    return { seed: finding?.seed, url: new URL(/http[^']+/.exec(finding?.curl ?? "")?.[0] ?? "") };
  };
  const { seed, url } = await find();
  expect(seed).toBe(7);
  // The one that is required, and the two that do not go together
  expect([...url.searchParams.keys()]).toEqual(["zip_code", "radius", "labs"]);
  expect(await find()).toEqual({ seed, url });
});
