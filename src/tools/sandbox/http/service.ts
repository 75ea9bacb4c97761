// The service as a plugin of the server: finds the operation and the world of a call, checks its input, and sends what the handler replies.
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Contract, ContractOperation } from "../../contract/index.ts";
import { type Call, refusal } from "../handlers/call.ts";
import { handlers } from "../handlers/index.ts";
import type { OperationId } from "../handlers/operation-types.ts";
import { keepConnection } from "../input/keep-connection.ts";
import { readKnownPaths, wireMethods } from "../input/known-paths.ts";
import { isPreflight, openToAll, preflightHeaders } from "../input/origins.ts";
import { type CallReader, callReader } from "../input/read-input.ts";
import { largestFileBytes, readBody } from "../input/request-input.ts";
import { keptBody } from "../world/call-log.ts";
import { elapsedMs } from "../world/clock.ts";
import type { Strike } from "../world/faults.ts";
import { type LiveWorld, WorldEnded } from "../world/live-world.ts";
import { kindOf } from "../world/own-fault.ts";
import { retryAfter, StoreUnavailable } from "../world/store-unavailable.ts";
import type { World } from "../world/world.ts";
import { type Credential, demoIdentity, type Worlds } from "../worlds.ts";
import { responseCheckOf } from "./response-check.ts";
import { answerStruck } from "./struck-answer.ts";

/** The hosts of the service: one for the calls of teams, one for those of organizations. */
export type ServiceHost = "team" | "organization";

/** What the service is made of. */
export interface ServiceOptions {
  /** The host whose operations are answered; without it those of both are. */
  readonly host?: ServiceHost | undefined;
  /** Where the operations of the other host are answered, once that is known. */
  readonly otherUrl?: (() => string | undefined) | undefined;
  readonly contract: Contract;
  readonly worlds: Worlds;
  /** Are the sandbox's responses checked against the contract? Violations are logged. */
  readonly responseChecks: boolean;
  /** Takes a line that an operator should read. No credential and nothing of a person is in it. */
  readonly log: (line: string) => void;
}

/** Beside the file a form has its own lines and its other fields. */
const largestFormBytes = largestFileBytes + 64 * 1024;

/** A reply with the type of its operation forgotten. */
interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** What the developer should know, for the log. */
  readonly warning?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** When the call came in, by `elapsedMs`; 0 when the path has no operation. */
    beganMs: number;
    /** The world that the credential belongs to; there once the credential was accepted. */
    world: LiveWorld | undefined;
    /** The Content-Type of the body. It is hidden from Fastify, which would refuse with an undocumented status. */
    bodyType: string | undefined;
  }
  interface FastifyContextConfig {
    /** The operation of the contract that the route is. */
    operation?: ContractOperation;
  }
}

/** Makes the plugin that answers the operations of the contract. */
export function service(options: ServiceOptions): FastifyPluginCallback {
  const { contract, host } = options;
  const operations = contract.operations.filter(
    (operation) => host === undefined || hostOf(contract, operation) === host,
  );
  return (app, _, done) => {
    takeBodies(app);
    answerPreflights(app);
    refuseRest(app, operations, options);
    const answer = answering(options);
    for (const operation of operations) app.route(answer(operation));
    done();
  };
}

/** Bodies are read as the operation says. Whether there is one is known only behind the credential. */
function takeBodies(app: FastifyInstance): void {
  app.decorateRequest("beganMs", 0);
  app.decorateRequest("world", undefined);
  app.decorateRequest("bodyType", undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer" },
    async ({ routeOptions, headers, bodyType }: FastifyRequest, bytes: Buffer<ArrayBuffer>) => {
      const { operation } = routeOptions.config;
      return operation && readBody(operation, { ...headers, "content-type": bodyType }, bytes);
    },
  );
}

function answerPreflights(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, next) => {
    if (isPreflight(request.raw)) reply.code(204).headers(preflightHeaders(request.headers)).send();
    else next();
  });
}

