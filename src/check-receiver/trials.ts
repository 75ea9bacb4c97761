// The deliveries that `check-receiver` sends, by check, and whether a receiver is to accept or to refuse them.
import { randomBytes } from "node:crypto";
import {
  type Contract,
  type ContractEvent,
  type EventVariant,
  isObject,
  isOfNewerService,
  type JsonObject,
  seededRandom,
  spell,
  withAddedFields,
  withLength,
  withUnknownType,
  withUnknownValues,
} from "../shared/contract/index.ts";
import { type Delivery, type DeliveryParts, type Signer, writeTimestamp } from "./delivery.ts";
import type { ReceiverCheck } from "./expectations.ts";

/** Deliveries of one check. */
export interface Trial {
  readonly check: ReceiverCheck;
  readonly isAccepted: boolean;
  /** Made when they are sent, so that their timestamps are fresh. */
  readonly deliveries: () => Delivery[];
  /** Does one follow another? Otherwise they may be sent side by side. */
  readonly isInOrder?: boolean;
  /** Does it need a receiver that accepts unknown fields? */
  readonly hasNewFields?: boolean;
}

/** Deliveries that a receiver accepts. */
function acceptTrial(check: ReceiverCheck, deliveries: Trial["deliveries"], more: Partial<Trial> = {}): Trial {
  return { check, isAccepted: true, deliveries, ...more };
}

/** A payload as a delivery. */
export function deliver(signer: Signer, { what, payload }: EventVariant): Delivery {
  return signer.delivery(what, { body: JSON.stringify(payload) });
}

/** The events of the contract, to find one that the receiver accepts. */
export function makeOpening(contract: Contract, signer: Signer): { payload: JsonObject; delivery: Delivery }[] {
  return listKnownExamples(contract).map((one) => ({ payload: one.payload, delivery: deliver(signer, one) }));
}

/** Valid deliveries that are all sent at once, each over a connection of its own. */
export function makeBurst(signer: Signer, size: number, payload: JsonObject): Delivery[] {
  return Array.from({ length: size }, () => {
    const delivery = deliver(signer, { what: `${size} deliveries at once`, payload });
    return { ...delivery, headers: { ...delivery.headers, connection: "close" } };
  });
}

/**
 * Everything that is judged by the answers alone, without the burst; what depends on the answers to something else comes behind it.
 *
 * @param payload An event that the receiver accepts.
 */
export function makeTrials(contract: Contract, signer: Signer, seed: number, payload: JsonObject): Trial[] {
  const body = JSON.stringify(payload);
  const other = () => signer.sign("other", "0", body);
  const signed = (what: string, signature: DeliveryParts["signature"] = (right) => right) =>
    signer.delivery(what, { body, signature });
  const replayed = (check: ReceiverCheck, what: string, change: (first: Delivery) => Partial<Delivery>): Trial => ({
    check,
    isAccepted: false,
    isInOrder: true,
    deliveries: () => {
      const first = signed("a delivery that is accepted");
      return [
        { ...first, isPrelude: true },
        { ...first, ...change(first), what },
      ];
    },
  });
  return [
    acceptTrial("signature-accepted", () => [signed("signed")]),
    ...listRefusals(signer, body),
    replayed("other-id-refused", "an accepted delivery again under a new `webhook-id`", ({ headers }) => ({
      headers: { ...headers, "webhook-id": signer.freshId() },
    })),
    replayed("other-body-refused", "an accepted delivery again with another body", () => ({ body: changed(body) })),
    acceptTrial("any-signature-accepted", () => [
      signed("a wrong signature before the right one", (right) => `${other()} ${right}`),
      signed("a wrong signature behind the right one", (right) => `${right} ${other()}`),
      signed(
        "a signature of an unknown version before the right one",
        (right) => `v1a,${randomBytes(64).toString("base64")} ${right}`,
      ),
    ]),
    acceptTrial("header-case-accepted", () => [
      renameHeaders(signed("headers such as `Webhook-Id`"), (name) =>
        name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      ),
      renameHeaders(signed("headers such as `WEBHOOK-ID`"), (name) => name.toUpperCase()),
    ]),
    ...listEventTrials(contract, signer),
    ...listBodyTrials(signer, payload, seed),
    acceptTrial(
      "duplicate-acknowledged",
      () => {
        const id = signer.freshId();
        const first = signer.delivery("the first delivery", { body, id });
        const signedAgain = signer.delivery("the same event, signed again", { body, id, timestamp: writeTimestamp(1) });
        return [first, { ...first, what: "the same delivery again" }, signedAgain];
      },
      { isInOrder: true },
    ),
  ];
}

