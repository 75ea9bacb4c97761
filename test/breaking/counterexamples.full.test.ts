// Breaking changes of values show one: accepted by one document and refused by the other, as two validators say.
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { Counterexamples } from "../../src/breaking/counterexample.ts";
import type { Counterexample } from "../../src/breaking/counterexample-text.ts";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { addFormats, isObject, own, type Path, Source } from "../../src/shared/contract/index.ts";
import { cases } from "./changes.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** What is about names, what a schema only describes, and what is compared as text: no value tells. */
const isOfValues = /^(schema\/(?!discriminator|xml|not-compared|keyword-)|(parameter|header|body)\/(required|added)$)/;

/** Every breaking change of the tables, in both directions, with its counterexample. */
const shown = cases.flatMap(({ name, base: one, revision: other }) =>
  [[one, other] as const, [other, one] as const].flatMap(([base, revision], index) => {
    const changes = judgeDocuments(structuredClone(base), structuredClone(revision));
    const counterexamples = new Counterexamples(Source.ofDocument(base), Source.ofDocument(revision));
    return changes.flatMap((change) => {
      if (change.level !== "breaking") return [];
      const counterexample = counterexamples.find(change.difference);
      return {
        name: `${name}${index === 1 ? " taken back" : ""}: ${change.rule}`,
        change,
        base,
        revision,
        counterexample,
      };
    });
  }),
);

test("at least 85 % of the breaking changes of values in the tables show one", () => {
  const ofValues = shown.filter(
    ({ change: { rule, difference } }) =>
      isOfValues.test(rule) && ["narrower", "wider", "different"].includes(difference.effect),
  );
  const without = ofValues.filter(({ counterexample }) => counterexample === undefined).map(({ name }) => name);
  const share = 1 - without.length / ofValues.length;
  expect(share, `without a counterexample:\n${without.join("\n")}`).toBeGreaterThanOrEqual(0.85);
});

test("every counterexample of the tables is one for Ajv and for Hyperjump", async () => {
  const wrong: string[] = [];
  for (const { name, change, base, revision, counterexample } of shown) {
    if (counterexample === undefined) continue;
    const [accepting, refusing] = counterexample.accepted_by === "base" ? [base, revision] : [revision, base];
    const isOfBoth = change.rule !== "schema/format";
    const status = statusOf(change.difference);
    for (const judge of isOfBoth ? [byAjv, byHyperjump] : [byAjv]) {
      const accepted = await judge(accepting, counterexample, status);
      const refused = await judge(refusing, counterexample, status);
      if (accepted.some(Boolean) && refused.some((valid) => !valid)) continue;
      wrong.push(`${judge.name}: ${name}: ${JSON.stringify(counterexample)}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

/** The status of the answer that a change is about: one side may have a range, or the default. */
function statusOf({ base, revision }: { readonly base: Path; readonly revision: Path }): string | undefined {
  const found = [base, revision].flatMap((path) => path.slice(path.lastIndexOf("responses")).slice(0, 2));
  const statuses = found.filter((_, index) => index % 2 === 1 && found[index - 1] === "responses");
  return statuses.find((status) => /^\d{3}$/.test(status)) ?? statuses[0];
}

/** What holds the value: for a body every media type, for a parameter an object with its name. */
function schemasOf(
  document: unknown,
  { in: place, operation, value }: Counterexample,
  status: string | undefined,
): unknown[] {
  const source = Source.ofDocument(document);
  const step = (at: unknown, ...keys: string[]) =>
    keys.reduce<unknown>((from, key) => own(source.resolve(from), key), at);
  const [, callback = "", of] = /^callback (.*) of (.*)$/.exec(operation) ?? [];
  const [method = "", path = ""] = (of ?? operation).split(/ (.*)/);
  const itemOf = (key: string) =>
    Object.entries(Object(step(document, "paths")) as object).find(
      ([name]) => blank(name) === blank(key),
    )?.[1] as unknown;
  const methodOf = (item: unknown) =>
    Object.values(Object(source.resolve(item)) as object).find(
      (one) => step(one, "responses") ?? step(one, "requestBody"),
    ) as unknown;
  // What left a family was refused by it
  const family = () => step(document, "webhooks", path.replace(/[^.]+$/, "{event}"));
  const item = method === "webhook" ? (step(document, "webhooks", path) ?? family()) : itemOf(path);
  const called = method === "webhook" ? methodOf(item) : step(item, method.toLowerCase());
  const holder =
    of === undefined ? called : methodOf(Object.values(Object(step(called, "callbacks", callback)) as object)[0]);
  const response =
    status === undefined
      ? undefined
      : [status, `${status[0]}XX`, "default"]
          .map((one) => step(holder, "responses", one))
          .find((one) => one !== undefined);
  if (place === "body" || place === "event") {
    const body = response ?? step(holder, "requestBody");
    if (value === undefined) return [step(body, "required") !== true];
    return Object.values(Object(step(body, "content")) as object).map((media) => step(media, "schema") ?? true);
  }
  if (response !== undefined) {
    const [name, header] =
      Object.entries(Object(step(response, "headers")) as object).find(
        ([name]) => isObject(value) && (Object.hasOwn(value, name) || Object.keys(value).length === 0),
      ) ?? [];
    return [fieldOf(name, source.resolve(header))];
  }
  const lists = [step(item, "parameters"), step(holder, "parameters")].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const parameters = lists.map((one) => source.resolve(one)).filter((one) => own(one, "in") === place);
  const [sent] = Object.keys(Object(value) as object);
  return parameters
    .filter((one) => sent === undefined || place === "path" || own(one, "name") === sent)
    .map((one) => fieldOf(sent ?? String(own(one, "name")), one))
    .concat(sent === undefined ? [true] : []);
}

function blank(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}");
}

function fieldOf(name: unknown, parameter: unknown): unknown {
  const schema = own(parameter, "schema") ?? true;
  return {
    properties: { [String(name)]: schema },
    required: own(parameter, "required") === true ? [String(name)] : [],
  };
}

function whole(document: unknown, schema: unknown): unknown {
  const components = own(document, "components");
  return isObject(schema) ? { ...schema, ...(components === undefined ? {} : { components }) } : schema;
}

async function byAjv(document: unknown, counterexample: Counterexample, status?: string): Promise<boolean[]> {
  return schemasOf(document, counterexample, status).map((schema) => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    addFormats(ajv);
    return ajv.validate(whole(document, schema) as object, counterexample.value ?? null);
  });
}

async function byHyperjump(document: unknown, counterexample: Counterexample, status?: string): Promise<boolean[]> {
  const verdicts: boolean[] = [];
  const uri = "https://example.com/schema";
  for (const schema of schemasOf(document, counterexample, status)) {
    registerSchema(whole(document, schema) as Parameters<typeof registerSchema>[0], uri, dialect);
    try {
      const judge = await validate(uri);
      verdicts.push(judge((counterexample.value ?? null) as Parameters<typeof judge>[0]).valid);
    } finally {
      unregisterSchema(uri);
    }
  }
  return verdicts;
}
