// The types of a topic of the service: its operations as the contract has them, its happenings, and its due work. A handler that breaks the contract does not compile.
import type { operations } from "../../../generated/types.ts";
import type { Happenings } from "../control-client/index.ts";
import type { DueKinds, World } from "../world/world.ts";

/** The id of an operation that a client calls; those of webhooks begin with `on`. */
export type OperationId = Exclude<keyof operations, `on${string}`>;

type ParametersOf<Id extends OperationId, Place extends "path" | "query" | "header"> = NonNullable<
  operations[Id]["parameters"][Place]
>;

/** The body of a request; undefined where none may be sent, or where it may be left out. */
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : operations[Id] extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined;

/** The body of an operation's success. */
type AnswerOf<Id extends OperationId> = operations[Id]["responses"] extends {
  200: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** The things that a handler says of a call beside its answer. */
export interface Remarks {
  /** A note for the developer, for the log. */
  readonly warning?: string;
  /** The odd thing that the call did. Nothing was changed by it. */
  readonly hint?: { readonly in: "header"; readonly name: string; readonly message: string };
  /** Does it give what an earlier call with the same key made? */
  readonly isReplay?: true;
}

/** A call whose credential and input have been checked. */
export interface Call<Id extends OperationId> {
  /** The world that the credential belongs to. */
  readonly world: World;
  /** Parameters by name, converted to the contract's types; UUIDs are in lower case. */
  readonly path: ParametersOf<Id, "path">;
  readonly query: ParametersOf<Id, "query">;
  /** Headers by the name that the contract gives them. */
  readonly header: ParametersOf<Id, "header">;
  readonly body: BodyOf<Id>;
  readonly remark: (remarks: Remarks) => void;
}

/**
 * One handler for each operation, which returns the body of its success. A missing or misnamed one, or a wrong body does not compile.
 *
 * A handler runs in one transaction. To refuse the call it throws `Refused`, before it changes anything: what was expected, what was found, what
 * to do. A status that the operation does not document is answered as 422. Choice: unknown-outside-path
 */
export type Operations = { readonly [Id in OperationId]: (call: Call<Id>) => AnswerOf<Id> };

type Act<Input, Result> = [Result] extends [undefined]
  ? (world: World, input: Input) => void
  : (world: World, input: Input) => Result;

/** The happenings in the world outside of the API, which a test or a person triggers, each in one transaction. A long one is done in slices, and others work between them. */
export type HappeningTable = {
  readonly [Name in keyof Happenings]: Happenings[Name] extends (input: infer Input) => Promise<infer Result>
    ? Act<Input, Result> | Act<Input, Generator<undefined, Result>>
    : never;
};

/** The handler of each kind of work when its time has come. */
export type DueTable = { readonly [Kind in keyof DueKinds]: (world: World, work: DueKinds[Kind]) => void };
