// Prism as a function from request to reply. The only file that imports Prism.
//
// Prism's own HTTP server is not used: an exception in it ends the process and a malformed body hangs the request.
// Called as a function, whatever goes wrong in Prism is an error of that one request.
import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec, ProblemJsonError } from "@stoplight/prism-http";
import router from "@stoplight/prism-http/dist/router/index.js";
import { validateInput, validateOutput, validateSecurity } from "@stoplight/prism-http/dist/validator/index.js";
import { knownPathsOf, type Method, type OpenApiDocument } from "../../tools/contract/index.ts";
import { RequestProblem } from "./problem.ts";
import type { Violation } from "./violations.ts";

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
}

/** How an answer is to be chosen. */
export interface Preference {
  /** The status to answer with; Prism chooses when absent. */
  readonly code?: number | undefined;
  /** The name of the example to answer with; Prism chooses when absent. */
  readonly example?: string | undefined;
}

export interface PrismReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly violations: readonly Violation[];
}

/** An operation whose answers are examples of the contract. */
export interface MockedOperation {
  readonly id: string;
  /** Has the operation a documented answer of this status? */
  documents(status: number): boolean;
  /**
   * Answers a request with these headers: only the credential is looked at.
   *
   * It rejects with a `RequestProblem` when the operation has no such answer.
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

/** Prism resolves the references of a document in place: it gets a copy. */
function operationsOf(document: OpenApiDocument): Promise<Operation[]> {
  return getHttpOperationsFromSpec(structuredClone(document));
}

/**
 * Makes Prism for a contract.
 *
 * @throws what Prism throws when it cannot read the document.
 */
export async function prismFor(document: OpenApiDocument): Promise<Prism> {
  const findOperation = operationFinder(await operationsOf(document));
  const config = {
    isProxy: false,
    // The input is checked by the contract room, as the sandbox checks it
    validateRequest: false,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  } as const;
  const instance = createInstance(config, { logger: createLogger("mock", { level: "silent" }) });

  const ask = async (operation: Operation, path: string, headers: PrismRequest["headers"], preference: Preference) => {
    const { code, example } = preference;
    const preferred = {
      dynamic: false,
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { exampleKey: example }),
    };
    const input = inputOf({ method: operation.method, path, query: {}, headers, body: undefined });
    try {
      const outcome = await instance.request(input, [operation], { ...config, mock: preferred })();
      if (outcome._tag === "Left") return refusal(outcome.left);
      const { output, validations } = outcome.right;
      return {
        status: output.statusCode,
        headers: output.headers ?? {},
        body: output.body,
        violations: validations.input.map((diagnostic) => violationOf("request", diagnostic)),
      };
    } catch (error) {
      return refusal(error instanceof Error ? error : new Error(String(error)));
    }
  };

  return (method, path) => {
    const operation = findOperation(method, path);
    return {
      id: operation.iid ?? "",
      documents: (status) => answerFor(operation.responses, status) !== undefined,
      async answer(headers, { code, example } = {}) {
        const plain = await ask(operation, path, headers, {});
        // Asked for an answer that the request does not get or the contract does not have, Prism fails with a 404 or 500
        const isRefused = plain.status >= 400 && plain.status !== code;
        if (isRefused || (code === undefined && example === undefined)) return plain;
        checkPreference(operation, code ?? plain.status, example);
        return ask(operation, path, headers, { code, example });
      },
    };
  };
}

/** An answer of a server, as Prism takes it. */
export interface PrismAnswer {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed when it is JSON, else text; absent when there is none. */
  readonly body: unknown;
}

/** What the contract says about one operation. */
export interface OperationChecks {
  /** The operation's id, method and path template, such as `createUser (POST /v2/user/)`. */
  readonly name: string;
  /** What the contract has against a request for this operation. */
  ofRequest(request: PrismRequest): readonly Violation[];
  /** What the contract has against the status of an answer. Prism only warns of one that is not documented. */
  ofStatus(status: number): readonly Violation[];
  /** What the contract has against an answer with a documented status. */
  ofAnswer(answer: PrismAnswer): readonly Violation[];
}

/**
 * Finds what the contract says about the operation of a method and a path, still percent-encoded.
 *
 * It throws a `RequestProblem` when the contract has no such operation.
 */
