// Prism as a function from request to reply. The only file that imports Prism.
//
// Prism's own HTTP server is not used: an exception in it ends the process and a malformed body hangs the request.
// Called as a function, an error in Prism fails that one request only.
import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from "@stoplight/prism-http";
import router from "@stoplight/prism-http/dist/router/index.js";
import { knownPathsOf, type Method, type OpenApiDocument } from "../../tools/contract/index.ts";
import { RequestProblem } from "./problem.ts";
import type { Violation } from "./violations.ts";

/** Which response to choose. */
export interface Preference {
  /** The status of the response; Prism chooses when absent. */
  readonly code?: number | undefined;
  /** The name of the example; Prism chooses when absent. */
  readonly example?: string | undefined;
}

export interface PrismReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly violations: readonly Violation[];
}

/** An operation whose responses are examples of the contract. */
export interface MockedOperation {
  readonly id: string;
  /** Whether the operation documents this status. */
  documents(status: number): boolean;
  /**
   * Answers a request with these headers; checks only the credential.
   *
   * It rejects with a `RequestProblem` when the operation has no such response.
   */
  answer(headers: Readonly<Record<string, string>>, preference?: Preference): Promise<PrismReply>;
}

/**
 * Finds the operation of a method and a path, still percent-encoded.
 *
 * It throws a `RequestProblem` when the contract has no such operation.
 */
export type Prism = (method: string, path: string) => MockedOperation;

type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/**
 * Creates Prism for a contract.
 *
 * @throws what Prism throws when it cannot read the document.
 */
export async function createPrism(document: OpenApiDocument): Promise<Prism> {
  // Prism resolves references in place, so it gets a copy
  const findOperation = operationFinder(await getHttpOperationsFromSpec(structuredClone(document)));
  const config = {
    isProxy: false,
    // contract/ checks the input, for the mock and for the sandbox
    validateRequest: false,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  } as const;
  const instance = createInstance(config, { logger: createLogger("mock", { level: "silent" }) });

  const request = async (
    operation: Operation,
    path: string,
    headers: Readonly<Record<string, string>>,
    preference: Preference,
  ) => {
    const { code, example } = preference;
    const preferred = {
      dynamic: false,
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { exampleKey: example }),
    };
    const input = {
      method: operation.method as "get",
      url: { path, query: {} },
      headers: { ...headers },
      body: undefined,
    };
    try {
      const outcome = await instance.request(input, [operation], { ...config, mock: preferred })();
      if (outcome._tag === "Left") return refusal(outcome.left);
      const { output, validations } = outcome.right;
      return {
        status: output.statusCode,
        headers: output.headers ?? {},
        body: output.body,
        violations: validations.input.map(({ path = [], message }) => ({
          location: ["request", ...path.map(String)],
          message,
        })),
      };
    } catch (error) {
      return refusal(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return (method, path) => {
    const operation = findOperation(method, path);
    return {
      id: operation.iid ?? "",
      documents: (status) => findResponse(operation.responses, status) !== undefined,
      async answer(headers, { code, example } = {}) {
        const plain = await request(operation, path, headers, {});
        // Prism fails with 404 or 500 when Prefer asks for a response that the contract does not have
        const isRefused = plain.status >= 400 && plain.status !== code;
        if (isRefused || (code === undefined && example === undefined)) return plain;
        checkPreference(operation, code ?? plain.status, example);
        return request(operation, path, headers, { code, example });
      },
    };
  };
}

/** The default export of a CommonJS module: Node and Vitest import it differently. */
const prismRoute: typeof router.default = "default" in router ? router.default : router;

/** Finds the operation as Prism does: a literal path comes before a template. */
function operationFinder(operations: Operation[]): (method: string, path: string) => Operation {
  const paths = knownPathsOf(operations.map(({ path, method }) => ({ path, method: method as Method })));
  return (method, path) => {
    const allowed = paths.methodsOf(path);
    const routed = prismRoute({ resources: operations, input: { method: method as "get", url: { path } } });
    if (routed._tag === "Right" && (allowed.length === 0 || allowed.includes(method.toUpperCase())))
      return routed.right;
    if (allowed.length === 0) throw new RequestProblem(404, "Unknown path", paths.describeUnknown(path));
    const allow = allowed.join(", ");
    const detail = `The contract has no ${method.toUpperCase()} for ${path}, only ${allow}.`;
    throw new RequestProblem(405, "Unknown operation", detail, { allow });
  };
}

/** Finds the documented response for a status, as Prism does. */
function findResponse<T extends { readonly code: string }>(answers: readonly T[], status: number): T | undefined {
  const [answer] = [`${status}`, `${Math.floor(status / 100)}XX`, "default"].flatMap((code) =>
    answers.filter((candidate) => candidate.code === code),
  );
  return answer;
}

function checkPreference({ responses }: Operation, status: number, example: string | undefined): void {
  const answers = responses.map(({ code, contents = [] }) => ({
    code,
    examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
  }));
  const answer = findResponse(answers, status);
  if (answer !== undefined && (example === undefined || answer.examples.includes(example))) return;
  const asked = example === undefined ? `code=${status}` : `code=${status}, example=${example}`;
  const known = answers.map(({ code, examples }) => `code=${code} with example=${examples.join(" | ") || "none"}`);
  const detail = `Prefer asks for "${asked}", which the operation does not document. It documents: ${known.join("; ")}.`;
  throw new RequestProblem(400, "The Prefer header cannot be satisfied", detail);
}

/** Prism's own problems keep their status; any other error is a bug in Prism. */
function refusal(error: Error): PrismReply {
  const problem = ProblemJsonError.toProblemJson(error);
  return {
    status: problem.status,
    headers: { "content-type": "application/problem+json" },
    body:
      error instanceof ProblemJsonError
        ? problem
        : { ...problem, detail: `Prism cannot mock this request: ${error.message}` },
    violations: [],
  };
}
