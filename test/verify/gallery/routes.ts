// Reads a request as a call of an operation of the contract, and writes a call that a fault has changed as a request.
import { expect } from "vitest";
import type { OperationId } from "../../../src/sandbox/domain/topic.ts";
import { type Parameter, readContract, resolve } from "../../../src/shared/contract/index.ts";
import { planInput } from "../../../src/verify/input/input-places.ts";
import type { Call, Received } from "./call.ts";

/** The contract that the server is true to, read once per process. */
export const contract = await readContract();

/** The limit that the contract states for a field or parameter, so that a fault is still one when the limit moves. */
export function readLimit(id: OperationId, name: string, keyword: "maximum" | "maxLength"): number {
  const operation = contract.operations.find((one) => one.id === id) ?? expect.fail(`There is no ${id}.`);
  const place = planInput(contract.document, operation).places.find((one) => one.name === name);
  return place?.schemas.find(keyword)?.value ?? expect.fail(`${id} has no ${keyword} of ${name}.`);
}

const routes = contract.operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }))
  // A literal segment wins over a parameter: "{" sorts after all that paths are made of
  .sort((a, b) => (a.operation.path < b.operation.path ? -1 : 1));

/** Reads a request; undefined when it asks for no operation. */
export function readCall(request: Received, bytes: Call["bytes"], memory: Call["memory"]): Call | undefined {
  const [path = "", ...query] = request.url.split("?");
  const sent = new URLSearchParams(query.join("?"));
  for (const { operation, pattern } of routes) {
    const match = operation.method.toUpperCase() === request.method ? pattern.exec(path) : null;
    if (match === null) continue;
    const given = operation.parameters.filter(({ name, in: where }) => where === "query" && sent.has(name));
    return {
      ...request,
      id: operation.id as OperationId,
      path: Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      ),
      query: Object.fromEntries(given.map((one) => [one.name, convert(one, sent.getAll(one.name))])),
      body: readJson(bytes),
      bytes,
      isElsewhere: false,
      memory,
    };
  }
  return undefined;
}

/** Text that is no value of its type stays text. */
function convert({ schema }: Parameter, texts: readonly string[]): unknown {
  const { type } = resolve(contract.document, schema);
  const text = texts.at(-1) ?? "";
  if (type === "array") return texts;
  return (type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function readJson(bytes: Buffer): unknown {
  // A file of 10 MB is not looked into
  if (bytes.length === 0 || bytes.length > 1_000_000) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Writes a call as a request: what was not changed since it was read is sent as it arrived. */
export function writeCall(call: Call, changed: Call): Received & Pick<Call, "bytes"> {
  const { method } = call;
  const [path = ""] = changed.url.split("?");
  const pattern = routes.find(({ operation }) => operation.id === call.id)?.operation.path ?? "";
  const written =
    changed.path === call.path
      ? path
      : pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(changed.path[name] ?? ""));
  const values = Object.entries(changed.query).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  );
  const query = changed.query === call.query ? changed.url.slice(path.length) : `?${new URLSearchParams(values)}`;
  const url = written + query;
  if (changed.body === call.body) return { method, url, headers: changed.headers, bytes: call.bytes };
  const headers = { ...changed.headers, "content-type": "application/json" };
  return { method, url, headers, bytes: Buffer.from(JSON.stringify(changed.body)) };
}
