// What stands around the values: credentials, content types, JSON that is none, and paths that resemble one another.
import { describe, expect, test } from "vitest";
import { errorUnauthorized } from "../../../../generated/examples.ts";
import { type ContractOperation, readContract } from "../../../../src/tools/contract/index.ts";
import { depth } from "../../../run/depth.ts";
import { useMock } from "./use-mock.ts";
import { validInput } from "./valid-input.ts";

const { document, operations } = await readContract();
const consume = useMock(document);

/** Changes the headers of a request on its way out. */
function withHeaders(change: (headers: Headers) => void): (request: Request) => Request {
  return (request) => {
    const headers = new Headers(request.headers);
    change(headers);
    return new Request(request, { headers });
  };
}

describe("the credential", () => {
  const names = Object.values(document.components.securitySchemes).map(({ name = "" }) => name);
  const credentialOf = (operation: ContractOperation) => {
    const [own = ""] = operation.security.flat().map((name) => document.components.securitySchemes[name]?.name);
    const [other = ""] = names.filter((name) => name !== own);
    return { own, other };
  };

  describe.each(operations)("of $method $path", (operation) => {
    const { own, other } = credentialOf(operation);
    test("is the one that the contract asks for, and the only one", async () => {
      const { sent } = await consume(operation, validInput(document, operation));
      expect(sent.map(({ headers }) => [headers.has(own), headers.has(other)])).toEqual([[true, false]]);
    });

    test.each<[string, (headers: Headers) => void]>([
      ["is missing", (headers) => headers.delete(own)],
      ["is empty", (headers) => headers.set(own, "")],
      [
        "is the other host's",
        (headers) => {
          headers.set(other, headers.get(own) ?? "");
          headers.delete(own);
        },
      ],
    ])("%s: refused", async (_, change) => {
      const { result } = await consume(operation, validInput(document, operation), { rewrite: withHeaders(change) });
      expect(result).toMatchObject({ ok: false, status: 401, error: errorUnauthorized });
    });
  });
});

const withBody = operations.flatMap((operation) => {
  const [media] = operation.requestBody?.bodies ?? [];
  return media === undefined ? [] : [{ operation, mediaType: media.mediaType }];
});
const withJson = withBody.filter(({ mediaType }) => mediaType === "application/json");

describe.each(withBody)("the content type of $operation.path", ({ operation, mediaType }) => {
  const send = (type: string | undefined) =>
    consume(operation, validInput(document, operation), {
      rewrite: ({ url, method, headers }) => {
        // A text would bring a type of its own
        const body = new Blob(["{}"]);
        const other = new Headers(headers);
        other.delete("content-type");
        if (type !== undefined) other.set("content-type", type);
        return new Request(url, { method, headers: other, body });
      },
    });

  test("is the one that the contract asks for", async () => {
    const { sent } = await consume(operation, validInput(document, operation));
    expect(sent.map(({ headers }) => headers.get("content-type")?.split(";")[0])).toEqual([mediaType]);
  });

  const others = ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/json"];
  test.each(others.filter((type) => type !== mediaType))("is %s: refused", async (type) => {
    const { result } = await send(type);
    expect(result).toMatchObject({ ok: false, status: 422, error: { detail: expect.any(String) } });
    expect(result.response.headers.get("sl-violations")).toContain(`Supported content types: ${mediaType}"`);
  });

  test("is missing: refused", async () => {
    const { result } = await send(undefined);
    expect(result).toMatchObject({ ok: false, status: 422, error: { detail: expect.any(String) } });
    expect(result.response.headers.get("sl-violations")).toContain('["request","body"]');
  });
});

test.each(withJson)("JSON may say its charset: $operation.path", async ({ operation }) => {
  const type = "application/json; charset=utf-8";
  const rewrite = withHeaders((headers) => headers.set("content-type", type));
  const { result } = await consume(operation, validInput(document, operation), { rewrite });
  expect(result).toMatchObject({ ok: true, status: 200 });
  expect(result.response.headers.get("sl-violations")).toBeNull();
});

