// `replay` against servers that answer as the recorded one, otherwise, and not at all.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startMock } from "../../../src/pipeline/mock/index.ts";
import { Capture } from "../../../src/tools/recording/index.ts";
import type { RecordedExchange, RecordingLine, Shape } from "../../../src/tools/recording/recording.ts";
import { Bindings } from "../../../src/tools/replay/bindings.ts";
import { differencesOf } from "../../../src/tools/replay/compare.ts";
import { replayCommand } from "../../../src/tools/replay/index.ts";
import { listenOnLoopback } from "../../../src/tools/terminal/index.ts";
import { exampleCast } from "../../../src/tools/verify/index.ts";
import { runHere } from "../../commands.ts";
import type { Answer, Fault } from "../verify/gallery/call.ts";
import { contract } from "../verify/gallery/routes.ts";
import { inProcess, managementKey, startServer, teamKey } from "../verify/gallery/server.ts";

const cast = exampleCast as Required<typeof exampleCast>;
const unknown = "11111111-2222-4333-8444-555555555555";
const team = { "x-service-api-key": teamKey };
const reads: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
  ["/v2/providers/", team],
  ["/v2/providers/", {}],
  ["/v2/providers/", { "x-service-api-key": "of nobody" }],
  [`/v2/user/resolve/${cast.user.client_user_id}`, team],
  ["/v2/user/resolve/nobody", team],
  [`/v2/user/providers/${cast.user.user_id}`, team],
  [`/v2/user/providers/${unknown}`, team],
  [`/v2/summary/sleep/${cast.user.user_id}`, team],
  ["/v3/lab_tests/labs", team],
  ["/v3/lab_tests/markers?size=2", team],
  ["/v3/lab_tests/markers?size=1000", team],
  [`/v3/order/psc/info?zip_code=${cast.zip_code}&lab_id=1&capabilities=stat`, team],
  [`/v1/org/${cast.org_id}/team`, { "x-management-key": managementKey }],
];

/** The user and the organization are the only ids that no answer gives. */
const bound = ["--bind", "~client_user_id:1=demo-runner-01", "--bind", `~org_id:1=${cast.org_id}`];
const keys = ["--api-key", teamKey, "--management-key", managementKey];
let directory = "";
let file = "";

/** Records these reads of the sandbox without a socket. */
async function recorded(): Promise<RecordingLine[]> {
  const server = await inProcess();
  const capture = new Capture(contract);
  const lines: RecordingLine[] = [
    { recording: 1, contract: contract.document.info.version, date: "2026-11-22", source: "proxy" },
  ];
  for (const [target, headers] of reads) {
    const answer = await server.fetch(`http://gallery${target}`, { headers });
    const body = Buffer.from(await answer.arrayBuffer());
    lines.push(
      ...(await capture.exchange({
        method: "GET",
        target,
        request: { headers: Object.entries(headers), body: Buffer.alloc(0) },
        response: { status: answer.status, headers: [...answer.headers], body },
      })),
    );
  }
  return lines;
}

async function written(name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "replay-"));
  file = await written("service.jsonl", textOf(await recorded()));
});

afterAll(() => rm(directory, { recursive: true }));

function run(url: string, ...args: readonly string[]) {
  return runHere(replayCommand, [
    file,
    "--base-url",
    url,
    "--management-url",
    url,
    ...keys,
    "--timeout",
    "600",
    ...args,
  ]);
}

/** Replays against the sandbox with a fault, and gives the report. */
async function against(fault: Fault | undefined, ...args: readonly string[]) {
  const server = await startServer(fault);
  const { code, stdout, stderr } = await run(server.url, "--format", "json", ...args).finally(() => server.close());
  expect(stderr).toBe("");
  const { operations, same, different, notComparable } = JSON.parse(stdout) as {
    readonly same: number;
    readonly different: number;
    readonly notComparable: number;
    readonly operations: readonly {
      readonly differences: readonly object[];
      readonly reasons: readonly { readonly reason: string }[];
    }[];
  };
  return {
    code,
    counts: { same, different, notComparable },
    differences: operations.flatMap(({ differences }) => differences),
    reasons: operations.flatMap(({ reasons }) => reasons.map(({ reason }) => reason)),
    received: server.received,
  };
}

