// The routes of a server: each operation of a document at its path, and the answer to the methods that the path does not have.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { ContractOperation, Method } from "../../shared/contract/index.ts";
import { findNearest } from "./nearest.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of the contract, or of the control plane, that the route is. */
    operation?: ContractOperation;
  }
}

/** Adds the operations, and what refuses all else. DELETE /v2/user/providers/{user_id} is a wrong method, and not the removal of a provider of the user "providers". */
export function routeOperations(
  app: FastifyInstance,
  operations: readonly ContractOperation[],
  answer: (operation: ContractOperation) => RouteHandlerMethod,
  refuseMethod: (request: FastifyRequest, reply: FastifyReply, allow: string) => FastifyReply,
  refusePath: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const routes: { readonly path: string; readonly refuse: typeof refusePath }[] = [];
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const url = toRoute(path).slice(app.prefix.length);
    const allowed = listMethods(ofPath);
    for (const operation of ofPath) {
      app.route({ method: listMethods([operation]), url, config: { operation }, handler: answer(operation) });
    }
    const allow = allowed.join(", ");
    const refuse = (request: FastifyRequest, reply: FastifyReply) =>
      refuseMethod(request, reply.header("allow", allow), allow);
    app.route({ method: app.supportedMethods.filter((method) => !allowed.includes(method)), url, handler: refuse });
    routes.push({ path, refuse });
  }
  // The one that names most of a path is meant
  routes.sort((one, other) => one.path.split("{").length - other.path.split("{").length);
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    // Fastify finds no path for a method that it does not know, such as PROPFIND
    const isKnown = app.supportedMethods.includes(request.method);
    const found = isKnown ? undefined : routes.find((route) => fill(route.path, path) === path);
    return (found?.refuse ?? refusePath)(request, reply);
  });
}

/** The methods by which operations are called: one of GET takes HEAD, too. */
function listMethods(operations: readonly { readonly method: Method }[]): string[] {
  return operations.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
}

/** A path template as Fastify writes it. */
export function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** A path template with the values of a path for its parameters. */
function fill(template: string, path: string): string {
  const segments = path.split("/");
  return template
    .split("/")
    .map((segment, at) => (segment.startsWith("{") ? (segments[at] ?? "") : segment))
    .join("/");
}

/** Says which path of some operations is nearest to an unknown one. */
export function describeUnknownPath(operations: readonly ContractOperation[], path: string): string {
  const nearest = findNearest(path, operations, (operation) => fill(operation.path, path))?.path;
  const methods = listMethods(operations.filter((operation) => operation.path === nearest));
  return `No operation has the path ${path}; slashes count. The nearest is ${nearest} (${methods.join(", ")}).`;
}
