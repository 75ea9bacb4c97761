// The control plane as a plugin of the server: lets in who may call, checks the input by the document, and answers.
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ContractOperation } from "../../contract/index.ts";
import { type HostPolicy, readJson, UnreadableBody } from "../../http/index.ts";
import { keepConnection } from "../input/keep-connection.ts";
import { readKnownPaths, wireMethods } from "../input/known-paths.ts";
import { isPreflight } from "../input/origins.ts";
import { type CallReader, callReader, queryOf } from "../input/read-input.ts";
import { playStory } from "../stories/play.ts";
import { keptBody } from "../world/call-log.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import { type LiveWorld, WorldEnded } from "../world/live-world.ts";
import { kindOf } from "../world/own-fault.ts";
import { retryAfter, StoreUnavailable } from "../world/store-unavailable.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../worlds.ts";
import { assumptionsOf } from "./assumptions.ts";
import { type ControlHandlers, ControlRefused, callsOfSteps } from "./call.ts";
import { clockCalls } from "./clock.ts";
import { eventCalls } from "./event-calls.ts";
import { eventFaultCalls } from "./event-fault-calls.ts";
import { faultCalls } from "./fault-calls.ts";
import { type ControlAccess, controlPreflight, guardHost, guardOrigin, guardToken, originHeaders } from "./guard.ts";
import { namedCallOf } from "./happening-calls.ts";
import { listCalls } from "./list-calls.ts";
import { settingsCalls } from "./settings.ts";
import { Streams } from "./stream.ts";
import { askForToken } from "./token.ts";
import { worldCalls } from "./worlds.ts";

/** Where the control plane stands. */
export const controlPrefix = "/_sandbox";

/** The options of the control plane. */
export interface ControlOptions {
  /** Of the service. */
  readonly contract: Contract;
  /** Of the control plane itself. */
  readonly control: Contract;
  readonly worlds: Worlds;
  readonly access: ControlAccess;
  /** Where events may be sent to. */
  readonly policy: HostPolicy;
  /** Aborted when the sandbox is asked to stop. */
  readonly stopping: AbortSignal;
  readonly log: (line: string) => void;
}

/** An answer with the type of its operation forgotten. */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A call with the types of its operation forgotten. */
interface UntypedCall {
  readonly live: LiveWorld | undefined;
  readonly world?: World;
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Handler = (call: UntypedCall) => Reply | Promise<Reply>;

/** Makes the plugin. Register it with the prefix `/_sandbox`. */
export function controlPlane(options: ControlOptions): FastifyPluginCallback {
  const { control, worlds, access } = options;
  return (app, _, done) => {
    takeJson(app);
    letIn(app, options);
    refuseRest(app, options);
    const handlers = handlersOf(options);
    const streams = new Streams(options.stopping);
    for (const operation of control.operations) {
      const handler = handlers(operation.id);
      const read = callReader(control, operation);
      app.route<{ Params: Record<string, string> }>({
        method: wireMethods(operation.method),
        url: operation.path.slice(controlPrefix.length).replace(/\{(\w+)\}/g, ":$1"),
        config: { operation },
        handler: async (request, reply) => {
          const call = {
            live: operation.id === "openWorld" ? undefined : await worldOf(worlds, request.params),
            ...inputOf(operation, read, request),
          };
          if (operation.id === "watchWorld" && call.live !== undefined) {
            // The head of a stream ends, and the stream would not
            if (request.method === "HEAD") return reply.type("text/event-stream").send();
            streams.refuse(request.raw);
            reply.hijack();
            streams.send(call.live, reply.raw, originHeaders(request.headers, access));
            return reply;
          }
          const answer = await handler(call);
          reportCall(worlds, request, reply, answer);
          return send(reply, answer, originHeaders(request.headers, access));
        },
      });
    }
    done();
  };
}

/** Bodies are JSON whatever their type says: the header keeps forms of web pages out. */
function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: FastifyRequest, bytes: Buffer) =>
    readJson(bytes),
  );
}

