// The cost of type-checking a call does not grow with the contract.
import { expect, test } from "vitest";
import { instantiations } from "./type-cost.ts";

test("a hundred calls take at most 30,000 instantiations, and no more of them in a contract twice as large", () => {
  const [small, large] = [instantiations(500), instantiations(1000)];
  expect(small).toBeLessThanOrEqual(30_000);
  expect(large).toBe(small);
});