/** The same event with a field more. */
const changed = (body: string) => body.replace(/\}$/, ',"added":1}');

const signedHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** Deliveries that every receiver refuses, made of a valid body. */
export function listRefusals(signer: Signer, body: string, given?: string): Trial[] {
  /** A delivery that is wrong by its parts, or by what is changed after it was signed. */
  type Row = readonly [
    check: ReceiverCheck,
    what: string,
    parts: Partial<DeliveryParts>,
    change?: (delivery: Delivery) => Partial<Delivery>,
  ];
  const id = given === undefined ? {} : { id: given };
  const malformed = (what: string, signature: DeliveryParts["signature"]): Row => {
    return ["malformed-signature-refused", what, { ...id, ...(signature && { signature }) }];
  };
  const missing = (what: string, names: readonly string[]): Row => {
    return [
      "missing-signature-refused",
      `without ${what}`,
      id,
      (one) => renameHeaders(one, (name) => (names.includes(name) ? undefined : name)),
    ];
  };
  const at = (check: ReceiverCheck, what: string, minutes: number): Row => {
    return [check, what, { ...id, timestamp: writeTimestamp(minutes * 60) }];
  };
  const make = (): readonly Row[] => [
    ["wrong-signature-refused", "signed with another secret", { ...id, key: randomBytes(24) }],
    ...signedHeaders.map((name) => missing(`\`${name}\``, [name])),
    missing("any header of the signature", signedHeaders),
    malformed("an empty signature", () => ""),
    malformed("the signature `v1`", () => "v1"),
    malformed("the signature `v1,`", () => "v1,"),
    malformed("the beginning of the right signature", (right) => right.slice(0, 16)),
    malformed("the right signature with another end", (right) => `${right.slice(0, -9)}AAAAAAAA=`),
    malformed("the right signature in lower case", (right) => right.toLowerCase()),
    malformed("a signature that is not base64", () => "v1,%%%"),
    ["other-body-refused", "a body that was changed after it was signed", id, () => ({ body: changed(body) })],
    [
      "other-id-refused",
      "another `webhook-id` than was signed",
      {},
      ({ headers }) => ({ headers: { ...headers, "webhook-id": given ?? signer.freshId() } }),
    ],
    [
      "other-timestamp-refused",
      "a fresh timestamp on an old signature",
      { ...id, timestamp: writeTimestamp(-3600) },
      ({ headers }) => ({ headers: { ...headers, "webhook-timestamp": writeTimestamp(0) } }),
    ],
    at("stale-refused", "signed an hour ago", -60),
    at("old-refused", "signed ten minutes ago", -10),
    at("future-refused", "signed in an hour", 60),
    ["malformed-timestamp-refused", "the timestamp `now`", { ...id, timestamp: "now" }],
    ["malformed-timestamp-refused", "a fresh timestamp and a letter", { ...id, timestamp: `${writeTimestamp(0)}s` }],
  ];
  return [...new Set(make().map(([check]) => check))].map((check) => ({
    check,
    isAccepted: false,
    deliveries: () =>
      make().flatMap(([of, what, parts, change = () => ({})]) => {
        if (of !== check) return [];
        const delivery = signer.delivery(what, { body, ...parts });
        return { ...delivery, ...change(delivery) };
      }),
  }));
}