/** What cannot be taken, what is not there, and what fails. Choice: unknown-path */
function refuseRest(app: FastifyInstance, operations: Contract["operations"], options: ServiceOptions): void {
  const { contract, worlds, log } = options;
  const paths = readKnownPaths(operations);
  const otherPaths = readKnownPaths(contract.operations.filter((operation) => !operations.includes(operation)));
  const isOfOther = (path: string) =>
    otherPaths.methodsOf(path).length > 0 || (options.host === "organization" && path.startsWith("/_sandbox/"));
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ""] = request.url.split("?");
    const refuse = (found: Reply) => {
      reportCall(worlds, request, found);
      return send(reply, found);
    };
    const allow = paths.methodsOf(path).join(", ");
    if (allow === "" && isOfOther(path)) return refuse(refusal(404, ofOtherHost(path, options)));
    if (allow === "") return refuse(refusal(404, paths.describeUnknown(path)));
    reply.header("allow", allow);
    return refuse(refusal(405, `The method ${request.method} is not allowed for this path. Use ${allow}.`));
  };
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    keepConnection(reply);
    const status = error.statusCode ?? 500;
    const { operation } = request.routeOptions.config;
    if (operation === undefined && status < 500) return notFound(request, reply);
    // Operations document one status for input that cannot be taken
    const found =
      status < 500
        ? refusal(422, sentence(error.message))
        : error instanceof StoreUnavailable
          ? refusal(503, error.message)
          : refusal(500, "The sandbox failed. This is a bug in the sandbox.");
    if (operation !== undefined) reportCall(worlds, request, found, operation.id as OperationId);
    if (status < 500) return send(reply, found);
    // The message may hold what was sent: the log gets the operation and the kind of error only
    log(`error: ${request.method} ${request.routeOptions.url ?? "?"} failed: ${kindOf(error)}${debugged(error)}`);
    if (found.status === 503) reply.headers(retryAfter);
    return send(reply, found);
  });
  // DELETE /v2/user/providers/{user_id} is a wrong method, and not the removal of a provider of the user "providers"
  const methods = [...new Set(operations.flatMap(({ method }) => wireMethods(method)))];
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = paths.methodsOf(path);
    app.route({ method: methods.filter((one) => !allowed.includes(one)), url: routeOf(path), handler: notFound });
  }
}

/** The message for a client that mixes up the hosts. Choice: separate-hosts */
function ofOtherHost(path: string, { host, otherUrl }: ServiceOptions): string {
  const [here, there] = host === "team" ? ["team", "organization"] : ["organization", "team"];
  const url = otherUrl?.();
  const where = url === undefined ? `the address of the ${there}'s calls` : `${url}${path}`;
  return `This host has the ${here}'s operations only, not the path ${path}. Call ${where} instead.`;
}

/** Refuses a path that cannot be decoded, which belongs to no plugin: the control plane has its own form of a refusal. */
export function refuseUndecodable(url: string, reply: FastifyReply, of: "service" | "control"): FastifyReply {
  const message = `The path ${url.split("?")[0]} is not percent-encoded UTF-8: write a literal percent sign as %25.`;
  const body = of === "control" ? { error: { message, where: "path" } } : { detail: message };
  return send(reply, { status: 404, body });
}

