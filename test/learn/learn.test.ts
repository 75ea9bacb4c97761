// What `npm run learn` says of recordings: of services that depart, of exchanges that say nothing, and of nothing that is private.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { learnCommand } from "../../src/learn/index.ts";
import { contractRoot, readContract, readRegister } from "../../src/shared/contract/index.ts";
import { runHere } from "../commands.ts";
import { type Day, type Entry, entryFor, recordDay } from "./day.ts";
import { answers, createUser, departures, withStatus } from "./departures.ts";

interface Count {
  readonly exchanges: number;
  readonly users: number;
  readonly kind?: string;
}

/** The report, as far as these tests read it. */
interface Report {
  readonly read: { readonly calls: Count; readonly events: Count; readonly unused: Readonly<Record<string, Count>> };
  readonly findings: readonly {
    readonly about: string;
    readonly verdict: string;
    readonly name: string;
    readonly seen: Count;
    readonly shown: readonly {
      readonly where: string;
      readonly confirmed: Count;
      readonly contradicted: Count;
      readonly departure?: { readonly expected: string; readonly shape: string };
    }[];
  }[];
  readonly new: readonly { readonly kind: string; readonly of: string; readonly name: string; readonly seen: Count }[];
}

let directory = "";
let day: Day;
let known: readonly string[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "learn-"));
  day = await recordDay(3);
  known = newsOf((await learn(day)).report);
});
afterAll(() => rm(directory, { recursive: true }));

/** Writes a HAR file. */
async function writeHar(name: string, entries: readonly unknown[], end = "]}}"): Promise<string> {
  const file = join(directory, name);
  await writeFile(
    file,
    `\uFEFF{"log": {"version": "1.2", "pages": [{"entries": [{}]}], "entries": [${entries.map((entry) => JSON.stringify(entry)).join()}${end}`,
  );
  return file;
}

async function learn({ entries, events }: Partial<Day>) {
  const files = entries === undefined ? [] : [await writeHar("day.har", entries)];
  if (events !== undefined) {
    files.push(join(directory, "events.ndjson"));
    await writeFile(join(directory, "events.ndjson"), events.map((event) => `${JSON.stringify(event)}\r\n`).join("\n"));
  }
  const { code, stdout, stderr } = await runHere(learnCommand, [...files, "--format", "json"]);
  return { code, stdout, report: JSON.parse(stdout || JSON.stringify(stderr)) as Report };
}

function newsOf(report: Report): string[] {
  return report.new.map(({ kind, of, name, seen }) => [kind, of, name, seen.kind ?? []].flat().join(" "));
}

function contradictedIn(report: Report) {
  return report.findings.filter(({ verdict }) => verdict === "contradicted");
}

function verdictsOf({ findings }: Report, ...names: readonly string[]) {
  return names.map((name) => {
    const { verdict, seen } = findings.find((one) => one.name === name) ?? {};
    return [name, verdict, seen?.users];
  });
}

test("the sandbox contradicts nothing, and the report has each assumption and each unknown once", async () => {
  const { code, report } = await learn(day);
  expect([code, contradictedIn(report)]).toEqual([0, []]);
  const namesOf = (about: string) => report.findings.filter((one) => one.about === about).map(({ name }) => name);
  const register = readRegister(parse(await readFile(join(dirname(contractRoot), "assumptions.yaml"), "utf8")));
  expect(namesOf("assumption")).toEqual([...register.keys()]);
  const marks = JSON.stringify((await readContract()).document).match(/"x-not-shown"/g);
  expect(namesOf("unknown")).toHaveLength(marks?.length ?? 0);
  const verdicts = Map.groupBy(report.findings, ({ about, verdict }) => `${about} ${verdict}`);
  expect([...verdicts.keys()].sort()).toEqual([
    "assumption confirmed",
    "assumption not seen",
    "unknown not seen",
    "unknown shown",
  ]);
  expect(verdicts.get("assumption confirmed")?.length).toBeGreaterThan(40);
  expect(verdictsOf(report, "success-status", "lab-wide-markers-answer", "other-values-are-valid")).toEqual([
    ["success-status", "confirmed", 3],
    // It is about no user
    ["lab-wide-markers-answer", "confirmed", 0],
    // Known values do not show that others are valid
    ["other-values-are-valid", "not seen", 0],
  ]);
});

