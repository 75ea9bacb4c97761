// Checks a server against the contract: each operation with valid input, at its limits and beyond, and as it is stated to behave.
import fc from "fast-check";
import type { ContractOperation } from "../contract/index.ts";
import { excusesValues } from "./assumptions.ts";
import { behaviours } from "./behaviours/all.ts";
import { constraintProbes, type Probe } from "./constraints.ts";
import type { UserIds } from "./data.ts";
import { validInputs } from "./inputs.ts";
import type { Demand } from "./judge.ts";
import { type KnownValues, knownValues, OutOfReach } from "./known-values.ts";
import { operationPointer } from "./pointers.ts";
import { preflight } from "./preflight.ts";
import { credentialProbes, mediaTypeProbes, toleranceProbes, unknownIdProbes } from "./probes.ts";
import type { VerifyReport } from "./report.ts";
import type { Credential, Input } from "./request.ts";
import { assumptionOfPlace, type Called, field, freshId, Scene } from "./scene.ts";
import { isManagement, Session, type SessionOptions } from "./session.ts";

/** What to verify, and how. */
export interface VerifyOptions extends SessionOptions {
  /** Tags and operationIds; all operations when empty. */
  readonly only: readonly string[];
  /** Is told of each operation before it is checked. */
  readonly onOperation?: (operation: ContractOperation) => void;
}

/**
 * Verifies a server.
 *
 * @throws {Failure} when it cannot be reached, does not take the key, or is no server of this API.
 */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const session = new Session(options);
  const chosen = chosenOperations(options);
  const managed = chosen.filter(isManagement);
  if (chosen.length > managed.length) await preflight(session, readersOf(session), "--base-url");
  const known = await acquaint(session, chosen);
  if (options.management !== undefined) {
    const asked = managed.flatMap((operation) => {
      const org_id = session.data.org_id;
      return org_id === undefined ? [] : [{ operation, path: { org_id } }];
    });
    await preflight(session, asked.slice(0, 1), "--management-url");
  }
  for (const operation of chosen) {
    options.onOperation?.(operation);
    await verifyOperation(session, known, operation);
  }
  return {
    contract: options.contract.document.info.version,
    baseUrl: options.base.url,
    seed: options.seed,
    depth: options.depth,
    requests: session.requests,
    operations: chosen.map((operation) => session.reportOf(operation)),
  };
}

/** The operations that are asked for, by operationId or tag. */
export function chosenOperations({ contract, only }: Pick<VerifyOptions, "contract" | "only">): ContractOperation[] {
  if (only.length === 0) return [...contract.operations];
  return contract.operations.filter(
    ({ id, operation }) => only.includes(id) || operation.tags.some((tag) => only.includes(tag)),
  );
}

/** Operations of the base host that only read and need nothing. */
function readersOf({ contract }: Session) {
  return contract.operations
    .filter(
      (operation) =>
        operation.method === "get" &&
        !isManagement(operation) &&
        !operation.parameters.some(({ required }) => required),
    )
    .map((operation) => ({ operation, path: {} }));
}

/** Finds out which of the named things the server knows, and creates a user when it knows none. */
async function acquaint(session: Session, chosen: readonly ContractOperation[]): Promise<KnownValues> {
  const resolveUser = session.operation("resolveUser");
  const { user } = session.data;
  if (
    session.dataFile === undefined &&
    user !== undefined &&
    resolveUser !== undefined &&
    !chosen.every(isManagement)
  ) {
    // Nobody said that the example cast is known there
    const { path, ...rest } = { path: { client_user_id: user.client_user_id }, query: {}, header: {}, body: undefined };
    const { exchange } = await session.ask(resolveUser, { path, ...rest }, acceptance(resolveUser));
    if (exchange.answer?.status === 404) session.data = {};
  }
  if (session.data.user !== undefined || session.options.readOnly) return knownValues(session.data, undefined);
  return knownValues(session.data, await createdUser(session));
}

async function createdUser(session: Session): Promise<UserIds | undefined> {
  const createUser = session.operation("createUser");
  if (createUser === undefined) return undefined;
  const client_user_id = freshId(session, "user");
  const input = { path: {}, query: {}, header: {}, body: { client_user_id } };
  const user_id = field((await session.ask(createUser, input, acceptance(createUser))).body, "user_id");
  return typeof user_id === "string" ? { user_id, client_user_id } : undefined;
}

