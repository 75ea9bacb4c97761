// Judges the effect of deliveries on a receiver, by what it says that it holds of a user before and after.

import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Contract, canonical, field, isObject, type JsonObject, withLength } from "../shared/contract/index.ts";
import { shortJson } from "../shared/findings/index.ts";
import type { Delivery, Signer } from "./delivery.ts";
import type { ReceiverCheck } from "./expectations.ts";
import { isSuccess, type Run } from "./run.ts";
import { deliver, listRefusals } from "./trials.ts";

/** Says what a receiver holds of a user, as JSON; asked before the first delivery to the user as well. */
export type Holds = (userId: string) => unknown;

/** A user that only this run knows, and the deliveries that were made for it. */
interface Subject {
  readonly user_id: string;
  readonly client_user_id: string;
  readonly created: Delivery;
  readonly updated: Delivery;
  /** A creation of the same type, from another provider. */
  readonly later: Delivery;
  /** A creation of another type. */
  readonly other: Delivery;
  /** The creation, as large as a payload gets. */
  readonly large: Delivery;
}

interface State {
  /** Equal for equal states, whichever user they are of. */
  readonly key: string;
  readonly shown: string;
}

/** Sends the creation and the update of one user's data in several ways, each to another user, and compares what is held in the end. */
export async function judgeEffect(
  run: Run,
  { contract, signer, holds, settleMs }: { contract: Contract; signer: Signer; holds: Holds; settleMs: number },
): Promise<void> {
  const makeSubject = prepareSubjects(contract, signer);
  const ask = async (of: Subject) => readState(await holds(of.user_id), of);
  /** A new subject, and what is held of it before anything is sent. */
  const begin = async (what: string) => {
    const subject = makeSubject(what);
    return { ...subject, before: await ask(subject) };
  };
  const reached = async (of: Subject) => {
    await wait(settleMs);
    return ask(of);
  };
  const send = async (check: ReceiverCheck, ...deliveries: readonly Delivery[]) => {
    for (const delivery of deliveries) run.judge(check, delivery, await run.send(delivery), true);
  };
  const compare = (check: ReceiverCheck, wanted: State, found: State, how: string, deliveries: readonly Delivery[]) => {
    if (found.key === wanted.key) run.pass(check);
    else run.keep(check, `After ${how} it holds ${found.shown} instead of ${wanted.shown}.`, deliveries);
  };

  const control = await begin("in order");
  await send("known-events-accepted", control.created, control.updated);
  const wanted = await reached(control);
  if (wanted.key === control.before.key) {
    const message = `It holds ${wanted.shown} before and after the deliveries. Does it queue them? Pass a longer --settle S.`;
    run.keep("delivery-has-effect", message, [control.created, control.updated]);
    run.skipRest("the probe shows no effect of any delivery");
    return;
  }
  run.pass("delivery-has-effect");

  const sendTwice = async () => {
    const twice = await begin("twice");
    for (const delivery of [twice.created, twice.updated]) {
      const both = await Promise.all([run.send(delivery), run.send(delivery)]);
      for (const response of both) run.judge("duplicate-acknowledged", delivery, response, true);
    }
    await send("duplicate-acknowledged", twice.created);
    const again = [twice.created, twice.created, twice.updated, twice.updated, twice.created];
    compare("duplicate-has-no-effect", wanted, await reached(twice), "deliveries that came again", again);
  };

  const sendLater = async () => {
    const [one, both] = [await begin("one event"), await begin("two events")];
    await send("known-events-accepted", one.created, both.created, both.later);
    const [first, then] = [await reached(one), await reached(both)];
    const message = `After the second event it holds ${then.shown}, as after the first one.`;
    if (first.key !== then.key) run.pass("later-event-has-effect");
    else run.keep("later-event-has-effect", message, [both.created, both.later]);
  };

  const sendAtOnce = async () => {
    const inTurn = await begin("in turn");
    await send("known-events-accepted", inTurn.created, inTurn.other);
    const atOnce = await begin("at once");
    const sent = [atOnce.created, atOnce.other];
    await Promise.all(sent.map((delivery) => send("known-events-accepted", delivery)));
    compare("events-at-once-kept", await reached(inTurn), await reached(atOnce), "two events at once", sent);
  };

  const sendReversed = async () => {
    const reversed = await begin("the update before the creation");
    const sent = [reversed.updated, reversed.created];
    await send("known-events-accepted", ...sent);
    compare("order-has-no-effect", wanted, await reached(reversed), "the update and then the creation", sent);
  };

  const sendLarge = async () => {
    const subject = await begin("large");
    const { large, before } = subject;
    const check = "large-payload-accepted";
    const response = await run.send(large);
    run.judge(check, large, response, true);
    const isIgnored = isSuccess(response) && (await reached(subject)).key === before.key;
    if (isIgnored) run.keep(check, "It is accepted, and has no effect.", [large], response);
  };

  /** A refused delivery changes nothing, and a valid one with the same id still takes effect. */
  const sendRefused = async (index: number) => {
    const refused = await begin("refused, then valid");
    const valid = [refused.created, refused.updated];
    // With the ids of both: where only the newest is held, a creation that is lost does not show
    const trials = valid.flatMap(
      ({ body, headers }) => listRefusals(signer, body, String(headers["webhook-id"]))[index] ?? [],
    );
    const trial = trials[0];
    const wrong = trials.flatMap(({ deliveries }) => deliveries().slice(0, 1));
    // A forgery that is accepted has a finding already, and naturally an effect
    if (trial === undefined || run.hasFound(trial.check)) return;
    for (const delivery of wrong) {
      const response = await run.send(delivery);
      run.judge(trial.check, delivery, response, false);
      if (isSuccess(response)) return;
    }
    const check = "refused-has-no-effect";
    compare(check, refused.before, await reached(refused), "refused deliveries", wrong);
    await send("known-events-accepted", ...valid);
    compare(check, wanted, await reached(refused), "refused deliveries and then valid ones", [...wrong, ...valid]);
  };

  await sendTwice();
  await sendLater();
  await sendAtOnce();
  await Promise.all([sendReversed(), run.hasFound("large-payload-accepted") || sendLarge()]);
  await Promise.all(listRefusals(signer, "").map((_, index) => sendRefused(index)));
  run.skipRest("nothing that should be refused is refused");
}

