// Receivers come and go, fail as planned, and heal.
import fc from "fast-check";
import { chosen, command } from "../command.ts";
import { type Plan, PlannedReceiver } from "../planned-receiver.ts";
import { bodyOf } from "../world.ts";

const atOnce: fc.Arbitrary<Plan[number]> = fc.record({
  fails: fc.constantFrom<number | "always">(0, 0, 0, 0, 1, 2, 5, "always"),
  how: fc.constantFrom("500", "reset"),
});
/** These cost real time. */
const late: fc.Arbitrary<Plan[number]> = fc.record({ fails: fc.constant(1), how: fc.constantFrom("half", "silence") });
const step = fc.oneof({ arbitrary: atOnce, weight: 12 }, { arbitrary: late, weight: 1 });
const plan: fc.Arbitrary<Plan> = fc.array(step, { minLength: 1, maxLength: 6 });

/** Every event goes to every one: two will do. */
const mostEndpoints = 2;

export const register = plan.map((steps) =>
  command(
    "register",
    { plan: steps },
    async (model, real) => {
      const receiver = await PlannedReceiver.start(steps);
      const { url, secret } = receiver;
      const { id } = bodyOf(await real.control("POST", "endpoints", { url, secret }), 201);
      model.endpoints.push({ id: String(id), receiver, from: model.events.length, until: undefined });
    },
    (model) => model.openEndpoints.length < mostEndpoints,
  ),
);

export const unregister = fc.nat(1).map((number) =>
  command(
    "unregister",
    { number },
    async (model, real) => {
      const endpoint = chosen(model.openEndpoints, number);
      if (endpoint === undefined) return;
      bodyOf(await real.control("DELETE", `endpoints/${endpoint.id}`), 200);
      endpoint.until = model.events.length;
    },
    (model) => model.openEndpoints.length > 0,
  ),
);

export const heal = fc.nat(1).map((number) =>
  command(
    "heal",
    { number },
    async (model, real) => {
      const endpoint = chosen(model.openEndpoints, number);
      if (endpoint === undefined) return;
      endpoint.receiver.heal();
      bodyOf(await real.control("POST", "deliveries/resendParked"), 200);
    },
    (model) => model.openEndpoints.length > 0,
  ),
);