/** Makes the route of an operation: who calls is known before the body is read, and the handler answers by the contract. A warning is logged once. */
function answering({ contract, worlds, responseChecks, log }: ServiceOptions) {
  const check = responseChecks ? responseCheckOf(contract) : undefined;
  const warnings = new Set<string>();
  return (operation: ContractOperation): RouteOptions => {
    const id = operation.id as OperationId;
    const read = callReader(contract, operation);
    const credential = credentialOf(contract, operation);
    const checked = (found: Reply) => {
      const broken = check?.(operation, found.status, found.body);
      if (broken !== undefined) log(`violation: ${broken}`);
      if (found.warning !== undefined && !warnings.has(found.warning)) log(`note: ${id}: ${found.warning}`);
      if (found.warning !== undefined) warnings.add(found.warning);
      return found;
    };
    const unknownKey = refusal(401, `The header ${credential.name} is missing, or its key is unknown.`);
    const enter = (world: LiveWorld | undefined, request: FastifyRequest, reply: FastifyReply, next: () => void) => {
      request.world = world;
      if (world !== undefined) return next();
      reportCall(worlds, request, unknownKey, id);
      send(reply, unknownKey);
    };
    return {
      method: wireMethods(operation.method),
      config: { operation },
      url: routeOf(operation.path),
      ...(takesForm(operation) ? { bodyLimit: largestFormBytes } : {}),
      onRequest: (request, reply, next) => {
        request.beganMs = elapsedMs();
        const key = request.headers[credential.header];
        hideBodyType(request);
        const opened = typeof key === "string" ? worlds.openedBy(credential.scheme, key) : undefined;
        if (opened instanceof Promise) opened.then((world) => enter(world, request, reply, next), next);
        else enter(opened, request, reply, next);
      },
      handler: (request, reply) => {
        const { world } = request;
        if (world === undefined) throw new Error("A call got past its credential.");
        const finish = (found: Reply) => {
          checked(found);
          reportCall(worlds, request, found, id);
          return found.status < 300 ? sendAtOnce(reply, found) : send(reply, found);
        };
        const strike = async () => {
          const strikes = await world.write(({ faults, clock }) => faults.strike(id, clock.nowMs));
          const answer = () => answered(id, read, world, request, true);
          if (strikes.length === 0) return finish(await answer());
          return answerStruck(strikes, {
            reply,
            ended: world.ended,
            answer: () => answer().then(checked),
            send: (found, headers) => send(reply, found, { ...answerHeaders, ...headers }),
            onStatus: (status) => reportCall(worlds, request, { status, body: undefined }, id, strikes),
          });
        };
        // The world may be dropped while the call waits for its body or for others
        const fail = (error: unknown) => (error instanceof WorldEnded ? send(reply, unknownKey) : reply.send(error));
        // Past Fastify's own steps for a promise, too
        answered(id, read, world, request, false)
          .then(finish, (error: unknown) => {
            if (!(error instanceof MayBeStruck)) throw error;
            return strike();
          })
          .catch(fail);
        return undefined;
      },
    };
  };
}

/** Hides the type of a body from Fastify. A header that is not there is not removed: that would slow down all that reads them. */
function hideBodyType(request: FastifyRequest): void {
  const { headers } = request.raw;
  request.bodyType = headers["content-type"];
  if (request.bodyType !== undefined) delete headers["content-type"];
}

const noFaults: readonly string[] = [];

/** Notes that a call was answered, or its connection closed, and reports it to the watchers of its world. */
function reportCall(
  worlds: Worlds,
  request: FastifyRequest,
  { status, body: answered }: { readonly status: number | undefined; readonly body: unknown },
  operationId?: OperationId,
  strikes: readonly Strike[] = [],
): void {
  const { world, method, url: path, body: sent, headers, beganMs } = request;
  // What no key opens is shown where a person looks first
  const shownIn = world ?? worlds.known(demoIdentity.id);
  if (shownIn === undefined) return;
  const faultIds = strikes.length === 0 ? noFaults : strikes.map((strike) => strike.id);
  const call = {
    number: worlds.calls.next(),
    worldId: shownIn.identity.id,
    atMs: shownIn.clock.nowMs,
    method,
    path,
    operationId,
    isControl: false,
    status,
    durationMs: beganMs === 0 ? 0 : Math.round(elapsedMs() - beganMs),
    faultIds,
    sent: keptBody(sent, headers["content-length"]),
    answered,
  };
  worlds.calls.add(call);
  shownIn.activity.reportCall(call);
}

