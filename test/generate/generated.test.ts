// The generated values agree with the contract: examples and validators. The type check holds the types.
import { describe, expect, test } from "vitest";
import { eventValidators } from "../../generated/event-validators.js";
import { eventNameOf } from "../../generated/events.ts";
import * as examples from "../../generated/examples.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { validatorsOf } from "../run/validators.ts";

const { document, events } = await readContract();

test("examples.ts has every example of the contract", async () => {
  const expected = Object.entries(document.components.examples ?? {}).map(([name, example]) => [
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    example.value,
  ]);
  const { labReportUpload, labReportUploadForHumanReview, ...others } = examples;
  const uploads = { labReportUpload, labReportUploadForHumanReview };
  const withText = Object.entries(uploads).map(async ([name, { file, ...fields }]) => [
    name,
    { file: await file.text(), ...fields },
  ]);
  const all = { ...others, ...Object.fromEntries(await Promise.all(withText)) };
  expect(all).toEqual(Object.fromEntries(expected));
});

describe("event-validators.js", () => {
  const cases = events.flatMap(({ name, payload }) =>
    payload.examples.map((example) => ({ event: name, schema: payload.schema ?? {}, ...example })),
  );

  test.each(cases)("finds in $name with a broken field what the contract refuses", ({ event, schema, value }) => {
    const check = validatorsOf(document)(schema);
    const findProblems = (broken: unknown) => {
      const validator = eventValidators[event as keyof typeof eventValidators];
      validator(broken);
      return (validator.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
    };
    expect(eventNameOf(String(Object(value).event_type))).toBe(event);
    expect(findProblems(value)).toEqual([]);
    const broken = [...breakEachField(value)].map((one) => [new Set(findProblems(one)), new Set(check(one))] as const);
    for (const [found, expected] of broken) expect(found).toEqual(expected);
    expect(broken.some(([found]) => found.size > 0)).toBe(true);
  });
});

/** The value with one thing wrong: a field left out, or something else in its place. */
function* breakEachField(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [key, field] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    for (const other of [7, "", "other", null, true, [], {}]) yield { ...value, [key]: other };
    for (const inner of breakEachField(field)) yield { ...value, [key]: inner };
  }
}
