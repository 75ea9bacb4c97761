// Every example is valid, every event is an example of its own name alone, and a schema is compiled once.
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { makeInputReader } from "../../../src/sandbox/server/input.ts";
import {
  type ContractBody,
  findProblems,
  type Parameter,
  readContract,
  resolve,
  type Schema,
} from "../../../src/shared/contract/index.ts";
import { validatorsOf } from "../../run/validators.ts";

const contract = await readContract();
const { document, operations, events } = contract;
const validatorOf = validatorsOf(document);

/** Everything that has a schema and perhaps examples, by a name that a person finds again. */
interface Checked {
  readonly place: string;
  readonly schema: Schema;
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

const body =
  (place: string) =>
  (content: ContractBody): Checked => ({
    place: `${place} ${content.mediaType}`,
    schema: content.schema ?? {},
    examples: content.examples,
  });
const parameter =
  (place: string) =>
  ({ name, schema, example }: Parameter): Checked => ({
    place: `${place} ${name}`,
    schema,
    examples: example === undefined ? [] : [{ name: "example", value: example }],
  });

const used: Checked[] = [
  ...operations.flatMap(({ id, parameters, requestBody, responses }) => [
    ...parameters.map(parameter(id)),
    ...(requestBody?.bodies ?? []).map(body(`${id} request`)),
    ...responses.flatMap(({ status, bodies }) => bodies.map(body(`${id} ${status}`))),
  ]),
  ...events.map(({ name, payload }) => body(name)(payload)),
];
const examples = used.flatMap(({ place, schema, examples }) =>
  examples.map((example) => ({ place, schema, ...example })),
);
test.each(examples)("$place: the example $name is valid", ({ schema, value }) => {
  expect(validatorOf(schema)(value)).toEqual([]);
});

test("every response with content, every request body and every event has an example", () => {
  const bare = used.filter(({ place, examples }) => place.includes("/json") && examples.length === 0);
  expect(bare.map(({ place }) => place)).toEqual([]);
});

describe("events", () => {
  const accepts = (schema: Schema | undefined, value: unknown) => validatorOf(schema ?? {})(value).length === 0;
  const all = events.flatMap(({ name, payload }) => payload.examples.map((example) => ({ event: name, ...example })));

  test.each(all)("$name is an example of $event and of nothing else but its family", ({ event, value }) => {
    const { event_type } = value as { event_type: string };
    const matching = events.filter(({ payload }) => accepts(payload.schema, value)).map(({ name }) => name);
    const family = (name: string) =>
      new RegExp(`^${name.replaceAll(".", "\\.").replace(/\{\w+\}/, ".+")}$`).test(event_type);
    expect(matching).toContain(event);
    expect(matching.filter((name) => name !== event && !family(name))).toEqual([]);
  });

  test("an event named in full is accepted under its own name only", () => {
    const named = events.filter(({ name }) => !name.includes("{"));
    for (const { name, payload } of named) {
      const value = payload.examples[0]?.value as object;
      expect(accepts(payload.schema, { ...value, event_type: `${name}x` })).toBe(false);
    }
  });
});

test("a schema is compiled once for a document, however many servers, calls and checks there are", async () => {
  const compile = vi.spyOn(Ajv2020.prototype, "compile");
  onTestFinished(() => compile.mockRestore());
  // One that nobody has compiled yet
  const fresh = structuredClone(document);
  const answerSchema = resolve<Schema>(fresh, { $ref: "#/components/schemas/User" });
  const readAndCheck = async () => {
    const server = await readContract(fresh);
    const operation = server.operations.find(({ id }) => id === "createUser");
    if (operation === undefined) return expect.fail("The contract has no such operation.");
    makeInputReader(server, operation)({ params: {}, url: "", headers: {} }, { client_user_id: "a" });
    findProblems(fresh, answerSchema, {});
  };
  await readAndCheck();
  const compiled = compile.mock.calls.length;
  expect(compiled).toBeGreaterThan(0);
  await readAndCheck();
  expect(compile).toHaveBeenCalledTimes(compiled);
});