/** The events of the contract, and what a newer service may send instead. */
function listEventTrials(contract: Contract, signer: Signer): Trial[] {
  const examples = listExamples(contract);
  const firsts = contract.events.flatMap((event) => examples.find((example) => example.event === event) ?? []);
  const families = firsts.filter(({ event }) => event.name.includes("{"));
  const nameIt = ({ name }: ContractEvent, variant: EventVariant, how: string) => ({
    ...variant,
    what: `${name} with ${how}`,
  });
  const unknownValues = firsts.flatMap(({ event, payload }) =>
    withUnknownValues(contract.document, event.payload.schema ?? {}, payload).map((one) =>
      nameIt(event, one, one.what),
    ),
  );
  const all: readonly (readonly [ReceiverCheck, readonly EventVariant[]])[] = [
    ["known-events-accepted", listKnownExamples(contract)],
    [
      "unknown-types-accepted",
      [...examples.filter(hasNewType), ...families.map(({ event, payload }) => withUnknownType(payload, event.name))],
    ],
    ["new-types-accepted", firsts.slice(0, 1).map(({ payload }) => withUnknownType(payload))],
    [
      "unknown-values-accepted",
      [...examples.filter((one) => isOfNewerService(one.payload) && !hasNewType(one)), ...unknownValues],
    ],
    [
      "unknown-fields-accepted",
      firsts.map(({ event, payload }) => nameIt(event, withAddedFields(payload), "unknown fields")),
    ],
  ];
  return all.map(([check, variants]) => acceptTrial(check, () => variants.map((one) => deliver(signer, one))));
}

/** A script of each direction and width in UTF-8, both forms of é, and what JavaScript once took for line ends. */
const texts = "Zoë, Zoe\u0308, Łukasz, Ωμέγα, שלום, 漢字, 😀👩🏽‍⚕️, \u2028\u2029";

/** The same event in other bytes. */
function listBodyTrials(signer: Signer, payload: JsonObject, seed: number): Trial[] {
  const random = seededRandom(seed);
  const body = JSON.stringify(payload);
  const spelled = (what: string, value: JsonObject) =>
    Array.from({ length: 4 }, () => signer.delivery(what, { body: `\n ${spell(value, random)} \n` }));
  const withFields = (what: string, fields: JsonObject) =>
    deliver(signer, { what, payload: { ...payload, ...fields } });
  const contentTypes = ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"];
  const hasNewFields = true;
  return [
    acceptTrial("json-spellings-accepted", () => [
      signer.delivery("an indented body", { body: JSON.stringify(payload, null, 2) }),
      ...spelled("another spelling of the same JSON", payload),
    ]),
    acceptTrial("text-beyond-ascii-accepted", () => [withFields("text of many scripts", { client_user_id: texts })]),
    acceptTrial("byte-order-mark-accepted", () => [withFields("a text with U+FEFF", { client_user_id: "Zo\ufeffë" })]),
    acceptTrial("content-type-accepted", () =>
      contentTypes.map((contentType) => signer.delivery(`\`content-type: ${contentType}\``, { body, contentType })),
    ),
    acceptTrial(
      "json-spellings-accepted",
      () => spelled("another spelling, with numbers", { ...payload, numbers_of_a_newer_service: [1, 0, -2.5, 1e21] }),
      { hasNewFields },
    ),
    acceptTrial(
      "text-beyond-ascii-accepted",
      () =>
        // One byte further: then a character is divided between two chunks in one of them
        ["", "a"].map((shift) =>
          withFields("90 KB of such text, which arrives in several chunks", {
            text_of_a_newer_service: shift + "漢".repeat(30_000),
          }),
        ),
      { hasNewFields },
    ),
    acceptTrial("large-payload-accepted", () => [deliver(signer, withLength(payload))], { hasNewFields }),
  ];
}

function listExamples({ events }: Contract) {
  return events.flatMap((event) =>
    event.payload.examples.flatMap(({ name, value }) =>
      isObject(value) ? [{ event, what: `${event.name} (${name})`, payload: value }] : [],
    ),
  );
}

function listKnownExamples(contract: Contract) {
  return listExamples(contract).filter(({ payload }) => !isOfNewerService(payload));
}

function hasNewType({ payload: { event_type } }: EventVariant): boolean {
  return isOfNewerService({ event_type });
}

/** A delivery with other names of headers; a header whose name becomes undefined is left out. */
function renameHeaders(delivery: Delivery, rename: (name: string) => string | undefined): Delivery {
  const headers = Object.entries(delivery.headers).flatMap(([name, value]) => {
    const other = rename(name);
    return other === undefined ? [] : [[other, value]];
  });
  return { ...delivery, headers: Object.fromEntries(headers) };
}
