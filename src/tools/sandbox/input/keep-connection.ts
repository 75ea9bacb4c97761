// Takes back what Fastify does to the connection of a body that it could not take.
import type { FastifyReply } from "fastify";

/**
 * Keeps the connection after a refused body. Fastify closes it, since more might come; here the rest is read.
 *
 * A header that is not set must not be removed: Node would then not write its own.
 */
export function keepConnection(reply: FastifyReply): void {
  if (reply.hasHeader("connection")) reply.removeHeader("connection");
}
