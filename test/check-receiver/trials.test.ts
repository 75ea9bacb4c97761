// The deliveries of the check: each one that is to be refused is wrong in its one way only, and each other one is right by the standard's library.
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Delivery, Signer } from "../../src/check-receiver/delivery.ts";
import type { ReceiverCheck } from "../../src/check-receiver/expectations.ts";
import { makeBurst, makeOpening, makeTrials } from "../../src/check-receiver/trials.ts";
import { type JsonObject, readContract, withAddedFields, withUnknownValues } from "../../src/shared/contract/index.ts";
import { secret } from "./consumer.ts";

const contract = await readContract();
const { document, events } = contract;
const payload: JsonObject = { event_type: "provider.connection.created", data: { provider: "demo_ring" } };
const body = JSON.stringify(payload);
const now = 1_790_000_000;

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: now * 1000 }));
afterAll(() => void vi.useRealTimers());

const trials = (seed = 1) => makeTrials(contract, new Signer(secret, "nonce"), seed, payload);

function sentFor(check: ReceiverCheck): Delivery[] {
  return trials().flatMap((trial) => (trial.check === check ? trial.deliveries() : []));
}

function signatureOf(id: string, timestamp: number | string, of: string): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${of}`).digest("base64")}`;
}

/** A delivery as its receiver reads it, with the signature that would be right. */
function read({ headers, body: sent }: Delivery) {
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": signature = "" } = headers;
  return { id, timestamp, signature, body: sent, right: signatureOf(id, timestamp, sent) };
}

const parsedFor = (check: ReceiverCheck): JsonObject[] => sentFor(check).map((delivery) => JSON.parse(delivery.body));

const typesOf = (payloads: readonly JsonObject[]) => payloads.map(({ event_type }) => event_type);

describe("what is to be refused:", () => {
  const one = (check: ReceiverCheck) => {
    const [delivery, ...others] = sentFor(check);
    if (delivery === undefined || others.length > 0) throw new Error(`${check} sends ${others.length + 1} deliveries.`);
    return read(delivery);
  };

  test("a signature that looks right, made with another secret", () => {
    const { timestamp, signature, body: sent, right } = one("wrong-signature-refused");
    expect([timestamp, sent]).toEqual([`${now}`, body]);
    expect(signature).toMatch(/^v1,[\w+/]{43}=$/);
    expect(signature).not.toBe(right);
  });

  test("a right delivery without one of the three headers, and without all of them", () => {
    const sent = sentFor("missing-signature-refused").map(({ headers }) =>
      Object.keys(headers).filter((name) => name.startsWith("webhook-")),
    );
    expect(sent).toEqual([
      ["webhook-timestamp", "webhook-signature"],
      ["webhook-id", "webhook-signature"],
      ["webhook-id", "webhook-timestamp"],
      [],
    ]);
    const [, , unsigned] = sentFor("missing-signature-refused");
    expect(unsigned?.headers["webhook-timestamp"]).toBe(`${now}`);
  });

  test("signatures that are empty, cut off, garbage and right only in part", () => {
    const sent = sentFor("malformed-signature-refused").map(read);
    const made = ({ right }: { readonly right: string }) => [
      ...["", "v1", "v1,", right.slice(0, 16), `${right.slice(0, -9)}AAAAAAAA=`, right.toLowerCase(), "v1,%%%"],
    ];
    expect(sent.map(({ signature }) => signature)).toEqual(sent.map((one, index) => made(one)[index]));
    expect(new Set(sent.map(({ timestamp }) => timestamp))).toEqual(new Set([`${now}`]));
  });

  test("a body, an id and a timestamp that another one was signed for", () => {
    const [changed, first, other] = sentFor("other-body-refused").map(read);
    if (changed === undefined || other === undefined) throw new Error("They are missing.");
    expect(other).toEqual({ ...first, body: changed.body, right: other.right });
    expect(changed.signature).toBe(signatureOf(changed.id, now, body));
    expect(JSON.parse(changed.body)).toEqual({ ...payload, added: 1 });
    const [renamed, accepted, again] = sentFor("other-id-refused").map(read);
    if (renamed === undefined || again === undefined) throw new Error("They are missing.");
    expect(accepted?.signature).toBe(accepted?.right);
    expect(again).toMatchObject({ signature: accepted?.signature, body, timestamp: `${now}` });
    expect(again.id).not.toBe(accepted?.id);
    const [, number] = /^evt_check_nonce_(\d+)$/.exec(renamed.id) ?? [];
    expect(renamed.signature).toBe(signatureOf(`evt_check_nonce_${Number(number) - 1}`, now, body));
    const redated = one("other-timestamp-refused");
    expect(redated).toMatchObject({ timestamp: `${now}`, signature: signatureOf(redated.id, now - 3600, body) });
  });

  test("timestamps that are an hour old, an hour ahead, and no number, each signed", () => {
    const checks = ["stale-refused", "old-refused", "future-refused", "malformed-timestamp-refused"] as const;
    const sent = checks.flatMap(sentFor).map(read);
    const timestamps = [`${now - 3600}`, `${now - 600}`, `${now + 3600}`, "now", `${now}s`];
    expect(sent.map(({ timestamp }) => timestamp)).toEqual(timestamps);
    for (const { signature, right } of sent) expect(signature).toBe(right);
  });
});

