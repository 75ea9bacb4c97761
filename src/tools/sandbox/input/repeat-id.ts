// The id under which a caller may send a call again that got no answer, because its sandbox was killed for example.
import type { FastifyRequest } from "fastify";

/** Of the sandbox, and not of the service: a client sends it only when its author asks for that. */
export const repeatHeader = "x-sandbox-repeat-id";

/** What a call and its repetition have in common; undefined for a call that is not repeated. */
export function repeatIdOf({ method, url, headers }: FastifyRequest): string | undefined {
  const id = headers[repeatHeader];
  return typeof id === "string" && /^[\w-]{1,100}$/.test(id) ? `${id} ${method} ${url}` : undefined;
}