export type Checks = (method: string, path: string) => OperationChecks;

/**
 * Makes the checks of a contract.
 *
 * @throws what Prism throws when it cannot read the document.
 */
export async function checksFor(document: OpenApiDocument): Promise<Checks> {
  const findOperation = operationFinder(await operationsOf(document));
  return (method, path) => {
    const resource = findOperation(method.toLowerCase(), path);
    return {
      name: `${resource.iid} (${resource.method.toUpperCase()} ${resource.path})`,
      ofRequest(request) {
        const element = inputOf(request);
        const credential = diagnose("request", () => validateSecurity({ resource, element }));
        return [
          ...(credential.length > 0 ? [missingCredential(resource)] : []),
          ...diagnose("request", () => validateInput({ resource, element })),
        ];
      },
      ofStatus(status) {
        if (answerFor(resource.responses, status) !== undefined) return [];
        const documented = resource.responses.map(({ code }) => code).join(", ");
        const message = `Response status ${status} is not documented, expected one of ${documented}`;
        return [{ location: ["response", "status"], message }];
      },
      ofAnswer({ status, headers, body }) {
        const element = { statusCode: status, headers: { ...headers }, body };
        return diagnose("response", () => validateOutput({ resource, element }));
      },
    };
  };
}

/** What Prism tells of one thing that is wrong. */
type Diagnostic = { readonly path?: readonly (string | number)[]; readonly code?: unknown; readonly message: string };

function violationOf(side: "request" | "response", { path = [], message }: Diagnostic): Violation {
  return { location: [side, ...path.map(String)], message };
}

/** Says which credential an operation needs: Prism says only that the security scheme is invalid. */
function missingCredential({ security = [] }: Operation): Violation {
  const names = security.flat().flatMap((scheme) => ("name" in scheme ? [scheme.name] : [scheme.type]));
  return { location: ["request", "header"], message: `Request has no credential, expected ${names.join(" or ")}` };
}

/** Collects what a check of Prism finds; a check that fails is a finding too: nothing found must mean looked at. */
function diagnose(
  side: "request" | "response",
  check: () => { _tag: "Left"; left: readonly Diagnostic[] } | { _tag: "Right" },
): readonly Violation[] {
  try {
    const outcome = check();
    if (outcome._tag === "Right") return [];
    return (
      outcome.left
        // What is deprecated still keeps to the contract
        .filter(({ code }) => code !== "deprecated")
        .map(({ message, ...diagnostic }) => violationOf(side, { ...diagnostic, message: sided(side, message) }))
    );
  } catch (error) {
    return [{ location: [side], message: `Prism cannot check the ${side}: ${String(error)}` }];
  }
}

/** Says whose fault it is where Prism does not: "Supported content types: application/json". */
function sided(side: "request" | "response", message: string): string {
  const name = side === "request" ? "Request" : "Response";
  return message.startsWith(name) ? message : `${name}: ${message}`;
}

function inputOf({ method, path, query, headers, body }: PrismRequest) {
  return { method: method as "get", url: { path, query: { ...query } }, headers: { ...headers }, body };
}

/** The default of a CommonJS module: Node imports what the module exports, Vitest the default in it. */
const prismRoute: typeof router.default = "default" in router ? router.default : router;

/** Takes the operation that Prism would: a literal path comes before a template. */
function operationFinder(operations: Operation[]): (method: string, path: string) => Operation {
  const paths = knownPathsOf(operations.map(({ path, method }) => ({ path, method: method as Method })));
  return (method, path) => {
    const allowed = paths.methodsOf(path);
    const routed = prismRoute({ resources: operations, input: { method: method as "get", url: { path } } });
    if (routed._tag === "Right" && (allowed.length === 0 || allowed.includes(method.toUpperCase())))
      return routed.right;
    if (allowed.length === 0) throw new RequestProblem(404, "No such path", paths.describeUnknown(path));
    const allow = allowed.join(", ");
    const detail = `The contract has no ${method.toUpperCase()} for ${path}, only ${allow}.`;
    throw new RequestProblem(405, "No such operation", detail, { allow });
  };
}

/** Takes the documented answer that Prism would for a status. */
function answerFor<T extends { readonly code: string }>(answers: readonly T[], status: number): T | undefined {
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
  const answer = answerFor(answers, status);
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
