// The type of each result: for every operation, every documented refusal has its status and its body.
import { expectTypeOf, test } from "vitest";
import type { operations } from "../../generated/types.ts";
import type { ResultOf } from "../../src/client/index.ts";

/** The documented refusals of an operation: each status with its body. */
type Documented<R> = {
  [S in keyof R as S extends 200 ? never : S]: R[S] extends { content: infer C } ? C[keyof C] : never;
};

/** The errors in the result of a call, by their statuses. */
type Typed<O extends operations[keyof operations]> = {
  [S in keyof Documented<O["responses"]>]: Extract<ResultOf<O>, { ok: false; status: S }>["error"];
};

test("holds what the contract documents", () => {
  expectTypeOf<{ [K in keyof operations]: Typed<operations[K]> }>().toEqualTypeOf<{
    [K in keyof operations]: Documented<operations[K]["responses"]>;
  }>();
});

test("is not vacuous: a refusal of one operation is not one of another", () => {
  expectTypeOf<Typed<operations["createUser"]>>().toHaveProperty(400);
  expectTypeOf<Typed<operations["resolveUser"]>>().not.toHaveProperty(400);
  expectTypeOf<Typed<operations["createUser"]>[400]>().toHaveProperty("user_id");
});
