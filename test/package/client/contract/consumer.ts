// Calls any operation of the contract through the real client, with every answer checked.
import {
  type Client,
  type ConnectionOptions,
  createClient,
  createManagementClient,
  type ManagementClient,
} from "../../../../src/package/client/index.ts";
import type { ContractOperation, OpenApiDocument, Parameter } from "../../../../src/tools/contract/index.ts";
import { organizationKey, teamKey } from "../calls.ts";
import { checkedFetchFor } from "./checked-fetch.ts";

/** What a call is made with: values by parameter name, and a body. Negative cases put what no type would allow here. */
export type CallInput = Readonly<Record<Parameter["in"], Readonly<Record<string, unknown>>>> & {
  readonly body?: unknown;
};

/** How one call differs from an ordinary one. */
export interface CallChanges {
  /** Asks the mock for an answer, such as `code=404, example=error-not-found`. */
  readonly prefer?: string;
  /** Changes the request on its way out, for what the client itself would never send. */
  readonly rewrite?: (request: Request) => Request;
  /** Lets answers pass that the contract does not have. */
  readonly unchecked?: boolean;
}

/** The result of a call of any route. */
export type AnyResult = { readonly status: number; readonly response: Response } & (
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: unknown }
);

/** A result, and the requests as the client sent them. */
export interface Exchange {
  readonly result: AnyResult;
  readonly sent: readonly Request[];
}

/** Calls an operation; rejects with what the client throws, or with a `WrongAnswerError`. */
export type Consumer = (operation: ContractOperation, input: CallInput, changes?: CallChanges) => Promise<Exchange>;

/** Headers of the contract that the client takes as options with names of their own. */
const optionNames: Readonly<Record<string, string>> = {
  "Idempotency-Key": "idempotencyKey",
  "x-service-link-token": "linkToken",
};

/** Makes a consumer of the server at this address. */
export function consumerOf(document: OpenApiDocument, baseUrl: string): Consumer {
  const checkedFetch = checkedFetchFor(document);
  return async (operation, { path, query, header, body }, { prefer, rewrite, unchecked = false } = {}) => {
    const sent: Request[] = [];
    const send = unchecked ? fetch : checkedFetch(operation);
    const client = clientFor(operation, {
      baseUrl,
      fetch: (request) => {
        sent.push(request);
        return send(rewrite?.(request) ?? request);
      },
    });
    const options = Object.entries(header).map(([name, value]) => [optionNameOf(name), value]);
    const result = await callOf(client, operation)(operation.path, {
      ...Object.fromEntries(options),
      params: { path, query },
      ...(body === undefined ? {} : { body }),
      ...(prefer === undefined ? {} : { headers: { prefer } }),
    });
    return { result, sent };
  };
}

function clientFor({ security }: ContractOperation, connection: ConnectionOptions): Client | ManagementClient {
  return security.flat().includes("ManagementKey")
    ? createManagementClient({ ...connection, managementKey: organizationKey })
    : createClient({ ...connection, apiKey: teamKey });
}

/**
 * The method of a client for any route.
 *
 * The types of the client name one route each, and refuse on purpose what the negative cases send. What is looked up
 * here is therefore unknown, and what it returns is looked at before it counts as a result.
 */
function callOf(client: object, operation: ContractOperation): (path: string, options: object) => Promise<AnyResult> {
  const name = operation.method.toUpperCase();
  const call: unknown = Reflect.get(client, name);
  if (typeof call !== "function") throw new Error(`The client of ${operation.path} has no method ${name}.`);
  return async (...args) => {
    const result: unknown = await Reflect.apply(call, client, args);
    if (!isResult(result)) throw new Error(`${name} ${operation.path} came back with no result of a call.`);
    return result;
  };
}

function isResult(value: unknown): value is AnyResult {
  if (typeof value !== "object" || value === null) return false;
  const result: Partial<Record<"ok" | "status" | "response", unknown>> = value;
  return (
    typeof result.ok === "boolean" &&
    typeof result.status === "number" &&
    result.response instanceof Response &&
    // One of the two, never both
    (result.ok ? "data" in value && !("error" in value) : "error" in value && !("data" in value))
  );
}

function optionNameOf(header: string): string {
  const name = optionNames[header];
  if (name === undefined) throw new Error(`The client has no option for the header ${header}; name it in consumer.ts.`);
  return name;
}
