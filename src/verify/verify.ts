// Checks a server against the contract: each operation with valid input, at its limits and beyond, and as it is stated to behave.
import fc from "fast-check";
import { type ContractOperation, excuse, field } from "../shared/contract/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { CheckContext } from "./checks/check-context.ts";
import { eventChecks, eventsEntry, listConnections } from "./checks/events.ts";
import { listBehaviours } from "./checks/index.ts";
import { choosePlainInput, validInputs } from "./input/valid-input.ts";
import { idempotencyKey, isManagement, oddText } from "./operations.ts";
import { OutOfReach } from "./out-of-reach.ts";
import { anyShape } from "./places.ts";
import type { Plan } from "./plan.ts";
import type { VerifyReport } from "./report.ts";
import { basePathRemedy, preflight } from "./sending/preflight.ts";
import type { Input } from "./sending/request.ts";
import { type Sent, Session, type SessionOptions } from "./session.ts";
import { acceptance } from "./verdicts/judge.ts";

/** The options of a run, and the operations to verify. */
export interface VerifyOptions extends SessionOptions {
  /** Tags and operationIds; all operations when empty. */
  readonly only: readonly string[];
  /** Called before each operation is checked. */
  readonly onOperation?: (operation: ContractOperation) => void;
}

/**
 * Verifies a server.
 *
 * @throws {Failure} when it cannot be reached, refuses the key, or is not a server of this API.
 */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const { contract, events, only } = options;
  const session = new Session(options);
  const chosen = chooseOperations(options);
  const [managed, ...others] = chosen.filter(isManagement);
  if (chosen.length > others.length + (managed === undefined ? 0 : 1)) {
    await preflight(session, listReaders(session, contract.operations), "base");
    await findUser(session);
  }
  const before = events && (await listConnections(session));
  const { org_id } = session.data;
  if (options.management !== undefined && managed !== undefined && org_id !== undefined) {
    await preflight(session, [{ operation: session.plan(managed.id), path: { org_id } }], "management");
  }
  for (const operation of chosen) {
    options.onOperation?.(operation);
    await verifyOperation(session, session.plan(operation.id));
  }
  if (events === undefined) session.notes.skip(eventsEntry, "all", "it needs --events-port");
  else for (const check of eventChecks) await check.run({ session, ...events, before }, check);
  const isOfEvents = events !== undefined || only.length === 0;
  if (chosen.length > 0 && chosen.every(({ id }) => session.absent.has(id))) {
    throw new Failure(`${options.base.url} responds with 404 to all operations.`, basePathRemedy("--base-url"));
  }
  const there = chosen.filter(({ id }) => !session.absent.has(id));
  return {
    contract: contract.document.info.version,
    baseUrl: options.base.url,
    seed: options.seed,
    depth: options.depth,
    requests: session.requests,
    absent: chosen.flatMap(({ id }) => (session.absent.has(id) ? [id] : [])),
    operations: [...there, ...(isOfEvents ? [eventsEntry] : [])].map((entry) => session.notes.reportOf(entry)),
  };
}

/** The operations that are asked for, by operationId or tag. */
export function chooseOperations({ contract, only }: Pick<VerifyOptions, "contract" | "only">): ContractOperation[] {
  if (only.length === 0) return [...contract.operations];
  return contract.operations.filter(
    ({ id, operation }) => only.includes(id) || operation.tags.some((tag) => only.includes(tag)),
  );
}

/** The operations of the base host that only read and need nothing. */
function listReaders(session: Session, operations: readonly ContractOperation[]) {
  return operations
    .filter((one) => one.method === "get" && !isManagement(one) && !one.parameters.some(({ required }) => required))
    .map(({ id }) => ({ operation: session.plan(id), path: {} }));
}

/** Asks whether the server knows the example cast, and creates a user when no user is known. */
async function findUser(session: Session): Promise<void> {
  const { user } = session.data;
  // A person who names a user knows the server
  if (user !== undefined && session.options.data.file === undefined) {
    const resolved = await session.look(session.operation("resolveUser"), { client_user_id: user.client_user_id });
    if (resolved.exchange.answer?.status === 404) session.data = {};
  }
  if (session.data.user !== undefined || session.options.readOnly) return;
  const client_user_id = session.freshId("user");
  const created = await session.look(session.operation("createUser"), {}, { client_user_id });
  const user_id = field(created.body, "user_id");
  if (typeof user_id === "string") session.createdUser = { user_id, client_user_id };
}