/**
 * Runs the operation in a transaction of its world.
 *
 * @param isCounted Were the faults of the world counted for this call already?
 * @throws {MayBeStruck} when they were not and one may strike it: then it has changed nothing.
 */
function answered(
  id: OperationId,
  read: CallReader,
  live: LiveWorld,
  request: FastifyRequest,
  isCounted: boolean,
): Promise<Reply> {
  const { input, problems } = read(request);
  const handler = handlers[id] as (call: Call<OperationId>) => Reply | Promise<Reply>;
  const work = (world: World) => {
    const { faults, clock } = world;
    if (!isCounted && faults.count > 0 && faults.mayStrike(id, clock.nowMs)) throw new MayBeStruck();
    // Validation has made the call one of this operation
    return problems.length > 0 ? refusedInput(problems) : handler({ id, world, ...input } as Call<OperationId>);
  };
  const isRead = request.method === "GET" || request.method === "HEAD" || problems.length > 0;
  return isRead ? live.read(work) : changed(live, work);
}

class MayBeStruck extends Error {}

function refusedInput(problems: ReturnType<CallReader>["problems"]): Reply {
  const messages = problems.map((problem) => `${problem.in} ${problem.name} ${problem.message}`.replace(/\s+/g, " "));
  return { status: 422, body: { ...refusal(422, `${messages.join("; ")}.`).body, problems } };
}

/** What a refused call has changed is undone. */
async function changed(live: LiveWorld, work: (world: World) => Reply | Promise<Reply>): Promise<Reply> {
  let reply: Reply | undefined;
  try {
    return await live.write(async (world) => {
      reply = await work(world);
      if (reply.status >= 400) throw new Refused();
      return reply;
    });
  } catch (error) {
    if (error instanceof Refused && reply !== undefined) return reply;
    throw error;
  }
}

class Refused extends Error {}

function takesForm({ requestBody }: ContractOperation): boolean {
  return requestBody?.bodies.some(({ mediaType }) => mediaType === "multipart/form-data") === true;
}

/** A path template as Fastify writes it. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Each host takes one kind of key. */
function hostOf(contract: Contract, operation: ContractOperation): ServiceHost {
  return credentialOf(contract, operation).scheme === "ManagementKey" ? "organization" : "team";
}

interface CredentialHeader {
  readonly scheme: Credential;
  /** As the contract spells it. */
  readonly name: string;
  /** As Node spells it. */
  readonly header: string;
}

function credentialOf({ document }: Contract, { id, security }: ContractOperation): CredentialHeader {
  const scheme = security[0]?.[0];
  const name = document.components.securitySchemes[scheme ?? ""]?.name;
  if (name === undefined || (scheme !== "TeamApiKey" && scheme !== "ManagementKey")) {
    throw new Error(`The sandbox knows no credential for ${id}.`);
  }
  return { scheme, name, header: name.toLowerCase() };
}

/** The body is written by ourselves: a serializer made of the schema would drop fields that it does not know. */
function send(reply: FastifyReply, { status, body }: Reply, headers = answerHeaders): FastifyReply {
  // A text goes out as it is, in one write with the headers; an object would go through Fastify's serializer
  return reply.code(status).headers(headers).send(JSON.stringify(body));
}

/** As `send`, past Fastify's own steps for a reply: a read costs 1.33 of bare node:http with it, 1.53 without; the limit is 1.5. */
function sendAtOnce(reply: FastifyReply, { status, body }: Reply): FastifyReply {
  const text = JSON.stringify(body);
  reply.hijack();
  reply.raw.writeHead(status, [...answerHeaderList, "content-length", Buffer.byteLength(text)]).end(text);
  return reply;
}

const answerHeaders = { ...openToAll, "content-type": "application/json; charset=utf-8" };

const answerHeaderList = Object.entries(answerHeaders).flat();

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function debugged(error: Error): string {
  return process.env["DEBUG"] ? `: ${error.stack ?? error.message}` : ". Set DEBUG=1 for the stack trace.";
}
