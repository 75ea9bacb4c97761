// The service as a plugin of the server: each call is answered in one sequence of phases.
import { once } from "node:events";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ContractOperation } from "../../contract/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import { operations as handlers } from "../domain/index.ts";
import { type Call, type OperationId, refusal } from "../domain/topic.ts";
import { elapsedMs } from "../world/clock.ts";
import type { Applied, CallFault } from "../world/faults.ts";
import type { LiveWorld } from "../world/live-world.ts";
import { type World, WorldEnded } from "../world/world.ts";
import { type Credential, demoIdentity, type Worlds } from "../world/worlds.ts";
import { type Answer, answerError, answerHeaders, isPreflight, preflightHeaders, send } from "./answer.ts";
import { hideBodyType, type InputProblem, inputReader, readBody, takeBodies } from "./input.ts";
import { readKnownPaths, toRoute, wireMethods } from "./known-paths.ts";
import { noteCall } from "./log.ts";
import { createResponseCheck, type ResponseCheck } from "./response-check.ts";

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
  readonly assumptions: Assumptions;
  /** Are the sandbox's responses checked against the contract? Violations are logged. */
  readonly responseChecks: boolean;
  /** Takes a line that an operator should read. No credential and nothing of a person is in it. */
  readonly log: (line: string) => void;
}

/** What a handler replies. */
interface Reply extends Answer {
  /** What the developer should know, for the log. */
  readonly warning?: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of the contract, or of the control plane, that the route is. */
    operation?: ContractOperation;
  }
}

/** Makes the plugin that answers the operations of the contract. */
export function service(options: ServiceOptions): FastifyPluginCallback {
  const { contract, host, responseChecks } = options;
  const operations = contract.operations.filter(
    (operation) => host === undefined || findHost(contract, operation) === host,
  );
  return (app, _, done) => {
    takeBodies(app);
    refuseRest(app, operations, options);
    const check = responseChecks ? createResponseCheck(contract) : undefined;
    const warnings = new Set<string>();
    for (const operation of operations) {
      app.route({
        method: wireMethods(operation.method),
        config: { operation },
        url: toRoute(operation.path),
        // What has no body costs nothing
        ...(operation.method === "get" ? {} : { onRequest: hideBodyType }),
        handler: answerCalls(operation, options, check, warnings),
      });
    }
    done();
  };
}