const departs = (on: NonNullable<Fault["on"]>, answer: (answer: Answer) => Answer): Fault => ({
  name: "departs",
  on,
  answer: (given) => (given.status === 200 ? answer(given) : given),
});

type Item = Readonly<Record<string, unknown>>;

/** The labs, each of them changed. */
const labs = (change: (lab: Item) => unknown) =>
  departs(["listLabs"], (answer) => ({ ...answer, body: (answer.body as Item[]).map(change) }));

/** The user with other fields. */
const user = (fields: Item) =>
  departs(["resolveUser"], (answer) => ({ ...answer, body: { ...Object(answer.body), ...fields } }));

test("the recorded server answers itself the same", async () => {
  const { code, counts, differences, reasons } = await against(undefined, ...bound);
  expect(differences).toEqual([]);
  expect(reasons).toEqual(["`size` breaks `maximum` of the contract: its value is not in a recording."]);
  expect([code, counts]).toEqual([0, { same: reads.length - 1, different: 0, notComparable: 1 }]);
});

test("a request that was recorded without a key is sent without one, and one that was refused with a made-up one", async () => {
  const { received } = await against(undefined, ...bound);
  const asked = received.filter(({ url }) => url === "/v2/providers/");
  const keysSent = asked.slice(-3).map(({ headers }) => headers["x-service-api-key"]);
  expect(keysSent).toEqual([teamKey, undefined, expect.stringMatching(/^made-up-/)]);
});

