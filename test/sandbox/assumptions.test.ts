// A sandbox answers as an alternative of an assumption has it, says which assumptions were touched, and a suite is tried with each.
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { listAlternatives } from "../../src/sandbox/assumptions/alternatives.ts";
import { Assumptions } from "../../src/sandbox/assumptions/assumptions.ts";
import { assumeCommand, startSandbox } from "../../src/sandbox/index.ts";
import { projectDirectory, readContract } from "../../src/shared/contract/index.ts";
import { judgeEvent, readEvent } from "../../src/verify/events/judge-event.ts";
import { isSuccess, judge, type Outcome } from "../../src/verify/verdicts/judge.ts";
import { runHere } from "../commands.ts";
import { runner } from "./cast.ts";
import { call, openWorld, useWorlds, world } from "./fresh-world.ts";
import { Receiver } from "./receiver.ts";

const contract = await readContract();
const pairs = listAlternatives(contract).map((pair) => pair.split("=") as [key: string, name: string]);
/** The effect of an alternative on the examples of the contract, judged as `verify` judges a server. */
function departures(key: string, name: string) {
  const assumptions = new Assumptions(contract, { [key]: name });
  const ofTest = { settings: { newer_values: false } };
  let isApplied = false;
  const ofAnswers = contract.operations.flatMap((operation) =>
    operation.responses.flatMap(({ status, bodies }) =>
      bodies.flatMap(({ mediaType, examples }) =>
        examples.flatMap((example) => {
          const before = { status: Number(status), body: example.value };
          const { status: answered, body } = assumptions.showAnswer(ofTest, operation, before);
          const headers = new Headers({ "content-type": mediaType });
          isApplied ||= !isDeepStrictEqual({ status: answered, body }, before);
          const outcome = isSuccess(before.status) ? "accepted" : (status as Outcome);
          const demand = { check: "outcome", outcome, expected: { text: "", pointer: "" } };
          const answer = { status: answered, headers, text: JSON.stringify(body) };
          return judge(contract, operation, demand, { answer }).deviations;
        }),
      ),
    ),
  );
  const ofEvents = contract.events.flatMap((event) =>
    event.payload.examples.flatMap((example) => {
      const payload = JSON.stringify(example.value);
      const text = assumptions.showPayload(ofTest, { type: event.name, payload });
      isApplied ||= text !== payload;
      return judgeEvent(contract, readEvent(text));
    }),
  );
  return { isApplied, found: [...ofAnswers, ...ofEvents] };
}

/** Alternatives that change what is taken, and not what is answered. */
const ofInput = [
  ...[
    "limit-is-refused",
    "other-radius-is-refused",
    "filter-narrows-answer",
    "deprecated-lab-filter",
    "lab-slug-filter",
  ],
  ...["lab-account-id-filter", "lab-account-status-filter", "idempotency-key-header", "order-user-field"],
  ...["order-import-lab-account", "human-review-flag"],
];

test.each(pairs.filter(([key]) => !ofInput.includes(key)))(
  "%s=%s departs in nothing but what is left open",
  (key, name) => {
    const { isApplied, found } = departures(key, name);
    expect(isApplied).toBe(true);
    // A judge does not always know which assumption was meant, but that one leaves it open
    const others = found.filter(({ assumption }) => assumption === undefined);
    expect(others.map(({ message, expected }) => [message, expected.pointer])).toEqual([]);
  },
);

useWorlds();

const assuming = (assume: Readonly<Record<string, string>>) => openWorld({ settings: { assume } });

const order = { user_id: runner };

const table = await readFile(new URL("assumptions.yaml", import.meta.url), "utf8");
const rows: readonly [assume: string, line: string, body: object | null, status: number, says: string][] = parse(
  table.replaceAll("RUNNER", runner),
);

