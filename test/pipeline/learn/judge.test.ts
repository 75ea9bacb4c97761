// What `learn` concludes from exchanges: what they settle, and that noise settles nothing.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/pipeline/learn/findings.ts";
import type { RecordedLine } from "../../../src/pipeline/learn/recording/recording.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { split } from "../../reworded.ts";
import { depth } from "../../run/depth.ts";
import { callsOf, faults, type Made, renamed, versions, withBody, withStatus } from "./generated.ts";
import { asked, learnFrom } from "./learned.ts";

const contract = await readContract();
const runs = depth(8, 100);

/** The findings about exchanges. */
function learned(...recordings: readonly (readonly RecordedLine[])[]) {
  const numbered = recordings.map((lines) =>
    lines.map((line, at) => ("exchange" in line ? { ...line, exchange: at + 1 } : line)),
  );
  return learnFrom(contract, ...numbered);
}

const keeping = (users: number): Made[] => Array.from({ length: users }, (_, at) => callsOf(at + 1)).flat();

describe("exchanges of a service that keeps the contract", () => {
  test("confirm what they show, by how many exchanges of how many users, and contradict nothing", async () => {
    const findings = await learned(keeping(30));
    expect(findings.filter(({ verdict }) => ["contradicted", "mixed", "violation", "new"].includes(verdict))).toEqual(
      [],
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        pointer: "#/paths/~1v2~1user~1/post/responses/200",
        words: ["status"],
        verdict: "confirmed",
        evidence: { exchanges: 30, users: 30 },
        against: 0,
      }),
    );
  });

  test.each([500, 503])("say nothing where they were answered with %s", async (status) => {
    const failed = keeping(30).map((one) => withStatus(one, status));
    expect(await learned([...keeping(30), ...failed])).toEqual(await learned(keeping(30)));
  });

  test("confirm each of several assumptions on one node", async () => {
    const several = await learnFrom(await readContract(split(contract.document)), keeping(30));
    const fates = (findings: readonly Finding[]) =>
      findings.flatMap(({ pointer, verdict, words }) =>
        [...words].sort().map((word) => `${pointer} ${word} ${verdict}`),
      );
    expect(fates(several).toSorted()).toEqual(fates(await learned(keeping(30))).toSorted());
  });

  test("count the users of the recording that has the most: those of another may be the same", async () => {
    const findings = await learned(keeping(3), keeping(2), [...callsOf(7), ...callsOf(8)]);
    const evidence = { exchanges: 7, users: 3 };
    const pointer = "#/paths/~1v2~1user~1/post/responses/200";
    expect(findings).toContainEqual(expect.objectContaining({ pointer, words: ["status"], evidence }));
  });

  test("show an unknown value under its word, also before it was spelled out, and apart from those of other recordings", async () => {
    const job = (n: number): RecordedLine => ({
      exchange: 1,
      operation: "getLabReportParsingJob",
      method: "GET",
      path: "/lab_report/v1/parser/job/{job_id}",
      user: `~user_id:${n}`,
      request: {},
      response: { status: 200, body: { status: "string short ?lab_report_parsing_job_status:1" } },
    });
    const word: RecordedLine = { word: "waiting", is: "?lab_report_parsing_job_status:1" };
    const findings = await learned([job(1), job(2), job(1), word, job(2)], [job(1), job(2)]);
    const found = findings.filter(({ pointer }) => pointer === "#/components/schemas/LabReportParsingJobStatus");
    expect(found.map(({ message, evidence }) => [message, evidence?.exchanges])).toContainEqual([
      "The value `waiting` is not a known value.",
      4,
    ]);
    expect(found.map(({ message }) => message).join()).not.toContain("no plain word");
  });

  test("have a finding for every word of every assumption, and for everything that is not shown", async () => {
    const findings = await learned([]);
    const words = findings.flatMap(({ pointer, words: some }) => some.map((word) => `${pointer} ${word}`));
    const marks = JSON.stringify(contract.document).match(/"leaves_open":\[[^\]]*\]/g) ?? [];
    expect(words).toHaveLength(marks.flatMap((one) => one.match(/"\w+"/g)?.slice(1) ?? []).length);
    expect(new Set(words).size).toBe(words.length);
    const notShown = JSON.stringify(contract.document).match(/"x-not-shown":/g) ?? [];
    expect(new Set(findings.filter(({ words: { length } }) => length === 0).map(({ pointer }) => pointer)).size).toBe(
      notShown.length,
    );
    expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(["not seen", "beyond recordings"]));
  });

  test("confirm no meaning and no stability, which a shape does not show", async () => {
    const findings = await learned(keeping(30));
    const beyond = findings.filter(({ words }) => words.includes("meaning") || words.includes("stability"));
    expect(beyond.length).toBeGreaterThan(20);
    expect(new Set(beyond.map(({ verdict }) => verdict))).toEqual(new Set(["beyond recordings"]));
  });

  test("confirm a required field by twenty exchanges of three users, and by no fewer", async () => {
    const of = async (calls: readonly Made[]) =>
      (await learned(calls)).find(({ pointer }) => pointer === "#/components/schemas/CreatedUser")?.verdict;
    expect(await of(keeping(19))).toBe("few");
    expect(await of(keeping(20))).toBe("confirmed");
    const twentyOf = (users: number) => Array.from({ length: 20 }, (_, at) => callsOf((at % users) + 1)).flat();
    expect(await of(twentyOf(2))).toBe("few");
    expect(await of(twentyOf(3))).toBe("confirmed");
  });
});

