// Prism as a function from request to reply. The only file that imports Prism.
//
// Prism's own HTTP server is not used: an exception in it ends the process and a malformed body hangs the request.
// Called as a function, whatever goes wrong in Prism is an error of that one request.
import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from "@stoplight/prism-http";
import type { OpenApiDocument } from "../contract/index.ts";

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

/** Answers a request out of one version of the contract. */
export type Prism = (request: PrismRequest) => Promise<PrismReply>;

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
  return async ({ method, path, query, headers, body, code, example }) => {
    const preferred = {
      dynamic: false,
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { exampleKey: example }),
    };
    const input = { method: method as "get", url: { path, query: { ...query } }, headers: { ...headers }, body };
    try {
      const outcome = await instance.request(input, operations, { ...config, mock: preferred })();
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