/** Makes users, with the creation and the update of the same data: the update has another type of source. */
function prepareSubjects(contract: Contract, signer: Signer): (what: string) => Subject {
  const findExample = (event: string) => {
    const { payload } = contract.events.find(({ name }) => name === event) ?? {};
    return Object(payload?.examples[0]?.value);
  };
  const update = findExample("daily.data.{resource}.updated");
  const source = field(update, "data", "source");
  if (!isObject(source)) throw new Error("The contract has no example of updated daily data with a source.");
  const event_type = String(update["event_type"]);
  return (what) => {
    const user_id = randomUUID();
    const client_user_id = `check-receiver-${user_id}`;
    const payload = (event_type: string, type: string, more: object = {}): JsonObject => {
      return { ...update, event_type, user_id, client_user_id, data: { source: { ...source, type, ...more } } };
    };
    const createdType = event_type.replace(".updated", ".created");
    const created = payload(createdType, "created");
    const delivery = (of: JsonObject) => deliver(signer, { what: `${what}: ${of["event_type"]}`, payload: of });
    return {
      user_id,
      client_user_id,
      created: delivery(created),
      updated: delivery(payload(event_type, "updated")),
      later: delivery(payload(createdType, "later", { provider: "demo_watch" })),
      other: delivery({ ...findExample("historical.data.{resource}.created"), user_id, client_user_id }),
      large: delivery(withLength(created).payload),
    };
  };
}

/** The state that is held, with the ids of the user and of the deliveries replaced by words that are the same for each user. */
function readState(holds: unknown, { user_id, client_user_id, created, updated }: Subject): State {
  const text = JSON.stringify(holds ?? null)
    .replaceAll(client_user_id, "client-user")
    .replaceAll(user_id, "user")
    .replaceAll(String(created.headers["webhook-id"]), "delivery-1")
    .replaceAll(String(updated.headers["webhook-id"]), "delivery-2");
  const value: unknown = JSON.parse(text);
  return { key: canonical(sortLists(value)), shown: shortJson(value, 300) };
}

/** Lists count as sets: rows come in any order. */
function sortLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortLists).sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, sortLists(below)]));
}
