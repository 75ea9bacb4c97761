// The page as it is served: one static file that loads only what is its own, with a form for each call.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { listHappenings, readControlDocument, resolve, type Schema } from "../../../src/shared/contract/index.ts";
import { sendRequest } from "../send-request.ts";

interface Form {
  readonly id: string;
  readonly operationId: string;
  readonly description: string;
  readonly fields: readonly {
    readonly name: string;
    readonly description: string;
    readonly values: readonly string[];
    readonly of?: string;
  }[];
  readonly example?: unknown;
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

const readForms = async () =>
  (JSON.parse((await sendRequest(at("page/data.json"))).body) as { readonly forms: readonly Form[] }).forms;

const at = (path: string) => `${sandbox.url}/_sandbox/${path}`;

test("the page and all that it loads are its own, and nothing is inline", async () => {
  const { status, body } = await sendRequest(at(""));
  expect(status).toBe(200);
  expect(body).not.toMatch(/ style="| on[a-z]+="|<style|<script(?! (?:defer )?src="\/_sandbox\/)/);
  // The chosen theme is set before anything is drawn
  expect(body).toMatch(/<script src="\/_sandbox\/page\/theme\.js"><\/script>\n<link rel="stylesheet"/);
  const named = Array.from(body.matchAll(/ (?:src|href)="([^"]*)"/g), ([, url = ""]) => url);
  const loaded = named.filter((url) => url.startsWith("/_sandbox/"));
  expect(named.filter((url) => !loaded.includes(url))).toEqual(["data:,", "#content"]);
  for (const url of loaded) {
    const { status, headers } = await sendRequest(`${sandbox.url}${url}`);
    expect([url, status]).toEqual([url, 200]);
    if (url.endsWith("openapi.json")) continue;
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("each form has the fields of its example, and each happening has a form", async () => {
  const { operations, document } = await readControlDocument();
  const forms = await readForms();
  for (const { id, description, fields, example } of forms) {
    // The page shows its first paragraph, and is not the document
    expect([id, description.split("\n\n")[0]]).toEqual([id, expect.not.stringContaining("this document")]);
    const names = fields.map(({ name }) => name.split(".")[0]);
    const wanted = Object.keys(Object(example)).filter((name) => !(name === "name" && names.length > 0));
    expect([id, wanted.filter((name) => !names.includes(name))]).toEqual([id, []]);
  }
  const ids = forms.map(({ id }) => id);
  const without = operations.filter(({ id, operation }) => !ids.includes(id) && !operation.tags.includes("About"));
  expect(without.map(({ id }) => id)).toEqual(["backUpWorld", "simulateHappening", "watchWorld"]);
  expect(ids).toEqual(expect.arrayContaining(listHappenings(document).map(({ name }) => name)));
});

test("in each form every value that the control document names can be chosen", async () => {
  const { operations, document } = await readControlDocument();
  const forms = await readForms();
  /** The values that a schema names, in any of its forms. */
  const listValues = (schema: Schema): string[] => {
    const { const: only, enum: several = [], anyOf = [], oneOf = [], properties = {} } = resolve(document, schema);
    const below = Object.keys(properties).length > 0 ? [] : [...anyOf, ...oneOf].flatMap(listValues);
    return [...(only === undefined ? several : [only]).map(String), ...below];
  };
  /** As `name=value`, where an object within another has its name before a dot. */
  const listChoices = (schema: Schema, before = ""): string[] => {
    const { anyOf = [], oneOf = [], properties = {} } = resolve<Schema>(document, schema);
    const own = Object.entries(properties).flatMap(([name, property]) => [
      ...listValues(property).map((value) => `${before}${name}=${value}`),
      ...(before === "" && resolve<Schema>(document, property).properties ? listChoices(property, `${name}.`) : []),
    ]);
    return [...own, ...[...anyOf, ...oneOf].flatMap((form) => listChoices(form, before))];
  };
  let count = 0;
  for (const { id, parameters, requestBody } of operations) {
    const offered = forms
      .filter((form) => form.operationId === id)
      .flatMap(({ fields }) => fields.flatMap(({ name, values }) => values.map((value) => `${name}=${value}`)));
    if (offered.length === 0 && !forms.some((form) => form.operationId === id)) continue;
    const wanted = [
      ...parameters.flatMap(({ name, schema }) => listValues(schema).map((value) => `${name}=${value}`)),
      ...listChoices(requestBody?.bodies[0]?.schema ?? {}),
    ];
    count += wanted.length;
    expect([id, wanted.filter((choice) => !offered.includes(choice))]).toEqual([id, []]);
  }
  expect(count).toBeGreaterThan(70);
});

test("a fault has the fields and the hints of its effect: of calls, or of deliveries", async () => {
  const { fields = [] } = (await readForms()).find(({ id }) => id === "addFault") ?? {};
  const [effect, ...others] = fields;
  expect([effect?.name, effect?.values.length]).toEqual(["effect", 16]);
  for (const value of effect?.values ?? []) {
    const taken = others.filter(({ of }) => of === value);
    const names = taken.map(({ name }) => name);
    expect([value, names.length]).toEqual([value, new Set(names).size]);
    const [of, hint] = ["status", "latency", "drop", "truncate"].includes(value)
      ? ["operation_id", "How many calls it affects"]
      : ["endpoint_id", "How many deliveries it affects"];
    expect(names.filter((name) => name.endsWith("_id"))).toEqual([of]);
    expect(taken.find(({ name }) => name === "count")?.description).toContain(hint);
  }
});