describe("exchanges of a service that departs", () => {
  const everywhere = (change: (exchange: Made) => Made, users = 30) => learned(keeping(users).map(change));

  test("contradict an assumed status, with the exchanges that show it", async () => {
    const findings = await everywhere((one) => (one.operation === "createUser" ? withStatus(one, 201) : one));
    expect(findings).toContainEqual({
      pointer: "#/paths/~1v2~1user~1/post/responses/200",
      mark: "x-assumption",
      words: ["status"],
      verdict: "contradicted",
      message: "createUser: successes were answered with 201 (30) instead of 200.",
      evidence: { exchanges: 30, users: 30 },
      against: 0,
      shownBy: ["made.har 1", "made.har 7", "made.har 13"],
    });
  });

  test("violate what the service states, and contradict no assumption", async () => {
    const findings = await everywhere((one) =>
      one.operation === "refreshUserData" ? withBody(one, ({ failed_sources: _, ...rest }) => rest) : one,
    );
    expect(findings.filter(({ verdict }) => verdict === "violation")).toEqual([
      expect.objectContaining({
        pointer: "#/components/schemas/RefreshResult/properties/failed_sources",
        message: "`failed_sources` is left out in 30 of 30.",
      }),
    ]);
    expect(findings.filter(({ verdict }) => verdict === "contradicted")).toEqual([]);
  });

  test("show a required field that has another name as left out, and the other name as new", async () => {
    const findings = await everywhere((one) =>
      one.operation === "createOrder"
        ? withBody(one, (body) => renamed(renamed(body, "events", "history"), "clinical_comments", "clinical_notes"))
        : one,
    );
    expect(asked(findings)).toEqual([
      "contradicted #/components/schemas/Order/properties/events `events` is left out in n of n.",
      "new #/components/schemas/Order The field `history` is there in n of n: an array.",
      "new #/components/schemas/Order The field `clinical_notes` is there in n of n: a string.",
    ]);
  });

  test("contradict nothing by one user, or by two exchanges", async () => {
    const one = await learned(
      [...Array(40)].flatMap(() => callsOf(1).map((call) => withStatus(call, 201))).concat(callsOf(2)),
    );
    expect(asked(one)).toEqual([]);
    const creation = (call: Made) => (call.operation === "createUser" ? withStatus(call, 201) : call);
    expect(asked(await everywhere(creation, 2))).toEqual([]);
    expect(asked(await everywhere(creation, 3))).toHaveLength(1);
  });

  test("contradict that a field is required by more than a tenth of the exchanges, and not by a tenth", async () => {
    const leftOut = (times: number) => {
      let left = times;
      return everywhere((one) =>
        one.operation === "createUser" && left-- > 0 ? withBody(one, ({ user_id: _, ...rest }) => rest) : one,
      );
    };
    expect(asked(await leftOut(3))).toEqual([]);
    expect(asked(await leftOut(4))).toEqual([
      "contradicted #/components/schemas/CreatedUser `user_id` is left out in n of n.",
    ]);
  });

  test("say nothing of a body that the file does not hold, but how many there were", async () => {
    const held = (one: Made) => (one.operation === "createUser" ? withBody(one, () => "unreadable") : one);
    expect(asked(await everywhere(held))).toEqual([]);
  });
});

