// The operations of the contract as types: what a server gets to see of a call, and what it may answer.
import type { operations } from "../../../../generated/types.ts";

/** The id of an operation that a client calls; those of webhooks begin with `on`. */
export type OperationId = Exclude<keyof operations, `on${string}`>;

/** The parameters of an operation that stand in one place, by name. */
export type ParametersOf<Id extends OperationId, Place extends "path" | "query" | "header"> = NonNullable<
  operations[Id]["parameters"][Place]
>;

/** The body of a request; undefined where none may be sent, or where it may be left out. */
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : operations[Id] extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined;

/** What an operation may answer: a documented status with the body that belongs to it, and a warning for the log. */
export type ReplyOf<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"]]: operations[Id]["responses"][Status] extends {
    content: { "application/json": infer Body };
  }
    ? { readonly status: Status; readonly body: Body; readonly warning?: string }
    : never;
}[keyof operations[Id]["responses"]];
