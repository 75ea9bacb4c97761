// The types of the control plane's calls, made of the control document.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { operations } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";
import type { World } from "../world/world.ts";

/** The JSON of a request or an answer; undefined where there may be none. */
type JsonOf<Message> = Message extends { content: { "application/json": infer Body } } ? Given<Body> : undefined;

/** The input of a call, which has been checked, and the world that its path names; `openWorld` names one that need not be there. */
export interface Input<Operation extends operations[keyof operations]> {
  readonly path: NonNullable<Operation["parameters"]["path"]>;
  readonly query: NonNullable<Operation["parameters"]["query"]>;
  readonly body: JsonOf<Operation["requestBody"]>;
  readonly world: Operation["parameters"]["path"] extends { world_id: string } ? World : undefined;
  readonly request: FastifyRequest;
  /** Its status is the first that the document has. */
  readonly reply: FastifyReply;
}

type BodyOf<Responses> = JsonOf<Responses[keyof Responses & (200 | 201)]>;

/**
 * A handler for each call, which returns the body of the answer. A misnamed one or a wrong body does not compile. One of a GET reads its world in
 * the world's turn; any other changes it in one transaction in its turn (`run`). Those whose answer is not JSON send it themselves.
 */
export type Calls = {
  readonly [Id in keyof operations]: (
    call: Input<operations[Id]>,
  ) => Id extends "watchWorld" | "backUpWorld"
    ? void
    : BodyOf<operations[Id]["responses"]> | Promise<BodyOf<operations[Id]["responses"]>>;
};

/** A call with the types of its operation forgotten. */
export type UntypedCall = (
  call: Pick<Input<never>, "request" | "reply"> & {
    readonly world: World | undefined;
    readonly path: object;
    readonly query: object;
    readonly body: unknown;
  },
) => unknown;
