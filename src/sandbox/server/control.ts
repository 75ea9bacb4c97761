// The control plane as a plugin of the server: lets in who may call, reads the input by the document, and answers.
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ContractOperation } from "../../shared/contract/index.ts";
import { readJson } from "../../shared/http/index.ts";
import { Refused } from "../world/refused.ts";
import {
  askForToken,
  type ControlAccess,
  controlHeader,
  guardHeader,
  guardHost,
  guardOrigin,
  guardToken,
  originHeaders,
} from "./access.ts";
import { type Answer, answerError, type ErrorAnswer, isPreflight, send } from "./answer.ts";
import { hideBodyType, readBytes, takeBodies } from "./body.ts";
import { controlCalls } from "./control-calls.ts";
import type { CallOptions } from "./control-topic.ts";
import { makeHintFinder } from "./hints.ts";
import { makeInputReader } from "./input.ts";
import { readKnownPaths, toRoute, wireMethods } from "./known-paths.ts";
import { Streams } from "./stream.ts";

/** Where the control plane is. */
export const controlPrefix = "/_sandbox";

/** The largest body of a call that may carry a seed. */
const largestSeedBytes = 256 * 1024 * 1024;

/** The options of the control plane. */
export interface ControlOptions extends CallOptions {
  readonly access: ControlAccess;
  /** Aborted when the sandbox is asked to stop. */
  readonly stopping: AbortSignal;
  readonly log: (line: string) => void;
}

/** Makes the plugin. Register it with the prefix `/_sandbox`. */
export function controlPlane(options: ControlOptions): FastifyPluginCallback {
  const { control, worlds, access, log } = options;
  const paths = readKnownPaths(control.operations);
  const answer = (request: FastifyRequest, reply: FastifyReply, found: Answer) => {
    const headers = { ...originHeaders(request.headers, access), "cache-control": "no-store" };
    if (found.body instanceof Uint8Array) {
      return reply.headers({ ...headers, "content-type": "application/vnd.sqlite3" }).send(found.body);
    }
    return send(reply, found, { ...headers, "content-type": "application/json; charset=utf-8" });
  };
  const refusal = ({ status, message, where, remedy }: ErrorAnswer) => ({
    status,
    body: { error: { message, where, remedy } },
  });
  return (app, _, done) => {
    takeBodies(app);
    app.addHook("onRequest", hideBodyType);
    app.addHook("onRequest", async (request, reply) => {
      const { headers } = request;
      guardHost(request, access);
      if (isPreflight(request.raw)) return answerPreflight(request, reply, access);
      // What the sandbox is names no world: a person opens it in a browser, which cannot send the header. Nor is an unknown path a secret
      const isAbout = request.routeOptions.config.operation?.operation.tags.includes("About") === true;
      if (!isAbout && !request.is404) {
        guardOrigin(request, access);
        guardHeader(request);
      }
      guardToken(headers, access);
      if (headers["content-encoding"] === undefined) return undefined;
      const remedy = "Send it uncompressed.";
      throw new Refused(415, "A compressed body is not supported.", { where: "header content-encoding", remedy });
    });
    app.setErrorHandler((error: Error, request, reply) => {
      const refused = answerError(error, request, reply, log);
      if (refused.status === 401) reply.header("www-authenticate", askForToken);
      return answer(request, reply, refusal(refused));
    });
    app.setNotFoundHandler((request, reply) => {
      const [path = ""] = request.url.split("?");
      const known = paths.methodsOf(path);
      if (known.length > 0) {
        reply.header("allow", known.join(", "));
        const remedy = `Use ${known.filter((method) => method !== "HEAD").join(" or ")}.`;
        const message = `The method ${request.method} is not allowed for this path.`;
        return answer(request, reply, refusal({ status: 405, message, where: "method", remedy }));
      }
      const remedy = `${controlPrefix}/openapi.json lists the paths.`;
      const message = "Unknown path of the control plane.";
      return answer(request, reply, refusal({ status: 404, message, where: "path", remedy }));
    });
    const calls = controlCalls(options);
    const streams = new Streams(options.stopping);
    for (const operation of control.operations) {
      const read = checkedReader(control, operation);
      const call = calls[operation.id];
      app.route({
        method: wireMethods(operation.method),
        url: toRoute(operation.path).slice(controlPrefix.length),
        config: { operation },
        handler: async (request, reply) => {
          // World
          const { world_id } = request.params as { readonly world_id?: string };
          const isNamed = world_id !== undefined && operation.id !== "openWorld";
          const world = isNamed ? worlds.get(world_id) : undefined;
          if (isNamed && world === undefined) throw unknownWorld(world_id);

          // Input. Bodies are JSON whatever their type says: the header keeps forms of web pages out
          const sent = readJson(await readBytes(request, operation.id === "openWorld" ? largestSeedBytes : undefined));
          const input = read(request, sent);

          // Stream, or transaction and answer
          if (call === undefined) {
            if (operation.id !== "watchWorld" || world === undefined)
              throw new Error(`Nothing answers ${operation.id}.`);
            return streams.send(world, request, reply.headers(originHeaders(request.headers, access)));
          }
          const answered = await (async () => call({ world, ...input }))().then(
            ([status, body]): Answer => ({ status, body }),
            (error: Error) => refusal(answerError(error, request, reply, log)),
          );
          if (world?.activity.isWatched && operation.method !== "get" && answered.status < 400) {
            world.activity.report({ type: "control", data: { at: world.clock.now, operation_id: operation.id } });
          }
          return answer(request, reply, answered);
        },
      });
    }
    done();
  };
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply, access: ControlAccess): FastifyReply {
  const headers = originHeaders(request.headers, access);
  if (headers["vary"] === undefined) {
    const remedy = "Start the sandbox with --control-origin ORIGIN to allow an origin.";
    const message = "The control plane does not accept calls from pages of other origins.";
    throw new Refused("forbidden", message, { where: "header origin", remedy });
  }
  return reply
    .code(204)
    .headers({
      ...headers,
      "access-control-allow-headers": `${controlHeader}, authorization, content-type`,
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
    })
    .send();
}

function unknownWorld(id: string): Refused {
  const remedy = "List the worlds; the first one is `demo`.";
  return new Refused("unknown", `The sandbox has no world "${id}".`, { where: "path world_id", remedy });
}

/** Reads the input of an operation, and refuses what its document does not have. */
function checkedReader(control: Contract, operation: ContractOperation) {
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
