// The service as a plugin of the server: each call is answered in one sequence of phases.
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import type { Contract, ContractOperation } from "../../shared/contract/index.ts";
import type { InputProblem } from "../assumptions/alternatives.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import { operations as handlers } from "../domain/index.ts";
import type { OperationId, Operations, Remarks } from "../domain/topic.ts";
import type { LoggedCall } from "../world/call-log.ts";
import { elapsedMs } from "../world/clock.ts";
import { demoIdentity } from "../world/new-world.ts";
import { Refused } from "../world/refused.ts";
import { type World, WorldEnded } from "../world/world.ts";
import type { Credential } from "../world/worlds.ts";
import { type Answer, answerError, refusal, send } from "./answer.ts";
import { hideBodyType, readBody, takeBodies } from "./body.ts";
import { answerWithFaults, applyFaults } from "./call-faults.ts";
import { makeHintFinder } from "./hints.ts";
import { makeInputReader } from "./input.ts";
import { noteCall } from "./journal.ts";
import { type HostOptions, refuseUnknown, type ServiceHost, toRoute, wireMethods } from "./known-paths.ts";
import { createResponseCheck, type ResponseCheck } from "./response-check.ts";

/** The options of the service. */
export interface ServiceOptions extends HostOptions {
  readonly assumptions: Assumptions;
  /** Are the sandbox's responses checked against the contract? Violations are logged. */
  readonly responseChecks: boolean;
  /** Are calls refused that give hints, unless their world's settings say otherwise? */
  readonly isStrict: boolean;
  /** Takes a line that an operator should read. No credential and nothing of a person is in it. */
  readonly log: (line: string) => void;
  /** Do others than the developer of the calls read the log? Then not even names that the caller made up are in it. */
  readonly isLogPublic: boolean;
}

/** The reply to a call. */
interface Reply extends Answer, Remarks {
  /** Is it one that the operation may not document? */
  readonly isUnchecked?: true;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation of the contract, or of the control plane, that the route is. */
    operation?: ContractOperation;
  }
}

/** So many different ones are logged. */
const maxWarnings = 1000;

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
        // A GET has no body to hide the type of
        ...(operation.method === "get" ? {} : { onRequest: hideBodyType }),
        handler: answerCalls(operation, options, check, warnings),
      });
    }
    done();
  };
}

/**
 * Answers the calls of one operation: key, world, body, the world's turn; then, in one go, input, transaction with faults and handler, response check,
 * alternative, answer. An alternative also changes the input, in the transaction, since the world says which apply.
 */
