// Receivers with one fault each: the check names that fault, and nothing else.
import { describe, expect, onTestFinished, test } from "vitest";
import { checkReceiver, type ReceiverCheck, type ReceiverOptions } from "../../src/check-receiver/check-receiver.ts";
import { expectations, receiverChecks } from "../../src/check-receiver/expectations.ts";
import { isObject, isOfNewerService, readContract } from "../../src/shared/contract/index.ts";
import { inFull } from "../run/depth.ts";
import { seed } from "../run/seed.ts";
import { secret } from "./consumer.ts";
import { type Steps, startReceiver } from "./samples.ts";

const { events } = await readContract();

/** The names of events in the examples of the contract. */
const knownTypes = new Set(
  events.flatMap(({ payload }) => payload.examples.map(({ value }) => Reflect.get(Object(value), "event_type"))),
);

/** Decodes each chunk by itself: chunks of the size that Node reads, wherever a busy machine cuts them. */
function decodeByChunks(chunks: readonly Buffer[]): string {
  const body = Buffer.concat(chunks);
  return body.toString("utf8", 0, 65_536) + body.toString("utf8", 65_536);
}

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
  [
    "takes any signature",
    { fits: () => true },
    [
      "wrong-signature-refused",
      "malformed-signature-refused",
      "other-body-refused",
      "other-id-refused",
      "other-timestamp-refused",
    ],
  ],
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
    "gives up at a signature of an unknown version",
    { candidates: (header) => (header.startsWith("v1a") ? [] : header.split(" ")) },
    ["any-signature-accepted"],
  ],
  [
    "compares as many bytes as a signature has",
    { fits: (one, wanted) => wanted.startsWith(`v1,${Buffer.from(one.slice(3), "base64").toString("base64")}`) },
    ["malformed-signature-refused"],
  ],
  [
    "compares the beginnings of signatures",
    { fits: (one, wanted) => one.length > 12 && wanted.startsWith(one) },
    ["malformed-signature-refused"],
  ],
  [
    "compares signatures in any letter case",
    { fits: (one, wanted) => one.toLowerCase() === wanted.toLowerCase() },
    ["malformed-signature-refused"],
  ],
  [
    "compares the first twenty characters of signatures",
    { fits: (one, wanted) => one.slice(0, 20) === wanted.slice(0, 20) },
    ["malformed-signature-refused"],
  ],
  [
    "reads a timestamp as far as it is a number",
    { isFresh: (at) => Math.abs(Date.now() / 1000 - Number.parseInt(at, 10)) < 300 },
    ["malformed-timestamp-refused"],
  ],
  [
    "reads headers in lower case only",
    { headerOf: ({ rawHeaders }, name) => rawHeaders[rawHeaders.indexOf(name) + 1 || rawHeaders.length] },
    ["header-case-accepted"],
  ],
  ["wants the exact content-type", { isJson: (type) => type === "application/json" }, ["content-type-accepted"]],
  ["takes 100 KB", { largestBytes: 100 * 1024, unsigned: { status: 400 } }, ["large-payload-accepted"]],
  ["decodes chunk by chunk", { textOf: decodeByChunks }, ["text-beyond-ascii-accepted"]],
  [
    "refuses an event type that it does not know",
    { refuseEvent: ({ event_type }) => (knownTypes.has(event_type) ? undefined : { status: 422 }) },
    ["unknown-types-accepted", "new-types-accepted"],
  ],
  [
    "refuses an event of a family that it does not know",
    {
      refuseEvent: ({ event_type }) =>
        /^daily\.data\./.test(event_type) && !knownTypes.has(event_type) ? { status: 400 } : undefined,
    },
    ["unknown-types-accepted"],
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
  ["verifies each signature once", { cachesSignatures: true }, ["other-body-refused", "other-id-refused"]],
  ["acknowledges a large body, and does nothing", { largestHandled: 200 * 1024 }, ["large-payload-accepted"]],
  [
    "answers duplicates before it verifies, so that a forgery takes their place",
    { remembers: "before verifying", deduplicates: "before verifying" },
    ["other-body-refused", "refused-has-no-effect"],
  ],
  ["handles one event of a type for each user", { isOncePerType: true }, ["later-event-has-effect"]],
  ["remembers ids before it verifies", { remembers: "before verifying" }, ["refused-has-no-effect"]],
];

