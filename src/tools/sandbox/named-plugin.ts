// Gives a plugin of the server its name.
import type { FastifyPluginCallback } from "fastify";

const displayName = Symbol.for("fastify.display-name");

/** For one without a name, Fastify looks through all loaded modules, twice: in a test suite, a good part of a start. */
export function namedPlugin(name: string, plugin: FastifyPluginCallback): FastifyPluginCallback {
  return Object.assign(plugin, { [displayName]: name });
}
