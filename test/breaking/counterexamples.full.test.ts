// Breaking changes of values show one: accepted by one document and refused by the other, as a second validator says, too.
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { expect, test } from "vitest";
import { Counterexamples } from "../../src/breaking/counterexample.ts";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { type Path, toPointer } from "../../src/shared/contract/index.ts";
import { cases } from "./changes.ts";

/** Rules about names only, and those that compare text: no value tells. */
const isOfValues = /^(schema\/(?!not-compared|known-value)|(parameter|body)\/(required|added)$)/;

/** Every breaking change of the tables, in both directions, with its counterexample. A false alarm has none. */
const shown = cases
  .filter(({ falseAlarm }) => falseAlarm === undefined)
  .flatMap(({ name, base: one, revision: other }) =>
    [[one, other] as const, [other, one] as const].flatMap(([base, revision]) => {
      const counterexamples = new Counterexamples();
      const breaks = judgeDocuments(base, revision).filter(({ level }) => level === "breaking");
      return breaks.map(({ rule, detail, difference }) => ({
        ...{ name: `${name}: ${rule}: ${detail}`, rule, difference, base, revision },
        counterexample: counterexamples.find(difference),
      }));
    }),
  );

test("at least 85 % of the breaking changes of values in the tables show one", () => {
  // To close an open enum refuses no value, by a validator
  const ofValues = shown.filter(
    ({ rule, difference: { effect, says } }) =>
      isOfValues.test(rule) && ["narrower", "wider", "different"].includes(effect) && says !== "closed",
  );
  const without = ofValues.filter(({ counterexample }) => counterexample === undefined).map(({ name }) => name);
  const share = 1 - without.length / ofValues.length;
  expect(share, `without a counterexample:\n${without.join("\n")}`).toBeGreaterThanOrEqual(0.85);
});

test("every counterexample of a body is one for Hyperjump, too", async () => {
  const wrong: string[] = [];
  for (const { name, rule, difference, base, revision, counterexample } of shown) {
    const { in: place, accepted_by, value } = counterexample ?? {};
    // Of formats, the two validators know others
    if ((place !== "body" && place !== "event") || value === undefined || rule === "schema/format") continue;
    const [accepting, refusing] = accepted_by === "base" ? [base, revision] : [revision, base];
    const [from, to] = [difference.base, difference.revision].map(findBody);
    const [was, is] = accepted_by === "base" ? [from, to] : [to, from];
    if (was === undefined || is === undefined) expect.fail(`${name} is in no body`);
    if (!(await isAllowed(accepting, was, value)) || (await isAllowed(refusing, is, value))) wrong.push(name);
  }
  expect(wrong).toEqual([]);
}, 120_000);

interface Part {
  readonly at: Path;
  readonly up?: Part;
}

/** Where the schema of the body around a part is written. */
function findBody({ at, up }: Part): Path | undefined {
  return at.at(-3) === "content" && at.at(-1) === "schema" ? at : up && findBody(up);
}

async function isAllowed(document: object, at: Path, value: unknown): Promise<boolean> {
  const uri = "https://example.com/schema";
  const schema = { ...document, $ref: encodeURI(toPointer(at)) };
  registerSchema(schema as Parameters<typeof registerSchema>[0], uri, "https://json-schema.org/draft/2020-12/schema");
  try {
    const judge = await validate(uri);
    return judge(value as Parameters<typeof judge>[0]).valid;
  } finally {
    unregisterSchema(uri);
  }
}