describe.each(withJson)("JSON that is none: $operation.path", ({ operation }) => {
  test.each(['{"a":', "{'a':1}", '{"a":1}}', "undefined", "\u0000"])("%j is refused", async (body) => {
    const { result } = await consume(operation, validInput(document, operation), {
      rewrite: ({ url, method, headers }) => new Request(url, { method, headers, body }),
    });
    expect(result).toMatchObject({ ok: false, status: 422, error: { detail: "The body is not JSON in utf-8." } });
  });
});

describe("paths that resemble one another", () => {
  /** Every fixed word of the contract's paths, such as `resolve` and `undo_delete`. */
  const words = new Set(
    operations.flatMap(({ path }) => path.split("/").filter((word) => word !== "" && !word.startsWith("{"))),
  );
  const someWords = [...words].filter((_, index) => index % depth(6, 1) === 0);
  const inPath = operations.flatMap((operation) =>
    operation.parameters.filter((parameter) => parameter.in === "path").map((parameter) => ({ operation, parameter })),
  );
  /** The words that as this parameter do not make a path of another template, such as `resolve` for a user's id. */
  const ownWords = ({ path }: ContractOperation, name: string) =>
    someWords.filter((word) => {
      const segments = path.replace(`{${name}}`, word).split("/");
      const isLike = (other: string) => {
        const theirs = other.split("/");
        return theirs.length === segments.length && theirs.every((one, at) => one === segments[at] || one[0] === "{");
      };
      return operations.every((other) => other.path === path || !isLike(other.path));
    });
  const call = async (operation: ContractOperation, name: string, value: string) => {
    const input = validInput(document, operation);
    return (await consume(operation, { ...input, path: { ...input.path, [name]: value } })).result;
  };
  const firstExample = ({ responses }: ContractOperation) =>
    responses.find(({ status }) => status === "200")?.bodies[0]?.examples[0]?.value;

  test.each([
    "get /v2/user/resolve/{client_user_id}",
    "get /v2/user/providers/{user_id}",
    "post /v2/user/undo_delete",
    "post /v2/user/refresh/{user_id}",
    "delete /v2/user/{user_id}/{provider}",
    "post /v2/user/{user_id}/create_portal_url",
    "get /v3/order/psc/info",
    "post /v3/order/psc/appointment/availability",
    "post /v3/order/{order_id}/psc/appointment/book",
    "get /v3/lab_tests/labs",
    "get /v3/lab_tests/markers",
    "get /v3/lab_tests/{lab_test_id}/markers",
  ])("%s answers, and none beside it", async (name) => {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === name);
    if (operation === undefined) throw new Error(`The contract has no ${name}.`);
    const { result } = await consume(operation, validInput(document, operation));
    expect(result).toMatchObject({ ok: true, data: firstExample(operation) });
  });

  const free = inPath.filter(({ parameter }) => parameter.schema.format === undefined);
  test.each(free)("$operation.path takes any word as its $parameter.name", async ({ operation, parameter }) => {
    const traps = ["a/b", "../labs", "%2e%2e", "a/../b", "x?y", "x#y", "{user_id}"];
    for (const word of [...ownWords(operation, parameter.name), ...traps]) {
      const result = await call(operation, parameter.name, word);
      expect(result, word).toMatchObject({ ok: true, data: firstExample(operation) });
    }
  });

  const strict = inPath.filter(({ parameter }) => parameter.schema.format !== undefined);
  test.each(strict)("$operation.path takes no word as its $parameter.name", async ({ operation, parameter }) => {
    for (const word of ownWords(operation, parameter.name)) {
      const result = await call(operation, parameter.name, word);
      expect(result, word).toMatchObject({ ok: false, status: 422 });
    }
  });
});