describe.each(departures)("a service that $name", ({ change, contradicted, news = [] }) => {
  test("is found by exactly that", async () => {
    const { code, report } = await learn(change(day));
    const found = contradictedIn(report).flatMap(({ name, shown }) =>
      shown.flatMap(({ where, departure }) => (departure ? [[name, where, departure.shape]] : [])),
    );
    expect(found).toEqual(contradicted === undefined ? [] : [contradicted]);
    const [shown] = contradictedIn(report).flatMap((one) => one.shown.filter(({ departure }) => departure));
    // Each exchange counts once
    if (shown?.where.startsWith("event") === false) {
      expect([shown.contradicted.exchanges, shown.confirmed.exchanges]).toEqual([3, 0]);
    }
    expect(code).toBe(contradicted === undefined ? 0 : 1);
    expect(newsOf(report).filter((one) => !known.includes(one))).toEqual(news);
  });
});

test("a body that lacks a field confirms nothing of its fields", async () => {
  const wheresOf = ({ findings }: Report) =>
    findings.flatMap(({ name, shown }) => (name === "order-fields" ? shown.map(({ where }) => where) : []));
  const without = answers(/\/v3\/order$/, ({ id, ...body }) => body);
  expect(wheresOf((await learn(day)).report)).toContain("placeOrder 200");
  expect(wheresOf((await learn(without(day))).report)).not.toContain("placeOrder 200");
});

/** Wrong answers, with what keeps them from being judged. */
const unusable = (change: (response: Entry["response"]) => void) =>
  answers(createUser, (_, response) => {
    change(response);
    return { user_id: 7 };
  });

test.each<[what: string, change: (response: Entry["response"]) => void]>([
  ["failed", (response) => withStatus(503)({}, response)],
  ["were sent too often", (response) => withStatus(429)({}, response)],
  ["got no answer", (response) => withStatus(0)({}, response)],
])("nothing is concluded from calls that %s", async (_, change) => {
  const { code, report } = await learn(unusable(change)(day));
  expect([code, contradictedIn(report)]).toEqual([0, []]);
  expect(report.read.unused).toEqual({ "failed, or were not answered": expect.objectContaining({ exchanges: 3 }) });
  expect(newsOf(report)).toEqual(known);
});

test("of an answer whose body the file does not hold, the status is judged", async () => {
  const entries = day.entries.map((entry) => {
    const { request, response } = structuredClone(entry);
    response.content = { size: 500 };
    return { request, response };
  });
  const { code, report } = await learn({ entries });
  expect([code, report.new]).toEqual([0, []]);
  const confirmed = report.findings.filter(({ verdict }) => verdict === "confirmed");
  expect(confirmed.map(({ name }) => name)).toContain("success-status");
  expect(confirmed.map(({ name }) => name)).not.toContain("all-fields-required");
});

const order = { id: crypto.randomUUID(), last_event: { status_detail: null }, events: [{ status_detail: null }] };

test("nothing is concluded of a request from an answer, nor from a call that was refused", async () => {
  const wheresOf = async (entries: readonly Entry[]) => {
    const { report } = await learn({ entries });
    const shown = report.findings.filter(({ name }) => name === "order-user-field").flatMap(({ shown: one }) => one);
    return shown.map(({ where }) => where);
  };
  expect(await wheresOf([entryFor("POST", "/v3/order", 200, order, {})])).toEqual(["placeOrder request"]);
  expect(await wheresOf([entryFor("POST", "/v3/order", 422, { detail: "" }, {})])).toEqual([]);
  // The answer has it; whether the request may do without is not shown
  const named = { ...order, user_id: crypto.randomUUID() };
  expect(await wheresOf([entryFor("POST", "/v3/order", 200, named, { user_id: named.user_id })])).toEqual([]);
});

