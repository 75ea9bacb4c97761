// A service newer than the package breaks nothing: properties, tried with random values.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClientError, createClient } from "../../src/client/index.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { everythingIn, teamKey } from "./calls.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 150 });

const contract = await readContract();

/** A call of any operation with its answer, as the contract's examples show them. */
const answers = contract.operations
  .filter(({ path }) => path !== "/v1/org/{org_id}/team")
  .flatMap((operation) =>
    operation.responses.flatMap(({ status, bodies }) =>
      bodies.flatMap((body) =>
        body.examples.map((example) => ({ operation, status: Number(status), value: example.value })),
      ),
    ),
  );

/** The same value from a newer service: with further fields in its objects and other texts in place of some. */
function newer(value: unknown, random: () => number, further: fc.JsonValue): unknown {
  if (Array.isArray(value)) return value.map((item) => newer(item, random, further));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => [name, newer(field, random, further)]);
    return { ...(random() < 0.5 ? { added_by_a_newer_service: further } : {}), ...Object.fromEntries(fields) };
  }
  return typeof value === "string" && random() < 0.2 ? `${value}-of-a-newer-service` : value;
}

/** Calls an operation with whatever it needs, and a server that gives one answer. */
function call({ operation }: (typeof answers)[number], fetch: () => Promise<Response>) {
  const client = createClient({ apiKey: teamKey, baseUrl: "http://127.0.0.1", fetch, maxRetries: 0 });
  const path = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "an-id"]));
  const untyped = client as unknown as Record<string, (path: string, options: object) => Promise<object>>;
  const method = untyped[operation.method.toUpperCase()];
  if (method === undefined) throw new Error(`no method ${operation.method}`);
  return method(operation.path, { params: { path } });
}

const randomness = fc
  .infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))
  .map((stream) => () => stream.next().value);

describe("a newer service", () => {
  test("may add fields and enum values to every answer of the contract", async () => {
    expect(answers.length).toBeGreaterThan(100);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...answers), randomness, fc.jsonValue(), async (answer, random, further) => {
        const body = JSON.stringify(newer(answer.value, random, further));
        const result = await call(answer, async () => new Response(body, { status: answer.status }));
        const value: unknown = JSON.parse(body);
        expect(result).toMatchObject({ ok: answer.status < 300, status: answer.status });
        expect(result).toHaveProperty(answer.status < 300 ? "data" : "error", value);
      }),
    );
  });

  test("may answer with any status, and any body then: data, a refusal or one of our errors", async () => {
    const statuses = fc.integer({ min: 200, max: 599 }).filter((status) => ![204, 205].includes(status));
    const bodies = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom("", "null", '"text"', "<html></html>", '{"a":', "\ufeff{}"),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...answers), statuses, bodies, async (answer, status, body) => {
        const nullBody = status === 304;
        const made = call(answer, async () => new Response(nullBody ? null : body, { status }));
        const outcome = await made.then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        );
        if ("error" in outcome) {
          expect(outcome.error).toBeInstanceOf(ClientError);
          expect(everythingIn(outcome.error)).not.toContain(teamKey);
          return;
        }
        expect(outcome.result).toMatchObject({ ok: status < 300, status });
        expect(outcome.result).toHaveProperty(status < 300 ? "data" : "error");
      }),
    );
  });
});
