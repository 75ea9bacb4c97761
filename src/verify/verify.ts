// Verifies a server: sends valid, generated and invalid input to each operation, makes the checks of its behaviour, and then those of events.
import fc from "fast-check";
import { type ContractOperation, excuse, field, listAssumptions } from "../shared/contract/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { call, callWithPath, findPlan, makeFreshId, type Run, type RunOptions, type Sent, startRun } from "./calls.ts";
import { makeCheck, makeContext, orSkip } from "./checks/check.ts";
import { eventChecks, eventsEntry, listConnections } from "./checks/event-checks.ts";
import { listBehaviours } from "./checks/index.ts";
import { choosePlainInput, makeValidInputs } from "./input/valid-input.ts";
import { idempotencyKey, isManagement, oddText } from "./operations.ts";
import type { Plan } from "./plan.ts";
import type { VerifyReport } from "./report.ts";
import { explainBasePath, preflight } from "./sending/preflight.ts";
import type { Input } from "./sending/request.ts";
import { demandAcceptance } from "./verdicts/judge.ts";
import { anyShape } from "./verdicts/open-words.ts";

/** The options of a run, and the operations to verify. */
export interface VerifyOptions extends RunOptions {
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
  const { contract, events, only, base, management, seed, depth } = options;
  const run = startRun(options);
  const { notes, absent, calls } = run;
  const chosen = chooseOperations(options);
  if (!chosen.every(isManagement)) {
    await preflight(run, "base", listReaders(contract.operations));
    await findUser(run);
  }
  const before = events && (await listConnections(run));
  const managed = chosen.find(isManagement);
  const { org_id } = run.data;
  if (management && managed && org_id !== undefined) await preflight(run, "management", [managed.id], { org_id });
  for (const operation of chosen) {
    options.onOperation?.(operation);
    await verifyOperation(run, findPlan(run, operation.id));
  }
  if (events === undefined) notes.skip(eventsEntry, "all", "it needs --events-port");
  else {
    for (const { check, ...statement } of eventChecks) {
      await makeCheck(run, eventsEntry, statement, (verdicts) => check(verdicts, { run, before, ...events }));
    }
  }
  const there = chosen.filter(({ id }) => !absent.has(id));
  // A server may say of each path what is near it, so that no two answers are alike; what HTTP does not allow is answered with 400 anywhere
  const isElsewhere =
    only.length === 0 && calls.every(({ exchange }) => [400, 404].includes(exchange.answer?.status ?? 0));
  if (chosen.length > 0 && (there.length === 0 || isElsewhere)) {
    throw new Failure(`${base.url} responds with 404 to all operations.`, explainBasePath("--base-url"));
  }
  const isOfEvents = events !== undefined || only.length === 0;
  return {
    ...{ contract: contract.document.info.version, baseUrl: base.url, seed, depth, requests: calls.length },
    absent: chosen.map(({ id }) => id).filter((id) => absent.has(id)),
    operations: [...there, ...(isOfEvents ? [eventsEntry] : [])].map((entry) => notes.reportOf(entry)),
  };
}

/** The operations that are asked for, by operationId or tag. */
export function chooseOperations({ contract, only }: Pick<VerifyOptions, "contract" | "only">): ContractOperation[] {
  if (only.length === 0) return [...contract.operations];
  return contract.operations.filter(
    ({ id, operation }) => only.includes(id) || operation.tags.some((tag) => only.includes(tag)),
  );
}

/** The operations of the base host that read and need no input. */
function listReaders(operations: readonly ContractOperation[]): string[] {
  return operations.flatMap((one) => {
    const isReader = one.method === "get" && !isManagement(one) && !one.parameters.some(({ required }) => required);
    return isReader ? [one.id] : [];
  });
}

/** Asks whether the server knows the example cast, and creates a user when no user is known. */
async function findUser(run: Run): Promise<void> {
  const { data, options } = run;
  // A person who names a user knows the server
  if (data.user !== undefined && options.data.file === undefined) {
    const { status } = await callWithPath(run, "resolveUser", { client_user_id: data.user.client_user_id });
    // A zip code is not an id from the server
    if (status === 404) run.data = data.zip_code === undefined ? {} : { zip_code: data.zip_code };
  }
  if (run.data.user !== undefined || options.readOnly) return;
  const client_user_id = makeFreshId("user");
  const created = await callWithPath(run, "createUser", {}, { client_user_id });
  const user_id = field(created.body, "user_id");
  if (typeof user_id === "string") run.createdUser = { user_id, client_user_id };
}

