// Every operation of the contract, called through the client: all examples by the mock, parameters that are hard to write, and a newer service.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientError, createClient, createManagementClient, type FetchInit } from "../../src/client/index.ts";
import type { Mock } from "../../src/mock/index.ts";
import {
  type ContractOperation,
  type Parameter,
  readContract,
  resolve,
  type Schema,
} from "../../src/shared/contract/index.ts";
import { serveBundle } from "../mock/serve-bundle.ts";
import { everythingIn, organizationKey, teamKey } from "./calls.ts";

const { document, operations } = await readContract();
let mock: Mock;
beforeAll(async () => {
  mock = await serveBundle();
});
afterAll(() => mock.close());

/** Headers of the contract that the client takes as options with names of their own. */
const optionNames: Readonly<Record<string, string>> = {
  "Idempotency-Key": "idempotencyKey",
  "x-service-link-token": "linkToken",
};

/** Calls an operation with its required parameters by their examples, and its first example as the body. */
async function call(
  operation: ContractOperation,
  changes: { body?: unknown; prefer?: string; answer?: () => Response; [place: string]: unknown } = {},
) {
  const sent: Request[] = [];
  const connection = {
    baseUrl: mock.url,
    fetch: async (url: string, init: FetchInit) => {
      sent.push(new Request(url, init));
      return changes.answer?.() ?? fetch(url, init);
    },
    maxRetries: 0,
  };
  const client = operation.security.flat().includes("ManagementKey")
    ? createManagementClient({ ...connection, managementKey: organizationKey })
    : createClient({ ...connection, apiKey: teamKey });
  const values = (place: Parameter["in"]) => {
    const required = operation.parameters.filter((parameter) => parameter.in === place && parameter.required);
    return {
      ...Object.fromEntries(required.map(({ name, example }) => [name, example])),
      ...(changes[place] as object),
    };
  };
  const headers = Object.entries(values("header")).map(([name, value]) => [optionNames[name], value]);
  const untyped = client as unknown as Record<
    string,
    (path: string, options: object) => Promise<{ response: Response }>
  >;
  const result = await untyped[operation.method.toUpperCase()]?.(operation.path, {
    ...Object.fromEntries(headers),
    params: { path: values("path"), query: values("query") },
    body: "body" in changes ? changes.body : exampleBodies(operation)[0],
    ...(changes.prefer && { headers: { prefer: changes.prefer } }),
  });
  return { result, sent, violations: result?.response.headers.get("sl-violations") };
}

/** The examples of the request body as the client takes them: a file is a `File`. */
function exampleBodies({ requestBody }: ContractOperation): unknown[] {
  const [media] = requestBody?.bodies ?? [];
  const { properties = {} } = resolve<Schema>(document, media?.schema ?? {});
  return (media?.examples ?? []).map(({ value }) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, part]) => {
        const isFile = properties[name]?.format === "binary";
        return [name, isFile ? new File([String(part)], "report.pdf", { type: "application/pdf" }) : part];
      }),
    ),
  );
}

/** The examples of the answers of an operation. */
function exampleAnswers(operation: ContractOperation) {
  return operation.responses.flatMap(({ status, bodies }) =>
    bodies.flatMap((body) =>
      body.examples.map(({ name, value }) => ({ operation, status: Number(status), name, value })),
    ),
  );
}