/** Answers the calls of one operation: key, world, input, transaction with faults and handler, response check, alternative, answer. */
function answerCalls(
  operation: ContractOperation,
  { contract, worlds, assumptions, log }: ServiceOptions,
  check: ResponseCheck | undefined,
  warnings: Set<string>,
) {
  const id = operation.id as OperationId;
  const credential = readCredential(contract, operation);
  const readInput = inputReader(contract, operation);
  const { alternatives, touched } = assumptions;
  const unknownKey = refusal(401, `The header ${credential.name} is missing, or its key is unknown.`);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const beganMs = elapsedMs();
    let live: LiveWorld | undefined;
    let sent: unknown;
    const note = (status: number | undefined, body?: unknown, faultIds: readonly string[] = []) => {
      // What no key opens is shown where a person looks first
      const shownIn = live ?? worlds.known(demoIdentity.id);
      const durationMs = Math.round(elapsedMs() - beganMs);
      if (shownIn !== undefined) {
        noteCall(worlds, shownIn, request, { status, body, sent, isControl: false, durationMs, faultIds });
      }
    };
    const answer = (found: Answer) => {
      note(found.status, found.body);
      return send(reply, found);
    };
    try {
      // Key and world
      const key = request.headers[credential.header];
      live = typeof key === "string" ? await worlds.openedBy(credential.scheme, key) : undefined;
      if (live === undefined) {
        touched.noteCall(demoIdentity.id, `${id} ${unknownKey.status}`, noInput);
        return answer(alternatives.answer(operation, unknownKey, assumptions.assume));
      }

      // Input
      sent = await readBody(operation, request);
      const asked = readInput(request, sent);

      // Transaction, in which the faults apply and the handler runs. A call that faults count changes the world
      // What an alternative may take all the same stands in the query or in a header
      const isRefused = asked.problems.some(({ in: place }) => place === "path" || place === "body");
      const isRead = request.method === "GET" || request.method === "HEAD" || isRefused;
      const run = async (world: World) => {
        const faults = applyFaults(world, id);
        const assume = assumptions.assumedIn(world);
        if (faults.some(({ when }) => when === "before")) return { faults, assume, found: undefined };
        const { input, problems } = alternatives.input(operation, request.headers, asked, assume);
        // Validation has made the call one of this operation
        const call = { id, world, ...input } as Call<OperationId>;
        const handler = handlers[id] as (call: Call<OperationId>) => Reply | Promise<Reply>;
        return { faults, assume, found: problems.length > 0 ? refuseInput(problems) : await handler(call) };
      };
      const { faults, assume, found: chosen } = await (isRead && !live.hasFaults ? live.read(run) : live.write(run));

      // Response check
      const violation = chosen && check?.(operation, chosen.status, chosen.body);
      if (violation !== undefined) log(`violation: ${violation}`);
      if (chosen?.warning !== undefined && !warnings.has(chosen.warning)) {
        warnings.add(chosen.warning);
        log(`note: ${id}: ${chosen.warning}`);
      }

      // Alternative: the answer of a service that chose otherwise where the contract assumes
      const found = chosen && alternatives.answer(operation, chosen, assume);
      if (chosen !== undefined) touched.noteCall(live.identity.id, `${id} ${chosen.status}`, asked.input);

      // Answer
      if (found !== undefined && faults.length === 0) return answer(found);
      const faultIds = faults.map((fault) => fault.id);
      return await answerWithFaults(faults, found, live, reply, (status, body) => note(status, body, faultIds));
    } catch (error) {
      // The world was dropped while the call waited
      if (error instanceof WorldEnded) return answer(unknownKey);
      return answer(refuseError(error as Error, request, reply, log));
    }
  };
}

/** Of a call without a key, what it sends is not read. */
const noInput = { query: {}, header: {}, body: undefined };

/** Operations document one status for input that cannot be taken. */
function refuseError(error: Error, request: FastifyRequest, reply: FastifyReply, log: ServiceOptions["log"]): Reply {
  const { status, message } = answerError(error, request, reply, log);
  return refusal(status < 500 ? 422 : status, /[.!?]$/.test(message) ? message : `${message}.`);
}

/** A fault that applies to a call, and whether the operation runs before it. */
type AppliedFault = Applied<CallFault> & { readonly when: "before" | "after" };

/** The faults that apply to a call, which is counted; at most one other than latency. */
function applyFaults({ faults, clock }: World, id: OperationId): readonly AppliedFault[] {
  if (faults.count === 0) return [];
  const applied = faults.apply(
    ({ operation_id }) => operation_id === "*" || operation_id === id,
    ({ effect }) => effect === "latency",
    clock.nowMs,
  );
  return applied.map((fault) => ({
    ...fault,
    when: ("when" in fault ? fault.when : undefined) ?? (fault.effect === "status" ? "before" : "after"),
  }));
}

/** Lists the faults that changed a response, to distinguish them from bugs of the sandbox. */
const faultHeader = "x-sandbox-fault";

/**
 * Answers late, with another status, cut short, or not at all.
 *
 * @param found What the operation replied; undefined when it did not run.
 */