/** Makes every check of an operation, and notes what was found. */
async function verifyOperation(session: Session, operation: Plan): Promise<void> {
  const skip = (check: string, error: unknown) => {
    if (!(error instanceof OutOfReach)) throw error;
    session.notes.skip(operation, check, error.message);
  };
  try {
    const { usesUp } = operation.traits;
    const minimal = choosePlainInput(session, operation, "required");
    const valid = usesUp === "its-input" ? undefined : await callOnce(session, operation);
    // Without an id it uses nothing up
    if (usesUp === "its-input" && !operation.path.includes("{")) {
      await session.ask(operation, minimal, { ...acceptance(operation), outcome: "tolerated", isThere: true });
    }
    const isRepeatable = valid !== undefined && usesUp === undefined;
    await probe(session, operation, minimal, isRepeatable);
    if (isRepeatable) await tryGeneratedInput(session, operation);
    for (const check of listBehaviours(operation)) {
      const context = new CheckContext(session, operation, check, valid);
      try {
        await check.run(context);
        if (context.passed) session.notes.pass(operation, check.id);
      } catch (error) {
        skip(check.id, error);
      }
    }
  } catch (error) {
    skip("all", error);
  }
}

/** Makes a valid call; undefined when it was not accepted. */
async function callOnce(session: Session, operation: Plan): Promise<Sent | undefined> {
  // Calls an operation once, with every optional field and with unusual text in each field that the answer echoes
  const isOnce = operation.traits.usesUp !== undefined;
  const plain = freshen(session, operation, choosePlainInput(session, operation, isOnce ? "all" : "required"));
  const echoed = isOnce ? operation.echoes : [];
  const input = echoed.reduce((odd, place) => place.set(odd, oddText), plain);
  const sent = await session.send(operation, input, { ...acceptance(operation), isThere: true });
  if (sent.asDemanded) return sent;
  if (sent.unclear !== undefined) session.notes.skip(operation, "valid-input", sent.unclear);
  session.notes.skip(operation, "limit-accepted", "a valid call was not accepted");
  return undefined;
}

/** Makes the id that the caller chooses one that nobody took yet, and the idempotency key one that no call had. */
function freshen(session: Session, operation: Plan, given: Input): Input {
  const { chosenId } = operation.traits;
  const key = idempotencyKey in given.header ? { [idempotencyKey]: session.freshId("call") } : {};
  const input = { ...given, header: { ...given.header, ...key } };
  const chosen = chosenId === undefined ? undefined : field(input.body, chosenId);
  if (chosenId === undefined || typeof chosen !== "string") return input;
  return { ...input, body: { ...Object(input.body), [chosenId]: `${chosen} ${session.freshId("user")}` } };
}

/** Sends one request for each constraint, each credential and each thing that nothing is stated of. */
async function probe(session: Session, operation: Plan, minimal: Input, isRepeatable: boolean): Promise<void> {
  for (const { demand, apply, credential } of operation.probes) {
    // Odd input that happens to be accepted changes something, too
    const mayChange = demand.outcome === "accepted" || demand.outcome === "tolerated";
    if (mayChange && !isRepeatable) continue;
    await session.send(operation, apply(freshen(session, operation, minimal)), demand, credential);
  }
}

/** Optional input may rest on an assumption: then its refusal is a difference. */
function findExcuse({ parameters, operation }: ContractOperation, { query, header }: Input): string | undefined {
  return parameters
    .filter(({ name, required }) => !required && (name in query || name in header))
    .flatMap((one) => [one["x-assumption"], one.schema["x-assumption"], operation["x-assumption"]])
    .map((assumption) => excuse(assumption, ...anyShape))
    .find((assumption) => assumption !== undefined);
}

/** Sends valid input that is generated until something is a violation, and notes the smallest that still is one, with the seed. */
async function tryGeneratedInput(session: Session, operation: Plan): Promise<void> {
  const { notes, options } = session;
  const { seed, depth } = options;
  if (depth === 0) return;
  let smallest: Sent | undefined;
  let outOfReach: OutOfReach | undefined;
  const property = fc.asyncProperty(validInputs(session, operation, "some"), async (input) => {
    // Shrinking what hangs would wait for each attempt
    if (outOfReach !== undefined || smallest?.exchange.failure?.kind === "hung") return true;
    try {
      const demand = acceptance(operation, findExcuse(operation, input));
      const sent = await session.ask(operation, freshen(session, operation, input), demand);
      if (sent.deviations.some(({ verdict }) => verdict === "violation")) {
        smallest = sent;
        return false;
      }
      notes.keep(operation, sent);
    } catch (error) {
      if (!(error instanceof OutOfReach)) throw error;
      outOfReach = error;
    }
    return true;
  });
  await fc.check(property, { seed, numRuns: depth });
  if (smallest !== undefined) notes.keep(operation, smallest, seed);
  if (outOfReach !== undefined) throw outOfReach;
}
