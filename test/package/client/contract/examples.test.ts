// The client gets every named example of every documented status of every operation, field by field.
import { describe, expect, test } from "vitest";
import { readContract } from "../../../../src/tools/contract/index.ts";
import { useMock } from "./use-mock.ts";
import { validBodies, validInput } from "./valid-input.ts";

const { document, operations } = await readContract();
const consume = useMock(document);

describe.each(operations)("$method $path", (operation) => {
  const input = validInput(document, operation);
  const cases = operation.responses.flatMap(({ status, bodies }) =>
    bodies.flatMap(({ examples }) => examples.map(({ name, value }) => ({ status: Number(status), name, value }))),
  );

  test.each(cases)("$status $name", async ({ status, name, value }) => {
    const { result, sent } = await consume(operation, input, { prefer: `code=${status}, example=${name}` });
    const isSuccess = status < 400;
    expect(result).toStrictEqual({
      ok: isSuccess,
      status,
      [isSuccess ? "data" : "error"]: value,
      response: result.response,
      request: { method: operation.method.toUpperCase(), path: operation.path },
    });
    expect(result.response.headers.get("sl-violations")).toBeNull();
    expect(sent).toHaveLength(1);
  });

  test.each(validBodies(document, operation).map((body, at) => ({ body, at })))(
    "takes example $at of its body",
    async ({ body }) => {
      const { result } = await consume(operation, { ...input, body });
      expect(result).toMatchObject({ ok: true, status: 200 });
      expect(result.response.headers.get("sl-violations")).toBeNull();
    },
  );
});

test("there is something to call, and each operation has a success and a refusal", () => {
  expect(operations.length).toBeGreaterThan(30);
  for (const { responses } of operations) {
    const statuses = responses.filter(({ bodies }) => bodies.some(({ examples }) => examples.length > 0));
    expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining(["200", "401"]));
  }
});
