// Calls are struck by faults: refused, cut short, dropped, before they took effect or after. Whoever repeats one finds what is there.
import fc from "fast-check";
import { command } from "../command.ts";
import type { Answer } from "../real.ts";
import { bodyOf, Disagreement, expectFits, type RealWorld } from "../world.ts";
import { answeredCreation, creationOf, newUsers } from "./users.ts";

interface Fault {
  readonly effect: "status" | "drop" | "truncate" | "latency";
  readonly when: "before" | "after";
}

const faults: fc.Arbitrary<Fault> = fc.record({
  effect: fc.constantFrom("status", "drop", "truncate", "latency"),
  when: fc.constantFrom("before", "after"),
});

/** Calls while a fault waits for it. @returns Whether the call took effect. */
async function struck(real: RealWorld, id: string, { effect, when }: Fault, call: () => Promise<Answer | undefined>) {
  const details = {
    status: { status: 503, when },
    drop: { when },
    truncate: { bytes: 5 },
    latency: { latency_ms: 3 },
  }[effect];
  bodyOf(await real.control("POST", "faults", { operation_id: id, effect, count: 1, ...details }), 201);
  const answer = await call();
  real.count(`fault: ${effect}`);
  const isLost = effect === "drop" || effect === "truncate";
  if (isLost !== (answer === undefined) || (effect === "status" && answer?.status !== 503)) {
    throw new Disagreement(`The fault ${effect} was answered with ${JSON.stringify(answer)}.`);
  }
  bodyOf(await real.control("DELETE", "faults"), 200);
  return { answer, hadEffect: effect === "truncate" || effect === "latency" || when === "after" };
}

export const createStruck = fc.record({ user: newUsers, fault: faults }).map((wanted) =>
  command("createStruck", wanted, async (model, real, { user, fault }) => {
    const create = () => real.api("POST", "/v2/user/", creationOf(user));
    const isNew = model.present(user.name) === undefined;
    const { answer, hadEffect } = await struck(real, "createUser", fault, create);
    if (fault.effect === "latency") return answeredCreation(model, user, answer);
    const again = await create();
    if (!isNew || !hadEffect) return answeredCreation(model, user, again);
    // The answer was lost: the conflict names the user that was made
    const { user_id } = bodyOf(again, 400);
    model.addUser({ ...user, userId: String(user_id), createdOn: model.now });
    answeredCreation(model, user, again);
  }),
);

export const orderStruck = fc.record({ fault: faults }).map((wanted) =>
  command("orderStruck", wanted, async (model, real, { fault }) => {
    const key = `struck-${model.next()}`;
    const place = () => real.api("POST", "/v3/order", {}, { "idempotency-key": key });
    const { answer } = await struck(real, "placeOrder", fault, place);
    // Repeated with its key it is made once, whatever was lost
    const id = bodyOf(await place(), 200)["id"];
    if (answer?.status === 200) expectFits(answer.body, { id }, "The order that was placed twice with one key");
    model.orderKeys.set(key, model.addOrder(String(id), ""));
  }),
);