function answerCalls(
  operation: ContractOperation,
  { contract, worlds, assumptions, log, isStrict, isLogPublic }: ServiceOptions,
  check: ResponseCheck | undefined,
  warnings: Set<string>,
) {
  const id = operation.id as OperationId;
  const credential = readCredential(contract, operation);
  const readInput = makeInputReader(contract, operation);
  const findHints = makeHintFinder(contract, operation);
  const unknownKey = refusal(401, `The header ${credential.name} is missing, or its key is unknown.`);

  const isDocumented = (wanted: number) => operation.responses.some(({ status }) => status === `${wanted}`);
  /** Not every operation documents a status for input that cannot be taken. */
  const oddStatus = [422, 400].find(isDocumented);
  const refuseOdd = (hints: readonly InputProblem[]): Reply => ({
    ...refuseInput(hints, oddStatus),
    isUnchecked: true,
  });

  /** In the world's turn. Faults that come before it leave the operation out. */
  const handle = (world: World, asked: ReturnType<typeof readInput>, request: FastifyRequest, sent: unknown) => {
    const faults = applyFaults(world, id);
    const assume = assumptions.assumedIn(world);
    const { input, problems } = assumptions.alternatives.input(operation, request.headers, asked, assume);
    const hints = [...findHints({ request, sent, header: input.header })];
    const isOdd = () => hints.length > 0 && (world.settings.strict ?? isStrict);
    const answer = (): Reply => {
      if (problems.length > 0) return refuseInput(problems);
      if (isOdd()) return refuseOdd(hints);
      // Validation has made the call one of this operation
      const handler = (handlers as Operations)[id] as (call: object) => unknown;
      let remarks: Remarks = {};
      try {
        const body = handler({ world, ...input, remark: (made: Remarks) => (remarks = made) });
        if (remarks.hint !== undefined) hints.push(remarks.hint);
        return isOdd() ? refuseOdd(hints) : { ...remarks, status: 200, body };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return refusal(isDocumented(error.status) ? error.status : 422, error.message, error.fields);
      }
    };
    // By the name of the contract, whichever header an alternative reads
    const { "Idempotency-Key": key } = input.header;
    const idempotency_key = typeof key === "string" ? key : null;
    return {
      faults,
      assume,
      hints,
      idempotency_key,
      reply: faults.some(({ when }) => when === "before") ? undefined : answer(),
    };
  };

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const beganMs = elapsedMs();
    const key = request.headers[credential.header];
    let world: World | undefined;
    let sent: unknown;
    let handling: Partial<Pick<LoggedCall, "idempotency_key" | "hints" | "is_replay">> = {};
    const note = (status: number | undefined, body?: unknown, faults?: LoggedCall["injected"]) => {
      // A call that no key opens is shown where a person looks first
      const shownIn = world ?? worlds.getOpen(demoIdentity.id);
      if (shownIn !== undefined)
        noteCall(worlds, shownIn, request, { status, body, sent, beganMs, faults, ...handling });
    };
    const answer = (shown: Answer) => {
      note(shown.status, shown.body);
      return send(reply, shown);
    };
    const answerInTurn = (world: World) => {
      world.assertThere();
      const asked = readInput(request, sent);
      // It only reads where nothing can change: not even the count of a fault. What is wrong in the query or in a header an alternative may still take
      const isRefused = asked.problems.some(({ in: place }) => place === "path" || place === "body");
      const onlyReads = (operation.method === "get" || isRefused) && world.faults.count === 0;
      const work = () => handle(world, asked, request, sent);
      const handled = onlyReads ? work() : world.transaction(work);
      const { faults, assume, idempotency_key, reply: replied } = handled;
      handling = { idempotency_key, hints: handled.hints.map(describeProblem), is_replay: replied?.isReplay === true };

      const isChecked = replied !== undefined && replied.isUnchecked !== true;
      const violation = isChecked ? check?.(operation, replied.status, replied.body) : undefined;
      if (violation !== undefined) log(`violation: ${violation}`);
      for (const text of [...handled.hints.map((hint) => describeForLog(hint, isLogPublic)), replied?.warning]) {
        if (text === undefined || warnings.size >= maxWarnings || warnings.has(`${id} ${text}`)) continue;
        warnings.add(`${id} ${text}`);
        log(`note: ${id}: ${text}`);
      }

      // The answer of a service that chose otherwise where the contract assumes
      const shown =
        replied &&
        assumptions.showAnswer(world.identity.id, operation, replied, {
          assume,
          input: asked.input,
          isNewer: world.settings.newer_values,
        });
      if (shown !== undefined && faults.length === 0) return answer(shown);
      return answerWithFaults(faults, shown, world, reply, (status, body) => note(status, body, faults));
    };
    const answerError = (error: unknown) =>
      // The world was dropped while the call waited
      answer(error instanceof WorldEnded ? unknownKey : refuseError(error as Error, request, reply, log));
    const answerLater = async (world: World) => {
      try {
        sent = await readBody(operation, request);
        // Fastify's reply can be awaited itself
        const { answered } = await world.whenFree(() => ({ answered: answerInTurn(world) }));
        return await answered;
      } catch (error) {
        return answerError(error);
      }
    };
    try {
      world = typeof key === "string" ? worlds.findByKey(credential.scheme, key) : undefined;
      if (world === undefined) {
        const { assume } = assumptions;
        return answer(
          assumptions.showAnswer(demoIdentity.id, operation, unknownKey, { assume, input: noInput, isNewer: false }),
        );
      }
      return operation.requestBody === undefined && !world.isBusy ? answerInTurn(world) : answerLater(world);
    } catch (error) {
      return answerError(error);
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

/** Answers unknown paths, and errors. */
function refuseRest(app: FastifyInstance, operations: Contract["operations"], options: ServiceOptions): void {
  const notFound = refuseUnknown(app, operations, options);
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error: Error, request, reply) => {
    const found = refuseError(error, request, reply, options.log);
    // A method that Fastify does not know
    return found.status < 500 && request.routeOptions.config.operation === undefined
      ? notFound(request, reply)
      : send(reply, found);
  });
}

function describeProblem({ in: place, name, message }: InputProblem): string {
  return `${place} ${name} ${message}`.replace(/\s+/g, " ");
}

/** Without a name that the caller made up, unless it is one that a program has, and the log is its developer's. */
function describeForLog(hint: InputProblem, isPublic: boolean): string {
  const isShown = hint.in === "header" || (!isPublic && /^[a-z_/[\]]{0,50}$/i.test(hint.name));
  return describeProblem(isShown ? hint : { ...hint, name: "…" });
}

function refuseInput(problems: readonly InputProblem[], status = 422): Reply {
  const messages = problems.map(describeProblem);
  return { status, body: { detail: `${messages.join("; ")}.`, problems } };
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
