// What `learn` concludes from exchanges: what they settle, and that noise settles nothing.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Evidence } from "../../../src/pipeline/learn/evidence.ts";
import { judgeEvidence } from "../../../src/pipeline/learn/judge.ts";
import type { Finding, Proposal } from "../../../src/pipeline/learn/proposal.ts";
import { collect } from "../../../src/pipeline/learn/read.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import type { RecordedLine } from "../../../src/tools/recording/index.ts";
import { depth } from "../../run/depth.ts";
import { callsOf, faults, type Made, renamed, versions, withBody, withStatus } from "./generated.ts";

const contract = await readContract();
const runs = depth(8, 100);

/** The findings about exchanges. */
async function learned(...recordings: readonly (readonly RecordedLine[])[]): Promise<readonly Finding[]> {
  const evidence = new Evidence(contract);
  const header = { recording: 1, contract: "0.1.0", date: "2026-11-22", source: "proxy" } as const;
  for (const lines of recordings) {
    const numbered = lines.map((line, at) => ("exchange" in line ? { ...line, exchange: at + 1 } : line));
    await collect(evidence, {
      file: "made.jsonl",
      header,
      async *[Symbol.asyncIterator]() {
        yield* numbered;
      },
    });
  }
  return judgeEvidence(evidence);
}

/** The edits that change more than a mark. */
function edits(findings: readonly Finding[]): Proposal[] {
  return findings.flatMap(({ proposal }) => (proposal === undefined || proposal.kind === "confirm" ? [] : [proposal]));
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
        evidence: { exchanges: 30, users: 30, date: "2026-11-22" },
        against: 0,
        proposal: { kind: "confirm" },
      }),
    );
  });

  test.each([500, 503])("say nothing where they were answered with %s", async (status) => {
    const failed = keeping(30).map((one) => withStatus(one, status));
    expect(await learned([...keeping(30), ...failed])).toEqual(await learned(keeping(30)));
  });

  test("count the users of the recording that has the most: those of another may be the same", async () => {
    const findings = await learned(keeping(3), keeping(2), [...callsOf(7), ...callsOf(8)]);
    const evidence = { exchanges: 7, users: 3, date: "2026-11-22" };
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
    const words = findings.flatMap(({ mark, pointer, words: [word] }) =>
      mark === "x-assumption" ? [`${pointer} ${word}`] : [],
    );
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

  test("lead to the edit of a status, with the exchanges that show it", async () => {
    const findings = await everywhere((one) => (one.operation === "createUser" ? withStatus(one, 201) : one));
    expect(findings).toContainEqual(
      expect.objectContaining({
        verdict: "contradicted",
        message: "createUser: successes were answered with 201 instead of 200.",
        shownBy: ["made.jsonl 1", "made.jsonl 7", "made.jsonl 13"],
        proposal: { kind: "change-status", pointer: "#/paths/~1v2~1user~1/post/responses/200", status: "201" },
      }),
    );
  });

  test("lead to no edit of what the service states, but to a violation", async () => {
    const findings = await everywhere((one) =>
      one.operation === "refreshUserData" ? withBody(one, ({ failed_sources: _, ...rest }) => rest) : one,
    );
    expect(findings.filter(({ verdict }) => verdict === "violation")).toEqual([
      expect.objectContaining({
        pointer: "#/components/schemas/RefreshResult/properties/failed_sources",
        message: "`failed_sources` is left out in 30 of 30.",
      }),
    ]);
    expect(edits(findings)).toEqual([]);
  });

  test("lead to a new name for each of two fields that were renamed at once", async () => {
    const findings = await everywhere((one) =>
      one.operation === "createOrder"
        ? withBody(one, (body) => renamed(renamed(body, "events", "history"), "clinical_comments", "clinical_notes"))
        : one,
    );
    expect(edits(findings)).toEqual([
      { kind: "rename", pointer: "#/components/schemas/Order/properties/clinical_comments", name: "clinical_notes" },
      { kind: "rename", pointer: "#/components/schemas/Order/properties/events", name: "history" },
    ]);
  });

  test("lead to no edit by one user, or by two exchanges", async () => {
    const one = await learned(
      [...Array(40)].flatMap(() => callsOf(1).map((call) => withStatus(call, 201))).concat(callsOf(2)),
    );
    expect(edits(one)).toEqual([]);
    const creation = (call: Made) => (call.operation === "createUser" ? withStatus(call, 201) : call);
    expect(edits(await everywhere(creation, 2))).toEqual([]);
    expect(edits(await everywhere(creation, 3))).toHaveLength(1);
  });

  test("lead to an optional field by more than a tenth of the exchanges, and not by a tenth", async () => {
    const leftOut = (times: number) => {
      let left = times;
      return everywhere((one) =>
        one.operation === "createUser" && left-- > 0 ? withBody(one, ({ user_id: _, ...rest }) => rest) : one,
      );
    };
    expect(edits(await leftOut(3))).toEqual([]);
    expect(edits(await leftOut(4))).toMatchObject([{ kind: "require", required: false }]);
  });
});

