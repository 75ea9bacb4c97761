// The control plane as a plugin of the server: lets in who may call, reads the input by the document, and answers.
import type { FastifyPluginCallback, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Contract, ContractOperation } from "../../shared/contract/index.ts";
import { readJson } from "../../shared/http/index.ts";
import { Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { askForToken, guardHost, guardOrigin, guardToken } from "./access.ts";
import { answerError, send } from "./answer.ts";
import { readBytes, takeBodies } from "./body.ts";
import { controlCalls } from "./control-calls.ts";
import { makeHintFinder } from "./hints.ts";
import { makeInputReader } from "./input.ts";
import type { ServerOptions } from "./options.ts";
import { routeOperations } from "./routes.ts";

/** Where the control plane is. */
export const controlPrefix = "/_sandbox";

/** The largest body of a call that may carry a seed. */
const largestSeedBytes = 256 * 1024 * 1024;

const jsonHeaders = { "content-type": "application/json; charset=utf-8" };

/** Makes the plugin. Register it with the prefix `/_sandbox`. */
export function controlPlane(options: ServerOptions): FastifyPluginCallback {
  const { control, log } = options;
  return (app, _, done) => {
    takeBodies(app);
    app.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      guardHost(request, options);
      // A person opens the description of the sandbox in a browser, which cannot send the header; it names no world. Nor is an unknown path a secret
      const isAbout = request.routeOptions.config.operation?.operation.tags.includes("About") === true;
      if (!isAbout && !request.is404) guardOrigin(request);
      guardToken(request, options);
      if (request.headers["content-encoding"] === undefined) return undefined;
      const remedy = "Send it uncompressed.";
      throw new Refused(415, "A compressed body is not supported.", { where: "header content-encoding", remedy });
    });
    app.setErrorHandler((error: Error, request, reply) => {
      const { status, message, where, remedy } = answerError(error, request, reply, log);
      if (status === 401) reply.header("www-authenticate", askForToken);
      return send(reply, { status, body: { error: { message, where, remedy } } }, jsonHeaders);
    });
    const refuseMethod = ({ method }: FastifyRequest, _reply: unknown, allow: string) => {
      const message = `The method ${method} is not allowed for this path.`;
      throw new Refused(405, message, { where: "method", remedy: `Use ${allow}.` });
    };
    routeOperations(app, control.operations, answerCalls(options), refuseMethod, () => {
      const remedy = `${controlPrefix}/openapi.json lists the paths.`;
      throw new Refused("unknown", "Unknown path of the control plane.", { where: "path", remedy });
    });
    done();
  };
}

/** Makes the handlers of the operations: world, input, call, answer. */
function answerCalls(options: ServerOptions) {
  const { control, worlds } = options;
  const calls = controlCalls(options);
  return (operation: ContractOperation): RouteHandlerMethod => {
    const { id, method, responses } = operation;
    const read = makeCheckedReader(control, operation);
    const call = calls[id];
    if (call === undefined) throw new Error(`Nothing answers ${id}.`);
    return async (request, reply) => {
      const { world_id } = request.params as { readonly world_id?: string };
      const world = world_id === undefined || id === "openWorld" ? undefined : findWorld(worlds, world_id);
      // Bodies are JSON whatever their type says: the header keeps forms of web pages out
      const sent = readJson(await readBytes(request, id === "openWorld" ? largestSeedBytes : undefined));
      const input = { world, request, reply, ...read(request, sent) };
      reply.code(Number(responses[0]?.status));
      // A call that changes the world takes its turn itself
      const body = await (method === "get" && world !== undefined ? world.whenFree(() => call(input)) : call(input));
      // A stream or a file
      if (reply.sent) return reply;
      if (world?.activity.isWatched && method !== "get") {
        world.activity.report({ type: "control", data: { at: world.clock.now, operation_id: id } });
      }
      return send(reply, { status: reply.statusCode, body }, jsonHeaders);
    };
  };
}

/** @throws {Refused} when there is none of this id. */
function findWorld(worlds: Worlds, id: string): World {
  const world = worlds.find("id", id);
  if (world !== undefined) return world;
  const remedy = "List the worlds; the first one is `demo`.";
  throw new Refused("unknown", `The sandbox has no world "${id}".`, { where: "path world_id", remedy });
}

/** Reads the input of an operation, and refuses what its document does not have. */
function makeCheckedReader(control: Contract, operation: ContractOperation) {
  const read = makeInputReader(control, operation);
  const findUnknown = makeHintFinder(control, operation);
  const remedy = `${controlPrefix}/openapi.json describes the input of ${operation.id}.`;
  return (request: FastifyRequest, sent: unknown) => {
    const { input, problems } = read(request, sent);
    const [problem] = [...findUnknown({ request, sent, header: input.header }), ...problems];
    if (problem !== undefined) {
      const where = `${problem.in} ${problem.name}`.trim();
      throw new Refused("invalid", `The ${where} ${problem.message}.`, { where, remedy });
    }
    if (operation.requestBody === undefined && sent !== undefined) {
      throw new Refused("invalid", "This call does not have a body.", { where: "body", remedy });
    }
    return input;
  };
}