function acceptance(operation: ContractOperation, assumption?: string): Demand {
  const expected = { text: "Input that the contract allows is accepted.", pointer: operationPointer(operation) };
  return { check: "valid-input", outcome: "accepted", expected, assumption };
}

/** A second valid call of these meets what the first one changed: it is made once. */
function isMadeOnce({ id, method, path }: ContractOperation): boolean {
  return method === "delete" || id === "undoUserDeletion" || /\/appointment\/(book|request|reschedule)$/.test(path);
}

/** The valid call of these is left to the check of their behaviour, since it uses up what it is called with. */
function usesUp({ id, method }: ContractOperation): boolean {
  return method === "delete" || id === "undoUserDeletion";
}

async function verifyOperation(session: Session, known: KnownValues, operation: ContractOperation): Promise<void> {
  const { readOnly } = session.options;
  if (session.hostOf(operation) === undefined) {
    session.skip(operation, "all", "it needs --management-url and --management-key");
    return;
  }
  if (readOnly && operation.method !== "get") {
    session.skip(operation, "all", "--read-only sends nothing that may change state");
    return;
  }
  try {
    const minimal = sample(session, validInputs(session, known, operation, "required"));
    const valid = usesUp(operation) ? undefined : await validCall(session, known, operation);
    await probe(session, known, operation, minimal, valid !== undefined && !isMadeOnce(operation));
    if (valid !== undefined && !isMadeOnce(operation)) await generatedInput(session, known, operation);
    await generatedMistakes(session, known, operation);
    await behave(session, known, operation, valid);
  } catch (error) {
    if (!(error instanceof OutOfReach)) throw error;
    session.skip(operation, "all", error.message);
  }
}

/** The plainest of some valid inputs, so that what is special about input is found by what is generated, and shrunk. */
function sample(session: Session, inputs: fc.Arbitrary<Input>): Input {
  const oddity = (input: Input) => {
    const text = JSON.stringify(input);
    return text.length + 100 * text.replaceAll(/[\w\s-]/g, "").length;
  };
  const [input] = fc.sample(inputs, { seed: session.options.seed, numRuns: 10 }).sort((a, b) => oddity(a) - oddity(b));
  if (input === undefined) throw new OutOfReach("no valid input is known");
  return input;
}

/** Makes the one call that has to be accepted; undefined when it was not. */
async function validCall(
  session: Session,
  known: KnownValues,
  operation: ContractOperation,
): Promise<(Called & { input: Input }) | undefined> {
  // What is called once only is called with all that it takes
  const extent = isMadeOnce(operation) ? "all" : "required";
  const input = fresh(session, operation, sample(session, validInputs(session, known, operation, extent)));
  const sent = await session.ask(operation, input, acceptance(operation, assumptionOfPlace(operation)));
  session.keep(operation, sent);
  if (sent.asDemanded) return { ...sent, input };
  session.skip(operation, "limit-accepted", "a plain valid call was not accepted");
  return undefined;
}

/** The same input with ids that nobody took yet. */
function fresh(session: Session, { id }: ContractOperation, input: Input): Input {
  const client_user_id = field(input.body, "client_user_id");
  if (id !== "createUser" || typeof client_user_id !== "string") return input;
  return { ...input, body: { ...Object(input.body), client_user_id: `${client_user_id} ${freshId(session, "user")}` } };
}

/** One request for each constraint, each credential and each thing that nothing is stated of. */
async function probe(
  session: Session,
  known: KnownValues,
  operation: ContractOperation,
  minimal: Input,
  repeatable: boolean,
): Promise<void> {
  const isKnown = (field: string) => known.isKnown(operation, field);
  const send = async ({ demand, apply }: Probe, credential?: Credential) => {
    if (session.leavesOut(demand.check)) return;
    if (demand.outcome === "accepted" && !repeatable) return;
    await session.send(operation, apply(fresh(session, operation, minimal)), demand, credential);
  };
  for (const { credential, ...one } of credentialProbes(operation)) await send(one, credential);
  for (const one of unknownIdProbes(session.contract, operation)) await send(one);
  for (const one of constraintProbes(session.contract, operation, isKnown)) await send(one);
  for (const one of mediaTypeProbes(session.contract, operation)) await send(one);
  // Odd input that happens to be accepted changes something, too
  if (repeatable) for (const one of toleranceProbes(session.contract, operation)) await send(one);
}

