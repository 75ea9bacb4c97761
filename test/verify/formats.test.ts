// The reports of `verify`: what a person repeats, what a program reads, and what must never be seen in them.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listFindings, type VerifyReport, verifyCommand } from "../../src/verify/index.ts";
import { runHere } from "../commands.ts";
import { depth } from "../run/depth.ts";
import { needs } from "../run/needs.ts";
import type { Fault } from "./gallery/call.ts";
import { allFindings, lookUp, verifyAt, verifyFault } from "./gallery/faults/run.ts";
import { letsIn, refuses, sent, sets } from "./gallery/faults/stages.ts";
import { contract } from "./gallery/routes.ts";
import { type GalleryServer, startServer, teamKey } from "./gallery/server.ts";
import { readJunit } from "./junit.ts";

/** Moves the cursor, turns the writing around, ends markup, and is no character. */
const hostile = "\u001b[2J\u009b1A\u202e\u2028\u0000\ufffe</failure>]]>&lt;\"'`$(id)\t\r\n";

/** Wrong in as many ways as a report has to show. */
const wrong: Fault = {
  name: "several things at once",
  handle(next, call) {
    if (call.id === "getPscInfo") return letsIn("headers", () => true).handle(next, call);
    const isBorn = (one: typeof call) => typeof sent(one, "body fallback_birth_date") === "string";
    return call.id === "createUser" ? refuses(isBorn).handle(next, call) : next(call);
  },
  answer(answer, { id }) {
    if (id === "listLabs" && answer.status === 200) return { ...answer, body: [{ id: hostile, slug: 7 }] };
    if (id === "listLabAccounts" && answer.status === 200) return { ...answer, body: Buffer.from(`${hostile}{`) };
    if (id === "listProviders" && answer.status === 401) return { ...answer, status: 403 };
    return answer;
  },
};

const asked = ["createUser", "listLabs", "listLabAccounts", "listProviders", "getPscInfo", "listOrganizationTeams"];
const seed = 5;
/** Inputs that are generated for each operation; the full run takes the default. */
const inputs = depth(2, 20);

let server: GalleryServer;
let runs: Record<"text" | "json" | "junit" | "strict junit", Awaited<ReturnType<typeof run>>>;
let report: VerifyReport & { violations: number; differences: number; unexpected: number };

function run(url: string, ...options: string[]) {
  return runHere(verifyCommand, ["--timeout", "60", "--base-url", url, "--api-key", teamKey, ...options]);
}

beforeAll(async () => {
  server = await startServer(wrong);
  const inFormat = (format: string, ...more: readonly string[]) =>
    run(
      server.url,
      ...asked.flatMap((id) => ["--only", id]),
      "--seed",
      `${seed}`,
      "--depth",
      `${inputs}`,
      "--format",
      format,
      ...more,
    );
  const text = await inFormat("text");
  const asJson = await inFormat("json");
  const junit = await inFormat("junit");
  // Generated input is in the others: this one is compared by its differences
  const strict = await inFormat("junit", "--strict", ...depth(["--depth", "0"], []));
  runs = { text, json: asJson, junit, "strict junit": strict };
  report = JSON.parse(asJson.stdout);
});
afterAll(async () => {
  await server.close();
  expect(server.crashes).toEqual([]);
});

test("every format ends with the same code, and says nothing on the error stream", () => {
  for (const { code, stderr } of Object.values(runs)) expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
});

