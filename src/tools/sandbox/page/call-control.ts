// Calls the control plane from its own page, as any other caller would: the page can do nothing that curl cannot.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { operations } from "../../../../generated/control-types.ts";
import type { Contract } from "../../contract/index.ts";
import { type BodyOf, type ControlId, ControlRefused, type ControlReply } from "../control/call.ts";
import { controlHeader } from "../control/guard.ts";
import type { Fields } from "./fields.ts";

type PathOf<Id extends ControlId> = NonNullable<operations[Id]["parameters"]["path"]>;

/** What a call sends. */
export interface ControlInput<Id extends ControlId> {
  readonly path?: PathOf<Id>;
  readonly body?: BodyOf<Id>;
  /** The form that the body is made of, where it is not given. */
  readonly fields?: Fields;
}

/**
 * Calls an operation of the control plane.
 *
 * @throws {ControlRefused}
 */
export type CallControl = <Id extends ControlId>(id: Id, input: ControlInput<Id>) => Promise<ControlReply<Id>["body"]>;

/**
 * Calls it for the browser that sent a form, with its token.
 *
 * @param control The document of the control plane.
 */
export function controlCaller(app: FastifyInstance, control: Contract, { headers }: FastifyRequest): CallControl {
  const operations = new Map(control.operations.map((operation) => [operation.id, operation]));
  return async (id, { path = {}, fields, body: given }) => {
    const operation = operations.get(id);
    if (operation === undefined) throw new Error(`The control plane has no operation ${id}.`);
    const schema = operation.requestBody?.bodies[0]?.schema;
    const body = given ?? (schema === undefined ? undefined : fields?.bodyOf(control.document, schema));
    const parts: Readonly<Record<string, unknown>> = path;
    const answer = await app.inject({
      method: operation.method.toUpperCase() as "POST",
      url: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name]))),
      headers: {
        host: "127.0.0.1",
        [controlHeader]: "1",
        ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const answered = answer.json<unknown>();
    if (answer.statusCode < 400) return answered as ControlReply<typeof id>["body"];
    const { message, ...rest } = (answered as { error: { message: string; where?: string; remedy?: string } }).error;
    throw new ControlRefused(answer.statusCode, message, rest);
  };
}
