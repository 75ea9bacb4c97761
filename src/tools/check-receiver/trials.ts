// The trials of a receiver: for each check what is sent, and whether it is to be accepted.
import { randomBytes } from "node:crypto";
import { type Contract, isObject, type JsonObject } from "../contract/index.ts";
import {
  type EventVariant,
  isOfNewerService,
  seededRandom,
  spell,
  withAddedFields,
  withLength,
  withUnknownType,
  withUnknownValues,
} from "../events/index.ts";
import { type Delivery, type Signer, timestampIn } from "./delivery.ts";
import type { ReceiverCheck } from "./expectations.ts";

/** Deliveries of one check. */
export interface Trial {
  readonly check: ReceiverCheck;
  readonly isAccepted: boolean;
  /** One after the other; made when they are sent, so that their timestamps are fresh. */
  readonly deliveries: () => Delivery[];
  /** Whether it needs a receiver that accepts unknown fields. */
  readonly hasNewFields?: boolean;
}

const hour = 3600;

/** The events of the contract, to find one that the receiver accepts. */
export function openingOf(contract: Contract, signer: Signer): { payload: JsonObject; delivery: Delivery }[] {
  return knownExamplesOf(contract).map(({ what, payload }) => ({
    payload,
    delivery: signer.delivery(what, { body: JSON.stringify(payload) }),
  }));
}

/**
 * Everything that is judged by the answers alone, without the burst.
 *
 * @param payload An event that the receiver accepts.
 */
export function trialsOf(contract: Contract, signer: Signer, seed: number, payload: JsonObject): Trial[] {
  const body = JSON.stringify(payload);
  return [
    { check: "signature-accepted", isAccepted: true, deliveries: () => [signer.delivery("signed", { body })] },
    ...refusals(signer, body),
    {
      check: "any-signature-accepted",
      isAccepted: true,
      deliveries: () => [
        signer.delivery("a wrong signature before the right one", {
          body,
          signature: (right) => `${signer.sign("other", "0", body)} ${right}`,
        }),
        signer.delivery("a wrong signature behind the right one", {
          body,
          signature: (right) => `${right} ${signer.sign("other", "0", body)}`,
        }),
        signer.delivery("a signature of a version that is not known before the right one", {
          body,
          signature: (right) => `v1a,${randomBytes(64).toString("base64")} ${right}`,
        }),
      ],
    },
    {
      check: "header-case-accepted",
      isAccepted: true,
      deliveries: () => [
        renamed(signer.delivery("headers such as `Webhook-Id`", { body }), (name) =>
          name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
        ),
        renamed(signer.delivery("headers such as `WEBHOOK-ID`", { body }), (name) => name.toUpperCase()),
      ],
    },
    ...events(contract, signer),
    ...bodies(signer, payload, seed),
    {
      check: "duplicate-acknowledged",
      isAccepted: true,
      deliveries: () => {
        const id = signer.freshId();
        const first = signer.delivery("the first delivery", { body, id });
        const signedAgain = signer.delivery("the same event, signed again", { body, id, timestamp: timestampIn(1) });
        return [first, { ...first, what: "the same delivery again" }, signedAgain];
      },
    },
  ];
}

/** Valid deliveries that are all sent at once. */
export function burstOf(signer: Signer, size: number, payload: JsonObject): Delivery[] {
  const body = JSON.stringify(payload);
  return Array.from({ length: size }, () => signer.delivery(`${size} deliveries at once`, { body }));
}

/** Deliveries that every receiver refuses, made of a valid body. */
export function refusals(signer: Signer, body: string, id?: string): Trial[] {
  const parts = { body, ...(id !== undefined && { id }) };
  const refused = (check: ReceiverCheck, deliveries: () => Delivery[]): Trial => ({
    check,
    isAccepted: false,
    deliveries,
  });
  const signedWith = (what: string, signature: (right: string) => string) =>
    signer.delivery(what, { ...parts, signature });
  const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return [
    refused("wrong-signature-refused", () => {
      const timestamp = timestampIn(0);
      const used = id ?? signer.freshId();
      const wrong = signer.sign(used, timestamp, body, randomBytes(24));
      return [signer.delivery("signed with another secret", { body, id: used, timestamp, signature: () => wrong })];
    }),
    refused("missing-signature-refused", () => [
      ...signed.map((name) => without(signer.delivery(`without \`${name}\``, parts), [name])),
      without(signer.delivery("without any header of the signature", parts), signed),
    ]),
    refused("malformed-signature-refused", () => [
      signedWith("an empty signature", () => ""),
      signedWith("the signature `v1`", () => "v1"),
      signedWith("the signature `v1,`", () => "v1,"),
      signedWith("the beginning of the right signature", (right) => right.slice(0, 16)),
      signedWith("a signature that is not base64", () => "v1,%%%"),
    ]),
    refused("other-body-refused", () => [
      {
        ...signer.delivery("a body that was changed after it was signed", parts),
        body: body.replace(/\}$/, ',"added":1}'),
      },
    ]),
    refused("other-id-refused", () => {
      const { headers, ...rest } = signer.delivery("another `webhook-id` than was signed", { body });
      return [{ ...rest, headers: { ...headers, "webhook-id": id ?? signer.freshId() } }];
    }),
    refused("other-timestamp-refused", () => {
      const old = signer.delivery("a fresh timestamp on an old signature", { ...parts, timestamp: timestampIn(-hour) });
      return [{ ...old, headers: { ...old.headers, "webhook-timestamp": timestampIn(0) } }];
    }),
    refused("stale-refused", () => [
      signer.delivery("signed an hour ago", { ...parts, timestamp: timestampIn(-hour) }),
    ]),
    refused("future-refused", () => [signer.delivery("signed in an hour", { ...parts, timestamp: timestampIn(hour) })]),
    refused("malformed-timestamp-refused", () => [
      signer.delivery("the timestamp `now`", { ...parts, timestamp: "now" }),
    ]),
  ];
}