describe("text", () => {
  test("shows each finding with its expectation, request and answer", () => {
    const block = /^✗ GET \/v3\/lab_tests\/labs {2}listLabs.*\n((?: {4}.*\n)+)/m.exec(runs.text.stdout)?.[1] ?? "";
    expect(block).toMatch(/^ {4}violation {2}body-schema {2}`\/0\/slug` must be string, found 7\.$/m);
    expect(block).toMatch(
      /^ {6}expected {2}`type: "string"`\. {2}#\/components\/schemas\/Lab\/properties\/slug\/type$/m,
    );
    expect(block).toContain(
      `      request   curl '${server.url}/v3/lab_tests/labs' -H "x-service-api-key: $API_KEY" -H 'accept: application/json'\n`,
    );
    expect(block).toMatch(/^ {6}answer {4}200 {2}application\/json; charset=utf-8 {2}\[\{"id":/m);
  });

  test("shows of a difference what was assumed, and of what was skipped why", () => {
    const { stdout } = runs.text;
    expect(stdout).toMatch(/^≠ GET \/v2\/providers\/ {2}listProviders/m);
    expect(stdout).toContain("    difference  documented-status  The status is 403, not 401.\n");
    expect(stdout).toMatch(
      /^ {6}assumed {3}A missing or refused credential has status 401, because .+; it could be .+\.$/m,
    );
    expect(stdout).toMatch(
      /^– GET \/v1\/org\/\{org_id\}\/team .*\n {4}skipped {2}all checks: it needs --management-url/m,
    );
  });

  test("ends with what was verified and counted", () => {
    const [verified, counted] = runs.text.stdout.trim().split("\n").slice(-2);
    expect(verified).toMatch(
      new RegExp(
        `^Verified ${server.url} against contract [\\d.]+: ${asked.length - 1} of ${asked.length} operations, \\d+ requests, seed ${seed}\\.$`,
      ),
    );
    const skipped = report.operations.flatMap((operation) => operation.skipped).length;
    expect(counted).toBe(
      `${report.violations} violations of what is stated, ${report.differences} difference from what is assumed, ${report.unexpected} unexpected, ${skipped} skipped.`,
    );
  });

  test("says how to generate input again, with the same finding", async () => {
    const found = /^ {4}(violation {2}valid-input.*)\n(?: {6}.*\n)* {6}again {5}(.*)$/m.exec(runs.text.stdout);
    expect(found?.[2]).toBe(`--only createUser --seed ${seed} --depth ${inputs}`);
    const again = await run(server.url, ...(found?.[2] ?? "").split(" "));
    expect(again.stdout).toContain(found?.[0].split("\n").at(-1));
    const bodies = [runs.text, again].map(({ stdout }) => bodyIn(stdout, found?.[1] ?? ""));
    expect(Object.keys(bodies[0] ?? {})).toContain("fallback_birth_date");
    expect(bodies[1]).toEqual(bodies[0]);
  });
});

/** The body that the curl of a finding sends, but for the part that makes its user new. */
function bodyIn(stdout: string, finding: string): Record<string, unknown> {
  const [, after = ""] = stdout.split(finding);
  const body = /--data-raw '(.*)'$/m.exec(after)?.[1] ?? "{}";
  return JSON.parse(body.replaceAll("'\\''", "'").replace(/verify-user-[\w-]+/, ""));
}

describe("json", () => {
  test("is the report, and the counts", () => {
    expect(Object.keys(report)).toEqual([
      "violations",
      "differences",
      "unexpected",
      "contract",
      "baseUrl",
      "seed",
      "depth",
      "requests",
      "absent",
      "operations",
    ]);
    expect(report).toMatchObject({
      violations: listFindings(report, "violation").length,
      differences: listFindings(report, "difference").length,
      unexpected: listFindings(report, "unexpected").length,
      contract: contract.document.info.version,
      baseUrl: server.url,
      seed,
      depth: inputs,
    });
    expect(report.operations.map(({ id }) => id)).toEqual(
      contract.operations.map(({ id }) => id).filter((id) => asked.includes(id)),
    );
    expect(report.operations.find(({ id }) => id === "listLabs")).toMatchObject({
      method: "GET",
      path: "/v3/lab_tests/labs",
      passed: { "credential-required": 2 },
      skipped: [],
    });
  });

  test("keeps what a server sent, byte for byte", () => {
    const body = report.operations.find(({ id }) => id === "listLabs")?.findings[0]?.answer?.body ?? "";
    expect(JSON.parse(body)[0].id).toBe(hostile);
  });
});

describe("junit", () => {
  const casesIn = (xml: string) => readJunit(xml).flatMap(({ testcase }) => testcase);
  const findCase = (xml: string, id: string, check?: string) =>
    casesIn(xml).find(({ classname, name }) => classname === id && name === (check ?? name));

  test("is well-formed, a suite for each operation with the counts of its cases", () => {
    for (const { stdout } of [runs.junit, runs["strict junit"]]) {
      const suites = readJunit(stdout);
      expect(suites).toHaveLength(asked.length);
      for (const { tests, failures, skipped, testcase } of suites) {
        const count = (name: "failure" | "skipped") => testcase.filter((one) => one[name] !== undefined).length;
        const counted = [testcase.length, count("failure"), count("skipped")];
        expect([tests, failures, skipped]).toEqual(counted.map(String));
      }
    }
  });

  test("fails a difference only when strict, and reports it otherwise", () => {
    const [lax, strict] = [runs.junit, runs["strict junit"]].map(({ stdout }) =>
      findCase(stdout, "listProviders", "documented-status"),
    );
    expect(lax?.failure).toBeUndefined();
    expect(lax?.["system-out"]?.["#text"]).toMatch(
      /^difference: The status is 403, not 401\.\n(?:.*\n)*assumed: A missing or refused credential has status 401, because .+; it could be .+\./,
    );
    expect(strict?.failure).toMatchObject({ type: "difference", message: "The status is 403, not 401." });
  });

  test("a failure holds expectation, request, answer and seed; a skip its reason", () => {
    const { stdout } = runs.junit;
    expect(findCase(stdout, "createUser", "valid-input")?.failure?.["#text"]).toMatch(
      /^expected: .* #\/paths\/~1v2~1user~1\/post\nrequest: curl -X POST .*\nanswer: 422 .*\nagain: --only createUser --seed 5 --depth \d+$/,
    );
    expect(findCase(stdout, "listOrganizationTeams")?.skipped?.message).toContain("--management-url");
  });
});

describe("what a server sends", () => {
  test.each(["text", "json", "junit", "strict junit"] as const)("does not reach the terminal raw: %s", (format) => {
    const { stdout } = runs[format];
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029\ufffe]/u);
    expect(stdout).toContain("\\u001b[2J");
  });
});

