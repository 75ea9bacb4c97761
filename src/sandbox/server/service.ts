// The service as a plugin of the server: each call is answered in one sequence of phases.
import type { FastifyPluginCallback, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Contract, ContractOperation } from "../../shared/contract/index.ts";
import type { Input, InputProblem } from "../assumptions/alternatives.ts";
import { callOperation } from "../domain/index.ts";
import type { OperationId, Remarks } from "../domain/topic.ts";
import { elapsedMs } from "../world/clock.ts";
import { Refused } from "../world/refused.ts";
import { type World, WorldEnded } from "../world/world.ts";
import { type Credential, keyOf, type Worlds } from "../world/worlds.ts";
import { type Answer, answerError, isPreflight, preflightHeaders, refusal, send } from "./answer.ts";
import { readBody, takeBodies } from "./body.ts";
import { answerWithFaults, applyCallFaults } from "./call-faults.ts";
import { type Hint, makeHintFinder } from "./hints.ts";
import { makeInputReader } from "./input.ts";
import { type Noted, noteCall } from "./journal.ts";
import type { ServerOptions, ServiceHost } from "./options.ts";
import { createResponseCheck, type ResponseCheck } from "./response-check.ts";
import { describeUnknownPath, routeOperations, toRoute } from "./routes.ts";

/** The reply to a call. */
type Reply = Answer & Remarks;

/** So many different ones are logged. */
const maxNotes = 1000;

/** Makes the plugin that answers the operations of the contract. */
export function service(options: ServerOptions): FastifyPluginCallback {
  const { contract, only, worlds, log, responseChecks = true } = options;
  const { here = [], there = [] } = Object.groupBy(contract.operations, (operation) =>
    only === undefined || findHost(contract, operation) === only ? "here" : "there",
  );
  const byScheme = new Map(
    contract.operations.map((operation) => [operation.security[0]?.[0], readCredential(contract, operation)]),
  );
  const credentials = [...byScheme.values()];
  const refuse = (request: FastifyRequest, reply: FastifyReply, found: Answer, world?: World) => {
    if (isPreflight(request.raw)) return reply.code(204).headers(preflightHeaders(request.headers)).send();
    const noted = { beganMs: elapsedMs() - reply.elapsedTime };
    noteCall(worlds, world, request, noted, found);
    return send(reply, found);
  };
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply, found: Answer) =>
    refuse(request, reply, found, findWorld(worlds, credentials, request));
  return (app, _, done) => {
    takeBodies(app);
    const check = responseChecks ? createResponseCheck(contract) : undefined;
    const notes = new Set<string>();
    const logOnce = (note: string) => {
      if (notes.size >= maxNotes || notes.has(note)) return;
      notes.add(note);
      log(`note: ${note}`);
    };
    const refusePath = (describe: (path: string) => string) => (request: FastifyRequest, reply: FastifyReply) => {
      const [path = ""] = request.url.split("?");
      return refuseUnknown(request, reply, refusal(404, describe(path)));
    };
    routeOperations(
      app,
      here,
      (operation) => answerCalls(operation, options, check, logOnce),
      (request, reply, allow) =>
        refuseUnknown(
          request,
          reply,
          refusal(405, `The method ${request.method} is not allowed for this path. Use ${allow}.`),
        ),
      // Choice: unknown-path
      refusePath((path) => describeUnknownPath(here, path)),
    );
    const elsewhere = only === "organization" ? ["/_sandbox/*"] : [];
    for (const path of new Set([...there.map((operation) => toRoute(operation.path)), ...elsewhere])) {
      app.all(
        path,
        refusePath((found) => describeOtherHost(found, options)),
      );
    }
    // Without a world: that it cannot be opened may be the error
    app.setErrorHandler((error: Error, request, reply) =>
      refuse(request, reply, refuseError(error, request, reply, log)),
    );
    done();
  };
}

/**
 * Answers the calls of one operation: the key opens a world and the body is read, then in the world's turn `handle` makes the answer, and the
 * faults that apply to the call change how it is sent.
 */