test("an id that an answer gives is known from then on, and an unknown one is replaced by another", async () => {
  const { received } = await against(undefined, ...bound);
  const urls = received.map(({ url }) => url);
  expect(urls).toContain(`/v2/user/providers/${cast.user.user_id}`);
  expect(urls).toContain(`/v2/summary/sleep/${cast.user.user_id}`);
  expect(urls).not.toContain(`/v2/user/providers/${unknown}`);
  const users = urls.flatMap((url) => /^\/v2\/user\/(?:providers|resolve)\/(.+)/.exec(url)?.slice(1) ?? []);
  const others = users.filter((id) => id !== cast.user.user_id && id !== "demo-runner-01");
  expect(others).toEqual([expect.stringMatching(/^unknown-[\da-f]{8}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
});

test("parameters that are no ids take the contract's example or default", async () => {
  const { received } = await against(undefined, ...bound);
  const urls = received.map(({ url }) => new URL(url, "http://a"));
  const documented = (name: string) => {
    const [parameter] = contract.operations.flatMap(({ id, parameters }) =>
      /^(list.*Markers|.*Psc.*|.*ServiceCenter.*)$/i.test(id) ? parameters.filter((one) => one.name === name) : [],
    );
    return [parameter?.example, parameter?.schema.default].find((one) => one !== undefined);
  };
  for (const name of ["zip_code", "size"]) {
    const sent = urls.flatMap(({ searchParams }) => searchParams.get(name) ?? []);
    expect([name, sent]).toEqual([name, [String(documented(name))]]);
  }
});

test("a request whose ids have no value is not sent, and the report says how to bind them", async () => {
  const { code, reasons, received } = await against(undefined);
  expect(reasons).toContain(
    "`~client_user_id:1` has no value on this server. Pass --bind ~client_user_id:1=ID with an id that it knows.",
  );
  expect(received.filter(({ url }) => url.startsWith("/v2/summary"))).toEqual([]);
  expect(code).toBe(0);
});

test("a text shows the first of many reasons, and JSON up to 1000 of them", async () => {
  const read = (n: number) => ({
    exchange: n,
    operation: "resolveUser",
    method: "GET",
    path: "/v2/user/resolve/{client_user_id}",
    request: { parameters: { path: { client_user_id: `string short ~client_user_id:${n}` } } },
    response: { status: 200 },
  });
  const [header] = await recorded();
  const reads = Array.from({ length: 1200 }, (_, index) => read(index + 1));
  const many = await written("many.jsonl", textOf([header ?? {}, ...reads]));
  const nowhere = ["--base-url", "http://127.0.0.1:9", "--api-key", "k"];
  const text = await runHere(replayCommand, [many, ...nowhere]);
  expect(text.stdout.split("\n").filter((line) => line.includes("~client_user_id:"))).toHaveLength(20);
  expect(text.stdout).toContain("… 980 more: see --format json");
  expect(text.stderr).toContain("Nothing could be compared.");
  expect(text.code).toBe(2);
  const { stdout } = await runHere(replayCommand, [many, ...nowhere, "--format", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ notComparable: 1200, operations: [{ reasons: { length: 1000 } }] });
});

/** A recorded read of a user. */
async function readOfUser(): Promise<RecordedExchange> {
  for (const line of await recorded()) if ("exchange" in line && line.operation === "resolveUser") return line;
  throw new Error("No read of a user was recorded.");
}

/** Replays these exchanges. */
async function replayed(exchanges: readonly object[], fault?: Fault, ...args: readonly string[]) {
  const [header] = await recorded();
  const numbered = exchanges.map((one, index) => ({ ...one, exchange: index + 1 }));
  const own = await written("by-hand.jsonl", textOf([header ?? {}, ...numbered]));
  const server = await startServer(fault);
  const all = [own, "--base-url", server.url, "--api-key", teamKey, "--timeout", "600", ...bound, ...args];
  return runHere(replayCommand, all).finally(() => server.close());
}

test("the same difference is one line, with the first five exchanges that show it", async () => {
  const fault = departs(["resolveUser"], (answer) => ({ ...answer, status: 203 }));
  const read = await readOfUser();
  const times = async (count: number) => (await replayed(new Array(count).fill(read), fault)).stdout;
  expect(await times(7)).toContain("203 here (exchanges 1, 2, 3, 4, 5 and 2 more)\n");
  expect(await times(5)).toContain("203 here (exchanges 1, 2, 3, 4, 5)\n");
});

test("an answer that breaks off is different, where the recording has one", async () => {
  const { code, stdout } = await replayed([await readOfUser()], {
    name: "breaks off",
    on: ["resolveUser"],
    send: (response) => void response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy()),
  });
  expect(stdout).toMatch(/status: 200 in the recording, no complete response \(.+\) here \(exchange 1\)/);
  expect(code).toBe(1);
});

test.each<[what: string, change: object, reason: string]>([
  ["of no operation", { operation: undefined, path: "/v2/nowhere" }, "The contract has no such operation."],
  ["without its answer", { response: undefined }, "The recording has no whole answer."],
  ["without a parameter of its path", { request: {} }, "The recording has no `client_user_id`."],
  [
    "with a parameter that the contract does not have",
    { operation: "listProviders", request: { parameters: { query: { fax: "string short" } } } },
    "`fax` is not a parameter of the contract: its value is not in a recording.",
  ],
  [
    "with an object in its query",
    { operation: "listProviders", request: { parameters: { query: { source_type: { a: "=x" } } } } },
    "`source_type` is not a plain value in the recording.",
  ],
  [
    "with a value of another type than each that the contract names",
    { operation: "listProviders", request: { parameters: { query: { source_type: "boolean" } } } },
    "`source_type` has no value here. Pass --bind source_type=VALUE with one that this server takes.",
  ],
  [
    "of the organization, where its host is not given",
    { operation: "listOrganizationTeams", request: { parameters: { path: { org_id: "string uuid ~org_id:1" } } } },
    "It is an operation of the organization. Pass --management-url and --management-key.",
  ],
])("a request %s is not comparable, and the report says why", async (_, change, reason) => {
  const read = await readOfUser();
  const { code, stdout } = await replayed([read, { ...read, ...change }]);
  expect(stdout).toContain(`1 exchange: ${reason}\n`);
  expect(stdout).toContain("1 same, 0 different, 1 not comparable.");
  expect(code).toBe(0);
});

test("what may change something is not sent again, also where the contract has no such operation", async () => {
  const read = await readOfUser();
  const { stdout } = await replayed([read, { ...read, operation: undefined, method: "POST" }]);
  expect(stdout).toContain("1 same, 0 different, 0 not comparable.");
});

test("the keys come from the environment, too", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("API_KEY", teamKey);
  vi.stubEnv("MANAGEMENT_KEY", managementKey);
  const server = await startServer();
  const args = [file, "--base-url", server.url, "--management-url", server.url, ...bound];
  const { code, stdout } = await runHere(replayCommand, args).finally(() => server.close());
  expect(stdout).toContain(`${reads.length - 1} same, 0 different, 1 not comparable.`);
  expect(code).toBe(0);
});

describe("another answer is different:", () => {
  test.each<[what: string, fault: Fault, difference: object]>([
    [
      "another status",
      departs(["listLabs"], (answer) => ({ ...answer, status: 203 })),
      { place: "status", recorded: "200", found: "203" },
    ],
    [
      "another media type",
      departs(["listLabs"], (answer) => ({ ...answer, headers: { "content-type": "text/plain" } })),
      { place: "type", recorded: "application/json", found: "text/plain" },
    ],
    [
      "a required field that is left out",
      labs(({ name: _, ...lab }) => lab),
      { place: "#/-/name", recorded: "there", found: "left out" },
    ],
    [
      "a field that the contract does not have",
      labs((lab) => ({ ...lab, fax: "1" })),
      { place: "#/-/fax", recorded: "left out", found: "there" },
    ],
    ["another type", labs((lab) => ({ ...lab, id: "one" })), { place: "#/-/id", recorded: "integer", found: "string" }],
    [
      "another type in one item",
      labs((lab) => (lab["id"] === 1 ? { ...lab, id: "one" } : lab)),
      { place: "#/-/id", recorded: "integer", found: "integer or string" },
    ],
    [
      "another format",
      user({ created_on: "yesterday" }),
      { place: "#/created_on", recorded: "string date-time", found: "string" },
    ],
    [
      "null where the contract has none",
      labs((lab) => ({ ...lab, city: null })),
      { place: "#/-/city", recorded: "string", found: "null" },
    ],
  ])("%s", async (_, fault, difference) => {
    const { code, differences } = await against(fault, ...bound);
    expect(differences).toEqual([expect.objectContaining(difference)]);
    expect(code).toBe(1);
  });
});

describe("what the contract leaves to the server is the same:", () => {
  test.each<[what: string, fault: Fault]>([
    [
      "fewer items, in another order",
      departs(["listProviders"], (answer) => ({ ...answer, body: [...(answer.body as Item[])].reverse().slice(1) })),
    ],
    ["no item", departs(["listLabs"], (answer) => ({ ...answer, body: [] }))],
    ["a value where null was", user({ ingestion_start: "2026-01-01" })],
    [
      "null where values were",
      departs(["listProviders"], (answer) => ({
        ...answer,
        body: (answer.body as Item[]).map((provider) => ({ ...provider, logo: null })),
      })),
    ],
    ["an optional field that is left out", user({ ingestion_start: undefined })],
    ["a value that the contract does not have in an open enum", labs((lab) => ({ ...lab, sample_types: ["tear"] }))],
  ])("%s", async (_, fault) => {
    const { code, differences } = await against(fault, ...bound);
    expect(differences).toEqual([]);
    expect(code).toBe(0);
  });
});

describe("the shapes of two answers", () => {
  const [operation] = contract.operations;
  const text = { type: "string" };
  const object = { type: "object", properties: { a: text, b: text }, required: ["a"] };
  const list = { type: "array", items: object };
  /** What differs at one place of an answer with this schema. */
  const compared = (schema: object | undefined, recorded: Shape, found: Shape) => {
    if (operation === undefined) throw new Error("The contract has no operation.");
    const bodies = schema === undefined ? [] : [{ mediaType: "application/json", schema }];
    const documented = { ...operation, responses: [{ status: "200", bodies }] } as unknown as typeof operation;
    const answer = { status: 200, type: "application/json" };
    const differences = differencesOf(contract, documented, { ...answer, body: recorded }, { ...answer, body: found });
    return differences.map((one) => `${one.place}: ${one.recorded}, ${one.found}`);
  };

  test.each<[what: string, schema: object | undefined, recorded: Shape, found: Shape]>([
    ["a whole number where fractions may be", { type: "number" }, "number", "integer"],
    ["a whole number where the contract gives no type", {}, "number", "integer"],
    ["texts of another length", text, "string short", "string long"],
    ["texts of a format that the contract does not give", text, "string date short", "string short"],
    ["a value that the contract does not know yet", text, "=connected", "string short ?status:1"],
    ["a known value that is not written", text, "string known", "=connected"],
    ["other ids", text, "string uuid short ~user_id:1", "string uuid short ~user_id:7"],
    ["other keys of a map", { type: "object", additionalProperties: text }, { a: "string short" }, {}],
    ["an optional field of some items", list, [{ a: "=x", b: "=x" }, { a: "=x" }], [{ a: "=x", b: "=x" }]],
    ["null where the contract gives no type", {}, "null", "string short"],
    ["items that were left out of the recording", list, [{ a: "=x" }, "… 30 more"], [{ a: "=x" }]],
  ])("are the same with %s", (_, schema, recorded, found) => {
    expect(compared(schema, recorded, found)).toEqual([]);
    expect(compared(schema, found, recorded)).toEqual([]);
  });

  test.each<[what: string, schema: object | undefined, recorded: Shape, found: Shape, difference: string]>([
    ...["uuid", "date", "date-time", "uri", "email"].map((format): [string, object, Shape, Shape, string] => {
      const found = `#: string ${format}, string`;
      return [format, { ...text, format }, `string ${format} short`, "string short", found];
    }),
    ["a limit that one text breaks", text, "string short !maxLength", "string short", "#: string !maxLength, string"],
    [
      "a limit that one whole number breaks",
      { type: "integer" },
      "integer",
      "integer !maximum",
      "#: integer, integer !maximum",
    ],
    [
      "a limit that a whole number breaks where fractions may be",
      { type: "number" },
      "number",
      "integer !maximum",
      "#: number, number !maximum",
    ],
    ["another limit", text, "string !minLength", "string !pattern", "#: string !minLength, string !pattern"],
    ["a fraction", { type: "integer" }, "integer", "number", "#: integer, number"],
    ["a list", object, { a: "=x" }, [], "#: an object, a list"],
    ["a null", text, "=x", "null", "#: string, null"],
    [
      "a required field of some items",
      list,
      [{ a: "=x" }, { a: "=x" }],
      [{ a: "=x" }, {}],
      "#/-/a: there, sometimes left out",
    ],
    ["a field of a body that the contract does not describe", undefined, { c: "null" }, {}, "#/c: there, left out"],
    ["a format that the contract does not describe", undefined, "string date short", "=x", "#: string date, string"],
  ])("are different with %s", (_, schema, recorded, found, difference) => {
    expect(compared(schema, recorded, found)).toEqual([difference]);
  });
});

test("a field that the contract does not have is different, too, when only the recording has it", async () => {
  const text = textOf(await recorded());
  const withFax = await written("fax.jsonl", text.replaceAll('"first_line_address":', '"fax":"string short",$&'));
  const server = await startServer();
  const args = ["--base-url", server.url, ...keys, "--timeout", "600", "--format", "json", ...bound];
  const { code, stdout } = await runHere(replayCommand, [withFax, ...args]).finally(() => server.close());
  const { operations } = JSON.parse(stdout) as { readonly operations: readonly { readonly differences: object[] }[] };
  expect(operations.flatMap(({ differences }) => differences)).toEqual([
    expect.objectContaining({ place: "#/-/fax", recorded: "there", found: "left out" }),
  ]);
  expect(code).toBe(1);
});

test("the mock is compared by its examples", async () => {
  const mock = await startMock({ document: contract.document, port: 0, portRemedy: "", lenientSlash: false });
  const { code, stdout } = await run(mock.url, ...bound).finally(() => mock.close());
  expect(stdout).toContain("✗ GET /v2/user/resolve/{client_user_id}  resolveUser  1 same\n");
  expect(stdout).toContain(`\nReplayed ${file} against ${mock.url} by contract ${contract.document.info.version}.\n`);
  // It knows every id
  expect(stdout).toContain("status: 404 in the recording, 200 here (exchange 5)");
  expect(code).toBe(1);
});

test("an id is learned of the first items of a list that was cut, which are in order, and never instead of a bound one", () => {
  const recorded = [1, 2, 3, 4].map((n) => ({ id: `string short ~id:${n}` }));
  const bindings = new Bindings(new Map([["~id:1", "bound"]]));
  bindings.learn(
    [...recorded, "… 30 more"],
    [..."abcdef"].map((id) => ({ id })),
  );
  const known = () => [1, 2, 3, 4].map((n) => bindings.get(`~id:${n}`));
  expect(known()).toEqual(["bound", "b", "c", undefined]);
  bindings.learn(
    recorded,
    [..."uvwx"].map((id) => ({ id })),
  );
  expect(known()).toEqual(["bound", "b", "c", "x"]);
});

test("a name stands for every value of its parameter but those whose pseudonym is bound", async () => {
  const names = ["--bind", "client_user_id=nobody", "--bind", "zip_code=00000", "--bind", `org_id=${cast.org_id}`];
  const more = ["--bind", "~client_user_id:2=demo-runner-01", "--bind", "size=5"];
  const { received, reasons } = await against(undefined, ...names, ...more);
  // But not for one that broke the contract
  expect(reasons).toContain("`size` breaks `maximum` of the contract: its value is not in a recording.");
  expect(received.filter(({ url }) => url === "/v3/lab_tests/markers?size=5")).toHaveLength(1);
  expect(received.map(({ url }) => url)).toEqual(
    expect.arrayContaining([
      "/v2/user/resolve/nobody",
      "/v2/user/resolve/demo-runner-01",
      expect.stringMatching(/^\/v3\/order\/psc\/info\?zip_code=00000&/),
      `/v1/org/${cast.org_id}/team`,
    ]),
  );
});

test("a key that was refused with 403 is replaced by a made-up one, as one that was refused with 401", async () => {
  const text = textOf(await recorded()).replaceAll('"status":401', '"status":403');
  const forbidden = await written("forbidden.jsonl", text);
  const server = await startServer({
    name: "refuses with 403",
    answer: (given) => (given.status === 401 ? { ...given, status: 403 } : given),
  });
  const args = ["--base-url", server.url, ...keys, "--timeout", "600", ...bound];
  const { code, stdout } = await runHere(replayCommand, [forbidden, ...args]).finally(() => server.close());
  expect(stdout).toContain("✓ GET /v2/providers/  listProviders  3 same");
  expect(code).toBe(0);
});

test("--bindings takes the same from a file, and --bind has precedence; the keys given have it over the environment", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("API_KEY", "of nobody");
  vi.stubEnv("MANAGEMENT_KEY", "of nobody");
  const bindings = await written("bindings.json", '{"~client_user_id:1": "demo-runner-01", "~org_id:1": "wrong"}');
  const { code, counts } = await against(undefined, "--bindings", bindings, "--bind", `~org_id:1=${cast.org_id}`);
  expect([code, counts.notComparable]).toEqual([0, 1]);
});