function letIn(app: FastifyInstance, { access }: ControlOptions): void {
  app.addHook("onRequest", async (request, reply) => {
    const { headers } = request;
    guardHost(request, access);
    if (isPreflight(request.raw)) return reply.code(204).headers(controlPreflight(headers, access)).send();
    // What the sandbox is names no world: a person opens it in a browser, which cannot send the header. Nor is an unknown path a secret
    const isAbout = request.routeOptions.config.operation?.operation.tags.includes("About") === true;
    if (!isAbout && !request.is404) guardOrigin(request, access);
    guardToken(request, access);
    if (headers["content-encoding"] !== undefined) {
      throw new ControlRefused(415, "A compressed body is not supported.", {
        where: "header content-encoding",
        remedy: "Send it uncompressed.",
      });
    }
    return undefined;
  });
}

/** Refusals and faults, and what is not there. */
function refuseRest(app: FastifyInstance, { control, worlds, access, log }: ControlOptions): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refused = refusalOf(error);
    if (refused.status >= 500) {
      const url = request.routeOptions.url ?? "?";
      const stack = process.env["DEBUG"] ? `: ${error.stack}` : ". Set DEBUG=1 for the stack trace.";
      log(`error: ${request.method} ${url} failed: ${kindOf(error)}${stack}`);
    }
    keepConnection(reply);
    if (error instanceof StoreUnavailable) reply.headers(retryAfter);
    if (refused.status === 401) reply.header("www-authenticate", askForToken);
    const { status, message, where, remedy } = refused;
    reportCall(worlds, request, reply, { status, body: { error: { message, where, remedy } } });
    return refuse(reply, refused, originHeaders(request.headers, access));
  });
  const paths = readKnownPaths(control.operations);
  const namesUnder = (kind: string) =>
    control.operations.flatMap(({ path }) => path.split(`/${kind}/`)[1] ?? []).join(", ");
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    const known = paths.methodsOf(path);
    const kind = /\/(simulate|inspect)\/[^/]+$/.exec(path)?.[1];
    const remedy =
      kind === undefined ? `${controlPrefix}/openapi.json lists the paths.` : `Use one of ${namesUnder(kind)}.`;
    const refused =
      known.length > 0
        ? new ControlRefused(405, `The method ${request.method} is not allowed for this path.`, {
            where: "method",
            remedy: `Use ${known.filter((method) => method !== "HEAD").join(" or ")}.`,
          })
        : new ControlRefused(404, "Unknown path of the control plane.", { where: "path", remedy });
    if (known.length > 0) reply.header("allow", known.join(", "));
    return refuse(reply, refused, originHeaders(request.headers, access));
  });
}

const statusOfReason = { unknown: 404, conflict: 409, invalid: 422 } as const;

function refusalOf(error: Error & { statusCode?: number }): ControlRefused {
  if (error instanceof ControlRefused) return error;
  if (error instanceof WorldEnded) return noWorld(error.message);
  if (error instanceof UnreadableBody) return new ControlRefused(422, `The body ${error.message}.`, { where: "body" });
  if (error instanceof HappeningRefused) return new ControlRefused(statusOfReason[error.reason], error.message);
  if (error instanceof StoreUnavailable) return new ControlRefused(503, error.message);
  const { statusCode = 500, message } = error;
  if (statusCode < 500) return new ControlRefused(statusCode, message, { where: "body" });
  return new ControlRefused(500, "The sandbox failed. This is a bug in the sandbox.");
}

function refuse(
  reply: FastifyReply,
  { status, message, where, remedy }: ControlRefused,
  headers: Record<string, string>,
): FastifyReply {
  const error = { message, ...(where === undefined ? {} : { where }), ...(remedy === undefined ? {} : { remedy }) };
  return send(reply, { status, body: { error } }, headers);
}

function send(reply: FastifyReply, { status, body }: Reply, headers: Record<string, string>): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(Buffer.from(`${JSON.stringify(body)}\n`));
}