/** Generated input that the contract allows: the smallest that is refused is told, with the seed that makes it again. */
async function generatedInput(session: Session, known: KnownValues, operation: ContractOperation): Promise<void> {
  await explore(session, operation, validInputs(session, known, operation, "some"), (input) =>
    session.ask(
      operation,
      fresh(session, operation, input),
      acceptance(operation, assumptionOfWhatIsGiven(operation, input)),
    ),
  );
}

/** Generated input with one mistake that the contract forbids. */
async function generatedMistakes(session: Session, known: KnownValues, operation: ContractOperation): Promise<void> {
  const probes = constraintProbes(session.contract, operation, () => true).filter(
    ({ demand, others }) => demand.outcome === "422" && others !== undefined && !session.leavesOut(demand.check),
  );
  if (probes.length === 0) return;
  const mistakes = fc.oneof(
    ...probes.map(({ demand, others }) =>
      (others ?? fc.constant((input: Input) => input)).map((apply) => ({ demand, apply })),
    ),
  );
  const inputs = fc.record({ input: validInputs(session, known, operation, "some"), mistake: mistakes });
  await explore(session, operation, inputs, ({ input, mistake }) =>
    session.ask(operation, mistake.apply(fresh(session, operation, input)), mistake.demand),
  );
}

/** Sends what is generated until something is a violation, and keeps the smallest input that still is one. */
async function explore<T>(
  session: Session,
  operation: ContractOperation,
  inputs: fc.Arbitrary<T>,
  ask: (input: T) => Promise<Called>,
): Promise<void> {
  const { seed, depth } = session.options;
  if (depth === 0) return;
  let smallest: Called | undefined;
  let hung = false;
  let outOfReach: OutOfReach | undefined;
  const property = fc.asyncProperty(inputs, async (input) => {
    // Shrinking what hangs would wait for each attempt
    if (hung || outOfReach !== undefined) return true;
    const sent = await ask(input).catch((error: unknown) => {
      if (!(error instanceof OutOfReach)) throw error;
      outOfReach = error;
      return undefined;
    });
    if (sent === undefined) return true;
    if (sent.deviations.some(({ verdict, check }) => verdict === "violation" && !session.leavesOut(check))) {
      smallest = sent;
      hung = sent.exchange.failure?.kind === "hung";
      return false;
    }
    session.keep(operation, sent);
    return true;
  });
  await fc.check(property, { seed, numRuns: depth });
  if (smallest !== undefined) session.keep(operation, smallest, seed);
  if (outOfReach !== undefined) throw outOfReach;
}

/** What is given beyond the required may rest on an assumption: then its refusal is a difference. */
function assumptionOfWhatIsGiven({ parameters }: ContractOperation, { query, header }: Input): string | undefined {
  const given = parameters.filter(({ name, required }) => !required && (name in query || name in header));
  return given.map((parameter) => parameter["x-assumption"]).find((text) => text !== undefined && excusesValues(text));
}

async function behave(
  session: Session,
  known: KnownValues,
  operation: ContractOperation,
  valid: (Called & { input: Input }) | undefined,
): Promise<void> {
  for (const behaviour of behaviours.filter((one) => one.operation === operation.id)) {
    if (session.leavesOut(behaviour.check)) continue;
    if (behaviour.changesState && session.options.readOnly) {
      session.skip(operation, behaviour.check, "--read-only sends nothing that may change state");
      continue;
    }
    const scene = new Scene(session, known, operation, behaviour.check, valid);
    try {
      await behaviour.run(scene);
      if (!scene.wrong) session.pass(operation, behaviour.check);
    } catch (error) {
      if (!(error instanceof OutOfReach)) throw error;
      session.skip(operation, behaviour.check, error.message);
    }
  }
}
