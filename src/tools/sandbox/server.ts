// The server of the sandbox: the service, its control plane and its pages, each a separate plugin.
import type { IncomingMessage } from "node:http";
import fastify, { type FastifyInstance } from "fastify";
import { type ControlOptions, controlPlane, controlPrefix } from "./control/control.ts";
import { refuseUndecodable, type ServiceOptions, service } from "./http/service.ts";
import { readKnownPaths } from "./input/known-paths.ts";
import { LingeringResponse } from "./input/lingering-response.ts";
import { describeUnreadable } from "./input/unreadable.ts";
import { namedPlugin } from "./named-plugin.ts";
import { type AnsweredCall, logged, requestIdOf } from "./operate/log.ts";
import { type ProbeOptions, probes } from "./operate/probes.ts";
import { sandboxPages } from "./page/pages.ts";

/** Options of a server. */
export interface ServerOptions extends ServiceOptions, ControlOptions, ProbeOptions {
  /** The URL of the organization's operations, once they have a separate port. */
  readonly managementUrl: () => string | undefined;
  /** The URL of the reference, if it is served with this. */
  readonly referenceUrl?: string | undefined;
  /** Whether to accept paths with and without a trailing slash, and with repeated slashes. */
  readonly lenientSlash: boolean;
  /** Milliseconds to wait for a complete request. */
  readonly patienceMs: number;
  /** Addresses and ranges of proxies whose forwarded headers say who calls, and by which address. */
  readonly trustedProxies: readonly string[];
  /** Called with each call once it was answered. */
  readonly logCall?: ((call: AnsweredCall) => void) | undefined;
}

/** The largest JSON body, far above any of the contract. */
const largestJsonBytes = 1024 * 1024;

/** Creates the server, which does not listen yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const app = bareServer(options);
  const { logCall } = options;
  app.register(namedPlugin("probes", probes(options)));
  app.register(namedPlugin("control plane", logged(controlPlane(options), logCall)), { prefix: controlPrefix });
  app.register(namedPlugin("page", logged(sandboxPages(options, app), logCall)), { prefix: controlPrefix });
  app.register(namedPlugin("service", logged(service(options), logCall)));
  leadToPage(app, () => "");
  return app;
}

/** Creates the server of the organization's operations, for a separate port. */
export function createManagementServer(options: ServerOptions): FastifyInstance {
  const app = bareServer(options);
  app.register(namedPlugin("probes", probes(options)));
  app.register(namedPlugin("service", logged(service(options), options.logCall)));
  leadToPage(app, () => options.otherUrl?.() ?? "");
  return app;
}

/** Leads a person who opens the root in a browser to the page; a program calls no such path. */
function leadToPage(app: FastifyInstance, origin: () => string): void {
  app.get("/", (request, reply) => {
    if (request.headers.accept?.includes("text/html") !== true) return reply.callNotFound();
    return reply.redirect(`${origin()}${controlPrefix}/`);
  });
}

/** A server without a route. */
function bareServer(options: ServerOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: largestJsonBytes,
    // Only the log has use for one
    genReqId: options.logCall === undefined ? () => "" : requestIdOf,
    exposeHeadRoutes: false,
    ...waiting(options),
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    routerOptions: { maxParamLength: 16 * 1024, querystringParser: () => ({}) },
    ...(options.lenientSlash ? { rewriteUrl: slashes(options) } : {}),
    frameworkErrors: (_error, { url }, reply) =>
      void refuseUndecodable(url, reply, url.startsWith(controlPrefix) ? "control" : "service"),
  });
  // Replaces Fastify's own response
  app.server.removeAllListeners("clientError");
  describeUnreadable(app.server);
  endConnections(app);
  return app;
}

/** How long a request may take to arrive. */
function waiting({ patienceMs }: ServerOptions) {
  return {
    requestTimeout: patienceMs,
    http: {
      headersTimeout: patienceMs,
      connectionsCheckingInterval: patienceMs / 10,
      requireHostHeader: false,
      ServerResponse: LingeringResponse,
    },
  };
}

/** Rewrites a path to the slashes of the contract. */
function slashes({ contract }: ServerOptions): (request: IncomingMessage) => string {
  const paths = readKnownPaths(contract.operations);
  return ({ url = "/" }) => {
    const [path = "", query] = url.split(/\?(.*)/s);
    return paths.withKnownSlashes(path) + (query === undefined ? "" : `?${query}`);
  };
}

/** Fastify's own switch for this works only when Fastify listens itself; streams and slow calls would delay the close. */
function endConnections(app: FastifyInstance): void {
  app.addHook("preClose", (done) => {
    app.server.closeAllConnections();
    done();
  });
}
