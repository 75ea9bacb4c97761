// What a test calls in process for each happening and inspection that the control plane describes.
import type { operations } from "../../../../generated/control-types.ts";
import type { Given } from "../world/given.ts";

type InputOf<Id extends keyof operations> = operations[Id]["requestBody"] extends undefined
  ? NonNullable<operations[Id]["parameters"]["query"]>
  : operations[Id] extends { requestBody?: { content: { "application/json": infer Body } } }
    ? Body
    : never;

type ResultBody<Id extends keyof operations> = operations[Id]["responses"] extends {
  200: { content: { "application/json": { result: infer Found } } };
}
  ? Found
  : never;

/** The result of a call; undefined where the response of the control plane has null. */
export type Result<Id extends keyof operations> =
  | Given<Exclude<ResultBody<Id>, null>>
  | (null extends ResultBody<Id> ? undefined : never);

/** `connectionMade` for `simulateConnectionMade`, and so on for the operations whose ids begin with the verb. */
type CallsOf<Verb extends string> = {
  [Id in keyof operations as Id extends `${Verb}${infer Name}` ? Uncapitalize<Name> : never]: (
    input: Given<InputOf<Id>>,
  ) => Promise<Result<Id>>;
};

/** What happens outside of the API. Each happens in one transaction with its events. One that cannot happen throws `HappeningRefused`. */
export interface Happenings extends CallsOf<"simulate"> {}

/** What no operation shows. Each changes nothing, and throws `HappeningRefused` for what is not there. */
export interface Inspections extends CallsOf<"inspect"> {}
