// Tiny contracts as TypeScript: forms that this contract does not have yet, and what cannot be written. The rows: written.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { writeEventValidators } from "../../src/generate/event-validators.ts";
import { writeEvents } from "../../src/generate/events.ts";
import { writeExamples } from "../../src/generate/examples.ts";
import { writeTypes } from "../../src/generate/openapi-typescript.ts";
import { writeCallTables, writeKnownValues, writeSchemas } from "../../src/generate/tables.ts";
import { UnwritableError } from "../../src/generate/writing.ts";
import { type Contract, type OpenApiDocument, readContract } from "../../src/shared/contract/index.ts";

type Json = Readonly<Record<string, unknown>>;
type Media = Json & { readonly examples: Json };

interface Tiny {
  readonly schemas?: Json;
  readonly answers?: Readonly<Record<string, Media>>;
  readonly request?: Media;
  readonly form?: Media;
  readonly events?: Json;
}

const writers = {
  "examples.ts": writeExamples,
  "known-values.ts": writeKnownValues,
  "schemas.ts": writeSchemas,
  "call-tables.ts": writeCallTables,
  "events.ts": writeEvents,
};

interface Row extends Tiny {
  readonly what: string;
  readonly file: keyof typeof writers;
  readonly has?: readonly string[];
  /** The path to it, and a part of the reason. */
  readonly refused?: readonly string[];
}

function makeContract({ schemas = {}, answers = {}, request, form, events = {} }: Tiny): Promise<Contract> {
  const contentOf = ({ examples, ...media }: Media, type = "application/json") => ({
    [type]: { ...media, examples: mapValues(examples, (value) => ({ value })) },
  });
  const content = { ...(request && contentOf(request)), ...(form && contentOf(form, "multipart/form-data")) };
  const get = {
    operationId: "getA",
    security: [{ TeamApiKey: [] }],
    ...(request || form ? { requestBody: { content } } : {}),
    responses: mapValues(answers, (media) => ({ description: "An answer.", content: contentOf(media) })),
  };
  const webhooks = Object.entries(events).map(([operationId, schema]) => {
    const requestBody = { required: true, content: { "application/json": { schema } } };
    return [operationId, { post: { operationId, requestBody, responses: {} } }];
  });
  const parts = { paths: { "/a": { get } }, webhooks: Object.fromEntries(webhooks), components: { schemas } };
  return readContract({ openapi: "3.1.0", info: {}, servers: [], tags: [], ...parts } as unknown as OpenApiDocument);
}

function mapValues<T>(map: Readonly<Record<string, T>>, change: (value: T) => unknown): Json {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

const rows = parse(readFileSync(join(import.meta.dirname, "written.yaml"), "utf8")) as readonly Row[];

test.each(rows)("$what", async ({ file, has = [], refused, ...tiny }) => {
  const contract = await makeContract(tiny);
  const write = () => writers[file](contract);
  if (refused === undefined) {
    for (const part of has) expect(write()).toContain(part);
    return;
  }
  const message = expect.stringContaining(refused.at(-1) ?? "") as string;
  expect(write).toThrow(UnwritableError);
  expect(write).toThrow(expect.objectContaining({ path: refused.slice(0, -1), message }));
});

test("an open enum has no comment for each known value, since its type says them", async () => {
  const Status = { type: "string", "x-extensible-enum": ["a", "b"], examples: ["a", "b"] };
  const Name = { type: "string", examples: ["Ada"] };
  const text = await writeTypes((await makeContract({ schemas: { Status, Name } })).document, "");
  expect(text).toContain('Status: ("a" | "b" | (string & {}));');
  expect(text.match(/@example \w+/g)).toEqual(["@example Ada"]);
  expect(Status.examples).toEqual(["a", "b"]);
});

test("the validators of events stand alone, also with a format that needs code, a length and a comparison", async () => {
  const name = (event_type: Json) => ({ type: "object", required: ["event_type"], properties: { event_type } });
  const at = { type: "string", format: "date-time", minLength: 3 };
  const events = {
    "a.b": name({ type: "string", const: "a.b" }),
    "a.{x}": name({ type: "string" }),
    c: { type: "object", properties: { at, one: { enum: [{ a: 1 }, [2]] } } },
  };
  const { code } = await writeEventValidators(await makeContract({ events }));
  expect(ts.preProcessFile(code, true, true).importedFiles).toEqual([]);
  const { eventValidators } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly eventValidators: Readonly<Record<string, (value: unknown) => boolean>>;
  };
  const judge = (event: string, value: unknown) => eventValidators[event]?.(value);
  expect([judge("a.b", { event_type: "a.c" }), judge("a.{x}", { event_type: "a.c" })]).toEqual([false, true]);
  const values = [{ at: "2026-03-02T09:00:00Z", one: { a: 1 } }, { at: "yesterday" }, { one: { a: 2 } }];
  expect(values.map((value) => judge("c", value))).toEqual([true, false, false]);
});