describe("how much evidence a finding needs:", () => {
  /** What is asked when the first `times` of 30 exchanges of an operation are changed. */
  const found = async (operation: string, times: number, change: (one: Made) => Made) => {
    let left = times;
    const calls = keeping(30).map((one) => (one.operation === operation && left-- > 0 ? change(one) : one));
    return asked(await learned(calls));
  };

  test.each<[what: string, change: (one: Made) => Made, enough: number, text: RegExp]>([
    ["another status, 90 %", (one) => withStatus(one, 201), 27, /^contradicted .* answered with 201 \(n\), 200 \(n\)/],
    [
      "one more status, more than 10 %",
      (one) => withStatus(one, 409),
      4,
      /^new .* answered with 409, which the contract/,
    ],
    [
      "one more field, more than 10 %",
      (one) => withBody(one, (body) => ({ ...body, fax: "string short" })),
      4,
      /^new .* The field `fax` is there in n of n: a string\.$/,
    ],
  ])("%s", async (_, change, enough, text) => {
    expect(await found("createUser", enough - 1, change)).toEqual([]);
    expect(await found("createUser", enough, change)).toEqual([expect.stringMatching(text)]);
  });
});

describe("what is not in the contract is said:", () => {
  const call = (user: number, change: Partial<Made>): Made => ({
    exchange: 0,
    user: `~user_id:${user}`,
    method: "GET",
    path: "/v2/nowhere/{id}",
    request: {},
    response: { status: 200 },
    ...change,
  });
  test.each([
    [3, "new"],
    [2, "few"],
  ])("a call of no operation that succeeded %i times", async (users, verdict) => {
    const calls = Array.from({ length: users }, (_, at) => call(at + 1, {}));
    const refused = keeping(30).map((_, at) => call(at + 1, { path: "/v2/refused", response: { status: 404 } }));
    const findings = await learned([...keeping(30), ...calls, ...refused]);
    const message = `GET /v2/nowhere/{id} succeeded ${users} times, and is not an operation of the contract.`;
    const plain = findings.filter(({ mark }) => mark === "none");
    expect(plain).toEqual([expect.objectContaining({ pointer: "#/paths", verdict, message })]);
  });
});

describe("noise contradicts nothing, and shows nothing new:", () => {
  const name = fc.constantFrom("extra", "trace", "events", "state", "detail");

  test("five in a hundred exchanges of each operation are faulty", async () => {
    const fault = fc.record({ at: fc.nat(), fault: fc.constantFrom(...faults), name });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 80 }),
        fc.array(fault, { minLength: 24, maxLength: 24 }),
        async (users, all) => {
          const calls = Array.from({ length: users }, (_, at) => callsOf(at + 1));
          const share = Math.floor(users / 20);
          // The same fault in all of them is the worst case
          for (let kind = 0; kind < (calls[0]?.length ?? 0); kind++) {
            for (const { at, fault: change, name: called } of all.slice(kind * share, (kind + 1) * share)) {
              const call = calls[at % users]?.[kind];
              if (call !== undefined) calls[at % users]?.splice(kind, 1, change(call, called));
            }
          }
          // What the service states is violated by a few exchanges
          const found = asked(await learned(calls.flat()));
          expect(found.filter((one) => !one.startsWith("violation "))).toEqual([]);
        },
      ),
      { numRuns: runs },
    );
  });

  test.each(versions)("one version $name, and another one does not", async ({ change, shows }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 60 }),
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        async (users, share) => {
          const calls = Array.from({ length: users }, (_, at) =>
            callsOf(at + 1).map((call) => (at < users * share ? change(call) : call)),
          );
          expect(asked(await learned(calls.flat()))).toEqual(shows);
        },
      ),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  test.each(versions)("a single user's service $name, however often it is called", async ({ change }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 30 }), fc.integer({ min: 1, max: 120 }), async (users, times) => {
        const odd = Array.from({ length: times }, () => callsOf(1).map(change)).flat();
        expect(asked(await learned([...odd, ...keeping(users).slice(6)]))).toEqual([]);
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });
});