function events(contract: Contract, signer: Signer): Trial[] {
  const { document } = contract;
  const examples = examplesOf(contract);
  const firsts = contract.events.flatMap((event) => examples.find((example) => example.event === event) ?? []);
  const accepted = (check: ReceiverCheck, variants: readonly EventVariant[]): Trial => ({
    check,
    isAccepted: true,
    deliveries: () => variants.map(({ what, payload }) => signer.delivery(what, { body: JSON.stringify(payload) })),
  });
  return [
    accepted("known-events-accepted", knownExamplesOf(contract)),
    accepted("unknown-types-accepted", [
      ...examples.filter(hasNewType),
      ...firsts
        .filter(({ event }) => event.name.includes("{"))
        .map(({ event, payload }) => withUnknownType(payload, event.name)),
    ]),
    accepted(
      "new-types-accepted",
      firsts.slice(0, 1).map(({ payload }) => withUnknownType(payload)),
    ),
    accepted("unknown-values-accepted", [
      ...examples.filter((example) => isOfNewerService(example.payload) && !hasNewType(example)),
      ...firsts.flatMap(({ event, payload }) =>
        withUnknownValues(document, event.payload.schema ?? {}, payload).map(({ what, ...rest }) => ({
          ...rest,
          what: `${event.name} with ${what}`,
        })),
      ),
    ]),
    accepted(
      "unknown-fields-accepted",
      firsts.map(({ event, payload }) => ({ ...withAddedFields(payload), what: `${event.name} with unknown fields` })),
    ),
  ];
}

/** A script of each direction and width in UTF-8, both forms of é, and what JavaScript once took for line ends. */
const texts = "Zoë, Zoe\u0308, Łukasz, Ωμέγα, שלום, 漢字, 😀👩🏽‍⚕️, \u2028\u2029";

function bodies(signer: Signer, payload: JsonObject, seed: number): Trial[] {
  const random = seededRandom(seed);
  const accepted = (check: ReceiverCheck, made: () => Delivery[], hasNewFields = false): Trial => ({
    check,
    isAccepted: true,
    deliveries: made,
    hasNewFields,
  });
  const spelled = (what: string, value: JsonObject) =>
    Array.from({ length: 4 }, () => signer.delivery(what, { body: `\n ${spell(value, random)} \n` }));
  const withText = (text: string) => JSON.stringify({ ...payload, text_of_a_newer_service: text });
  return [
    accepted("json-spellings-accepted", () => [
      signer.delivery("an indented body", { body: JSON.stringify(payload, null, 2) }),
      ...spelled("another spelling of the same JSON", payload),
    ]),
    accepted(
      "json-spellings-accepted",
      () => spelled("another spelling, with numbers", { ...payload, numbers_of_a_newer_service: [1, 0, -2.5, 1e21] }),
      true,
    ),
    accepted("text-beyond-ascii-accepted", () => [
      signer.delivery("text of many scripts", { body: JSON.stringify({ ...payload, client_user_id: texts }) }),
    ]),
    accepted(
      "text-beyond-ascii-accepted",
      () =>
        // One byte further: then a character is divided between two chunks in one of them
        ["", "a"].map((shift) =>
          signer.delivery("90 KB of such text, which arrives in several chunks", {
            body: withText(shift + "漢".repeat(30_000)),
          }),
        ),
      true,
    ),
    accepted("content-type-accepted", () =>
      ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"].map((contentType) =>
        signer.delivery(`\`content-type: ${contentType}\``, { body: JSON.stringify(payload), contentType }),
      ),
    ),
    accepted(
      "large-payload-accepted",
      () => {
        const { what, payload: large } = withLength(payload);
        return [signer.delivery(what, { body: JSON.stringify(large) })];
      },
      true,
    ),
  ];
}

function examplesOf({ events: described }: Contract) {
  return described.flatMap((event) =>
    event.payload.examples.flatMap(({ name, value }) =>
      isObject(value) ? [{ event, what: `${event.name} (${name})`, payload: value }] : [],
    ),
  );
}

function knownExamplesOf(contract: Contract) {
  return examplesOf(contract).filter(({ payload }) => !isOfNewerService(payload));
}

function hasNewType({ payload: { event_type } }: EventVariant): boolean {
  return isOfNewerService({ event_type });
}

function renamed({ headers, ...rest }: Delivery, rename: (name: string) => string): Delivery {
  return {
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value])),
  };
}

function without({ headers, ...rest }: Delivery, names: readonly string[]): Delivery {
  return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))) };
}