test.runIf(needs("curl"))("each curl brings the same status again", async () => {
  const findings = report.operations.flatMap(({ findings }) => findings);
  expect(findings.length).toBeGreaterThan(5);
  expect(findings.some(({ curl }) => curl.includes("--data-raw"))).toBe(true);
  // To which nothing was sent yet: what a user was refused by mistake may be there now
  const again = await startServer(wrong);
  onTestFinished(() => again.close());
  const script = findings
    .map(({ curl }) => `${curl.replaceAll(server.url, again.url)} -s -o /dev/null -w '%{http_code}\\n'`)
    .join("\n");
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { env: { ...process.env, API_KEY: teamKey } });
  const statuses = stdout.trim().split("\n");
  expect(findings.map(({ curl }, index) => `${statuses[index]} ${curl}`)).toEqual(
    findings.map(({ curl, answer }) => `${answer?.status} ${curl}`),
  );
});

test.runIf(needs("curl"))("so does one with a long body, and one with a file", async () => {
  const refusing: Fault = {
    name: "fails for what is long, with the hash of what came",
    handle: async (next, { bytes, ...call }) => {
      if (bytes.length < 1900) return next({ ...call, bytes });
      const file = bytes.subarray(Math.max(bytes.indexOf("%PDF"), 0));
      const end = file.lastIndexOf("%%EOF");
      const body = createHash("sha256")
        .update(end < 0 ? file : file.subarray(0, end))
        .digest("hex");
      return { status: 500, headers: {}, body };
    },
  };
  const long = await startServer(refusing);
  onTestFinished(() => long.close());
  const only = ["createOrder", "createLabReportParsingJob"];
  const findings = allFindings(await verifyAt(long.url, { only }));
  const shown = findings.filter(({ answer }) => answer?.status === 500);
  expect(shown.map(({ curl }) => /--data-raw|base64/.exec(curl)?.[0])).toEqual(
    expect.arrayContaining(["--data-raw", "base64"]),
  );
  const env = { ...process.env, API_KEY: teamKey };
  for (const { curl, answer } of shown) {
    const { stdout } = await promisify(execFile)("bash", ["-c", `${curl} -s`], { env });
    expect([curl, stdout]).toEqual([curl, answer?.body]);
  }
});

test("a file that was sent is named by its name and size in a message", async () => {
  const fault = { name: "every upload is the first job", ...sets("id", crypto.randomUUID()) };
  const { report } = await verifyFault(fault, { only: ["createLabReportParsingJob"] });
  const found = allFindings(report).find(({ check }) => check === "created-thing-is-new");
  expect(found?.message).toMatch(/^"[-\da-f]+" was shown for \{"file":"\S+\.pdf of \d+ bytes"\}, too\.$/);
});

test("the pointers of every finding lead into the bundle", async () => {
  // One operation of each kind: in a query, in a path, in JSON, in pages and on the organization's host
  const some = ["getPscInfo", "listMarkers", "bookPscAppointment"];
  const only = depth([...some, "listOrganizationTeams"], []);
  const faults: readonly Fault[] = [
    { name: "7 for everything", answer: (answer) => ({ ...answer, status: 200, body: 7 }) },
    { name: "nothing is refused", answer: (answer) => ({ ...answer, status: 200 }) },
    { name: "nothing is required", answer: (answer) => ({ ...answer, body: emptied(answer.body) }) },
  ];
  for (const fault of faults) {
    const { report } = await verifyFault(fault, { only });
    const pointers = report.operations.flatMap(({ findings }) => findings.map(({ expected }) => expected.pointer));
    expect(pointers.length).toBeGreaterThan(depth(5, 20));
    expect(pointers.filter((pointer) => lookUp(pointer) === undefined)).toEqual([]);
  }
});

/** The same lists, with nothing in their objects. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptied);
  return typeof value === "object" && value !== null && !Buffer.isBuffer(value) ? {} : value;
}