test("a recording that was cut off is used as far as it goes, and the rest is counted", async () => {
  const cut = await written("cut.jsonl", `${textOf(await recorded())}{"exchange":99,"opera`);
  const server = await startServer();
  const args = [cut, "--base-url", server.url, "--management-url", server.url, ...keys, ...bound];
  const { code, stdout } = await runHere(replayCommand, args).finally(() => server.close());
  expect(stdout).toContain("1 line: each is cut off");
  expect(code).toBe(0);
});

test("a HAR file is replayed as a recording is", async () => {
  const labs = await (await inProcess()).fetch("http://gallery/v3/lab_tests/labs", { headers: team });
  const entry = {
    request: {
      method: "GET",
      url: "https://health.example.com/v3/lab_tests/labs",
      headers: Object.entries(team).map(([name, value]) => ({ name, value })),
    },
    response: {
      status: 200,
      headers: [{ name: "content-type", value: "application/json" }],
      content: { mimeType: "application/json", text: await labs.text() },
    },
  };
  const har = await written("service.har", JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
  const server = await startServer();
  const args = [har, "--host", "health.example.com", "--base-url", server.url, "--api-key", teamKey];
  const { code, stdout, stderr } = await runHere(replayCommand, args).finally(() => server.close());
  expect(stderr).toBe("");
  expect(stdout).toContain("1 same, 0 different, 0 not comparable.");
  expect(code).toBe(0);
});

test("--format junit has a failure for each difference, and no key", async () => {
  const server = await startServer(departs(["listLabs"], (answer) => ({ ...answer, status: 203 })));
  const { stdout } = await run(server.url, "--format", "junit", ...bound).finally(() => server.close());
  expect(stdout).toContain('<failure type="different" message="status: 200 in the recording, 203 here (exchange 9)">');
  expect(stdout).not.toContain(teamKey);
  expect(stdout).toContain('name="3 same answers"');
  expect(stdout).toContain('<skipped message="`size` breaks `maximum` of the contract:');
});

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  const url = await listenOnLoopback(server, 0, "the test's server", "Try again.");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return url;
}

