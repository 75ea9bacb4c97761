// A contract that assumed wrong: a sandbox that answers as an alternative has it, what was touched, and a suite that is tried with each.
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Alternatives } from "../../src/sandbox/assumptions/alternatives.ts";
import { assumeCommand, type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { projectDirectory, readContract } from "../../src/shared/contract/index.ts";
import { judgeEvent, readEvent } from "../../src/verify/events/judge-event.ts";
import { isSuccess, judge, type Outcome } from "../../src/verify/verdicts/judge.ts";
import { runHere } from "../commands.ts";
import { inFull } from "../run/depth.ts";
import { runner } from "./cast.ts";
import { patient, Receiver } from "./receiver.ts";

const contract = await readContract();
const alternatives = new Alternatives(contract);
const pairs = alternatives.pairs().map((pair) => pair.split("=") as [key: string, name: string]);
/** The effect of an alternative on the examples of the contract, judged as `verify` judges a server. */
function departures(key: string, name: string) {
  const assume = { [key]: name };
  let isApplied = false;
  const ofAnswers = contract.operations.flatMap((operation) =>
    operation.responses.flatMap(({ status, bodies }) =>
      bodies.flatMap(({ mediaType, examples }) =>
        examples.flatMap((example) => {
          const before = { status: Number(status), body: example.value };
          const { status: answered, body } = alternatives.answer(operation, before, assume);
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
      const text = alternatives.event(event.name, JSON.stringify(example.value), assume);
      isApplied ||= text !== JSON.stringify(example.value);
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
    // Which assumption was meant a judge does not always know, but that one leaves it open
    const others = found.filter(({ assumption }) => assumption === undefined);
    expect(others.map(({ message, expected }) => [message, expected.pointer])).toEqual([]);
  },
);

/** Starts a sandbox for one test. */
async function withSandbox(
  options: Parameters<typeof startSandbox>[0],
  use: (sandbox: Sandbox, call: ReturnType<typeof caller>) => Promise<void>,
): Promise<void> {
  const logged: string[] = [];
  const sandbox = await startSandbox({ ...patient, ...options, log: (line) => logged.push(line) });
  try {
    await use(sandbox, caller(sandbox, sandbox.apiKey));
  } finally {
    await sandbox.close();
  }
  expect(logged.filter((line) => !line.startsWith("note:"))).toEqual([]);
}

/** Calls a sandbox as a program without our client does. */
function caller(sandbox: Sandbox, apiKey: string) {
  return async (call: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const [method = "", path = ""] = call.split(" ");
    const answer = await sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: { "x-service-api-key": apiKey, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
}

const order = { user_id: runner };

const table = await readFile(new URL("assumptions.yaml", import.meta.url), "utf8");
const rows: readonly [assume: string, call: string, body: object | null, status: number, says: string][] = parse(
  table.replaceAll("RUNNER", runner),
);

describe("a sandbox answers otherwise", () => {
  test.each(rows)("%s: %s", async (assume, call, body, status, says) => {
    const [key = "", name = ""] = assume.split("=");
    await withSandbox({ assume: { [key]: name } }, async (_, send) => {
      const answer = await send(call, body ?? undefined);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(says)]);
    });
  });

  test("a key that it does not know, before there is a world", async () => {
    await withSandbox({ assume: { "refused-credential-status": "403" } }, async (sandbox) => {
      expect((await caller(sandbox, "wrong")("GET /v2/providers/")).status).toBe(403);
      expect(await sandbox.records.touchedAssumptions()).toMatchObject([
        { key: "refused-credential-status", by: ["listProviders 401"] },
        { key: "error-body-is-an-object" },
      ]);
    });
  });

  test("a body that cannot be read, as other invalid input", async () => {
    await withSandbox({ assume: { "invalid-input-status": "400" } }, async (_, send) => {
      const plain = { "content-type": "text/plain" };
      expect((await send("POST /v2/user/", { client_user_id: "mine-01" }, plain)).status).toBe(400);
    });
  });

  test("reads another header, and not the one that was assumed", async () => {
    await withSandbox({ assume: { "idempotency-key-header": "x-idempotency-key" } }, async (_, send) => {
      const twice = async (header: string) => {
        const ids = [
          await send("POST /v3/order", order, { [header]: header }),
          await send("POST /v3/order", order, { [header]: header }),
        ];
        return new Set(ids.map(({ body }) => body["id"])).size;
      };
      expect([await twice("X-Idempotency-Key"), await twice("Idempotency-Key")]).toEqual([1, 2]);
    });
  });

  test("an event, delivered and signed, and read in process", async () => {
    const receiver = await Receiver.start();
    await withSandbox({ assume: { "order-event-order-id": "id" } }, async (sandbox, send) => {
      const { secret } = await sandbox.endpoints.register({ url: receiver.url });
      await send("POST /v3/order", order);
      await sandbox.settled();
      const data = { id: expect.any(String) };
      expect(receiver.verified(secret)).toEqual([expect.objectContaining({ data: expect.objectContaining(data) })]);
      const { payload } = await sandbox.events.next("order.created");
      expect(payload.data).toEqual(expect.objectContaining(data));
      expect(payload.data).not.toHaveProperty("order_id");
    });
    await receiver.close();
  });

  test("in one world by its setting, before what all worlds have, until it is reset", async () => {
    await withSandbox({ assume: { "unknown-id-status": "400" } }, async (sandbox) => {
      const world = await sandbox.createWorld();
      const status = async () => (await caller(sandbox, world.apiKey)("GET /v2/user/resolve/nobody")).status;
      await world.changeSettings({ assume: { "unknown-id-status": "422" } });
      expect(await status()).toBe(422);
      await world.reset();
      expect(await status()).toBe(400);
    });
  });

  test.each<[assume: Readonly<Record<string, string>>, said: RegExp]>([
    [{ nothing: "201" }, /the assumption "nothing", which has no alternative\. Use one of .*success-status=201/],
    [{ "success-status": "299" }, /"299" of success-status\. Use one of success-status=201\./],
  ])("what there is not is refused with the list: %j", async (assume, said) => {
    await expect(startSandbox({ assume })).rejects.toThrow(said);
    await withSandbox({}, async (sandbox) => {
      await expect(sandbox.changeSettings({ assume })).rejects.toThrow(said);
      await expect(sandbox.createWorld({ settings: { assume } })).rejects.toThrow(said);
    });
  });
});

test("a world lists the assumptions that its calls and events rest on, with their alternatives", async () => {
  await withSandbox({}, async (sandbox, send) => {
    const world = await sandbox.createWorld();
    await send("GET /v2/user/resolve/nobody");
    // Without a size it rests on no limit
    await send("GET /v3/lab_tests/markers");
    await send("POST /v3/order", order, { "Idempotency-Key": "once" });
    await sandbox.events.next("order.created");
    await send("GET /v2/link/provider/oauth/demo_ring");
    const touched = new Map((await sandbox.records.touchedAssumptions()).map((one) => [one.key, one]));
    expect(touched.get("unknown-id-status")).toMatchObject({ alternatives: ["400", "422"], by: ["resolveUser 404"] });
    expect(touched.get("unknown-slug-status")?.by).toEqual(["getLinkProvider 200"]);
    expect(touched.get("order-event-order-id")?.by).toEqual(["event order.{event}"]);
    expect(touched.get("idempotency-key-header")?.by).toEqual(["placeOrder 200"]);
    expect(touched.has("limit-is-refused")).toBe(false);
    expect(await world.records.touchedAssumptions()).toEqual([]);
    await sandbox.reset();
    expect(await sandbox.records.touchedAssumptions()).toEqual([]);
  });
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

  inFull?.("a suite with sandboxes in its own process needs no change, and blames what it rests on only", async () => {
    const { code, stdout } = await assume(
      `import { startSandbox } from ${JSON.stringify(join(projectDirectory, "src/sandbox/start-sandbox.ts"))};
      const sandbox = await startSandbox();
      const { apiKey } = await sandbox.createWorld();
      const headers = { "x-service-api-key": apiKey, "content-type": "application/json" };
      const answer = await sandbox.fetch("http://sandbox/v3/order", { method: "POST", headers, body: ${JSON.stringify(JSON.stringify(order))} });
      const { id } = await answer.json();
      if (id === undefined) process.exitCode = 1;
      await sandbox.close();`,
      "--format",
      "json",
    );
    const { runs, questions } = JSON.parse(stdout) as {
      runs: { key: string; alternative: string; broke: boolean }[];
      questions: { key: string }[];
    };
    expect(runs.filter(({ broke }) => broke).map(({ key, alternative }) => `${key}=${alternative}`)).toEqual([
      "order-answer=in-order",
      "order-id-field=order-id",
    ]);
    expect(runs.map(({ key }) => key)).toEqual(
      expect.arrayContaining(["order-events-name", "clinical-comments-place"]),
    );
    expect([code, questions.map(({ key }) => key)]).toEqual([1, ["order-answer", "order-id-field"]]);
  });

  test("what a suite assumes itself comes before the alternative", async () => {
    const { code, stdout } = await assume(
      `import { startSandbox } from ${JSON.stringify(join(projectDirectory, "src/sandbox/start-sandbox.ts"))};
      const sandbox = await startSandbox({ assume: { "unknown-id-status": "422" } });
      const headers = { "x-service-api-key": sandbox.apiKey };
      const { status } = await sandbox.fetch("http://sandbox/v2/user/resolve/nobody", { headers });
      if (status !== 422) process.exitCode = 1;
      await sandbox.close();`,
      "--only",
      "unknown-id-status",
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining("✓ passes  unknown-id-status=400")]);
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
    ['console.log("no"); process.exit(3)', [], /^error: The suite fails as it is, with exit code 3:\nno /],
    ["", [], /^error: The suite touched no assumption: .*SANDBOX_URL/],
    ["", ["--only", "success-status=202"], /found "success-status=202"\. Use one of success-status=201/],
    ["", ["--format", "xml"], /--format takes text, json, found "xml"/],
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
