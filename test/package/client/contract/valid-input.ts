// Valid input for a call of the client, out of the contract's own examples.
import {
  type ContractOperation,
  type OpenApiDocument,
  type Parameter,
  resolve,
  type Schema,
} from "../../../../src/tools/contract/index.ts";
import type { CallInput } from "./consumer.ts";

/** Every required parameter by its example, and the first example as the body. */
export function validInput(document: OpenApiDocument, operation: ContractOperation): CallInput {
  const [body] = validBodies(document, operation);
  const required = (place: Parameter["in"]) =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place && parameter.required)
        .map(({ name, example }) => [name, example]),
    );
  return {
    path: required("path"),
    query: required("query"),
    header: required("header"),
    cookie: required("cookie"),
    ...(body === undefined ? {} : { body }),
  };
}

/** The examples of the request body as the client takes them: a file is a `File`. */
export function validBodies(document: OpenApiDocument, { requestBody }: ContractOperation): readonly unknown[] {
  const [media] = requestBody?.bodies ?? [];
  if (media === undefined) return [];
  const { properties = {} } = resolve<Schema>(document, media.schema ?? {});
  return media.examples.map(({ value }) => {
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const isFile = properties[name]?.format === "binary";
        return [name, isFile ? new File([String(part)], "report.pdf", { type: "application/pdf" }) : part];
      }),
    );
  });
}
