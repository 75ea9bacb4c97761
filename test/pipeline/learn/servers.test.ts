// `learn` proposes exactly the edits that a server's departures ask for: from what `verify` sends, and from days of some users.
import { beforeAll, describe, expect, test } from "vitest";
import type { Proposal } from "../../../src/pipeline/learn/proposal.ts";
import { isObject, own, pathOf } from "../../../src/tools/contract/index.ts";
import { depth } from "../../run/depth.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { editsOf, learnFrom, textOf } from "./learned.ts";
import { recordAs, type Traffic, trafficWith } from "./recorded.ts";
import { schemaAt } from "./servers/departure.ts";
import { departures, together } from "./servers/index.ts";

describe("the servers", () => {
  test("depart in more than 30 ways, each by another name", () => {
    const names = departures.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names.length).toBeGreaterThan(30);
  });

  test("depart in statuses, names, places, presence, types and what is new, in operations and in events", () => {
    const kinds = new Set(departures.flatMap(({ proposals }) => proposals.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(
      [
        ...["add-field", "add-header", "add-status", "add-value", "change-schema", "change-status"],
        ...["move", "nullable", "rename", "require"],
      ].sort(),
    );
    expect(departures.filter(({ event }) => event !== undefined).length).toBeGreaterThan(4);
  });

  test.each(departures.map((departure) => [departure.name, departure] as const))(
    "%s: at places of the contract",
    (_, { proposals }) => {
      expect(proposals.length).toBeGreaterThan(0);
      for (const proposal of proposals) {
        const pointer = "pointer" in proposal ? proposal.pointer : "";
        const found = pathOf(pointer).reduce<unknown>((node, token) => own(node, token), contract.document);
        expect([pointer, isObject(found)]).toEqual([pointer, true]);
      }
    },
  );
});

describe("learn", () => {
  const all = together(departures.filter(({ isHidden }) => isHidden !== true));
  /** The departures come between the sandbox and the caller: behind them, the traffic is one with the sandbox. */
  let traffic: Traffic;
  let lines: Awaited<ReturnType<typeof recordAs>>;
  let ofSandbox: ReadonlyMap<string, Proposal>;

  beforeAll(async () => {
    // Of these checks much is sent, and refused as other invalid input is
    const large = ["hostile-input-refused", "report-limit-accepted", "report-limit-enforced"] as const;
    traffic = await trafficWith(all, depth(20, 24), depth(large, []));
    lines = await recordAs(traffic);
    ofSandbox = editsOf(await learnFrom([lines]));
  });

  test("finds nothing in the sandbox that contradicts the contract, only what the contract does not show", () => {
    const kinds = new Set([...ofSandbox.values()].map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(["add-field", "add-value", "change-schema"]);
  });

  test("confirms by one user that invalid input is refused, once it was often enough", async () => {
    const findings = await learnFrom([lines, lines, lines]);
    expect(findings.filter(({ verdict }) => verdict === "mixed")).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        pointer: schemaAt("PhlebotomyAppointmentBooking"),
        words: ["presence"],
        verdict: "confirmed",
      }),
    );
  });

  test("proposes exactly the edits of a server with all departures that do not hide one another", async () => {
    const found = editsOf(await learnFrom([await recordAs(traffic, all)]));
    const wanted = all.proposals.map(textOf);
    expect([...found.keys()].filter((edit) => !ofSandbox.has(edit)).sort()).toEqual(wanted.sort());
  });
});
