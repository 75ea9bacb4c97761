// What `listen` finds: each fault of a provider that was put among the sandbox's own events, and nothing in thousands of clean ones.
import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, unwrap } from "../../../src/package/client/index.ts";
import { type Contract, readContract } from "../../../src/tools/contract/index.ts";
import { signatureCheckOf } from "../../../src/tools/events/index.ts";
import type { ListenCheck } from "../../../src/tools/listen/check-names.ts";
import { EventJudge } from "../../../src/tools/listen/judge.ts";
import { type ListenResult, Notes } from "../../../src/tools/listen/notes.ts";
import { ServiceReads } from "../../../src/tools/listen/reads.ts";
import { type Sandbox, type SandboxWorld, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { exampleCast } from "../../../src/tools/verify/index.ts";
import { depth } from "../../run/depth.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const user_id = exampleCast.user?.user_id ?? "";
const provider = exampleCast.connected_provider ?? "";
const secretValue = "4711.25";

/** An event on its way: what is sent of it, with whatever is wrong. */
interface Sent {
  readonly id: string;
  readonly payload: { readonly event_type?: unknown; readonly data?: unknown; readonly [field: string]: unknown };
  /** Instead of the payload as JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signedWith?: string;
  readonly signedAt?: Date;
}

type Change = (sent: Sent) => readonly Sent[];

interface Fault {
  readonly what: string;
  /** The checks that find it. */
  readonly checks: readonly ListenCheck[];
  /** A change for each run: some hold an event back. */
  readonly change: () => Change;
}

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
  [sandbox, contract] = await Promise.all([startSandbox({ frozen: true }), readContract()]);
});
afterAll(() => sandbox.close());

/** Changes the events of one name. */
function only(name: string, change: Change): () => Change {
  return () => (sent) => (sent.payload.event_type === name ? change(sent) : [sent]);
}

const weight = "daily.data.weight.created";
const pulled = "historical.data.weight.created";
const connected = "provider.connection.created";
const created = "lab_report.parsing_job.created";
const updated = "lab_report.parsing_job.updated";

/** The events of one name with other fields. */
const withFields = (name: string, fields: (sent: Sent) => Readonly<Record<string, unknown>>) =>
  only(name, (sent) => [{ ...sent, payload: { ...sent.payload, ...fields(sent) } }]);

const withData = (name: string, fields: Readonly<Record<string, unknown>>) =>
  withFields(name, ({ payload }) => ({ data: { ...Object(payload.data), ...fields } }));