describe("exit code 2 and what to do, when the host", () => {
  test.each<[what: string, answer: RequestListener, problem: RegExp]>([
    [
      "answers with HTML",
      (_, response) => response.setHeader("content-type", "text/html").end("<p>"),
      /responds with HTML instead of JSON/,
    ],
    ["refuses the key", (_, response) => response.writeHead(401).end("{}"), /refuses the key with 401/],
    [
      "has none of the paths",
      (_, response) => response.writeHead(404).end("{}"),
      /responds with 404 to all operations/,
    ],
    ["fails", (_, response) => response.writeHead(500).end("{}"), /responds with 500 to all operations/],
    ["closes the connection", (request) => request.destroy(), /does not send a complete HTTP response/],
  ])("%s", async (_, answer, problem) => {
    const { code, stderr, stdout } = await run(await listening(answer));
    expect(stderr).toMatch(problem);
    expect([code, stdout]).toEqual([2, ""]);
  });

  test("is not there", async () => {
    const server = await startServer();
    await server.close();
    const { code, stderr } = await run(server.url);
    expect(stderr).toMatch(/cannot be reached/);
    expect(code).toBe(2);
  });

  test("is slower than --timeout", async () => {
    const { code, stderr } = await run(await listening(() => {}), "--timeout", "0.2");
    expect(stderr).toMatch(/does not respond: no complete response within 0.2 s/);
    expect(code).toBe(2);
  });
});