/** Calls an operation with valid input, at its limits and beyond, and makes the checks of its behaviour. */
async function verifyOperation(run: Run, plan: Plan): Promise<void> {
  const { usesUp } = plan.traits;
  await orSkip(run, plan, "all", async () => {
    const minimal = choosePlainInput(run, plan, "required");
    const valid = usesUp === "its-input" ? undefined : await callOnce(run, plan);
    // A path without an id: the body alone names what would be used up, and it names nothing here
    if (usesUp === "its-input" && !plan.path.includes("{")) {
      await call(run, plan, minimal, demandAcceptance(plan));
    }
    const isRepeatable = valid !== undefined && usesUp === undefined;
    await probe(run, plan, minimal, isRepeatable);
    if (isRepeatable) await tryGeneratedInput(run, plan);
    for (const check of listBehaviours(plan)) {
      await makeCheck(run, plan, check, (verdicts) => check.run(makeContext(run, plan, check, verdicts, valid)));
    }
  });
}

/** Makes a valid call; undefined when it was not accepted. */
async function callOnce(run: Run, plan: Plan): Promise<Sent | undefined> {
  // The only call has every optional field, and unusual text in each field that the answer echoes
  const isOnce = plan.traits.usesUp !== undefined;
  const plain = freshen(plan, choosePlainInput(run, plan, isOnce ? "all" : "required"));
  const input = isOnce ? plan.echoes.reduce((odd, place) => place.set(odd, oddText), plain) : plain;
  const sent = await call(run, plan, input, demandAcceptance(plan));
  run.notes.keep(plan, sent);
  if (sent.asDemanded) return sent;
  if (sent.unclear !== undefined) run.notes.skip(plan, "valid-input", sent.unclear);
  run.notes.skip(plan, "limit-accepted", "a valid call was not accepted");
  return undefined;
}

/** Replaces the id that the caller chooses, and the idempotency key, by new ones. */
function freshen({ places, traits: { chosenId } }: Plan, given: Input): Input {
  return places.reduce((input, { name, path, set }) => {
    const value = field(input, ...path);
    if (name === idempotencyKey && value !== undefined) return set(input, makeFreshId("call"));
    return name === chosenId && typeof value === "string" ? set(input, `${value} ${makeFreshId("user")}`) : input;
  }, given);
}

/** Sends the probes of an operation. */
async function probe(run: Run, plan: Plan, minimal: Input, isRepeatable: boolean): Promise<void> {
  for (const { demand, apply, credential } of plan.probes) {
    // A tolerated input may be accepted, and change something
    const mayChange = demand.outcome === "accepted" || demand.outcome === "tolerated";
    if (mayChange && !isRepeatable) continue;
    run.notes.keep(plan, await call(run, plan, apply(freshen(plan, minimal)), demand, credential));
  }
}

/** The assumption that optional parameters of an input rest on, if any: its refusal is a difference then. */
function findExcuse({ places, operation }: Plan, input: Input): string | undefined {
  const sent = places.filter(
    ({ kind, required, path }) => /query|header/.test(kind) && !required && field(input, ...path) !== undefined,
  );
  const marks = sent.flatMap((place) => [...place.marks, ...listAssumptions(operation["x-assumption"])]);
  return excuse(marks, ...anyShape);
}

/** Sends valid input that is generated until something is a violation, and notes the smallest that still is one, with the seed. */
async function tryGeneratedInput(run: Run, plan: Plan): Promise<void> {
  const { notes, options } = run;
  const { seed, depth } = options;
  if (depth === 0) return;
  let smallest: Sent | undefined;
  let thrown: unknown;
  const property = fc.asyncProperty(makeValidInputs(run, plan, "some"), async (input) => {
    // Shrinking an input that hangs would wait for each attempt
    if (thrown !== undefined || smallest?.exchange.failure?.kind === "hung") return true;
    try {
      const demand = demandAcceptance(plan, findExcuse(plan, input));
      const sent = await call(run, plan, freshen(plan, input), demand);
      if (sent.deviations.some(({ verdict }) => verdict === "violation")) {
        smallest = sent;
        return false;
      }
      notes.keep(plan, sent);
    } catch (error) {
      // fast-check would take it for a failure of the input, and shrink that
      thrown = error;
    }
    return true;
  });
  await fc.check(property, { seed, numRuns: depth });
  if (smallest !== undefined) notes.keep(plan, smallest, seed);
  if (thrown !== undefined) throw thrown;
}