describe("a sandbox answers otherwise", () => {
  test.each(rows)("%s: %s", async (assume, line, body, status, says) => {
    const [key = "", name = ""] = assume.split("=");
    await assuming({ [key]: name });
    const answer = await call(line, body ?? undefined);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(says)]);
  });

  test("a body that cannot be read, as other invalid input", async () => {
    await assuming({ "invalid-input-status": "400" });
    const plain = { "content-type": "text/plain" };
    expect((await call("POST /v2/user/", { client_user_id: "mine-01" }, plain)).status).toBe(400);
  });

  test("reads another header, and not the one that was assumed", async () => {
    await assuming({ "idempotency-key-header": "x-idempotency-key" });
    const place = async (header: string) => (await call("POST /v3/order", order, { [header]: header })).body["id"];
    expect(await place("X-Idempotency-Key")).toBe(await place("X-Idempotency-Key"));
    expect(await place("Idempotency-Key")).not.toBe(await place("Idempotency-Key"));
  });

  test("an event, delivered and signed, and read in process", async () => {
    const receiver = await Receiver.start();
    await assuming({ "order-event-order-id": "id" });
    const { secret } = await world.endpoints.register({ url: receiver.url });
    await call("POST /v3/order", order);
    await world.settled();
    const data = { id: expect.any(String) };
    expect(receiver.verified(secret)).toEqual([expect.objectContaining({ data: expect.objectContaining(data) })]);
    const { payload } = await world.events.next("order.created");
    expect(payload.data).toEqual(expect.objectContaining(data));
    expect(payload.data).not.toHaveProperty("order_id");
    await receiver.close();
  });

  test("in all worlds and before there is one, by its option; in one world by its setting, until it is reset", async () => {
    const own = await startSandbox({ assume: { "refused-credential-status": "403", "unknown-id-status": "400" } });
    const status = async (key: string) =>
      (await own.fetch("http://sandbox/v2/user/resolve/nobody", { headers: { "x-service-api-key": key } })).status;
    expect(await status("wrong")).toBe(403);
    const changed = await own.createWorld();
    await changed.changeSettings({ assume: { "unknown-id-status": "422" } });
    expect(await status(changed.apiKey)).toBe(422);
    await changed.reset();
    expect(await status(changed.apiKey)).toBe(400);
    await own.close();
  });

  test.each<[assume: Readonly<Record<string, string>>, said: RegExp]>([
    [{ nothing: "201" }, /the assumption "nothing", which has no alternative\. Use one of .*success-status=201/],
    [{ "success-status": "299" }, /"299" of success-status\. Use one of success-status=201\./],
  ])("what there is not is refused with the list: %j", async (assume, said) => {
    await expect(startSandbox({ assume })).rejects.toThrow(said);
    await expect(world.changeSettings({ assume })).rejects.toThrow(said);
    await expect(assuming(assume)).rejects.toThrow(said);
  });
});

test("a world lists the assumptions that its calls and events rest on, with their alternatives", async () => {
  await call("GET /v2/user/resolve/nobody");
  // Without a size it rests on no limit
  await call("GET /v3/lab_tests/markers");
  await call("POST /v3/order", order, { "Idempotency-Key": "once" });
  await world.events.next("order.created");
  await call("GET /v2/link/provider/oauth/demo_ring");
  const all = await world.records.touchedAssumptions();
  expect(await world.records.touchedAssumptions({ latest: 2 })).toEqual(all.slice(-2));
  const touched = new Map(all.map((one) => [one.key, one]));
  expect(touched.get("unknown-id-status")).toMatchObject({ alternatives: ["400", "422"], by: ["resolveUser 404"] });
  expect(touched.get("unknown-slug-status")?.by).toEqual(["getLinkProvider 200"]);
  expect(touched.get("order-event-order-id")?.by).toEqual(["event order.{event}"]);
  expect(touched.get("idempotency-key-header")?.by).toEqual(["placeOrder 200"]);
  expect(touched.has("limit-is-refused")).toBe(false);
  await world.reset();
  expect(await world.records.touchedAssumptions()).toEqual([]);
  // A suite that sends the other name rests on it, too
  await call("POST /v3/order", order, { "X-Idempotency-Key": "once" });
  const [latest] = (await world.records.touchedAssumptions()).filter(({ key }) => key === "idempotency-key-header");
  expect(latest).toMatchObject({ by: ["placeOrder 200"] });
});

test("a call that opens no world is reported to the command that tries a suite, once", () => {
  const found: unknown[] = [];
  const assumptions = new Assumptions(contract, {}, (sighting) => found.push(sighting));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error("The contract has no operation.");
  for (const _ of [1, 2]) assumptions.showAnswer(undefined, operation, { status: 401, body: {} });
  expect(found).toEqual([{ what: `${operation.id} 401`, given: [] }]);
});

