// The server of the sandbox: the service, its control plane, its page and its probes, each a separate plugin.
import fastify, {
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { answerHeaders, describeKind, send } from "./answer.ts";
import { describeUnreadable, LingeringResponse } from "./connections.ts";
import { controlPlane, controlPrefix } from "./control.ts";
import { logCalls, readRequestId } from "./log.ts";
import type { ServerOptions } from "./options.ts";
import { service } from "./service.ts";

/** Creates the server, which does not listen yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { requestTimeoutMs = 30_000, trustedProxies = [], lenientSlash = false, logCall, only } = options;
  const app = fastify({
    // Only the log has use for one
    genReqId: logCall === undefined ? () => "" : readRequestId,
    exposeHeadRoutes: false,
    clientErrorHandler: describeUnreadable,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 10,
      requireHostHeader: false,
      ServerResponse: LingeringResponse,
    },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    routerOptions: {
      maxParamLength: 16 * 1024,
      querystringParser: () => ({}),
      ignoreTrailingSlash: lenientSlash,
      ignoreDuplicateSlashes: lenientSlash,
    },
    // A path that cannot be decoded belongs to no plugin
    frameworkErrors: (_error, { url }, reply) => {
      const message = `The path ${url.split("?")[0]} is not percent-encoded UTF-8: write a literal percent sign as %25.`;
      const body = url.startsWith(controlPrefix) ? { error: { message, where: "path" } } : { detail: message };
      send(reply, { status: 404, body });
    },
  });
  // Fastify's own switch for this works only when Fastify listens itself; streams and slow calls would delay the close
  app.addHook("preClose", (done) => {
    app.server.closeAllConnections();
    done();
  });
  if (logCall !== undefined) logCalls(app, logCall);
  addProbes(app, options);
  // For one without a name, Fastify looks through all loaded modules, twice: in a test suite, a good part of a start
  const add = (name: string, plugin: FastifyPluginCallback, prefix = "") =>
    app.register(Object.assign(plugin, { [Symbol.for("fastify.display-name")]: name }), { prefix });
  if (only !== "organization") {
    add("control plane", controlPlane(options), controlPrefix);
    add("page", options.page, controlPrefix);
  }
  add("service", service(options));
  // Leads a person who opens the root in a browser to the page; a program calls no such path
  app.get("/", (request, reply) => {
    if (request.headers.accept?.includes("text/html") !== true) return reply.callNotFound();
    const origin = only === "organization" ? options.urls.team : undefined;
    return reply.redirect(`${origin ?? ""}${controlPrefix}/`);
  });
  return app;
}

/** Liveness and readiness. The answers say nothing that a stranger may not know: no version, no address, no name of a world. They are not logged. */
function addProbes(app: FastifyInstance, { worlds, stopping, log }: ServerOptions): void {
  const findTrouble = () => {
    if (stopping.aborted) return "stopping";
    try {
      worlds.store.check();
      return undefined;
    } catch (error) {
      log(`error: the database cannot be used: ${describeKind(error)}`);
      return "database unavailable";
    }
  };
  // The paths of the contract begin with a version: none of these hides one
  for (const url of ["/health", "/_sandbox/health", "/ready"]) {
    const handler = async (_request: FastifyRequest, reply: FastifyReply) => {
      const trouble = url === "/ready" ? findTrouble() : undefined;
      if (trouble !== undefined) reply.header("retry-after", "1");
      const body = { status: trouble ?? (url === "/ready" ? "ready" : "ok") };
      const headers = { ...answerHeaders, "cache-control": "no-store" };
      return send(reply, { status: trouble === undefined ? 200 : 503, body }, headers);
    };
    app.route({ method: ["GET", "HEAD"], url, logLevel: "silent", handler });
  }
}