describe("how much evidence an edit needs:", () => {
  /** The kinds of edits when the first `times` of 30 exchanges of an operation are changed. */
  const kinds = async (operation: string, times: number, change: (one: Made) => Made) => {
    let left = times;
    const calls = keeping(30).map((one) => (one.operation === operation && left-- > 0 ? change(one) : one));
    return edits(await learned(calls)).map(({ kind }) => kind);
  };

  test.each<[what: string, change: (one: Made) => Made, enough: number, kind: string]>([
    ["another status, 90 %", (one) => withStatus(one, 201), 27, "change-status"],
    ["one more status, more than 10 %", (one) => withStatus(one, 409), 4, "add-status"],
    [
      "one more field, more than 10 %",
      (one) => withBody(one, (body) => ({ ...body, fax: "string short" })),
      4,
      "add-field",
    ],
  ])("%s", async (_, change, enough, kind) => {
    expect(await kinds("createUser", enough - 1, change)).toEqual([]);
    expect(await kinds("createUser", enough, change)).toContain(kind);
  });
});

describe("what is not in the contract is said, without an edit:", () => {
  const call = (user: number, change: Partial<Made>): Made => ({
    exchange: 0,
    user: `~user_id:${user}`,
    method: "GET",
    path: "/v2/nowhere/{id}",
    request: {},
    response: { status: 200 },
    ...change,
  });
  /** The findings that are about no mark. */
  const plain = (findings: readonly Finding[]) =>
    findings.flatMap(({ mark, pointer, verdict, message }) => (mark === "none" ? [[pointer, verdict, message]] : []));

  test.each([
    [3, "new"],
    [2, "few"],
  ])("a call of no operation that succeeded %i times", async (users, verdict) => {
    const calls = Array.from({ length: users }, (_, at) => call(at + 1, {}));
    const refused = keeping(30).map((_, at) => call(at + 1, { path: "/v2/refused", response: { status: 404 } }));
    const findings = await learned([...keeping(30), ...calls, ...refused]);
    const message = `GET /v2/nowhere/{id} succeeded ${users} times, and is not an operation of the contract.`;
    expect(plain(findings)).toEqual([["#/paths", verdict, message]]);
    expect(edits(findings)).toEqual([]);
  });

  test("events of no name of the contract", async () => {
    const events = [1, 2, 3].map(
      (event): RecordedLine => ({
        event,
        ...(event === 1 ? {} : { name: "odd.event" }),
        user: `~user_id:${event}`,
        request: {},
      }),
    );
    const findings = await learned([...keeping(30), ...events]);
    const message = "3 events have no name that the contract has.";
    expect(plain(findings)).toEqual([["#/webhooks", "new", message]]);
    expect(edits(findings)).toEqual([]);
  });

  test.each([3, 2])(
    "a parameter of %i calls that succeeded, since no answer says whether it is read",
    async (users) => {
      const asked = keeping(30).map((one) => {
        const isAsked = one.operation === "listUserConnections" && Number(one.user?.split(":")[1]) <= users;
        const parameters = { ...one.request.parameters, query: { fax: "string short" } };
        return isAsked ? { ...one, request: { ...one.request, parameters } } : one;
      });
      const findings = await learned(asked);
      const message = "3 calls with the parameter `fax` succeeded; whether it is read, no answer says.";
      const pointer = "#/paths/~1v2~1user~1providers~1{user_id}/get";
      expect(plain(findings)).toEqual(users === 3 ? [[pointer, "few", message]] : []);
      expect(edits(findings)).toEqual([]);
    },
  );
});

describe("noise leads to no edit", () => {
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
          expect(edits(await learned(calls.flat()))).toEqual([]);
        },
      ),
      { numRuns: runs },
    );
  });

  test.each(versions)("one version $name, and another one does not", async ({ change }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 60 }),
        fc.double({ min: 0.15, max: 0.85, noNaN: true }),
        async (users, share) => {
          const calls = Array.from({ length: users }, (_, at) =>
            callsOf(at + 1).map((call) => (at < users * share ? change(call) : call)),
          );
          expect(edits(await learned(calls.flat()))).toEqual([]);
        },
      ),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  test.each(versions)("a single user's service $name, however often it is called", async ({ change }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 30 }), fc.integer({ min: 1, max: 120 }), async (users, times) => {
        const odd = Array.from({ length: times }, () => callsOf(1).map(change)).flat();
        expect(edits(await learned([...odd, ...keeping(users).slice(6)]))).toEqual([]);
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });
});
