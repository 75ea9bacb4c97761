// Every fact holds in the bundled contract.
import { describe, expect, it } from "vitest";
import { allFacts } from "./all-facts.ts";
import { bundledDocument } from "./bundled.ts";
import { Contract } from "./contract.ts";

const contract = new Contract(bundledDocument());

describe("the service description", () => {
  for (const { row, says, holds } of allFacts) {
    it(`${row}: ${says}`, () => holds(contract));
  }

  it("is stated once: no two facts share row and words", () => {
    const names = allFacts.map(({ row, says }) => `${row}: ${says}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
