// A call as the handler of its operation sees it, and what the handler may answer.

import type { World } from "../world/world.ts";
import type { BodyOf, OperationId, ParametersOf, ReplyOf } from "./operation-types.ts";

/** A call whose credential and input have been checked. */
export interface Call<Id extends OperationId> {
  readonly id: Id;
  /** The world that the credential belongs to. */
  readonly world: World;
  /** Parameters by name, converted to the contract's types; UUIDs are in lower case. */
  readonly path: ParametersOf<Id, "path">;
  readonly query: ParametersOf<Id, "query">;
  /** Headers by the name that the contract gives them. */
  readonly header: ParametersOf<Id, "header">;
  readonly body: BodyOf<Id>;
}

/**
 * One handler for each operation. A missing or misnamed one, an undocumented status or a wrong body does not compile.
 *
 * A handler runs in one transaction. A refusal undoes what it has changed.
 */
export type Handlers = { readonly [Id in OperationId]: (call: Call<Id>) => ReplyOf<Id> | Promise<ReplyOf<Id>> };

/** A refusal with a text for the developer who reads it: what was expected, what was found, what to do. */
export function refusal<Status extends number>(status: Status, detail: string) {
  return { status, body: { detail } } as const;
}
