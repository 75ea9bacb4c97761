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

/** Adds the operations. DELETE /v2/user/providers/{user_id} is a wrong method, and not the removal of a provider of the user "providers". */
export function routeOperations(
  app: FastifyInstance,
  operations: readonly ContractOperation[],
  answer: (operation: ContractOperation) => RouteHandlerMethod,
  refuseMethod: (request: FastifyRequest, reply: FastifyReply, allow: string) => FastifyReply,
): void {
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const url = toRoute(path).slice(app.prefix.length);
    const allowed = listMethods(ofPath);
    for (const operation of ofPath) {
      app.route({ method: listMethods([operation]), url, config: { operation }, handler: answer(operation) });
    }
    app.route({
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      url,
      handler: (request, reply) => {
        const allow = allowed.join(", ");
        return refuseMethod(request, reply.header("allow", allow), allow);
      },
    });
  }
}

/** The methods by which operations are called: one of GET takes HEAD, too. */
function listMethods(operations: readonly { readonly method: Method }[]): string[] {
  return operations.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
}

/** A path template as Fastify writes it. */
export function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Says which path of some operations is nearest to an unknown one. */
export function describeUnknownPath(operations: readonly ContractOperation[], path: string): string {
  const segments = path.split("/");
  // With the values of the unknown path for its parameters
  const fill = (template: string) =>
    template
      .split("/")
      .map((segment, at) => (segment.startsWith("{") ? (segments[at] ?? "") : segment))
      .join("/");
  const nearest = findNearest(path, operations, (operation) => fill(operation.path))?.path;
  const methods = listMethods(operations.filter((operation) => operation.path === nearest));
  return `No operation has the path ${path}; slashes count. The nearest is ${nearest} (${methods.join(", ")}).`;
}
