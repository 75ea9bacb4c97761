// Receivers with one fault each: the check names that fault, and nothing else.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkReceiver, type ReceiverCheck } from "../../../src/tools/check-receiver/check-receiver.ts";
import { expectations, receiverChecks } from "../../../src/tools/check-receiver/expectations.ts";
import { isObject, readContract } from "../../../src/tools/contract/index.ts";
import { isOfNewerService } from "../../../src/tools/events/index.ts";
import { secret } from "./consumer.ts";
import { type Steps, startReceiver } from "./samples.ts";

const { events } = await readContract();

/** Whether the contract shows an event of this name in its examples. */
const knownTypes = new Set(
  events.flatMap(({ payload }) => payload.examples.map(({ value }) => Reflect.get(Object(value), "event_type"))),
);

let bodies = "";
beforeAll(async () => {
  bodies = await mkdtemp(join(tmpdir(), "check-receiver-"));
});
afterAll(() => rm(bodies, { recursive: true, force: true }));

type Fault = readonly [fault: string, steps: Partial<Steps>, found: readonly ReceiverCheck[]];

const hasNewField = (value: unknown): boolean => JSON.stringify(value).includes('_of_a_newer_service":');

/** All that is not about the effect. */
const answerChecks = receiverChecks.filter((check) => expectations[check][0] !== "effect");

const forgeries = [
  "wrong-signature-refused",
  "missing-signature-refused",
  "malformed-signature-refused",
  "other-body-refused",
  "other-id-refused",
  "other-timestamp-refused",
  "stale-refused",
  "old-refused",
  "future-refused",
  "malformed-timestamp-refused",
] as const;