describe.each(operations)("$method $path", (operation) => {
  test.each(exampleAnswers(operation))("answers $status $name", async ({ status, name, value }) => {
    const { result, sent, violations } = await call(operation, { prefer: `code=${status}, example=${name}` });
    const isSuccess = status < 400;
    expect(result).toStrictEqual({
      ok: isSuccess,
      status,
      [isSuccess ? "data" : "error"]: value,
      response: result?.response,
      request: { method: operation.method.toUpperCase(), path: operation.path },
    });
    expect([violations, sent.length]).toEqual([null, 1]);
    const names = Object.values(document.components.securitySchemes).map((scheme) => scheme.name ?? "");
    const [own = ""] = operation.security.flat().map((scheme) => document.components.securitySchemes[scheme]?.name);
    expect(names.filter((header) => sent[0]?.headers.has(header))).toEqual([own]);
  });

  test("takes each example of its body, and says its type", async () => {
    for (const body of exampleBodies(operation)) {
      const { result, sent, violations } = await call(operation, { body });
      expect([result, violations]).toMatchObject([{ ok: true, status: 200 }, null]);
      const type = operation.requestBody?.bodies[0]?.mediaType;
      expect(sent[0]?.headers.get("content-type")?.split(";")[0]).toBe(type);
    }
  });

  const free = operation.parameters.filter(
    ({ schema: { type, format, pattern, enum: closed } }) => type === "string" && !(format ?? pattern ?? closed),
  );
  if (free.length === 0) return;
  test("takes any text as a parameter, and writes it so that it arrives", async () => {
    const example = exampleAnswers(operation).find(({ status }) => status === 200)?.value;
    for (const { name, in: place } of free) {
      const texts =
        place === "header"
          ? ["a", "a, b; c=d"]
          : ["ä ö\u{1F600}", "a b+c%20d", "a?b=c&d#e", "../labs", "%2e%2e", "...", "..\t", "a\\b", "$&$1", "{user_id}"];
      for (const text of texts) {
        const answer = () => Response.json(example);
        const { result, sent } = await call(operation, { answer, [place]: { [name]: text } });
        expect(result, text).toMatchObject({ ok: true, status: 200 });
        const { pathname, searchParams } = new URL(sent[0]?.url ?? "");
        const segment = pathname.split("/")[operation.path.split("/").indexOf(`{${name}}`)] ?? "";
        const arrived = {
          path: decodeURIComponent(segment),
          query: searchParams.get(name),
          header: sent[0]?.headers.get(name),
        };
        expect(arrived[place as "path"], name).toBe(text);
      }
    }
  });
});

test("there is something to call, and each operation has a success and a refusal", () => {
  expect(operations.length).toBeGreaterThan(30);
  for (const { responses } of operations) {
    const statuses = responses.filter(({ bodies }) => bodies.some(({ examples }) => examples.length > 0));
    expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining(["200", "401"]));
  }
});

/** The same value from a newer service: with further fields in its objects and other texts in place of some. */
function makeNewer(value: unknown, random: () => number, further: fc.JsonValue): unknown {
  if (Array.isArray(value)) return value.map((item) => makeNewer(item, random, further));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => [name, makeNewer(field, random, further)]);
    return { ...(random() < 0.5 ? { added_by_a_newer_service: further } : {}), ...Object.fromEntries(fields) };
  }
  return typeof value === "string" && random() < 0.2 ? `${value}-of-a-newer-service` : value;
}

describe("a newer service", () => {
  const answers = fc.constantFrom(...operations.flatMap(exampleAnswers));
  const randomness = fc
    .infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))
    .map((stream) => () => stream.next().value);
  const runs = { numRuns: 150 };

  test("may add fields and enum values to every answer of the contract", () =>
    fc.assert(
      fc.asyncProperty(answers, randomness, fc.jsonValue(), async ({ operation, status, value }, random, further) => {
        const body = JSON.stringify(makeNewer(value, random, further));
        const { result } = await call(operation, { answer: () => new Response(body, { status }) });
        expect(result).toMatchObject({ ok: status < 300, status });
        expect(result).toHaveProperty(status < 300 ? "data" : "error", JSON.parse(body));
      }),
      runs,
    ));

  test("may answer with any status, and any body then: data, a refusal or one of our errors", () => {
    const statuses = fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205, 304].includes(status));
    const odd = fc.constantFrom("", "null", '"text"', "<html></html>", '{"a":', "\ufeff{}");
    const bodies = fc.oneof(fc.json(), fc.string(), odd);
    return fc.assert(
      fc.asyncProperty(answers, statuses, bodies, async ({ operation }, status, body) => {
        const outcome = await call(operation, { answer: () => new Response(body, { status }) }).catch(
          (error: unknown) => error,
        );
        if (!(outcome instanceof Error)) expect(outcome).toMatchObject({ result: { ok: status < 300, status } });
        else expect([outcome instanceof ClientError, everythingIn(outcome).includes(teamKey)]).toEqual([true, false]);
      }),
      runs,
    );
  });
});
