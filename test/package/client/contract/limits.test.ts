// Every limit of every parameter and body, from both sides: at it the value is accepted, just beyond it refused.
import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../../../../src/package/client/index.ts";
import { type ContractOperation, type Parameter, readContract } from "../../../../src/tools/contract/index.ts";
import { rejection } from "../calls.ts";
import { bodyProbes } from "./body-probes.ts";
import type { AnyResult, CallInput } from "./consumer.ts";
import { probesOf } from "./probes.ts";
import { useMock } from "./use-mock.ts";
import { validBodies, validInput } from "./valid-input.ts";

const { document, operations } = await readContract();
const consume = useMock(document);

function expectAccepted(result: AnyResult, isDeprecated = false): void {
  expect(result).toMatchObject({ ok: true, status: 200 });
  const violations = result.response.headers.get("sl-violations");
  if (isDeprecated) expect(violations).toMatch(/^\[\{[^{}]+ is deprecated"\}\]$/);
  else expect(violations).toBeNull();
}

/** Refused with the documented 422, and because of these places alone. */
function expectRefused(result: AnyResult, ...named: readonly string[]): void {
  expect(result).toMatchObject({ ok: false, status: 422, error: { detail: expect.any(String) } });
  const violations: unknown[] = JSON.parse(result.response.headers.get("sl-violations") ?? "[]");
  expect(violations).not.toEqual([]);
  for (const violation of violations) {
    for (const name of named) expect(JSON.stringify(violation).toLowerCase()).toContain(name.toLowerCase());
  }
}

/** Prism takes an empty query parameter for one that is not there. */
function isSeenByMock({ in: place }: Parameter, value: unknown): boolean {
  return place !== "query" || ![value].flat().includes("");
}

const parameters = operations.flatMap((operation) =>
  operation.parameters.map((parameter) => ({
    operation,
    parameter,
    title: `${operation.method} ${operation.path} ${parameter.in} ${parameter.name}`,
  })),
);

describe.each(parameters)("$title", ({ operation, parameter }) => {
  const { name, example, required = false, deprecated } = parameter;
  const valid = validInput(document, operation);
  const put = (value: unknown) => withParameter(valid, parameter, value);
  const { accepted, refused: beyond } = probesOf(document, parameter.schema, "text");
  const refused = beyond.filter((value) => isSeenByMock(parameter, value));
  const values = [...accepted, ...(example === undefined ? [] : [example]), ...textsFor(parameter)];

  test.each(values.map((value) => ({ value })))("accepts $value", async ({ value }) => {
    const { result, sent } = await consume(operation, put(value));
    expectAccepted(result, deprecated);
    // Nothing is refused where nothing arrives
    expect(sent.map((request) => sentValues(operation, parameter, request))).toEqual([[value].flat().map(String)]);
  });

  if (refused.length > 0) {
    test.each(refused.map((value) => ({ value })))("refuses $value", async ({ value }) => {
      const { result } = await consume(operation, put(value));
      expectRefused(result, `"${parameter.in}"`, `"${name}"`);
    });
  }

  if (parameter.in === "path") {
    test.each([undefined, null, "", ".", ".."])("never leaves as %j", async (value) => {
      expect(await rejection(consume(operation, put(value)))).toBeInstanceOf(InvalidRequestError);
    });
  } else {
    test(required ? "cannot be left out" : "may be left out", async () => {
      const { result } = await consume(operation, put(undefined));
      if (required) expectRefused(result, name);
      else expectAccepted(result);
    });
  }
});

const bodies = operations.flatMap((operation) => {
  const [media] = operation.requestBody?.bodies ?? [];
  return media === undefined ? [] : [{ operation, media, title: `${operation.method} ${operation.path}` }];
});

describe.each(bodies)("the body of $title", ({ operation, media }) => {
  const valid = validInput(document, operation);
  const carrier = media.mediaType === "multipart/form-data" ? "text" : "JSON";
  const examples = validBodies(document, operation);
  const probes = bodyProbes(document, media.schema ?? {}, examples, carrier)
    // Prism takes the body null for none
    .filter(({ at, value }) => at !== "" || value !== null);

  test.each(probes.filter(({ isAccepted }) => isAccepted))("accepts at $at: $value", async ({ body }) => {
    expectAccepted((await consume(operation, { ...valid, body })).result);
  });

  test.each(probes.filter(({ isAccepted }) => !isAccepted))("refuses at $at: $value", async ({ at, body }) => {
    const { result } = await consume(operation, { ...valid, body });
    expectRefused(result, at.split("/").at(-1) || "body");
  });

  const isRequired = operation.requestBody?.required ?? false;
  test(isRequired ? "cannot be left out" : "may be left out", async () => {
    const { result } = await consume(operation, { ...valid, body: undefined });
    if (isRequired) expectRefused(result, "body");
    else expectAccepted(result);
  });
});

/** The input with another value for one parameter; without it for `undefined`. */
function withParameter(input: CallInput, parameter: Parameter, value: unknown): CallInput {
  const { [parameter.name]: _, ...others } = input[parameter.in];
  return { ...input, [parameter.in]: value === undefined ? others : { ...others, [parameter.name]: value } };
}

/** Texts that are hard to write into a request, for a parameter that takes any. */
function textsFor({ in: place, schema }: Parameter): readonly unknown[] {
  const { type, format, pattern, enum: closed } = schema;
  if (type !== "string" || format !== undefined || pattern !== undefined || closed !== undefined) return [];
  return place === "header" ? ["a", "a, b; c=d"] : ["a", "ä ö\u{1F600}", "a b+c%20d", "a?b=c&d#e"];
}

/** The values of a parameter as they stand in a request that the client made. */
function sentValues(operation: ContractOperation, { name, in: place }: Parameter, request: Request): string[] {
  const url = new URL(request.url);
  if (place === "query") return url.searchParams.getAll(name);
  if (place === "header") return [request.headers.get(name) ?? "none"];
  const segment = operation.path.split("/").indexOf(`{${name}}`);
  return [decodeURIComponent(url.pathname.split("/")[segment] ?? "")];
}