async function answerWithFaults(
  faults: readonly AppliedFault[],
  found: Reply | undefined,
  { ended }: LiveWorld,
  reply: FastifyReply,
  note: (status: number | undefined, body?: unknown) => void,
): Promise<FastifyReply> {
  reply.header(faultHeader, faults.map(({ id }) => id).join(", "));
  const latencyMs = faults.reduce((sum, fault) => sum + (fault.effect === "latency" ? fault.latency_ms : 0), 0);
  // Real time: the caller waits in real time
  const isInTime = latencyMs === 0 || (await wait(latencyMs, true, { signal: ended }).catch(() => false));
  const fault = isInTime ? faults.find(({ effect }) => effect !== "latency") : undefined;
  if (!isInTime || fault?.effect === "drop") {
    reply.hijack();
    reply.raw.destroy();
    note(undefined);
    return reply;
  }
  if (fault?.effect === "status") {
    const { status, headers } = fault;
    const { body = { detail: `The sandbox responds with ${status} because of the fault ${fault.id}.` } } = fault;
    note(status);
    return send(reply, { status, body }, { ...answerHeaders, ...headers });
  }
  if (found === undefined) throw new Error("A call that a fault applied to was not answered.");
  note(found.status);
  if (fault?.effect !== "truncate") return send(reply, found);
  // Announces the whole body, sends a part of it, and closes the connection
  const whole = Buffer.from(JSON.stringify(found.body));
  const part = whole.subarray(0, Math.min(fault.bytes ?? Math.floor(whole.length / 2), whole.length - 1));
  const headers = { ...reply.getHeaders(), ...answerHeaders, "content-length": whole.length };
  reply.hijack();
  reply.raw.writeHead(found.status, headers as OutgoingHttpHeaders);
  await flush(reply.raw, part);
  reply.raw.destroy();
  return reply;
}

/** Resolves when the part was sent, or the connection was closed. */
async function flush(response: ServerResponse, part: Buffer): Promise<void> {
  if (part.length === 0) response.flushHeaders();
  const left = new Promise<void>((done) => response.write(part, () => done()));
  await Promise.race([left, once(response, "close")]);
}

function refuseInput(problems: readonly InputProblem[]): Reply {
  const messages = problems.map((problem) => `${problem.in} ${problem.name} ${problem.message}`.replace(/\s+/g, " "));
  return { status: 422, body: { detail: `${messages.join("; ")}.`, problems } };
}

/** What is not there, and what fails. Choice: unknown-path */
function refuseRest(app: FastifyInstance, operations: Contract["operations"], options: ServiceOptions): void {
  const { contract, worlds, log } = options;
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
    const live = worlds.known(demoIdentity.id);
    const noted = { ...found, sent: undefined, isControl: false, durationMs: Math.round(reply.elapsedTime) };
    if (live !== undefined) noteCall(worlds, live, request, noted);
    return send(reply, found);
  };
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error: Error, request, reply) => {
    const found = refuseError(error, request, reply, log);
    // A method that Fastify does not know
    return found.status < 500 && request.routeOptions.config.operation === undefined
      ? notFound(request, reply)
      : send(reply, found);
  });
  // DELETE /v2/user/providers/{user_id} is a wrong method, and not the removal of a provider of the user "providers"
  const methods = [...new Set(operations.flatMap(({ method }) => wireMethods(method)))];
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = paths.methodsOf(path);
    app.route({ method: methods.filter((one) => !allowed.includes(one)), url: toRoute(path), handler: notFound });
  }
}

/** The message for a client that mixes up the hosts. Choice: separate-hosts */
function describeOtherHost(path: string, { host, otherUrl }: ServiceOptions): string {
  const [here, there] = host === "team" ? ["team", "organization"] : ["organization", "team"];
  const url = otherUrl?.();
  const where = url === undefined ? `the address of the ${there}'s calls` : `${url}${path}`;
  return `This host has the ${here}'s operations only, not the path ${path}. Call ${where} instead.`;
}

/** Each host takes one kind of key. */
function findHost(contract: Contract, operation: ContractOperation): ServiceHost {
  return readCredential(contract, operation).scheme === "ManagementKey" ? "organization" : "team";
}

/** The header of a key, as the contract spells its name and as Node does. */
function readCredential(
  { document }: Contract,
  { id, security }: ContractOperation,
): Record<"name" | "header", string> & { readonly scheme: Credential } {
  const scheme = security[0]?.[0];
  const name = document.components.securitySchemes[scheme ?? ""]?.name;
  if (name === undefined || (scheme !== "TeamApiKey" && scheme !== "ManagementKey")) {
    throw new Error(`The sandbox knows no credential for ${id}.`);
  }
  return { scheme, name, header: name.toLowerCase() };
}