describe("assume", () => {
  /** Runs the command with a suite of JavaScript. */
  async function assume(suite: string, ...options: string[]) {
    const file = join(tmpdir(), "suite.mjs");
    await writeFile(file, suite);
    try {
      return await runHere(assumeCommand, [...options, "--", process.execPath, file]);
    } finally {
      await rm(file);
    }
  }

  test("the suite of the guide passes as it is, and fails for success-status=201", async () => {
    const guide = await readFile(join(projectDirectory, "src/site/guides/test-with-the-sandbox.md"), "utf8");
    const [, suite = ""] = /^```js suite\.mjs\n(.*?)^```$/ms.exec(guide) ?? [];
    expect(suite.trimEnd().split("\n").length).toBeLessThanOrEqual(12);
    const { code, stdout } = await assume(suite);
    expect(code).toBe(1);
    expect(stdout).toContain("✗ fails   success-status=201  createUser 200\n");
    expect(stdout).toContain(
      "  time-zone-checked  A `fallback_time_zone` that the IANA database does not have is refused",
    );
    expect(stdout).not.toContain("order-");
    expect(stdout.split("asked of the service's owner:")[1]).toBe(
      "\n  success-status  A call that succeeds has status 200. It could be another 2xx.\n",
    );
    const unpromised = await assume(suite.replace("assert.equal(created.status, 200)", "assert.ok(created.ok)"));
    expect([unpromised.code, unpromised.stdout]).toEqual([0, expect.not.stringContaining("fails")]);
  });

  test("sandboxes in the suite's own process answer as each alternative has it; what the suite assumes itself comes first", async () => {
    const { code, stdout } = await assume(
      `import { startSandbox } from ${JSON.stringify(join(projectDirectory, "src/sandbox/start-sandbox.ts"))};
      const sandbox = await startSandbox({ assume: { "unknown-id-status": "422" } });
      const headers = { "x-service-api-key": (await sandbox.createWorld()).apiKey };
      const { status } = await sandbox.fetch("http://sandbox/v2/user/resolve/nobody", { headers });
      const { status: found } = await sandbox.fetch("http://sandbox/v2/providers/", { headers });
      if (status !== 422 || found !== 200) process.exitCode = 1;
      await sandbox.close();`,
      ...["--only", "unknown-id-status, success-status", "--format", "json"],
    );
    const { runs, questions, untried } = JSON.parse(stdout) as {
      runs: { key: string; alternative: string; broke: boolean }[];
      questions: { key: string }[];
      untried: string[];
    };
    expect(runs.map(({ key, alternative, broke }) => `${key}=${alternative} ${broke}`).toSorted()).toEqual([
      "success-status=201 true",
      "unknown-id-status=400 false",
      "unknown-id-status=422 false",
    ]);
    expect([code, questions.map(({ key }) => key)]).toEqual([1, ["success-status"]]);
    expect(untried).toEqual(["error-body-is-an-object"]);
  });

  test("of a single alternative what the suite wrote is shown", async () => {
    const suite = `
      const { status } = await fetch(process.env.SANDBOX_URL + "/v2/providers/", { headers: { "x-service-api-key": "sk_demo_team" } });
      if (status !== 200) { console.log("found " + status); process.exitCode = 3; }`;
    for (const only of ["success-status", "success-status=201"]) {
      const { stdout } = await assume(suite, "--only", only);
      expect(stdout).toContain("What the suite wrote:\nfound 201\n");
    }
  });

  test.each<[suite: string, options: string[], said: RegExp]>([
    [
      'console.log("no"); process.exit(3)',
      [],
      /^error: The suite fails as it is, with exit code 3:\nno\nMake it pass first/,
    ],
    [
      `await fetch(process.env.SANDBOX_URL + "/v2/providers/?sise=2", { headers: { "x-service-api-key": "sk_demo_team" } }); process.exit(3)`,
      [],
      /exit code 3:\nnote: listProviders: query sise .*\nMake it pass first/,
    ],
    ["", [], /^error: The suite touched no assumption: .*SANDBOX_URL/],
    [
      "",
      ["--only", "success-status=202"],
      /found "success-status=202"\. Use the nearest, success-status=201, or another of /,
    ],
    ["", ["--only", "unknown-id-staus"], /Use the nearest, unknown-id-status=4/],
    ["", ["--format", "xml"], /--format takes text or json, found "xml"/],
  ])("could not run: %j %j", async (suite, options, said) => {
    const { code, stderr } = await assume(suite, ...options);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
  });

  test("without a command, or one that there is not", async () => {
    expect((await runHere(assumeCommand, [])).stderr).toContain("The command of the suite is missing.");
    expect((await runHere(assumeCommand, ["--", "no-such-program"])).stderr).toContain(
      '"no-such-program" could not be started',
    );
  });
});