test("of a request is concluded what a call did without, or took, that succeeded; not what the service states", async () => {
  const numbered = (status: number) => entryFor("POST", "/v3/order/import", status, order, { lab_account_id: 7 });
  const refused = await learn({ entries: [numbered(422)] });
  expect(contradictedIn(refused.report)).toEqual([]);
  const taken = await learn({ entries: [numbered(200)] });
  expect(contradictedIn(taken.report)).toMatchObject([
    { name: "order-import-lab-account", shown: [{ where: "importOrder request", departure: { shape: "integer" } }] },
  ]);
  const user = { user_id: crypto.randomUUID(), client_user_id: "" };
  const { code } = await learn({ entries: [entryFor("POST", "/v2/user/", 200, user, { client_user_id: 7 })] });
  expect(code).toBe(0);
});

test("a type is said only where all values agree, and a contradiction beside what confirms it", async () => {
  let count = 0;
  const { code, report } = await learn(
    answers(/POST .*\/v2\/user\/$|GET .*\/parser\/job\//, (body) => {
      count += 1;
      const first = count <= 2;
      return "status" in body ? { ...body, results: first ? null : [] } : { ...body, joined_on: first ? null : "x" };
    })(day),
  );
  expect(code).toBe(1);
  expect(newsOf(report)).toContain("field CreatedUser joined_on");
  const results = contradictedIn(report).flatMap(({ name, shown }) => (name === "parsing-job-results" ? shown : []));
  expect(results).toMatchObject([{ contradicted: { exchanges: 1 }, confirmed: { exchanges: 2 } }]);
});

test("words at open enums are printed that three users have, and no other value", async () => {
  const secret = "planted";
  const planted = {
    entries: day.entries.map((entry) =>
      JSON.parse(
        JSON.stringify(entry)
          .replaceAll(/day-\d/g, `${secret}-$&`)
          .replaceAll("Exampleton", secret),
      ),
    ),
    events: day.events.map((event) => ({ ...event, event_type: `order.${secret}`, [`${secret} 7`]: secret })),
  };
  const paused = (value: unknown, change: (index: number) => string) => {
    let index = 0;
    return JSON.parse(
      JSON.stringify(value).replaceAll('\\"status\\":\\"connected\\"', () => `\\"status\\":\\"${change(index++)}\\"`),
    );
  };
  let count = 0;
  const three = await learn({
    entries: paused(planted.entries, (index) => {
      count = index + 1;
      return "paused";
    }),
  });
  expect(newsOf(three.report)).toContain("value ConnectionStatus paused");
  expect(verdictsOf(three.report, "other-values-are-valid")).toEqual([["other-values-are-valid", "confirmed", 3]]);
  const two = await learn({
    ...planted,
    // Of the three users one after the other, two have it
    entries: paused(planted.entries, (index) => (index < (count * 2) / 3 ? secret : "paused")),
  });
  expect(two.report.new.find(({ of, name }) => of === "ConnectionStatus" && name === "(not printed)")?.seen.users).toBe(
    2,
  );
  expect(newsOf(two.report)).toContain("value ConnectionStatus (not printed)");
  const wrong = answers(/./, (body) => ({ ...body, user_id: [secret], [secret.toUpperCase()]: { [secret]: secret } }));
  for (const recorded of [planted, wrong(planted)]) {
    const { stdout } = await learn(recorded);
    const text = await runHere(learnCommand, [join(directory, "day.har"), join(directory, "events.ndjson")]);
    expect(stdout + text.stdout).not.toMatch(/planted|sk_demo|[\da-f]{8}-[\da-f]{4}-/i);
  }
});

