// Judges what deliveries have changed, by what the receiver says that it holds.
import { randomUUID } from "node:crypto";
import { type Contract, canonical, isObject, type JsonObject } from "../contract/index.ts";
import { shortJson } from "../findings/index.ts";
import type { Delivery, Signer } from "./delivery.ts";
import type { ReceiverCheck } from "./expectations.ts";
import { isSuccess, type Run } from "./run.ts";
import { refusals } from "./trials.ts";

/** Says what a receiver holds of a user, as JSON; asked before the first delivery to the user as well. */
export type Holds = (userId: string) => unknown;

/** A user that only this run knows, and the deliveries that were made for it. */
interface Subject {
  readonly user_id: string;
  readonly client_user_id: string;
  readonly created: Delivery;
  readonly updated: Delivery;
}

/** Sends the creation and the update of one user's data in several ways, each to another user, and compares what is held in the end. */
export async function judgeEffect(
  run: Run,
  { contract, signer, holds, settleMs }: { contract: Contract; signer: Signer; holds: Holds; settleMs: number },
): Promise<void> {
  const subject = subjects(contract, signer);
  const state = async (of: Subject) => stateOf(await holds(of.user_id), of);
  const settle = () => new Promise((resolve) => setTimeout(resolve, settleMs));
  const send = async (...deliveries: readonly Delivery[]) => {
    for (const delivery of deliveries) await run.judge("known-events-accepted", delivery, true);
  };
  const reached = async (of: Subject) => {
    await settle();
    return state(of);
  };
  const compare = (check: ReceiverCheck, wanted: State, found: State, how: string, deliveries: readonly Delivery[]) => {
    if (found.key === wanted.key) run.pass(check);
    else run.keep(check, `After ${how} it holds ${found.shown} instead of ${wanted.shown}.`, deliveries);
  };

  const control = subject("in order");
  const before = await state(control);
  await send(control.created, control.updated);
  const wanted = await reached(control);
  if (wanted.key === before.key) {
    const message = `It holds ${wanted.shown} before and after the deliveries.`;
    run.keep("delivery-has-effect", message, [control.created, control.updated]);
    run.skipRest("the probe shows no effect of any delivery");
    return;
  }
  run.pass("delivery-has-effect");

  const twice = subject("twice");
  await state(twice);
  for (const delivery of [twice.created, twice.updated]) {
    const both = await Promise.all([run.send(delivery), run.send(delivery)]);
    for (const sent of both) run.judgeAcceptance("duplicate-acknowledged", delivery, sent);
  }
  await run.judge("duplicate-acknowledged", twice.created, true);
  const again = [twice.created, twice.created, twice.updated, twice.updated, twice.created];
  compare("duplicate-has-no-effect", wanted, await reached(twice), "deliveries that came again", again);

  const reversed = subject("the update before the creation");
  await state(reversed);
  await send(reversed.updated, reversed.created);
  const found = await reached(reversed);
  compare("order-has-no-effect", wanted, found, "the update and then the creation", [
    reversed.updated,
    reversed.created,
  ]);

  const refused = subject("refused, then valid");
  const untouched = await state(refused);
  const id = String(refused.created.headers["webhook-id"]);
  const wrong = refusals(signer, refused.created.body, id).flatMap(({ deliveries }) => deliveries());
  // What is accepted though it should be refused has a finding already, and naturally an effect
  const outcomes: Delivery[] = [];
  for (const delivery of wrong) if (!isSuccess(await run.send(delivery))) outcomes.push(delivery);
  if (outcomes.length < wrong.length) {
    run.skip("refused-has-no-effect", "the receiver accepts what it should refuse");
    return;
  }
  compare("refused-has-no-effect", untouched, await reached(refused), "refused deliveries", outcomes);
  await send(refused.created, refused.updated);
  const valid = [...outcomes.slice(0, 1), refused.created, refused.updated];
  compare("refused-has-no-effect", wanted, await reached(refused), "refused deliveries and then valid ones", valid);
}

/** Makes users, with the creation and the update of the same data: the update has another type of source. */
function subjects(contract: Contract, signer: Signer): (what: string) => Subject {
  const [update] = contract.events.flatMap(({ name, payload }) =>
    name === "daily.data.{resource}.updated" ? payload.examples.map(({ value }) => value) : [],
  );
  if (!isObject(update) || !isObject(update["data"]) || !isObject(update["data"]["source"])) {
    throw new Error("The contract has no example of updated daily data with a source.");
  }
  const { source } = update["data"];
  const event_type = String(update["event_type"]);
  return (what) => {
    const user_id = randomUUID();
    const client_user_id = `check-receiver-${user_id}`;
    const delivery = (fields: JsonObject, type: string) =>
      signer.delivery(`${what}: ${fields["event_type"]}`, {
        body: JSON.stringify({ ...update, ...fields, user_id, client_user_id, data: { source: { ...source, type } } }),
      });
    return {
      user_id,
      client_user_id,
      created: delivery({ event_type: event_type.replace(".updated", ".created") }, "created"),
      updated: delivery({ event_type }, "updated"),
    };
  };
}

interface State {
  /** Equal for equal states, whichever user they are of. */
  readonly key: string;
  readonly shown: string;
}

/** What is held, with the ids of the user and of the deliveries replaced by words that are the same for each user. */
function stateOf(holds: unknown, { user_id, client_user_id, created, updated }: Subject): State {
  const text = JSON.stringify(holds ?? null)
    .replaceAll(client_user_id, "client-user")
    .replaceAll(user_id, "user")
    .replaceAll(String(created.headers["webhook-id"]), "delivery-1")
    .replaceAll(String(updated.headers["webhook-id"]), "delivery-2");
  const value: unknown = JSON.parse(text);
  return { key: canonical(sorted(value)), shown: shortJson(value, 300) };
}

/** Lists count as sets: rows come in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, sorted(below)]));
}
