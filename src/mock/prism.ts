// Prism as a function from request to reply. The only file that imports Prism.
//
// Prism's own HTTP server is not used: an exception in it ends the process and a malformed body hangs the request.
// Called as a function, whatever goes wrong in Prism is an error of that one request.
import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from "@stoplight/prism-http";
import router from "@stoplight/prism-http/dist/router/index.js";
import type { OpenApiDocument } from "../contract/index.ts";
import { RequestProblem } from "./problem.ts";

/** A request as Prism takes it. */
export interface PrismRequest {
  /** In lower case. */
  readonly method: string;
  /** The path, still percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed when it is JSON, else text; absent when there is none. */
  readonly body: unknown;
  /** The status to answer with; Prism chooses when absent. */
  readonly code: number | undefined;
  /** The name of the example to answer with; Prism chooses when absent. */
  readonly example: string | undefined;
}

/** What the contract has against a request. */
export interface Violation {
  /** Where, such as `["request", "query", "radius"]`. */
  readonly location: readonly string[];
  readonly message: string;
}

export interface PrismReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly violations: readonly Violation[];
}

/**
 * Answers a request out of one version of the contract.
 *
 * It rejects with a `RequestProblem` when the contract has no such operation, or the operation no such answer.
 */
export type Prism = (request: PrismRequest) => Promise<PrismReply>;

type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/**
 * Makes Prism for a contract.
 *
 * @throws what Prism throws when it cannot read the document.
 */
export async function prismFor(document: OpenApiDocument): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(document);
  const config = {
    isProxy: false,
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  } as const;
  const instance = createInstance(config, { logger: createLogger("mock", { level: "silent" }) });

  const ask = async (request: PrismRequest, operation: Operation): Promise<PrismReply> => {
    const { method, path, query, headers, body, code, example } = request;
    const preferred = {
      dynamic: false,
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { exampleKey: example }),
    };
    const input = { method: method as "get", url: { path, query: { ...query } }, headers: { ...headers }, body };
    try {
      const outcome = await instance.request(input, [operation], { ...config, mock: preferred })();
      if (outcome._tag === "Left") return refusal(outcome.left);
      const { output, validations } = outcome.right;
      return {
        status: output.statusCode,
        headers: output.headers ?? {},
        body: output.body,
        violations: validations.input.map((violation) => ({
          location: ["request", ...(violation.path ?? []).map(String)],
          message: violation.message,
        })),
      };
    } catch (error) {
      return refusal(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return async (request) => {
    const { code, example } = request;
    const operation = operationFor(operations, request);
    const plain = await ask({ ...request, code: undefined, example: undefined }, operation);
    // Asked for an answer that the request does not get or the contract does not have, Prism fails with a 404 or 500
    const isRefused = plain.status >= 400 && plain.status !== code;
    if (isRefused || (code === undefined && example === undefined)) return plain;
    checkPreference(operation, code ?? plain.status, example);
    return ask(request, operation);
  };
}

/** The default of a CommonJS module: Node imports what the module exports, Vitest the default in it. */
const prismRoute: typeof router.default = "default" in router ? router.default : router;

/** Takes the operation that Prism would: a literal path comes before a template. */
function operationFor(operations: Operation[], { method, path }: PrismRequest): Operation {
  const route = (as: string) => prismRoute({ resources: operations, input: { method: as as "get", url: { path } } });
  const routed = route(method);
  if (routed._tag === "Right") return routed.right;
  const methods = [...new Set(operations.map((operation) => operation.method))];
  const allowed = methods.filter((other) => route(other)._tag === "Right").map((other) => other.toUpperCase());
  if (allowed.length === 0) throw new RequestProblem(404, "No such path", `The contract has no path for ${path}.`);
  const allow = allowed.join(", ");
  const detail = `The contract has no ${method.toUpperCase()} for ${path}, only ${allow}.`;
  throw new RequestProblem(405, "No such operation", detail, { allow });
}

function checkPreference({ responses }: Operation, status: number, example: string | undefined): void {
  const answers = responses.map(({ code, contents = [] }) => ({
    code,
    examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
  }));
  // The order in which Prism looks
  const [answer] = [`${status}`, `${Math.floor(status / 100)}XX`, "default"].flatMap((code) =>
    answers.filter((candidate) => candidate.code === code),
  );
  if (answer !== undefined && (example === undefined || answer.examples.includes(example))) return;
  const asked = example === undefined ? `code=${status}` : `code=${status}, example=${example}`;
  const known = answers.map(({ code, examples }) => `code=${code} with example=${examples.join(" | ") || "none"}`);
  const detail = `Prefer asks for "${asked}", which the operation does not have. It has: ${known.join("; ")}.`;
  throw new RequestProblem(400, "The Prefer header cannot be met", detail);
}

/** Prism's refusals become problems with their own status; any other error is a fault of Prism. */
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