test("a person reads what is contradicted first, with its place, its evidence and one shape", async () => {
  const { entries } = answers(createUser, withStatus(201))(day);
  const { code, stdout } = await runHere(learnCommand, [await writeHar("monday.har", entries)]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    new RegExp(
      [
        "^Read 45 calls and 0 events, against contract [\\d.]+\\.\n",
        "\nContradicted \\(1\\)\n",
        "  success-status  Status 200, because .* {2}3 exchanges of 3 users: monday\\.har 2, monday\\.har 17, monday\\.har 32",
        " {2}openapi/assumptions\\.yaml:\\d+ {2}\n",
        " {4}createUser 201: 3 exchanges of 3 users: .*\n",
        " {6}expected A documented status\\. Found \\{user_id: string uuid, client_user_id: string\\}\n",
        "\nNew ",
      ].join(""),
    ),
  );
});

test("files are read together: behind a gateway, in base64, with the headers of HTTP/2, and up to where one is cut off", async () => {
  const headers = [
    { name: ":status", value: "200" },
    { name: "content-type", value: "application/json" },
  ];
  const [entry] = day.entries.filter(({ response }) => response.status === 200);
  const text = Buffer.from(entry?.response.content.text ?? "").toString("base64");
  const other = structuredClone({
    ...entry,
    response: { status: 200, headers, content: { text, encoding: "base64" } },
  });
  // Some writers keep the type of a body apart from the headers
  const content = { ...entry?.response.content, mimeType: "application/json; charset=utf-8" };
  const untyped = { ...entry, response: { status: 200, content } };
  const gateway = "https://gateway.example.com";
  const request = { ...entry?.request, url: `${gateway}/health/v2/user/` };
  const files = [
    await writeHar("whole.har", [
      { ...other, request },
      { ...entryFor("GET", "/health", 200, {}), comment: '\\ one " and }]' },
    ]),
    await writeHar("cut.har", [untyped], ',{"request": {"method": "GET'),
  ];
  const { code, stdout } = await runHere(learnCommand, [...files, "--format", "json"]);
  const { read, findings } = JSON.parse(stdout) as Report;
  expect([code, read.calls]).toEqual([0, expect.objectContaining({ exchanges: 2, users: 1 })]);
  expect(Object.keys(read.unused)).toEqual(["are of no operation of the contract", "cannot be read, or are cut off"]);
  expect(findings.filter(({ verdict }) => verdict === "confirmed").map(({ name }) => name)).toContain(
    "all-fields-required",
  );
  // Of the gateway's two calls one is of the service
  const ofGateway = await runHere(learnCommand, [...files, "--format", "json", "--server", `${gateway}/health`]);
  expect((JSON.parse(ofGateway.stdout) as Report).read.calls.exchanges).toBe(1);
});

test("of events, a line that is cut off or is no object shows nothing", async () => {
  const file = join(directory, "cut.ndjson");
  const event = JSON.stringify(day.events[0]);
  await writeFile(file, [event, "[1]", "{", event.slice(0, -9)].join("\n"));
  const { code, stdout } = await runHere(learnCommand, [file, "--format", "json"]);
  const { read } = JSON.parse(stdout) as Report;
  expect([code, read.events, read.unused]).toMatchObject([
    0,
    { exchanges: 1 },
    { "cannot be read, or are cut off": { exchanges: 3 } },
  ]);
});

test.each<[what: string, args: () => Promise<string[]>, message: RegExp]>([
  ["no file", async () => [], /Expected a recording, found none/],
  ["a file that is not there", async () => [join(directory, "none.har")], /ENOENT.*none\.har/],
  ["what is no recording", async () => [join(contractRoot)], /show no exchange, only some that cannot be read/],
  ["a format that there is not", async () => ["a.har", "--format", "junit"], /--format takes text, json/],
  ["a server that is not a URL", async () => ["a.har", "--server", "here"], /--server takes a URL, found "here"/],
])("%s is refused with what to do, and exit code 2", async (_, args, message) => {
  const { code, stdout, stderr } = await runHere(learnCommand, await args());
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(message);
});
