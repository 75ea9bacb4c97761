// `verify` says nothing of the correct server, sends nothing that it should not, and no key to any host but the two.
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { OperationId } from "../../src/sandbox/domain/topic.ts";
import type { VerifyOptions, VerifyReport } from "../../src/verify/index.ts";
import type { Answer, Fault, Received, Stages } from "./gallery/call.ts";
import { allFindings, lookUp, verifyAt, verifyFault, verifyInProcess } from "./gallery/faults/run.ts";
import { answers, isMissing, refuses, refusesAt, sent, sets, takesAs, when, writes } from "./gallery/faults/stages.ts";
import { contract } from "./gallery/routes.ts";
import { type GalleryServer, inProcess, managementKey, serve, teamKey, writeBody } from "./gallery/server.ts";

describe("a correct server", async () => {
  const [base, management] = [await inProcess(), await inProcess()];
  const options: Partial<VerifyOptions> = {
    base: { url: "http://base", key: teamKey },
    management: { url: "http://management", key: managementKey },
    transport: (request, signal) => (request.url.host === "base" ? base : management).transport(request, signal),
  };
  const verified = (only: readonly string[] = []) => verifyAt("http://base", { ...options, only });
  let report: VerifyReport;
  /** The requests of that run to each host: other tests send more. */
  let sent: Readonly<Record<"base" | "management", readonly Received[]>>;
  beforeAll(async () => {
    report = await verified();
    sent = { base: [...base.received], management: [...management.received] };
  });

  test("has no finding, and nothing of it is skipped but its events, which nobody receives", () => {
    expect([...base.crashes, ...management.crashes]).toEqual([]);
    expect(allFindings(report)).toEqual([]);
    expect(report.operations.flatMap(({ skipped }) => skipped)).toEqual([
      { check: "all", reason: "it needs --events-port" },
    ]);
    expect(report.operations.map(({ id }) => id)).toEqual([...contract.operations.map(({ id }) => id), "events"]);
  });

  // Others may be checked, too: what the contract gives a new operation is no line here
  test.each<[check: string, ids: string]>([
    [
      "summaries-are-the-users",
      "listActivitySummaries listBodySummaries listMealSummaries listProfileSummaries listSleepSummaries listWorkoutSummaries",
    ],
    [
      "values-come-back",
      "createOrder placeOrder bookPhlebotomyAppointment requestPhlebotomyAppointment reschedulePhlebotomyAppointment bookPscAppointment",
    ],
    ["default-honoured", "getPscInfo getAreaInfo listLabTestMarkers listMarkers"],
    ["pages-hold-the-list", "listLabTestMarkers listMarkers"],
    ["last-event-is-last", "createOrder placeOrder importOrder"],
    ["order-not-duplicated", "createOrder placeOrder"],
    ["lab-account-optional", "createOrder placeOrder"],
    ["slots-from-start-date", "getPhlebotomyAppointmentAvailability getPscAppointmentAvailability"],
  ])("passes %s for each operation that it is stated of: %s", (check, ids) => {
    const passed = report.operations.filter((one) => check in one.passed).map(({ id }) => id);
    expect(ids.split(" ").filter((id) => !passed.includes(id))).toEqual([]);
  });

  test("is asked once without a key, with an empty and with a made-up one, and with that of the other host in either header", () => {
    expect(sent.management.every(({ url }) => url.startsWith("/v1/org/"))).toBe(true);
    expect(sent.base.some(({ url }) => url.startsWith("/v1/org/"))).toBe(false);
    const hosts = [
      { received: sent.base, header: "x-service-api-key", other: "x-management-key", otherKey: managementKey },
      { received: sent.management, header: "x-management-key", other: "x-service-api-key", otherKey: teamKey },
    ];
    const keys = hosts.flatMap(({ received, header, other, otherKey }) =>
      received.map(({ headers }) => {
        if (headers[other] !== undefined) return headers[other] === otherKey ? "other in its header" : headers[other];
        return headers[header] === otherKey ? "other in this header" : (headers[header] ?? "none");
      }),
    );
    const counted = (key: string) => keys.filter((one) => one === key).length;
    for (const key of ["none", "other in its header", "other in this header"]) {
      expect([key, counted(key)]).toEqual([key, contract.operations.length]);
    }
    expect(counted("")).toBe(contract.operations.length);
    const named = ["none", "", "other in its header", "other in this header", teamKey, managementKey];
    const madeUp = keys.filter((key) => !named.includes(String(key)));
    expect(madeUp).toHaveLength(contract.operations.length);
    // Of the shape of a real one, and none
    for (const key of madeUp) expect(key).toMatch(/^(sk_demo_[a-z]{4}|mk_demo_[a-z]{3})$/);
  });

  test("gets no key of the other host when there is none", async () => {
    const alone = await inProcess();
    await verifyAt("http://base", {
      ...options,
      transport: alone.transport,
      management: undefined,
      only: ["listLabs"],
    });
    expect(JSON.stringify(alone.received)).toContain(teamKey);
    expect(JSON.stringify(alone.received)).not.toContain(managementKey);
  });

  test("has no finding when it was verified before, but for the deletion that was undone then", async () => {
    // An operation that reads meets nothing that a run has changed; reports are uploaded without a look at earlier ones
    const changing = contract.operations.filter(
      ({ id, method }) => method !== "get" && id !== "createLabReportParsingJob",
    );
    const { operations } = await verified(changing.map(({ id }) => id));
    const others = operations.filter(({ id }) => id !== "undoUserDeletion");
    expect(others.flatMap(({ findings }) => findings)).toEqual([]);
  });
});