const faults: readonly Fault[] = [
  fault(
    "a misspelt name",
    ["event-described"],
    withFields(weight, () => ({ event_type: "daily.data.weight.create" })),
  ),
  fault(
    "no name",
    ["event-as-described"],
    withFields(weight, () => ({ event_type: undefined })),
  ),
  fault(
    "a name that is a number",
    ["event-as-described"],
    withFields(weight, () => ({ event_type: 7 })),
  ),
  fault(
    "no data",
    ["event-as-described"],
    withFields(weight, () => ({ data: undefined })),
  ),
  fault("data without a source", ["event-as-described"], withData(weight, { source: undefined })),
  fault("a source that is a text", ["event-as-described"], withData(weight, { source: "demo" })),
  fault("a source that is null", ["event-as-described"], withData(weight, { source: null })),
  fault(
    "a user that is no UUID",
    ["event-as-described"],
    withFields(weight, () => ({ user_id: "7" })),
  ),
  fault(
    "an order event without its detail",
    ["event-as-described"],
    withFields("order.created", () => ({ data: {} })),
  ),
  fault(
    "a list",
    ["event-as-described"],
    only(weight, (sent) => [{ ...sent, text: JSON.stringify([sent.payload]) }]),
  ),
  fault(
    "half an event",
    ["event-as-described"],
    only(weight, (sent) => [{ ...sent, text: '{"event_type": "da' }]),
  ),
  fault(
    "a form",
    ["event-as-described"],
    only(weight, (sent) => [{ ...sent, headers: { "content-type": "application/x-www-form-urlencoded" } }]),
  ),
  fault(
    "the signature of another secret",
    ["signature-fits"],
    only(weight, (sent) => [{ ...sent, signedWith: `whsec_${Buffer.alloc(32, 8).toString("base64")}` }]),
  ),
  fault(
    "no signature",
    ["signature-fits"],
    only(weight, (sent) => [{ ...sent, headers: { "webhook-signature": undefined } }]),
  ),
  fault(
    "a signature of more than five minutes ago",
    ["timestamp-is-now"],
    only(weight, (sent) => [{ ...sent, signedAt: new Date(Date.now() - 302_000) }]),
  ),
  fault(
    "a historical event twice",
    ["one-historical-event"],
    only(pulled, (sent) => [sent, { ...sent, id: `${sent.id}_2` }]),
  ),
  fault(
    "an id again for another event",
    ["id-names-one-event"],
    only(weight, (sent) => [
      sent,
      { ...sent, payload: { ...sent.payload, data: { ...Object(sent.payload.data), more: true } } },
    ]),
  ),
  fault("the change of a job before the job", ["job-created-first"], () => {
    let held: Sent | undefined;
    return (sent) => {
      if (sent.payload.event_type === created) held = sent;
      else if (sent.payload.event_type === updated && held !== undefined) return [sent, held];
      else return [sent];
      return [];
    };
  }),
  fault(
    "an event of a user who was never there",
    ["user-is-known"],
    withFields(weight, () => ({ user_id: randomUUID() })),
  ),
  fault(
    "no event for a new connection",
    ["new-connection-emits-event"],
    only(connected, () => []),
  ),
  fault(
    "no event for a changed job",
    ["changed-job-emits-event"],
    only(updated, () => []),
  ),
  fault(
    "the event of a change with each new job",
    ["updated-job-has-changed"],
    only(created, (sent) => [sent, { ...sent, id: `${sent.id}_2`, payload: { ...sent.payload, event_type: updated } }]),
  ),
  fault("another status of a job than its lookup", ["read-agrees"], withData(updated, { status: "failed" })),
  fault(
    "a connection that the user does not have",
    ["connection-is-listed", "new-connection-emits-event"],
    withData(connected, { provider: { slug: "another" } }),
  ),
];

/** The checks that rest on an assumption, as the guide says; a job without a status has one that the service may not show. */
const assumed: readonly ListenCheck[] = [
  "event-described",
  "job-created-first",
  "user-is-known",
  "connection-is-listed",
  "updated-job-has-changed",
];

function fault(what: string, checks: readonly ListenCheck[], change: () => Change): Fault {
  return { what, checks, change };
}

/** Listens to the events of a world as they happen. */
class Listening {
  readonly #world: SandboxWorld;
  readonly #notes: Notes;
  readonly #judge: EventJudge;
  readonly #reads: ServiceReads;
  readonly #change: Change;
  #heard: Promise<number>;

  constructor(world: SandboxWorld, change: Change = (sent) => [sent]) {
    this.#world = world;
    this.#change = change;
    this.#notes = new Notes(contract, false, (text) => text);
    this.#judge = new EventJudge(
      { contract, signatureProblem: signatureCheckOf(secret, "--secret"), showValues: false },
      this.#notes,
    );
    const { fetch } = sandbox;
    this.#reads = new ServiceReads(contract, { url: "http://sandbox", key: world.apiKey, fetch }, this.#notes);
    this.#heard = world.events.all().then(({ length }) => length);
  }

  async hear(): Promise<void> {
    const events = await this.#world.events.all();
    for (const { id, payload } of events.slice(await this.#heard)) {
      for (const sent of this.#change({ id, payload: { ...payload } })) {
        const { event, isNew } = this.#judge.take(delivered(sent));
        if (isNew) await this.#reads.take(event);
      }
    }
    this.#heard = Promise.resolve(events.length);
  }

  async end(): Promise<ListenResult> {
    await this.#reads.finish(async () => false);
    return this.#notes.result();
  }
}