test.each([301, 302, 303, 307, 308])(
  "a redirect by %i is not followed, so that no key goes to another origin",
  async (status) => {
    const seen: unknown[] = [];
    const other = await listening(({ headers }, response) => {
      seen.push(headers);
      response.end("{}");
    });
    const url = await listening((_, response) =>
      response.writeHead(status, { location: `${other}/v2/providers/` }).end(),
    );
    const { code, stderr } = await run(url);
    expect(stderr).toMatch(/redirects to .*Redirects are not followed/);
    expect([code, seen]).toEqual([2, []]);
  },
);

test("each key goes to its own host only", async () => {
  const server = await startServer();
  const seen: unknown[] = [];
  const management = await listening(({ headers }, response) => {
    seen.push([headers["x-service-api-key"], headers["x-management-key"]]);
    response.setHeader("content-type", "application/json").end("{}");
  });
  await run(server.url, "--management-url", management, ...bound).finally(() => server.close());
  expect(server.received.flatMap(({ headers }) => headers["x-management-key"] ?? [])).toEqual([]);
  expect(seen).toEqual([[undefined, managementKey]]);
});

test("a recording without a read is one message and exit code 2", async () => {
  const [header] = await recorded();
  const write = { exchange: 1, operation: "createUser", method: "POST", path: "/v2/user/", request: {} };
  const writes = await written("writes.jsonl", textOf([header ?? {}, { ...write, response: { status: 200 } }]));
  const { code, stderr } = await runHere(replayCommand, [writes, "--base-url", "http://127.0.0.1:9", "--api-key", "k"]);
  expect(stderr).toMatch(/^error: The recording has no read request\. .+\n$/);
  expect(code).toBe(2);
});

