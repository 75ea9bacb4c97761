// A choice is behaviour that no document states and the sandbox decides (`x-choices` of its control document): code names each, and each names its operations.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { controlRoot, readContract, readControlDocument } from "../../src/shared/contract/index.ts";

const contract = await readContract();
const choices = (await readControlDocument()).document["x-choices"] ?? [];
const ids = choices.map(({ id }) => id);

/** The ids that comments of the code name behind `Choice:`. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/\bChoice: ([a-z0-9-]+(?:, [a-z0-9-]+)*)/g)].flatMap(([, names = ""]) => names.split(", "));
}

test("each choice is named by the code that acts on it, and the code names no other", () => {
  const folder = dirname(dirname(controlRoot));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const named = new Set(files.flatMap((file) => namedIn(readFileSync(join(folder, file), "utf8"))));
  expect([...named].sort()).toEqual([...ids].sort());
  expect(namedIn("/** A thing. Choice: one-thing, another */ // Choice: third")).toEqual([
    "one-thing",
    "another",
    "third",
  ]);
});

test("each choice has an id of its own, says what and why in sentences, and names operations and events that there are", () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  const known = [
    ...contract.operations.map(({ id }) => id),
    ...contract.events.map(({ name }) => name),
    "every operation",
    "every event",
  ];
  for (const { id, chosen, because, operations } of choices) {
    expect([chosen, because], id).toEqual([
      expect.stringMatching(/^[A-Z`].*\.$/s),
      expect.stringMatching(/^[A-Z`].*\.$/s),
    ]);
    expect(operations.length, id).toBeGreaterThan(0);
    expect(known, id).toEqual(expect.arrayContaining([...operations]));
  }
});