const faults: readonly Fault[] = [
  ["verifies no signature", { isVerified: false }, forgeries],
  ["signs with the text of the secret", { key: (text) => Buffer.from(text) }, ["signature-accepted"]],
  [
    "verifies what it has parsed and written again",
    { verified: (body) => JSON.stringify(JSON.parse(body)) },
    ["json-spellings-accepted"],
  ],
  ["accepts any age", { isFresh: (at) => Number(at) - Date.now() / 1000 < 300 }, ["stale-refused", "old-refused"]],
  ["accepts the future", { isFresh: (at) => Date.now() / 1000 - Number(at) < 300 }, ["future-refused"]],
  [
    "takes a timestamp that is no number for a fresh one",
    { isFresh: (at) => !(Math.abs(Date.now() / 1000 - Number(at)) > 300) },
    ["malformed-timestamp-refused"],
  ],
  [
    "compares the first signature only",
    { candidates: (header) => header.split(" ").slice(0, 1) },
    ["any-signature-accepted"],
  ],
  [
    "compares the last signature only",
    { candidates: (header) => header.split(" ").slice(-1) },
    ["any-signature-accepted"],
  ],
  [
    "compares the beginnings of signatures",
    { fits: (one, wanted) => one.length > 12 && wanted.startsWith(one) },
    ["malformed-signature-refused"],
  ],
  [
    "reads headers in lower case only",
    { headerOf: ({ rawHeaders }, name) => rawHeaders[rawHeaders.indexOf(name) + 1 || rawHeaders.length] },
    ["header-case-accepted"],
  ],
  ["wants the exact content-type", { isJson: (type) => type === "application/json" }, ["content-type-accepted"]],
  ["takes 100 KB", { largestBytes: 100 * 1024, unsigned: { status: 400 } }, ["large-payload-accepted"]],
  ["decodes chunk by chunk", { textOf: (chunks) => chunks.join("") }, ["text-beyond-ascii-accepted"]],
  [
    "refuses an event type that it does not know",
    { refuseEvent: ({ event_type }) => (knownTypes.has(event_type) ? undefined : { status: 422 }) },
    ["unknown-types-accepted", "new-types-accepted"],
  ],
  [
    "refuses an event of the contract",
    { refuseEvent: ({ event_type }) => (event_type === "order.partial_results" ? { status: 500 } : undefined) },
    ["known-events-accepted"],
  ],
  [
    "refuses the first event of the contract",
    { refuseEvent: ({ event_type }) => (event_type === "provider.connection.created" ? { status: 303 } : undefined) },
    ["known-events-accepted"],
  ],
  [
    "refuses fields that it does not know",
    { refuseEvent: (event) => (hasNewField(event) ? { status: 400 } : undefined) },
    ["unknown-fields-accepted"],
  ],
  [
    "refuses values that it does not know",
    {
      refuseEvent: ({ event_type, data }) =>
        Reflect.get(Object(data), "status") === "status_of_a_newer_service" &&
        event_type !== "order.event_of_a_newer_service"
          ? { status: 400 }
          : undefined,
    },
    ["unknown-values-accepted"],
  ],
  ["answers a duplicate with 409", { duplicate: { status: 409 } }, ["duplicate-acknowledged"]],
  ["crashes without a valid signature", { unsigned: { status: 500 } }, ["refused-with-4xx"]],
  ["redirects without a valid signature", { unsigned: { status: 303 } }, ["refused-with-4xx"]],
  [
    "answers 200 with an error",
    {
      refuseEvent: ({ event_type }) =>
        knownTypes.has(event_type) ? undefined : { status: 200, body: { error: "unknown" } },
    },
    ["no-error-in-success"],
  ],
  ["hangs in a burst", { atOnce: 8 }, ["burst-accepted"]],
  ["answers a forgery 200 with an error", { unsigned: { status: 200, body: { error: "forged" } } }, forgeries],
  ["handles a duplicate again", { isDeduplicated: false }, ["duplicate-has-no-effect"]],
  ["remembers the latest delivery only", { isForgetful: true }, ["duplicate-has-no-effect"]],
  ["lets the last writer win", { isLastWriterRight: true }, ["order-has-no-effect"]],
  [
    "accepts what is fifteen minutes old",
    { isFresh: (at) => Math.abs(Date.now() / 1000 - Number(at)) < 900 },
    ["old-refused"],
  ],
  [
    "removes U+FEFF from texts",
    { textOf: (chunks) => Buffer.concat(chunks).toString().replaceAll("\ufeff", "") },
    ["byte-order-mark-accepted"],
  ],
  ["accepts the signature of an earlier id", { takesEarlierIds: true }, ["other-id-refused"]],
  ["verifies each signature once", { cachesSignatures: true }, ["other-id-refused"]],
  ["acknowledges a large body, and does nothing", { largestHandled: 200 * 1024 }, ["large-payload-accepted"]],
  [
    "answers duplicates before it verifies, so that a forgery takes their place",
    { remembers: "before verifying", deduplicates: "before verifying" },
    ["refused-has-no-effect"],
  ],
  ["remembers ids before it verifies", { remembers: "before verifying" }, ["refused-has-no-effect"]],
];