test.each<[what: string, args: readonly string[], problem: string]>([
  ["no recording", [], "The recording is missing."],
  ["a file that is none", ["package.json"], "package.json is not a recording"],
  ["a file that is not there", ["nowhere.jsonl"], "nowhere.jsonl cannot be read (ENOENT)."],
  ["two recordings", ["a", "b"], "Expected one recording, found 2."],
  ["a binding without a value", ["a", "--bind", "~user_id:1"], '--bind takes NAME=VALUE, found "~user_id:1".'],
  ["a binding of no name", ["a", "--bind", "a b=secret"], '--bind takes NAME=VALUE, found "a b=…".'],
  [
    "bindings that are not there",
    ["a", "--bindings", "nowhere.json"],
    "--bindings nowhere.json cannot be read (ENOENT).",
  ],
])("%s is one message and exit code 2", async (_, args, problem) => {
  const { code, stderr } = await runHere(replayCommand, [
    ...args,
    "--base-url",
    "http://127.0.0.1:9",
    "--api-key",
    "k",
  ]);
  expect(stderr).toContain(problem);
  expect(code).toBe(2);
});

test.each<[what: string, text: string, problem: string]>([
  ["no JSON", "{", "is not JSON"],
  ["a list", '["a"]', 'takes an object of texts by pseudonym or parameter, found ""'],
  ["an object by a name", '{"zip_code": {}}', 'takes an object of texts by pseudonym or parameter, found "zip_code"'],
  ["a text by no name", '{"a b": "c"}', 'takes an object of texts by pseudonym or parameter, found "a b"'],
])("--bindings with %s is one message and exit code 2", async (_, text, problem) => {
  const bindings = await written("wrong.json", text);
  const { code, stderr } = await run("http://127.0.0.1:9", "--bindings", bindings);
  expect(stderr).toContain(`error: --bindings ${bindings} ${problem}. Write it like {"~user_id:1": "ID"}.`);
  expect(code).toBe(2);
});

test("a number of --bindings is written as a text", async () => {
  const bindings = await written("numbers.json", '{"zip_code": 10001}');
  const { received } = await against(undefined, ...bound, "--bindings", bindings);
  expect(received.map(({ url }) => url)).toContainEqual(expect.stringContaining("zip_code=10001&"));
});

test("--help lists every option", async () => {
  const { code, stdout } = await runHere(replayCommand, ["--help"]);
  for (const option of Object.keys(replayCommand.options)) expect(stdout).toContain(`--${option}`);
  expect(code).toBe(0);
});