function handlersOf({ contract, control, worlds, policy }: ControlOptions): (id: string) => Handler {
  const typed: ControlHandlers = {
    ...worldCalls(worlds),
    ...clockCalls,
    ...faultCalls(contract.operations.map(({ id }) => id)),
    ...eventFaultCalls,
    ...settingsCalls,
    ...listCalls,
    ...eventCalls(policy),
    async playStory({ live, path, body }) {
      const stories = control.document["x-stories"] ?? [];
      return { status: 200, body: await playStory(live, stories, path.story_id, body) };
    },
    getDocument: () => ({ status: 200, body: control.document as unknown as Record<string, unknown> }),
    listAssumptions({ query: { operation_id } }) {
      const isAsked = ({ operations }: { readonly operations: readonly string[] }) =>
        operation_id === undefined || namesOf(contract, operation_id).some((name) => operations.includes(name));
      const choices = control.document["x-choices"] ?? [];
      return {
        status: 200,
        body: { assumptions: assumptionsOf(contract).filter(isAsked), choices: choices.filter(isAsked) },
      };
    },
  };
  return (id) => {
    const named = namedCallOf(id);
    if (named === undefined) {
      const handler = Reflect.get(typed, id) as Handler;
      return callsOfSteps.some((one) => one === id) ? handler : inTransaction(handler, id);
    }
    return async ({ live, query, body }) => {
      if (live === undefined) throw new Error(`The operation ${id} needs a world.`);
      // Inspections are read, happenings are sent
      const input = id.startsWith("inspect") ? query : (body ?? {});
      return { status: 200, body: { result: (await named(live, input as object)) ?? null } };
    };
  };
}

/** A call of a world is one transaction. */
function inTransaction(handler: Handler, id: string): Handler {
  const isRead = /^(get|list)/.test(id);
  return async (call) => {
    const work = async (world: World) => handler({ ...call, world });
    if (call.live === undefined) return handler(call);
    return isRead ? call.live.read(work) : call.live.write(work);
  };
}

/** The names by which an assumption or a choice refers to an operation or event. */
function namesOf({ operations, events }: Contract, id: string): string[] {
  return [
    id,
    ...(operations.some((operation) => operation.id === id) ? ["every operation"] : []),
    ...(events.some(({ name }) => name === id) ? ["every event"] : []),
  ];
}

async function worldOf(worlds: Worlds, { world_id }: Readonly<Record<string, string>>): Promise<LiveWorld | undefined> {
  if (world_id === undefined) return undefined;
  const live = await worlds.get(world_id);
  if (live !== undefined) return live;
  throw noWorld(`The sandbox has no world "${world_id}".`);
}

function noWorld(message: string): ControlRefused {
  return new ControlRefused(404, message, {
    where: "path world_id",
    remedy: "List the worlds; the first one is `demo`.",
  });
}

function inputOf(operation: ContractOperation, read: CallReader, request: FastifyRequest) {
  const { input, problems } = read(request);
  const known = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const unknown = [...new URLSearchParams(queryOf(request.url)).keys()].find((name) => !known.includes(name));
  const remedy = `${controlPrefix}/openapi.json describes the input of ${operation.id}.`;
  if (unknown !== undefined) {
    const found = known.length === 0 ? "none is known" : `known are ${known.join(", ")}`;
    throw new ControlRefused(422, `The query has the unknown parameter "${unknown}"; ${found}.`, {
      where: `query ${unknown}`,
      remedy: "Correct its name, or leave it out.",
    });
  }
  const [problem] = problems;
  if (problem !== undefined) {
    const where = `${problem.in} ${problem.name}`.trim();
    throw new ControlRefused(422, `The ${where} ${problem.message}.`, { where, remedy });
  }
  if (operation.requestBody === undefined && request.body !== undefined) {
    throw new ControlRefused(422, "This call does not have a body.", { where: "body", remedy });
  }
  return input;
}

/** Notes what was asked of a world from here, and whoever watches the world sees what was done. */
function reportCall(
  worlds: Worlds,
  { method, url: path, body: sent, headers, params, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { status, body: answered }: Reply,
): void {
  const { world_id = "" } = Object(params) as Readonly<Record<string, string>>;
  const live = worlds.known(world_id);
  const operationId = routeOptions.config.operation?.id;
  if (live === undefined || operationId === undefined || method === "GET" || method === "HEAD") return;
  const { clock, activity, identity } = live;
  worlds.calls.add({
    number: worlds.calls.next(),
    worldId: identity.id,
    atMs: clock.nowMs,
    method,
    path,
    operationId,
    isControl: true,
    status,
    durationMs: Math.round(reply.elapsedTime),
    faultIds: [],
    sent: keptBody(sent, headers["content-length"]),
    answered,
  });
  if (status < 400) activity.report({ type: "control", data: { at: clock.now, operation_id: operationId } });
}
