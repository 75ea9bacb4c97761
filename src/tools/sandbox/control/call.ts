// A call of the control plane as its handler sees it, what the handler may answer, and how it refuses.

import type { operations } from "../../../../generated/control-types.ts";
import type { Given } from "../world/given.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { World } from "../world/world.ts";

/** The operations of the control plane. Those of happenings and inspections are bound by name. */
export type ControlId = keyof operations;

type ParametersOf<Id extends ControlId, Place extends "path" | "query"> = NonNullable<
  operations[Id]["parameters"][Place]
>;

/** The body of a call. */
export type BodyOf<Id extends ControlId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : operations[Id] extends { requestBody?: { content: { "application/json": infer Body } } }
    ? Body | undefined
    : undefined;

/** These take several transactions; any other call of a world is one. */
export const callsOfSteps = [
  "advanceClock",
  "playStory",
  "resetWorld",
  "dropWorld",
  "copyWorld",
] as const satisfies ControlId[];

/** Does the path name a world that must be there? */
type NamesWorld<Id extends ControlId> = Id extends "openWorld"
  ? false
  : ParametersOf<Id, "path"> extends { world_id: string }
    ? true
    : false;

/** A call whose input has been checked. */
export interface ControlCall<Id extends ControlId> {
  /** The world that the path names; undefined where it names none. */
  readonly live: NamesWorld<Id> extends true ? LiveWorld : undefined;
  /** The same world as the transaction of the call sees it. */
  readonly world: Id extends (typeof callsOfSteps)[number]
    ? undefined
    : NamesWorld<Id> extends true
      ? World
      : undefined;
  readonly path: ParametersOf<Id, "path">;
  readonly query: ParametersOf<Id, "query">;
  readonly body: BodyOf<Id>;
}

/** What an operation may answer when it does not refuse. */
export type ControlReply<Id extends ControlId> = {
  [Status in keyof operations[Id]["responses"]]: Status extends number
    ? operations[Id]["responses"][Status] extends { content: { "application/json": infer Body } }
      ? { readonly status: Status; readonly body: Given<Body> }
      : never
    : never;
}[keyof operations[Id]["responses"]];

/** Answers the calls of one operation. */
export type ControlHandler<Id extends ControlId> = (
  call: ControlCall<Id>,
) => ControlReply<Id> | Promise<ControlReply<Id>>;

/** One handler for each operation but the happenings, the inspections, and the stream. */
export type ControlHandlers = {
  readonly [Id in Exclude<ControlId, `simulate${string}` | `inspect${string}` | "watchWorld">]: ControlHandler<Id>;
};

/** A call is refused: what was expected and found, where, and what to do. */
export class ControlRefused extends Error {
  override readonly name = "ControlRefused";
  readonly status: number;
  readonly where: string | undefined;
  readonly remedy: string | undefined;

  constructor(
    status: number,
    message: string,
    { where, remedy }: { readonly where?: string; readonly remedy?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.where = where;
    this.remedy = remedy;
  }
}
