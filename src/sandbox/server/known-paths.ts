// The paths of a server, and the answer to a path or a method that it does not have: the one that was probably meant, or the other host.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ContractOperation, Method } from "../../shared/contract/index.ts";
import { elapsedMs } from "../world/clock.ts";
import { demoIdentity } from "../world/new-world.ts";
import type { Worlds } from "../world/worlds.ts";
import { isPreflight, preflightHeaders, refusal, send } from "./answer.ts";
import { noteCall } from "./journal.ts";
import { findNearest } from "./nearest.ts";

/** The hosts of the service: one for the calls of teams, one for those of organizations. */
export type ServiceHost = "team" | "organization";

/** The operations that a server answers. */
export interface HostOptions {
  /** The host whose operations are answered; without it those of both are. */
  readonly host?: ServiceHost | undefined;
  /** Where the operations of each host are answered, once that is known. */
  readonly urls: Readonly<Partial<Record<ServiceHost, string>>>;
  readonly contract: Contract;
  readonly worlds: Worlds;
}

/** Reads the paths of operations, to describe those that a server cannot route. */
export function readKnownPaths(operations: readonly Pick<ContractOperation, "path" | "method">[]) {
  // In this order text stands before a parameter: `{` comes after all letters
  const templates = [...new Set(operations.map(({ path }) => path))].sort().map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`),
    methods: operations.filter((one) => one.path === path).flatMap(({ method }) => wireMethods(method)),
  }));
  return {
    /**
     * The methods of a path, in capitals; HEAD beside GET. Empty when no operation has the path.
     * A path that two templates match is that of the one with text where the other has a parameter.
     */
    methodsOf: (path: string): readonly string[] => templates.find(({ pattern }) => pattern.test(path))?.methods ?? [],
    /** Says which known path is nearest to an unknown one. */
    describeUnknown(path: string): string {
      const nearest = findNearest(path, templates, (template) => fillParameters(template.path, path));
      const found = nearest && ` The nearest is ${nearest.path} (${nearest.methods.join(", ")}).`;
      return `No operation has the path ${path}; slashes count.${found ?? ""}`;
    },
  };
}

/**
 * Refuses the methods that a path of the service does not have. Choice: unknown-path
 *
 * @returns The handler of every other path.
 */
export function refuseUnknown(app: FastifyInstance, operations: Contract["operations"], options: HostOptions) {
  const { contract, worlds } = options;
  const paths = readKnownPaths(operations);
  const otherPaths = readKnownPaths(contract.operations.filter((operation) => !operations.includes(operation)));
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    if (isPreflight(request.raw)) return reply.code(204).headers(preflightHeaders(request.headers)).send();
    const [path = ""] = request.url.split("?");
    const allow = paths.methodsOf(path).join(", ");
    const isOfOther =
      otherPaths.methodsOf(path).length > 0 || (options.host === "organization" && path.startsWith("/_sandbox/"));
    if (allow !== "") reply.header("allow", allow);
    const found =
      allow !== ""
        ? refusal(405, `The method ${request.method} is not allowed for this path. Use ${allow}.`)
        : refusal(404, isOfOther ? describeOtherHost(path, options) : paths.describeUnknown(path));
    const world = worlds.getOpen(demoIdentity.id);
    const noted = { ...found, sent: undefined, beganMs: elapsedMs() - reply.elapsedTime };
    if (world !== undefined) noteCall(worlds, world, request, noted);
    return send(reply, found);
  };
  // DELETE /v2/user/providers/{user_id} is a wrong method, and not the removal of a provider of the user "providers"
  const methods = [...new Set(operations.flatMap(({ method }) => wireMethods(method)))];
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = paths.methodsOf(path);
    app.route({ method: methods.filter((one) => !allowed.includes(one)), url: toRoute(path), handler: notFound });
  }
  return notFound;
}

/** The message for a client that mixes up the hosts. Choice: separate-hosts */
function describeOtherHost(path: string, { host, urls }: HostOptions): string {
  const [here, there] = host === "team" ? (["team", "organization"] as const) : (["organization", "team"] as const);
  const url = urls[there];
  const where = url === undefined ? `the address of the ${there}'s calls` : `${url}${path}`;
  return `This host has the ${here}'s operations only, not the path ${path}. Call ${where} instead.`;
}

/** The methods by which an operation is called: one of GET takes HEAD, too. */
export function wireMethods(method: Method): string[] {
  return method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];
}

/** A path template as Fastify writes it. */
export function toRoute(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** The path that a template stands for if its parameters have the values of another path. */
function fillParameters(template: string, path: string): string {
  const found = path.split("/");
  const segments = template.split("/").map((segment, at) => (segment.startsWith("{") ? (found[at] ?? "") : segment));
  return segments.join("/");
}
