// `learn` says exactly what a server's departures show: from what `verify` sends, and from days of some users.
import { beforeAll, describe, expect, test } from "vitest";
import { depth } from "../../run/depth.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { asked, learnFrom } from "./learned.ts";
import { type Exchange, recordAs, trafficWith } from "./recorded.ts";
import { departures, together } from "./servers/index.ts";

test("the servers depart in more than 25 ways, each by another name", () => {
  const names = departures.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(25);
});

describe("learn", () => {
  const all = together(departures.filter(({ isHidden }) => isHidden !== true));
  /** The departures come between the sandbox and the caller: behind them, the traffic is one with the sandbox. */
  let traffic: readonly Exchange[];
  let lines: Awaited<ReturnType<typeof recordAs>>;

  beforeAll(async () => {
    // Of these checks much is sent, and refused as other invalid input is
    const large = ["hostile-input-refused", "report-limit-accepted", "report-limit-enforced"] as const;
    traffic = await trafficWith(all, depth(20, 24), depth(large, []));
    lines = await recordAs(traffic);
  });

  test("finds nothing in the sandbox that contradicts the contract, only what the contract does not show", async () => {
    const findings = await learnFrom(contract, lines);
    const verdicts = new Set(findings.map(({ verdict }) => verdict));
    expect([...verdicts].sort()).toEqual(["beyond recordings", "confirmed", "few", "new", "not seen"]);
    expect(findings.filter(({ verdict }) => verdict === "confirmed").length).toBeGreaterThan(100);
  });

  test("confirms by one user that invalid input is refused, once it was often enough", async () => {
    const findings = await learnFrom(contract, lines, lines, lines);
    expect(findings.filter(({ verdict }) => verdict === "mixed")).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        pointer: "#/components/schemas/PhlebotomyAppointmentBooking",
        words: ["presence"],
        verdict: "confirmed",
      }),
    );
  });

  test("says exactly what a server with all departures that do not hide one another shows", async () => {
    const ofSandbox = asked(await learnFrom(contract, lines));
    const found = asked(await learnFrom(contract, await recordAs(traffic, all)));
    expect(found.filter((one) => !ofSandbox.includes(one)).sort()).toEqual([...all.shows].sort());
  });
});
