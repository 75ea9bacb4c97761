// Makes a valid request for an operation out of the contract's own examples.
import { type Contract, type ContractOperation, resolve, type Schema } from "../../src/shared/contract/index.ts";

/** A request in the form that `fetch` takes. */
export interface MockRequest {
  readonly path: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
}

/** A valid request with every required parameter, the first example as its body, and a fabricated credential. */
export function validRequest(contract: Contract, operation: ContractOperation): MockRequest {
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = String(parameter.example);
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === "query") query.set(parameter.name, value);
    else headers[parameter.name] = value;
  }
  for (const name of operation.security.flat()) {
    const scheme = contract.document.components.securitySchemes[name];
    if (scheme?.name !== undefined) headers[scheme.name] = "a-fabricated-key";
  }
  const search = query.size > 0 ? `?${query}` : "";
  return {
    path: path + search,
    init: { method: operation.method.toUpperCase(), ...bodyOf(contract, operation, headers) },
  };
}

function bodyOf(contract: Contract, operation: ContractOperation, headers: Record<string, string>) {
  const [media] = operation.requestBody?.bodies ?? [];
  if (media === undefined) return { headers };
  const value = media.examples[0]?.value;
  if (media.mediaType !== "multipart/form-data") {
    return { headers: { ...headers, "content-type": media.mediaType }, body: JSON.stringify(value) };
  }
  const form = new FormData();
  const { properties = {} } = resolve<Schema>(contract.document, media.schema ?? {});
  for (const [name, part] of Object.entries(value as Record<string, unknown>)) {
    const isFile = properties[name]?.format === "binary";
    form.set(name, isFile ? new Blob([String(part)], { type: "application/pdf" }) : String(part));
  }
  return { headers, body: form };
}
