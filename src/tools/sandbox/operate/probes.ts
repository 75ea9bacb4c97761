// Liveness, readiness and metrics of a sandbox, as a plugin of the server.
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { openToAll, wireMethods } from "../../contract/index.ts";
import { within } from "./within.ts";

/** What the probes are made of. */
export interface ProbeOptions {
  /** Rejects while the database cannot be used. */
  readonly checkStore: () => Promise<void>;
  /** Aborted when the sandbox is asked to stop. */
  readonly stopping: AbortSignal;
  /** The metrics, in the text format of Prometheus; without it there are none. */
  readonly metrics?: (() => Promise<string>) | undefined;
  /** May the request see the metrics? They are about all worlds. */
  readonly maySeeMetrics: (request: FastifyRequest) => Promise<boolean>;
}

/** The paths. The contract's begin with a version, so that none of these hides one. */
const paths = { health: "/health", ready: "/ready", metrics: "/metrics" } as const;

/** As it was before the others came. */
const formerHealth = "/_sandbox/health";

/** How long the database may take to answer whether it can be used, in milliseconds. */
const patienceMs = 2000;

/** Makes the plugin. The answers say nothing that a stranger may not know: no version, no address, no name of a world. They are neither counted nor logged. */
export function probes({ checkStore, stopping, metrics, maySeeMetrics }: ProbeOptions): FastifyPluginCallback {
  const isUsable = oneAtATime(() => within(patienceMs, checkStore()));
  const figures = metrics && oneAtATime(metrics);
  return (app, _, done) => {
    const add = (url: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) => {
      const methods = wireMethods("get");
      const allow = methods.join(", ");
      const refuse = async (request: FastifyRequest, reply: FastifyReply) =>
        noStore(reply)
          .code(405)
          .header("allow", allow)
          .send({ detail: `The method ${request.method} is not allowed for this path. Use ${allow}.` });
      app.route({ method: methods, url, handler: async (request, reply) => answer(request, noStore(reply)) });
      // Before a body is read, whatever its type is
      app.route({
        method: app.supportedMethods.filter((one) => !methods.includes(one)),
        url,
        onRequest: refuse,
        handler: refuse,
      });
    };
    for (const url of [paths.health, formerHealth])
      add(url, (_request, reply) => reply.headers(openToAll).send({ status: "ok" }));
    add(paths.ready, async (_request, reply) => {
      if (stopping.aborted) return notReady(reply, "stopping");
      const ready = await isUsable();
      return ready ? reply.send({ status: "ready" }) : notReady(reply, "database unavailable");
    });
    if (figures !== undefined) {
      add(paths.metrics, async (request, reply) => {
        // The database, which knows who may, does not answer
        const isAllowed = await maySeeMetrics(request).catch(() => undefined);
        if (isAllowed === undefined) return notReady(reply, "database unavailable");
        if (!isAllowed) {
          return reply.code(401).header("www-authenticate", "Bearer").send({
            detail:
              "The metrics need the control token of all worlds, or on this machine none. Send `Authorization: Bearer TOKEN`.",
          });
        }
        return reply.type("text/plain; version=0.0.4; charset=utf-8").send(await figures());
      });
    }
    done();
  };
}

function noStore(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-store");
}

function notReady(reply: FastifyReply, status: string): FastifyReply {
  return reply.code(503).header("retry-after", "1").send({ status });
}

/** Those who ask at once get one answer: strangers may ask, and each answer costs the database something. */
function oneAtATime<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