describe("what is to be accepted:", () => {
  test("every delivery is right by the standard's library, is JSON, and has an id of its own", () => {
    const ids: unknown[] = [];
    const signer = new Signer(secret, "nonce");
    const accepted = makeTrials(contract, signer, 1, payload).filter(({ isAccepted }) => isAccepted);
    const opening = makeOpening(contract, signer).map(({ delivery }) => delivery);
    const deliveries = [
      ...accepted.flatMap((trial) => trial.deliveries()),
      ...makeBurst(signer, 12, payload),
      ...opening,
    ];
    // The library compares with the process's clock, and takes names in lower case
    for (const { headers, body: sent } of deliveries) {
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      expect(new Webhook(secret).verify(sent, lower)).toEqual(JSON.parse(sent));
      expect(lower["content-type"]).toMatch(/^application\/json/i);
      expect(lower["user-agent"]).toBe("wearable-health-api-check-receiver");
      ids.push(lower["webhook-id"]);
    }
    // But a duplicate, which comes three times
    expect(new Set(ids).size).toBe(ids.length - 2);
    expect(accepted.map(({ check }) => check).filter((check) => /-refused$/.test(check))).toEqual([]);
  });

  test("a right signature behind and before a wrong one, and behind one of an unknown version", () => {
    const sent = sentFor("any-signature-accepted").map(read);
    const shapes = sent.map(({ signature, right }) => signature.replace(right, "right").replaceAll(/,\S+/g, ",other"));
    expect(shapes).toEqual(["v1,other right", "right v1,other", "v1a,other right"]);
  });

  test("an unknown name in each family, and one of none", () => {
    const families = events.map(({ name }) => name).filter((name) => name.includes("{"));
    const unknown = families.map((name) => name.replace(/\{(.*)\}/, "$1_of_a_newer_service"));
    expect(typesOf(parsedFor("unknown-types-accepted"))).toEqual(expect.arrayContaining(unknown));
    expect(typesOf(parsedFor("new-types-accepted"))).toEqual(["event_type.of_a_newer_service"]);
  });

  test("an unknown value of each open enum, and unknown fields in each event", () => {
    const firsts = events.map(({ payload: { schema = {}, examples: shown } }) => ({
      schema,
      first: shown[0]?.value as JsonObject,
    }));
    const unknown = firsts.flatMap(({ schema, first }) => withUnknownValues(document, schema, first));
    expect(unknown.length).toBeGreaterThan(1);
    const words = sentFor("unknown-values-accepted").filter(({ what }) => /^\S+ with \S/.test(what));
    expect(words).toHaveLength(unknown.length);
    expect(parsedFor("unknown-values-accepted")).toEqual(expect.arrayContaining(unknown.map((one) => one.payload)));
    const added = firsts.map(({ first }) => withAddedFields(first).payload);
    expect(parsedFor("unknown-fields-accepted")).toEqual(added);
  });

  test("spellings of one JSON, also of numbers, which the seed chooses", () => {
    const spellings = (seed: number) =>
      trials(seed).flatMap((trial) =>
        trial.check === "json-spellings-accepted" ? trial.deliveries().map((one) => one.body) : [],
      );
    const [indented, ...others] = spellings(1);
    expect(indented).toBe(JSON.stringify(payload, null, 2));
    const numbers = { numbers_of_a_newer_service: [1, 0, -2.5, 1e21] };
    expect(others.map((sent) => JSON.parse(sent))).toEqual([
      ...new Array(4).fill(payload),
      ...new Array(4).fill({ ...payload, ...numbers }),
    ]);
    for (const sent of others) expect(sent).toMatch(/^\n .*\n$/s);
    expect(new Set(others).size).toBe(8);
    expect(spellings(1)).toEqual([indented, ...others]);
    expect(spellings(2).filter((sent) => others.includes(sent))).toEqual([]);
  });

  test("text of any script in UTF-8, also where it is divided between chunks", () => {
    const [scripts = "", ...long] = sentFor("text-beyond-ascii-accepted").map((delivery) => delivery.body);
    for (const text of ["Zoë", "Ł", "Ω", "ש", "漢", "😀", "\u2028"]) expect(scripts).toContain(text);
    expect(long.map((sent) => /a?漢{30000}/.exec(sent)?.[0].length)).toEqual([30_000, 30_001]);
  });
});