/** Checks a receiver with these steps; by default no deadline counts. `holds` is given what it holds. */
async function check(
  steps: Partial<Steps>,
  {
    holds,
    ...options
  }: Partial<Omit<ReceiverOptions, "holds">> & { holds?: (id: string, held: unknown) => unknown } = {},
) {
  const receiver = await startReceiver(steps);
  onTestFinished(() => receiver.close());
  const { checks } = await checkReceiver({
    url: receiver.url,
    secret,
    deadlineMs: 60_000,
    burst: 10,
    seed,
    ...(holds && { holds: (userId) => holds(userId, receiver.holds(userId)) }),
    ...options,
  });
  const findings = checks.flatMap((one) => (one.finding === undefined ? [] : { ...one.finding, check: one.check }));
  return { receiver, checks, findings, found: findings.map((one) => one.check) };
}

const held = (_: string, value: unknown) => value;

/** Everything but these is left out. */
const only = (...kept: readonly ReceiverCheck[]) => ({ skip: receiverChecks.filter((one) => !kept.includes(one)) });

describe("a receiver that", () => {
  test.each(faults)("%s is found", async (_, steps, found) => {
    const { receiver, checks, findings, ...run } = await check(steps, { holds: held });
    expect(run.found).toEqual(found);
    for (const { curl } of findings) expect(curl).toContain(`curl -X POST '${receiver.url}'`);
    expect(JSON.stringify(checks)).not.toContain(secret.slice("whsec_".length));
  });

  test("hangs in a burst is found, by the deadline", async () => {
    const { findings } = await check({ hangsInBurst: true }, { ...only("burst-accepted"), deadlineMs: 5000 });
    expect(findings).toMatchObject([
      { check: "burst-accepted", message: "There is no whole answer within 5 s.", answer: undefined },
    ]);
  });

  test("verifies no signature is sent deliveries without each part of it, and with a part that is malformed", async () => {
    const checks = only("missing-signature-refused", "malformed-signature-refused");
    const { receiver, findings } = await check({ isVerified: false }, checks);
    const [missing, malformed] = findings;
    expect([missing?.deliveries.length, malformed?.deliveries.length]).toEqual([4, 7]);
    const parts = ["id", "timestamp", "signature"];
    const sent = receiver.received.map((headers) => parts.filter((part) => `webhook-${part}` in headers).join());
    expect(new Set(sent)).toEqual(new Set([parts.join(), "timestamp,signature", "id,signature", "id,timestamp", ""]));
    // The curl is that of the first of them
    expect(missing?.curl).toMatch(/^(?!.*-H 'webhook-id:).*-H 'webhook-timestamp: .*-H 'webhook-signature: /);
  });

  test("changes something and refuses the delivery then is found before a valid one comes", async () => {
    const { findings } = await check({ isHandledFirst: true }, { holds: held, skip: answerChecks });
    expect(findings).toEqual([
      expect.objectContaining({
        check: "refused-has-no-effect",
        message: expect.stringMatching(/^After refused deliveries it holds \{".+ instead of \{\}\.$/),
        answer: undefined,
      }),
    ]);
  });

  test("accepts every forgery is not blamed for the effect that they have", async () => {
    const { checks, found } = await check({ isVerified: false }, { holds: held, skip: answerChecks });
    expect(found).toEqual([]);
    expect(checks.find((one) => one.check === "refused-has-no-effect")?.skipped).toBe(
      "nothing that should be refused is refused",
    );
  });

  test("loses events to forgeries is found, also where it holds only what came last", async () => {
    const steps = { remembers: "before verifying", deduplicates: "before verifying" } as const;
    const holds = (_: string, value: unknown) =>
      Object.entries(Object(value)).map(([name, kept]) => [name, Object(kept).type]);
    const { found } = await check(steps, { holds, skip: answerChecks });
    // Such a probe does not show a second event either
    expect(found).toEqual(["later-event-has-effect", "refused-has-no-effect"]);
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
    const holds = (userId: string, value: unknown) => {
      if (!users.includes(userId)) users.push(userId);
      return value;
    };
    // A check that sends one after the other finds that the first one is not answered in time, too
    const skip = answerChecks.filter((one) => one !== "answered-in-time");
    const { found } = await check({ untilKept }, { holds, skip, deadlineMs: 20_000 });
    expect(found).toEqual(["duplicate-has-no-effect"]);
  });

  test("writes over what came at the same time is found", async () => {
    const users: string[] = [];
    let first: PromiseWithResolvers<void> | undefined;
    /** Of the two deliveries to the sixth user the first one is kept once the other one is. */
    const aroundHandling: Steps["aroundHandling"] = async (handle, copy) => {
      if (users.length !== 6) return handle();
      const restore = copy();
      if (first === undefined) {
        first = Promise.withResolvers();
        await first.promise;
        restore();
        return handle();
      }
      handle();
      first.resolve();
    };
    const holds = (userId: string, value: unknown) => {
      if (!users.includes(userId)) users.push(userId);
      return value;
    };
    const { findings } = await check({ aroundHandling }, { holds, skip: answerChecks });
    expect(findings.map((one) => one.check)).toEqual(["events-at-once-kept"]);
  });

  test("knows only users whom the probe has asked for is asked in time, and right", async () => {
    const asked = new Set<unknown>();
    const refuseEvent: Steps["refuseEvent"] = ({ user_id, client_user_id = "" }) =>
      client_user_id.startsWith("check-receiver-") && !asked.has(user_id) ? { status: 404 } : undefined;
    const holds = (userId: string, value: unknown) => {
      asked.add(userId);
      return value;
    };
    const { checks } = await check({ refuseEvent }, { holds });
    expect(checks.filter(({ finding, skipped }) => finding !== undefined || skipped !== undefined)).toEqual([]);
    expect(asked.size).toBe(18);
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
    const { findings } = await check({ refuseEvent }, only("known-events-accepted", "no-error-in-success"));
    const wanted = events.flatMap(({ name, payload }) =>
      payload.examples
        .filter(({ value }) => isObject(value) && !isOfNewerService(value))
        .filter(({ value }) => errors.some((error) => error === replyTo(Reflect.get(Object(value), "event_type"))))
        .map((example) => `${name} (${example.name})`),
    );
    expect(findings.flatMap(({ deliveries }) => deliveries)).toEqual(wanted);
  });

  test("breaks off an answer of 200 has not acknowledged the event", async () => {
    const refuseEvent = ({ event_type }: { readonly event_type: string }) =>
      event_type === "order.partial_results" ? { status: 200, isCut: true } : undefined;
    const { findings } = await check({ refuseEvent }, only("known-events-accepted"));
    expect(findings.map(({ message }) => message)).toEqual([
      "It is answered with 200, and the response is not whole: aborted.",
    ]);
  });

  test("answers a forgery 200 with an error is told that the error is not read, and one that never answers it of the deadline", async () => {
    const messagesOf = async (unsigned: Steps["unsigned"]) => {
      const options = { ...only("wrong-signature-refused", "answered-in-time"), deadlineMs: 2000 };
      const { findings } = await check({ unsigned }, options);
      return findings.map((one) => [one.check, one.message]);
    };
    expect(await messagesOf({ status: 200, body: { error: "forged" } })).toEqual([
      ["wrong-signature-refused", "It is accepted with 200. The error in its body is not read: the status counts."],
    ]);
    expect(await messagesOf({ status: 200, isSilent: true })).toEqual([
      ["answered-in-time", "There is no whole answer within 2 s."],
    ]);
  });

  test("refuses fields that it does not know is not sent other deliveries with such", async () => {
    const sent = ["unknown-fields-accepted", "json-spellings-accepted", "large-payload-accepted"] as const;
    const refuseEvent = (event: unknown) => (hasNewField(event) ? { status: 400 } : undefined);
    const { checks } = await check({ refuseEvent }, only(...sent));
    expect(checks.filter((one) => sent.some((name) => name === one.check))).toMatchObject([
      { check: "unknown-fields-accepted", skipped: undefined },
      { check: "json-spellings-accepted", finding: undefined, skipped: undefined },
      { check: "large-payload-accepted", skipped: "it needs a field that the receiver does not accept" },
    ]);
  });

  inFull?.("takes its time is sent several deliveries at once, and nothing is found", async () => {
    const { receiver, checks } = await check({ takesMs: 300 }, { holds: held, burst: 2 });
    expect(checks.filter(({ finding, skipped }) => finding !== undefined || skipped !== undefined)).toEqual([]);
    expect(receiver.mostAtOnce()).toBe(10);
  });
});