function delivered({
  id,
  payload,
  text = JSON.stringify(payload),
  headers = {},
  signedWith = secret,
  signedAt = new Date(),
}: Sent) {
  const all = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(signedAt.getTime() / 1000)),
    "webhook-signature": new Webhook(signedWith).sign(id, signedAt, text),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { body: Buffer.from(text), headers: Object.fromEntries(sent) as Record<string, string> };
}

/** A day of the demo user: data, a connection with its past, a lab order, and a lab report that is parsed. */
async function aDay(world: SandboxWorld, listening: Listening): Promise<void> {
  const { simulate } = world;
  const client = createClient({ apiKey: world.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  const steps = [
    () => simulate.dataArrived({ user_id, provider, resource: "activity", data: { steps: secretValue } }),
    () => simulate.connectionMade({ user_id, provider: "demo_scale" }),
    () => simulate.dataArrived({ user_id, provider: "demo_scale", resource: "weight", data: { weight: secretValue } }),
    () => simulate.dataArrived({ user_id, provider: "demo_scale", resource: "weight" }),
    () => simulate.historicalPullCompleted({ user_id, provider: "demo_scale", resource: "weight" }),
    () => client.POST("/v3/order", { body: { user_id } }),
    async () => {
      const file = new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" });
      const job = await unwrap(client.POST("/lab_report/v1/parser/job", { body: { file } }));
      await listening.hear();
      await simulate.parsingJobFinished({ job_id: String(job["id"]), status: "completed" });
    },
  ];
  for (const step of steps) {
    await step();
    await listening.hear();
  }
}

test("a day of clean events has no finding, and each check was made", async () => {
  const world = await sandbox.createWorld();
  const listening = new Listening(world);
  await aDay(world, listening);
  const { findings, passed, skipped } = await listening.end();
  expect(findings).toEqual([]);
  expect(skipped).toEqual([]);
  expect(passed).toMatchObject({ "user-is-known": 1, "read-agrees": 1, "job-created-first": 1, "signature-fits": 8 });
});

test("an event of an earlier status of a job that arrives late is no finding: one of its events shows the status", async () => {
  const world = await sandbox.createWorld();
  const late = only(updated, (sent) => {
    const data = { ...Object(sent.payload.data), status: "pending_review" };
    return [sent, { ...sent, id: `${sent.id}_late`, payload: { ...sent.payload, data } }];
  });
  const listening = new Listening(world, late());
  await aDay(world, listening);
  expect((await listening.end()).findings).toEqual([]);
});

/** What is said of each way in which a signature is wrong. */
const signatureMessages = new Map([
  ["the signature of another secret", "The signature does not fit."],
  ["no signature", "There is no signature."],
  ["a signature of more than five minutes ago", "The timestamp of the signature is not of now."],
]);

test.each(faults)("listen finds $what, and nothing else", async ({ what, checks, change }) => {
  const world = await sandbox.createWorld();
  const listening = new Listening(world, change());
  await aDay(world, listening);
  const { findings } = await listening.end();
  expect([...new Set(findings.map(({ check }) => check))].sort()).toEqual([...checks].sort());
  const message = signatureMessages.get(what);
  if (message !== undefined) expect(findings[0]?.message).toBe(message);
  for (const { check, verdict } of findings) {
    // By the part of the schema
    if (check === "event-as-described") continue;
    expect([check, verdict]).toEqual([check, assumed.includes(check) ? "difference" : "violation"]);
  }
  // Health data stays out: no value of an event is shown
  expect(JSON.stringify(findings)).not.toContain(secretValue);
});

test("an event that names no provider may report any new connection of its user", async () => {
  const world = await sandbox.createWorld();
  const listening = new Listening(world, withData(connected, { provider: {} })());
  await aDay(world, listening);
  expect((await listening.end()).findings).toEqual([]);
});

test("the clean events of a backfill, 10,000 in the full run, have no finding", async () => {
  const world = await sandbox.createWorld();
  const listening = new Listening(world);
  const client = createClient({ apiKey: world.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  // More than 100 users: beyond them the reads of some are not compared
  const users = 125;
  const days = depth(4, 78);
  let first: string | undefined;
  for (let user = 0; user < users; user += 1) {
    const made = await unwrap(client.POST("/v2/user/", { body: { client_user_id: `backfill-${user}` } }));
    const whose = { user_id: made.user_id, provider: "demo_scale" };
    first ??= whose.user_id;
    await world.simulate.connectionMade(whose);
    await world.simulate.historicalPullCompleted({ ...whose, resource: "weight", days: 1 });
    for (let index = 0; index < days; index += 1) {
      const day = new Date(Date.UTC(2001, 0, 1 + index)).toISOString().slice(0, 10);
      await world.simulate.dataArrived({ ...whose, resource: "weight", day, data: { weight: index } });
    }
  }
  await listening.hear();
  // Of so many users the reads of some are not compared, but those of the first are
  await world.simulate.connectionMade({ user_id: first ?? "", provider: exampleCast.oauth_provider ?? "" });
  await listening.hear();
  const { findings, seen, never, passed } = await listening.end();
  expect(findings).toEqual([]);
  expect(passed["user-is-known"]).toBe(100);
  expect(seen).toEqual({
    [connected]: users + 1,
    "historical.data.{resource}.created": users,
    "daily.data.{resource}.created": users * days,
  });
  expect(never).toContain("order.partial_results");
});

/** Compares events, without waiting for one before the next, with reads that answer as the test says. */
async function compared(
  events: readonly Readonly<Record<string, unknown>>[],
  answerOf: (path: string) => unknown,
  atEnd: () => void = () => {},
) {
  const asked: string[] = [];
  let most = 0;
  let underWay = 0;
  const fetch = async (url: string) => {
    const path = url.replace("http://sandbox", "");
    asked.push(path);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return Response.json(answerOf(path));
  };
  const notes = new Notes(contract, false, (text) => text);
  const reads = new ServiceReads(contract, { url: "http://sandbox", key: "any", fetch }, notes);
  await Promise.all(
    events.map((body) => {
      const text = JSON.stringify(body);
      return reads.take({ id: undefined, type: String(body["event_type"]), text, body });
    }),
  );
  atEnd();
  await reads.finish(async () => false);
  const { findings, passed } = notes.result();
  return { asked, most, passed, found: findings.map(({ check, verdict, message }) => ({ check, verdict, message })) };
}

test("reads are made one after the other, for the first 100 users and the first 100 jobs, and again at the end", async () => {
  const numbers = Array.from({ length: 101 }, (_, index) => index + 1);
  const events = numbers.map((n) => ({ event_type: created, user_id: `user-${n}`, data: { id: `job-${n}` } }));
  const { asked, most } = await compared(events, () => ({ providers: [], status: "started" }));
  const first = numbers.slice(0, 100);
  expect(asked.map((path) => path.split("/").at(-1))).toEqual([
    ...first.flatMap((n) => [`user-${n}`, `job-${n}`]),
    ...first.map((n) => `user-${n}`),
    ...first.map((n) => `job-${n}`),
  ]);
  expect(most).toBe(1);
});

test("what a job's event shows is compared with its lookup: a violation where both are known to show the status", async () => {
  const job = (event_type: string, data = {}) => ({ event_type, data: { job_id: "j", ...data } });
  const showing = (status: unknown) => () => ({ job: {}, status });
  expect((await compared([job(created), job(updated)], showing("started"))).found).toEqual([
    {
      check: "updated-job-has-changed",
      verdict: "violation",
      message: `\`${updated}\` came for the job of the event, whose status is "started" still.`,
    },
  ]);
  expect((await compared([job(created), job(updated)], showing(undefined))).found).toMatchObject([
    { check: "updated-job-has-changed", verdict: "difference" },
  ]);
  // One of its events shows it: that is enough
  const agreeing = [job(updated, { status: "failed" }), job(updated, { status: "completed" })];
  expect(await compared(agreeing, showing("completed"))).toMatchObject({ found: [], passed: { "read-agrees": 1 } });
  expect((await compared([job(updated, { status: "failed" })], showing("completed"))).found).toMatchObject([
    { check: "read-agrees", verdict: "violation" },
  ]);
  expect((await compared([job(updated, { status: "ok" })], showing("completed"))).found).toMatchObject([
    { check: "read-agrees", verdict: "difference" },
  ]);
  // A change that came as an event does not stand for the next one
  for (const events of [[job(created)], [job(updated, { status: "started" })]]) {
    let now = "started";
    const changed = compared(
      events,
      () => ({ status: now }),
      () => (now = "completed"),
    );
    expect((await changed).found).toMatchObject([{ check: "changed-job-emits-event", verdict: "violation" }]);
  }
});

test("a connection is known by its slug, as a text or within a provider; one that came since was to be reported", async () => {
  const connection = (user_id: string, provider: unknown) => ({ event_type: connected, user_id, data: { provider } });
  let slugs = [{ slug: "a" }];
  const meanwhile = () => {
    slugs = [{ slug: "a" }, { slug: "b" }];
  };
  const both = [connection("u", "a"), connection("v", { slug: "a" })];
  const { found, passed } = await compared(both, () => ({ providers: slugs }), meanwhile);
  expect(found).toEqual([
    {
      check: "new-connection-emits-event",
      verdict: "violation",
      message: "A user has 1 new connection that no event has reported.",
    },
  ]);
  expect(passed).toMatchObject({ "user-is-known": 2, "connection-is-listed": 2 });
});

/** Judges events as they come, each with an id of its own. */
function judged(...events: readonly Readonly<Record<string, unknown>>[]) {
  const notes = new Notes(contract, false, (text) => text);
  const judge = new EventJudge({ contract, signatureProblem: undefined, showValues: false }, notes);
  for (const [id, event] of events.entries()) {
    judge.take({
      body: Buffer.from(JSON.stringify(event)),
      headers: { "webhook-id": `msg_${id}`, "content-type": "application/json" },
    });
  }
  return notes.result().findings.map(({ check, verdict, times }) => `${verdict} ${check} ${times}`);
}

test("historical events of another user, provider or resource are others, wherever the provider stands", () => {
  const pull = (user_id: string, source: unknown, resource = "weight") => ({
    event_type: `historical.data.${resource}.created`,
    user_id,
    data: { source },
  });
  const fit = { provider: "fit", slug: "same", type: "scale" };
  const different = [
    pull(user_id, fit),
    pull("00000000-0000-4000-8000-000000000000", fit),
    pull(user_id, { ...fit, provider: "ring" }),
    pull(user_id, fit, "sleep"),
  ];
  expect(judged(...different)).not.toContainEqual(expect.stringContaining("one-historical-event"));
  expect(judged(...different, pull(user_id, fit, "sleep"))).toContain("violation one-historical-event 1");
  const bySlug = pull(user_id, { slug: "fit", type: "scale" });
  expect(judged(bySlug, bySlug)).toContain("violation one-historical-event 1");
});

test("a job is created before its own change, and not before that of another", () => {
  const job = (event_type: string, data: unknown) => ({ event_type, data });
  const found = (...events: ReturnType<typeof job>[]) =>
    judged(...events).filter((one) => one.includes("job-created-first"));
  expect(found(job(updated, { id: "a" }), job(created, { id: "b" }), job(updated, { id: "b" }))).toEqual([]);
  expect(found(job(updated, { id: "a" }), job(created, { id: "a" }))).toEqual(["difference job-created-first 1"]);
  expect(found(job(updated, { job_id: "a" }), job(created, { job_id: "a" }))).toEqual([
    "difference job-created-first 1",
  ]);
});

test.each([
  ["no name", { data: {} }, "difference event-as-described 1"],
  ["a list", [], "violation event-as-described 1"],
  ["a source that is a text", { event_type: weight, data: { source: "x" } }, "violation event-as-described 1"],
])("what is wrong with the form is a violation, or a difference where the contract assumes: %s", (_, event, found) => {
  expect(judged(event as Record<string, unknown>)).toEqual([found]);
});
