// Liveness and readiness of a sandbox, as a plugin of the server.
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { wireMethods } from "../input/known-paths.ts";
import { openToAll } from "../input/origins.ts";
import { within } from "./within.ts";

/** What the probes are made of. */
export interface ProbeOptions {
  /** Rejects while the database cannot be used. */
  readonly checkStore: () => Promise<void>;
  /** Aborted when the sandbox is asked to stop. */
  readonly stopping: AbortSignal;
}

/** How long the database may take to answer whether it can be used, in milliseconds. */
const patienceMs = 2000;

/** Makes the plugin. The answers say nothing that a stranger may not know: no version, no address, no name of a world. They are not logged. */
export function probes({ checkStore, stopping }: ProbeOptions): FastifyPluginCallback {
  let asked: Promise<boolean> | undefined;
  /** Those who ask at once get one answer: strangers may ask, and each answer costs the database something. */
  const isUsable = () => {
    asked ??= within(patienceMs, checkStore()).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  return (app, _, done) => {
    const add = (url: string, answer: (reply: FastifyReply) => unknown) => {
      const methods = wireMethods("get");
      const allow = methods.join(", ");
      const refuse = async (request: FastifyRequest, reply: FastifyReply) =>
        noStore(reply)
          .code(405)
          .header("allow", allow)
          .send({ detail: `The method ${request.method} is not allowed for this path. Use ${allow}.` });
      app.route({ method: methods, url, handler: async (_request, reply) => answer(noStore(reply)) });
      // Before a body is read, whatever its type is
      app.route({
        method: app.supportedMethods.filter((one) => !methods.includes(one)),
        url,
        onRequest: refuse,
        handler: refuse,
      });
    };
    // The paths of the contract begin with a version: none of these hides one
    for (const url of ["/health", "/_sandbox/health"])
      add(url, (reply) => reply.headers(openToAll).send({ status: "ok" }));
    add("/ready", async (reply) => {
      if (stopping.aborted) return notReady(reply, "stopping");
      return (await isUsable()) ? reply.send({ status: "ready" }) : notReady(reply, "database unavailable");
    });
    done();
  };
}

function noStore(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-store");
}

function notReady(reply: FastifyReply, status: string): FastifyReply {
  return reply.code(503).header("retry-after", "1").send({ status });
}