describe("a receiver that", () => {
  test.each(faults)("%s is found", async (_, steps, found) => {
    const receiver = await startReceiver(steps);
    onTestFinished(() => receiver.close());
    const { url } = receiver;
    // Only the receiver that hangs needs a deadline; its connections stay, so nothing can follow the burst
    const rest = "atOnce" in steps ? { deadlineMs: 5000 } : { deadlineMs: 600_000, holds: receiver.holds };
    const { checks } = await checkReceiver({ url, secret, bodies, burst: 10, ...rest });
    const findings = checks.flatMap(({ check, finding }) => (finding === undefined ? [] : { check, ...finding }));
    expect(findings.map(({ check }) => check)).toEqual(found);
    for (const { curl } of findings) expect(curl).toContain(`curl -X POST '${url}'`);
    expect(JSON.stringify(checks)).not.toContain(secret.slice("whsec_".length));
  });

  test("verifies no signature is sent deliveries without each part of it, and without all of them", async () => {
    const receiver = await startReceiver({ isVerified: false });
    onTestFinished(() => receiver.close());
    const skip = receiverChecks.filter((check) => check !== "missing-signature-refused");
    const { checks } = await checkReceiver({ url: receiver.url, secret, bodies, deadlineMs: 600_000, skip });
    const [finding] = checks.flatMap((check) => check.finding ?? []);
    expect(finding?.deliveries).toEqual([
      "without `webhook-id`",
      "without `webhook-timestamp`",
      "without `webhook-signature`",
      "without any header of the signature",
    ]);
    // The curl is that of the first of them
    expect(finding?.curl).toMatch(/^(?!.*-H 'webhook-id:).*-H 'webhook-timestamp: .*-H 'webhook-signature: /);
  });

  test("changes something and refuses the delivery then is found before a valid one comes", async () => {
    const receiver = await startReceiver({ isHandledFirst: true });
    onTestFinished(() => receiver.close());
    const { url, holds } = receiver;
    const { checks } = await checkReceiver({ url, secret, bodies, holds, skip: answerChecks, deadlineMs: 600_000 });
    const found = checks.flatMap(({ check, finding }) => (finding === undefined ? [] : { check, ...finding }));
    expect(found).toEqual([
      expect.objectContaining({
        check: "refused-has-no-effect",
        message: expect.stringMatching(/^After a refused delivery it holds \{".+ instead of \{\}\.$/),
        answer: undefined,
      }),
    ]);
  });

  test("handles the same delivery twice is found, when both come at the same time", async () => {
    const users: string[] = [];
    const waiting = new Map<string, PromiseWithResolvers<void>>();
    /** Of the deliveries to the second user the first one waits until the same one came again. */
    const untilKept = async (id: string) => {
      if (users.length !== 2) return;
      const first = waiting.get(id);
      if (first === undefined) await waiting.set(id, Promise.withResolvers()).get(id)?.promise;
      else first.resolve();
    };
    const receiver = await startReceiver({ untilKept });
    onTestFinished(() => receiver.close());
    const holds = (userId: string) => {
      if (!users.includes(userId)) users.push(userId);
      return receiver.holds(userId);
    };
    // A check that sends one after the other finds that the first one is not answered in time, too
    const { checks } = await checkReceiver({
      url: receiver.url,
      secret,
      bodies,
      holds,
      skip: answerChecks.filter((check) => check !== "answered-in-time"),
      deadlineMs: 20_000,
    });
    expect(checks.flatMap(({ check, finding }) => (finding === undefined ? [] : check))).toEqual([
      "duplicate-has-no-effect",
    ]);
  });

  test("knows only users whom the probe has asked for is asked in time, and right", async () => {
    const asked = new Set<unknown>();
    const receiver = await startReceiver({
      refuseEvent: ({ user_id, client_user_id = "" }) =>
        client_user_id.startsWith("check-receiver-") && !asked.has(user_id) ? { status: 404 } : undefined,
    });
    onTestFinished(() => receiver.close());
    const holds = (userId: string) => {
      asked.add(userId);
      return receiver.holds(userId);
    };
    const { checks } = await checkReceiver({
      url: receiver.url,
      secret,
      bodies,
      burst: 10,
      deadlineMs: 600_000,
      holds,
    });
    expect(checks.filter(({ finding, skipped }) => finding !== undefined || skipped !== undefined)).toEqual([]);
    expect(asked.size).toBe(14);
  });

  test("reports an error in an answer of 200 is found, in whichever of the usual ways", async () => {
    const errors = [{ error: "no" }, { errors: ["no"] }, { success: false }, { ok: false }, { status: "Failed" }];
    const replies = [...errors, { error: null, errors: [] }, { success: true, ok: true, status: "ok" }];
    const types = [...knownTypes];
    expect(types.length).toBeGreaterThanOrEqual(replies.length);
    const replyTo = (type: unknown) => replies[types.indexOf(type) % replies.length] ?? {};
    const refuseEvent = ({ event_type }: { readonly event_type: string }) => ({
      status: 200,
      body: replyTo(event_type),
    });
    const receiver = await startReceiver({ refuseEvent });
    onTestFinished(() => receiver.close());
    const sent: readonly ReceiverCheck[] = ["known-events-accepted", "no-error-in-success"];
    const skip = receiverChecks.filter((check) => !sent.includes(check));
    const { checks } = await checkReceiver({ url: receiver.url, secret, bodies, deadlineMs: 600_000, skip });
    const wanted = events.flatMap(({ name, payload }) =>
      payload.examples
        .filter(({ value }) => isObject(value) && !isOfNewerService(value))
        .filter(({ value }) => errors.some((error) => error === replyTo(Reflect.get(Object(value), "event_type"))))
        .map((example) => `${name} (${example.name})`),
    );
    expect(checks.flatMap(({ finding }) => finding?.deliveries ?? [])).toEqual(wanted);
  });

  test("breaks off an answer of 200 has not acknowledged the event", async () => {
    const refuseEvent = ({ event_type }: { readonly event_type: string }) =>
      event_type === "order.partial_results" ? { status: 200, isCut: true } : undefined;
    const receiver = await startReceiver({ refuseEvent });
    onTestFinished(() => receiver.close());
    const skip = receiverChecks.filter((check) => check !== "known-events-accepted");
    const { checks } = await checkReceiver({ url: receiver.url, secret, bodies, deadlineMs: 600_000, skip });
    expect(checks.flatMap(({ finding }) => finding?.message ?? [])).toEqual([
      "It is answered with 200, and the response is not whole: aborted.",
    ]);
  });

  test("answers a forgery 200 with an error is told that the error is not read, and one that never answers it of the deadline", async () => {
    const skip = receiverChecks.filter((check) => check !== "wrong-signature-refused" && check !== "answered-in-time");
    const messagesOf = async (unsigned: Steps["unsigned"]) => {
      const receiver = await startReceiver({ unsigned });
      onTestFinished(() => receiver.close());
      const { checks } = await checkReceiver({ url: receiver.url, secret, bodies, deadlineMs: 2000, skip });
      return checks.flatMap(({ check, finding }) => (finding === undefined ? [] : [[check, finding.message]]));
    };
    expect(await messagesOf({ status: 200, body: { error: "forged" } })).toEqual([
      ["wrong-signature-refused", "It is accepted with 200. The error in its body is not read: the status counts."],
    ]);
    expect(await messagesOf({ status: 200, isSilent: true })).toEqual([
      ["answered-in-time", "There is no whole answer within 2 s."],
    ]);
  });

  test("refuses fields that it does not know is not sent other deliveries with such", async () => {
    const receiver = await startReceiver({
      refuseEvent: (event) => (hasNewField(event) ? { status: 400 } : undefined),
    });
    onTestFinished(() => receiver.close());
    const sent: readonly ReceiverCheck[] = [
      "unknown-fields-accepted",
      "json-spellings-accepted",
      "large-payload-accepted",
    ];
    const skip = receiverChecks.filter((check) => !sent.includes(check));
    const { checks } = await checkReceiver({ url: receiver.url, secret, bodies, deadlineMs: 600_000, skip });
    expect(checks.filter(({ check }) => sent.includes(check))).toMatchObject([
      { check: "unknown-fields-accepted", skipped: undefined },
      { check: "json-spellings-accepted", finding: undefined, skipped: undefined },
      { check: "large-payload-accepted", skipped: "it needs a field that the receiver does not accept" },
    ]);
  });

  test("takes its time is sent several deliveries at once, and nothing is found", async () => {
    const receiver = await startReceiver({ takesMs: 300 });
    onTestFinished(() => receiver.close());
    const { url, holds } = receiver;
    const { checks } = await checkReceiver({ url, secret, bodies, holds, burst: 2, deadlineMs: 600_000 });
    expect(checks.filter(({ finding, skipped }) => finding !== undefined || skipped !== undefined)).toEqual([]);
    expect(receiver.mostAtOnce()).toBe(10);
  });

  test("never answers one event is found by the deadline", async () => {
    const receiver = await startReceiver({ silentAbout: "order.partial_results" });
    onTestFinished(() => receiver.close());
    const { checks } = await checkReceiver({
      url: receiver.url,
      secret,
      bodies,
      deadlineMs: 2000,
      skip: ["unknown-fields-accepted", "burst-accepted"],
    });
    const found = checks.flatMap(({ check, finding }) => (finding ? { check, message: finding.message } : []));
    expect(found).toEqual([{ check: "answered-in-time", message: "There is no whole answer within 2 s." }]);
  });
});