test("with --read-only only GETs are sent, all that reads is verified, and what is skipped says so", async () => {
  const server = await inProcess();
  const { report } = await verifyInProcess(server, { readOnly: true, depth: 1 });
  expect(new Set(server.received.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(allFindings(report)).toEqual([]);
  for (const { method, passed, skipped } of report.operations.filter(({ id }) => id !== "events")) {
    expect(Object.keys(passed).length > 0).toBe(method === "GET");
    if (method !== "GET") expect(skipped[0]?.reason).toContain("--read-only");
  }
});

test("a server whose clock is wrong has no finding: its `date` header says what is now", async () => {
  const fastMs = 30 * 60_000;
  const later = (text: string) => new Date(Date.parse(text) + fastMs).toISOString();
  const hundredths = (text: string) =>
    new Date(Math.round(Date.parse(text) / 10) * 10).toISOString().replace(/\dZ$/, "Z");
  const server = await inProcess({
    name: "none: the clock is half an hour fast",
    answer({ headers, body, ...answer }, { query }) {
      const { created_on, expires_at } = Object(body);
      const times = {
        ...(created_on === undefined ? {} : { created_on: later(created_on) }),
        ...(expires_at === undefined || query["expires_at"] !== undefined ? {} : { expires_at: later(expires_at) }),
      };
      // A conflict has fewer digits of the time, the last one rounded
      const rounded =
        answer.status === 400 && "created_on" in times ? { created_on: hundredths(times.created_on) } : {};
      const date = new Date(Date.now() + fastMs).toUTCString();
      return { ...answer, headers: { ...headers, date }, body: { ...Object(body), ...times, ...rounded } };
    },
  });
  const { report } = await verifyInProcess(server, { only: ["createUser", "createLinkCode"] });
  expect([...server.crashes, ...allFindings(report)]).toEqual([]);
  const passed = report.operations.flatMap((one) => Object.keys(one.passed));
  expect(passed).toEqual(expect.arrayContaining(["created-on-is-now", "link-code-expires-in-an-hour"]));
});

test("a server that knows nobody of the cast is asked for a user of this run, but for what a new user cannot do", async () => {
  const server = await inProcess({
    name: "none: it does not know the cast",
    on: ["resolveUser"],
    answer: (answer, { path }) =>
      path["client_user_id"]?.startsWith("demo-") ? { ...answer, status: 404, body: { detail: "Nobody." } } : answer,
  });
  const { report } = await verifyInProcess(server, { only: ["createPortalUrl", "createLinkCode"] });
  expect([...server.crashes, ...allFindings(report)]).toEqual([]);
  const [portal, link] = report.operations.map(({ skipped }) => skipped);
  expect([portal, link]).toContainEqual([{ check: "all", reason: "no `user` is known; name one in --data FILE" }]);
  expect([portal, link]).toContainEqual([]);
});

test("a server that has nothing to list has no finding, and what cannot be seen of it is skipped, with the reason", async () => {
  const none: Readonly<Record<string, object>> = {
    listMarkers: { markers: [], total: 0, pages: 0 },
    listOrganizationTeams: { teams: [], next_cursor: null },
    getPscInfo: { patient_service_centers: [] },
    getAreaInfo: { central_labs: {} },
  };
  const server = await inProcess({
    name: "none: it has nothing to list",
    answer: (answer, { id }) =>
      answer.status === 200 && id in none ? { ...answer, body: { ...Object(answer.body), ...none[id] } } : answer,
  });
  const { report } = await verifyInProcess(server, { only: Object.keys(none) });
  expect([...server.crashes, ...allFindings(report)]).toEqual([]);
  const reasons = report.operations.flatMap(({ skipped }) => skipped.map(({ check, reason }) => `${check}: ${reason}`));
  expect(new Set(reasons)).toEqual(
    new Set([
      "pages-hold-the-list: the list has no markers",
      "lab-slug-filter: the list has nothing to narrow",
      "region-filter: the list has nothing to narrow",
      "search-filter: the list has nothing to narrow",
      "centers-within-radius: there are no patient service centers around `zip_code`",
      "capabilities-filter: the list has nothing to narrow",
      "area-follows-radius: there are no labs around `zip_code`",
      "area-labs-filter: the list has nothing to narrow",
    ]),
  );
});

const kinds: readonly OperationId[] = ["createUser", "listLabs", "listMarkers", "listMealSummaries"];
/** With an upload, which takes long: it is only verified where a large request or its refusal might meet the dress. */
const allKinds: readonly OperationId[] = [...kinds, "createLabReportParsingJob"];

/** Right servers, each in its own dress; by default it is seen at an operation of each kind, but for uploads. */
const dresses: Readonly<Record<string, Omit<Fault, "name">>> = {
  "closes each connection": {
    on: allKinds,
    send: (response, { status, headers, body }) =>
      void response.writeHead(status, { ...headers, connection: "close" }).end(writeBody(body)),
  },
  "writes its answers in chunks": {
    send(response, { status, headers, body }) {
      response.writeHead(status, headers);
      // Of seven bytes: letters beyond ASCII are torn apart, too
      const bytes = writeBody(body);
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
      response.end();
    },
  },
  "compresses its answers": {
    send: (response, { status, headers, body }) =>
      void response.writeHead(status, { ...headers, "content-encoding": "gzip" }).end(gzipSync(writeBody(body))),
  },
  "names its encoding in its own way": when(() => true, {
    headers: { "Content-Type": 'Application/JSON;charset="UTF-8"' },
  }),
  "indents its JSON": answers((body) => Buffer.from(JSON.stringify(body, null, 4))),
  "has more fields": replaces(/\{(?=")/g, () => '{"_links":[{"href":"/"}],'),
  "has values that are not known yet": { on: ["listUserConnections"], ...sets("providers/0/status", "resting") },
  "writes UUIDs in capitals": replaces(/"[\da-f]{8}-[\da-f-]{27}"/g, (uuid) => uuid.toUpperCase()),
  "has its own form of errors": {
    on: allKinds,
    ...when(
      ({ status }) => status === 404 || status === 422,
      ({ status }) => ({ body: { error: { code: status } } }),
    ),
  },
  "has a page of any number": { on: ["listMarkers"], ...takesAs("query page", (page) => Number(page) > 1e300, 1000) },
  // The required fields are not shown
  "refuses an order without an address": { on: ["createOrder"], ...refusesAt("body patient_address", isMissing) },
};

/** Other JSON in each success. */
function replaces(pattern: RegExp, by: (match: string) => string): Stages {
  return answers((body) => JSON.parse(JSON.stringify(body).replace(pattern, by)));
}

test.each(Object.entries(dresses))("a server that %s has no finding", async (name, dress) => {
  const { report, crashes } = await verifyFault({ name, ...dress }, { only: dress.on ?? kinds });
  expect([...crashes, ...allFindings(report)]).toEqual([]);
});

test("a server that refuses odd texts, zones and ids has no finding", async () => {
  const isPlain = (value: unknown) => !/[%+/<&]|^ | $| {2}|.{100}/.test(String(value));
  const server = await inProcess({
    name: "none: it takes plain texts only",
    on: ["createUser", "createOrder"],
    ...refuses((call) => {
      const zone = sent(call, "body fallback_time_zone");
      const { access_notes } = Object(sent(call, "body patient_address"));
      const isKnown = typeof zone !== "string" || ["UTC", "Europe/Berlin"].includes(zone);
      return !isKnown || !isPlain(sent(call, "body client_user_id")) || !isPlain(access_notes);
    }),
  });
  const { report } = await verifyInProcess(server, { only: ["createUser", "createOrder"] });
  expect([...server.crashes, ...allFindings(report)]).toEqual([]);
  const passed = report.operations.flatMap((one) => Object.keys(one.passed).map((check) => `${one.id} ${check}`));
  expect(passed).toEqual(expect.arrayContaining(["createUser created-user-is-found", "createOrder values-come-back"]));
  // The texts after a refused one are sent as well
  expect(server.received.some(({ url }) => url.includes(encodeURIComponent("東京")))).toBe(true);
});

test.each([400, 404, 409, 422])(
  "what an order may not allow a second time, refused with %i, is skipped, and says why",
  async (status) => {
    const server = await inProcess({
      name: "takes one booking for an order",
      on: ["bookPscAppointment"],
      async handle(next, call) {
        const answer = await next({ ...call, isElsewhere: call.memory.has("booked") });
        if (answer.status !== 200) return answer;
        if (call.memory.has("booked")) return { ...answer, status, body: { detail: "It is booked." } };
        call.memory.set("booked", true);
        return answer;
      },
    });
    const { report } = await verifyInProcess(server, { only: ["bookPscAppointment"] });
    expect(allFindings(report)).toEqual([]);
    const reason = `in which state an order allows it is not shown (${status})`;
    expect(report.operations.flatMap(({ skipped }) => skipped)).toContainEqual({
      check: "booking-not-duplicated",
      reason,
    });
  },
);

test.each<[what: string, operation: OperationId, status: number, reason: string]>([
  ...[400, 409, 422].map((status): [string, OperationId, number, string] => [
    "a body whose fields are not all shown",
    "createOrder",
    status,
    `which further fields its body needs is not shown (${status}); name them under \`bodies\` in --data FILE`,
  ]),
  ["a beta call", "createPortalUrl", 403, "it is beta, and who may call it is not shown (403)"],
])("%s (%s), refused with %i, is skipped, and says why", async (_, operation, status, reason) => {
  const server = await inProcess({
    name: "none: it may refuse this",
    on: [operation],
    answer: (answer) => (answer.status === 200 ? { ...answer, status, body: { detail: "Not so." } } : answer),
  });
  const { report } = await verifyInProcess(server, { only: [operation] });
  expect(allFindings(report)).toEqual([]);
  const skipped = report.operations.filter(({ id }) => id !== "events").flatMap(({ skipped }) => skipped);
  expect(skipped).toContainEqual({ check: "valid-input", reason });
});

/** Answers that say back the key that they were asked with. */
const echoes: Readonly<Record<string, (key: string) => Partial<Answer>>> = {
  "in JSON, also as a name": (key) => ({ body: [key, { [key]: key }] }),
  "in JSON with escaped slashes": (key) => writes(JSON.stringify({ key }).replaceAll("/", "\\/")),
  "in a URL": (key) => ({ body: { key: encodeURIComponent(key) } }),
  "in Base64": (key) => ({ body: { key: Buffer.from(key).toString("base64") } }),
  "in Base64 behind a user, for URLs": (key) => ({ body: Buffer.from(`u?>:${key}`).toString("base64url") }),
  "percent-encoded to the last letter": (key) => ({ body: Buffer.from(key).toString("hex").replaceAll(/../g, "%$&") }),
  "in JSON within JSON": (key) => ({ body: JSON.stringify({ key }) }),
  "in HTML": (key) => writes(`<p>${key.replace('"', "&quot;")}</p>`),
  "in a text": (key) => writes(key),
  "where the report cuts the body off": (key) => writes(`${"x".repeat(502 - key.length)}${key}`),
  "in a media type": (key) => writes("", `text/plain; key=${key}`),
};

test.each(Object.entries(echoes))(
  "no part of a key stands in a report, though a server says it %s",
  async (_, echo) => {
    const key = 'sk_eu_a/key+of"some-length';
    const server = await inProcess({
      name: "takes any key, and says it back",
      handle: async (_, { headers }) => ({
        ...{ status: 200, headers: { "content-type": "application/json" }, body: "" },
        ...echo(String(headers["x-service-api-key"] ?? headers["x-management-key"])),
      }),
    });
    const options = { base: { url: "http://base", key }, management: { url: "http://base", key: `mk${key}` } };
    const { report } = await verifyInProcess(server, { ...options, only: ["listLabs", "listOrganizationTeams"] });
    expect(server.received.map(({ headers }) => headers["x-service-api-key"])).toContain(key);
    expect(allFindings(report).length).toBeGreaterThan(0);
    const shown = JSON.stringify(report);
    // A part of a key helps to guess it
    const inBase64 = [key, `u?>:${key}`].map((one) => Buffer.from(one).toString("base64url").slice(6));
    for (const part of ["a/key", "some-length", "%6c%65%6e%67%74%68", ...inBase64]) expect(shown).not.toContain(part);
  },
);

describe("a redirect to another host", () => {
  const redirectsTo = (target: GalleryServer, on?: OperationId): Fault => ({
    name: "redirects",
    ...(on === undefined ? {} : { on: [on] }),
    answer: (answer, { url }) => ({ ...answer, status: 307, headers: { location: target.url + url } }),
  });

  test("of one operation is a finding, and the other host receives nothing", async () => {
    const target = await serve();
    const server = await serve(redirectsTo(target, "createOrder"));
    const report = await verifyAt(server.url, { only: ["createOrder"] });
    expect(target.received).toEqual([]);
    const found = allFindings(report).filter(({ check }) => check === "documented-status");
    expect(found.map(({ expected }) => typeof lookUp(expected.pointer))).toContain("object");
  });

  test("of every operation ends the run, and the other host receives nothing", async () => {
    const target = await serve();
    const server = await serve(redirectsTo(target));
    await expect(verifyAt(server.url)).rejects.toThrow(`redirects to ${target.url}`);
    expect(target.received).toEqual([]);
  });
});

test("the seed makes the same input again, and another one other input", async () => {
  /** Everything that is sent, by operation, beside ids of which each run makes new ones. */
  async function sent(seed: number): Promise<string[]> {
    const inputs: [operation: string, input: string][] = [];
    const server = await inProcess({
      name: "none: it writes down what it is sent",
      answer(answer, { id, query, body }) {
        inputs.push([id, JSON.stringify([query, body])]);
        return answer;
      },
    });
    await verifyInProcess(server, { seed, only: ["getPscInfo", "createPortalUrl"], depth: 5 });
    // Some operations are asked at the same time
    inputs.sort(([one], [other]) => one.localeCompare(other));
    return inputs.map((input) => input.join().replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID"));
  }

  const first = await sent(1);
  expect(first.length).toBeGreaterThan(50);
  expect(await sent(1)).toEqual(first);
  expect(await sent(2)).not.toEqual(first);
});