function answerCalls(
  operation: ContractOperation,
  { contract, worlds, assumptions, log, logCall, strict = false }: ServerOptions,
  check: ResponseCheck | undefined,
  logOnce: (note: string) => void,
): RouteHandlerMethod {
  const id = operation.id as OperationId;
  const credential = readCredential(contract, operation);
  const readInput = makeInputReader(contract, operation);
  const findHints = makeHintFinder(contract, operation);
  const unknownKey = refusal(401, `The header ${credential.name} is missing, or its key is unknown.`);
  const isDocumented = (wanted: number) => operation.responses.some(({ status }) => status === `${wanted}`);

  /** Does what the operation does, with input that has been checked. */
  const carryOut = (world: World, input: Input): Reply => {
    let remarks: Remarks = {};
    try {
      const body = callOperation(world, id, { ...input, remark: (made: Remarks) => (remarks = made) });
      return { ...remarks, status: 200, body };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return refusal(isDocumented(error.status) ? error.status : 422, error.message, error.fields);
    }
  };

  /** Input, faults and operation, in one transaction; then what was odd, the check of the reply, and how the world shows it. */
  const handle = (world: World, request: FastifyRequest, sent: unknown) => {
    world.assertThere();
    const { strict: isStrict = strict } = world.settings;
    const asked = readInput(request, sent);
    const { input, problems } = assumptions.readInput(world, operation, request.headers, asked);
    const hints: Hint[] = findHints({ request, sent, header: input.header });
    const refuseOdd = () => (isStrict && hints.length > 0 ? refuseInput(hints) : undefined);
    const refused = problems.length > 0 ? refuseInput(problems) : refuseOdd();

    const take = () => {
      const faults = applyCallFaults(world, id);
      const isReplaced = faults.some((fault) => "when" in fault && fault.when === "before");
      return { faults, found: isReplaced ? undefined : (refused ?? carryOut(world, input)) };
    };
    // Where nothing can change, not even the count of a fault
    const onlyReads = (operation.method === "get" || refused !== undefined) && world.row.faults.faults.length === 0;
    const { faults, found } = onlyReads ? take() : world.transaction(take);

    if (found?.hint !== undefined) hints.push(found.hint);
    for (const hint of hints) logOnce(`${id}: ${describeForLog(hint, logCall !== undefined)}`);
    if (found?.warning !== undefined) logOnce(`${id}: ${found.warning}`);
    const odd = refuseOdd();
    const reply = found?.hint === undefined ? found : (odd ?? found);
    // Not every operation documents the status with which an odd call is refused
    const violation = reply && odd === undefined ? check?.(operation, reply.status, reply.body) : undefined;
    if (violation !== undefined) log(`violation: ${violation}`);

    // By the name of the contract, whichever header an alternative reads
    const { "Idempotency-Key": key } = input.header;
    const noted = {
      sent,
      injected: faults.map(({ id: fault, effect }) => ({ id: fault, effect })),
      hints: hints.map(describeProblem),
      idempotency_key: typeof key === "string" ? key : null,
      is_replay: reply?.isReplay === true,
    };
    // A header under another name rests on how the contract calls it, too
    const meant = Object.fromEntries(hints.flatMap((hint) => (hint.meant === undefined ? [] : [[hint.meant, ""]])));
    const touching = { ...asked.input, header: { ...meant, ...asked.input.header } };
    return { faults, noted, shown: reply && assumptions.showAnswer(world, operation, reply, touching) };
  };

  return async (request, reply) => {
    let noted: Noted = { beganMs: elapsedMs() };
    const world = findWorld(worlds, [credential], request);
    const note = (answered?: Answer) => noteCall(worlds, world, request, noted, answered);
    const answer = (shown: Answer) => {
      note(shown);
      return send(reply, shown);
    };
    // The input of such a call is not read
    if (world === undefined) return answer(assumptions.showAnswer(undefined, operation, unknownKey));
    try {
      const sent = await readBody(contract.document, operation, request);
      noted = { ...noted, sent };
      const handled = await world.whenFree(() => handle(world, request, sent));
      noted = { ...noted, ...handled.noted };
      const { faults, shown } = handled;
      if (shown !== undefined && faults.length === 0) return answer(shown);
      return await answerWithFaults(faults, shown, world, reply, note);
    } catch (error) {
      // The world was dropped while the call waited
      return answer(error instanceof WorldEnded ? unknownKey : refuseError(error as Error, request, reply, log));
    }
  };
}

/** Operations document one status for input that cannot be taken. */
function refuseError(error: Error, request: FastifyRequest, reply: FastifyReply, log: ServerOptions["log"]): Reply {
  const { status, message } = answerError(error, request, reply, log);
  return refusal(status < 500 ? 422 : status, message);
}

function describeProblem({ in: place, name, message }: InputProblem): string {
  return `${place} ${name} ${message}`.replace(/\s+/g, " ");
}

/** Without a name that the caller made up, unless it is one that a program has, and the log is its developer's. */
function describeForLog(hint: InputProblem, isPublic: boolean): string {
  const isShown = hint.in === "header" || (!isPublic && /^[a-z_/[\]]{0,50}$/i.test(hint.name));
  return describeProblem(isShown ? hint : { ...hint, name: "…" });
}

function refuseInput(found: readonly InputProblem[]): Reply {
  const problems = found.map(({ in: place, name, message }) => ({ in: place, name, message }));
  return { status: 422, body: { detail: `${problems.map(describeProblem).join("; ")}.`, problems } };
}

/** The message for a client that mixes up the hosts. Choice: separate-hosts */
function describeOtherHost(path: string, { only, urls }: ServerOptions): string {
  const [here, there] = only === "team" ? (["team", "organization"] as const) : (["organization", "team"] as const);
  return `This host has the ${here}'s operations only, not the path ${path}. Call ${urls[there]}${path} instead.`;
}

/** Each host takes one kind of key. */
function findHost(contract: Contract, operation: ContractOperation): ServiceHost {
  return readCredential(contract, operation).scheme === "ManagementKey" ? "organization" : "team";
}

/** A kind of key, and its header as the contract spells its name and as Node does. */
type CredentialHeader = Record<"name" | "header", string> & { readonly scheme: Credential };

function readCredential({ document }: Contract, { id, security }: ContractOperation): CredentialHeader {
  const scheme = security[0]?.[0];
  const name = document.components.securitySchemes[scheme ?? ""]?.name;
  if (name === undefined || (scheme !== "TeamApiKey" && scheme !== "ManagementKey")) {
    throw new Error(`The sandbox knows no credential for ${id}.`);
  }
  return { scheme, name, header: name.toLowerCase() };
}

/** The world that one of the keys of a call opens. */
function findWorld(
  worlds: Worlds,
  credentials: readonly CredentialHeader[],
  { headers }: FastifyRequest,
): World | undefined {
  for (const { scheme, header } of credentials) {
    const key = headers[header];
    const world = typeof key === "string" ? worlds.find(keyOf[scheme], key) : undefined;
    if (world !== undefined) return world;
  }
  return undefined;
}
