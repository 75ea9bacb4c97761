// Checks one operation: a valid call, a probe of each constraint, generated input, and its stated behaviour.
import fc from "fast-check";
import { type ContractOperation, excuse, field } from "../contract/index.ts";
import { behavioursOf } from "./checks/all.ts";
import { traitsOf } from "./checks/operations.ts";
import { idempotencyKey } from "./checks/orders.ts";
import { assumptionOfPlace, Scene } from "./checks/scene.ts";
import { echoedTexts } from "./checks/values.ts";
import { constraintProbes, type Probe } from "./input/constraints.ts";
import { hostileProbes } from "./input/hostile.ts";
import { OutOfReach } from "./input/known-values.ts";
import { oddText } from "./input/odd-texts.ts";
import { credentialProbes, mediaTypeProbes, toleranceProbes, unknownIdProbes } from "./input/probes.ts";
import { validInputs } from "./input/valid-input.ts";
import type { Credential, Input } from "./sending/request.ts";
import type { Sent } from "./sending/sender.ts";
import type { Session } from "./session.ts";
import { acceptance } from "./verdicts/judge.ts";
import { anyShape } from "./verdicts/open-words.ts";

/** Makes every check of an operation, and notes what was found. */
export async function verifyOperation(session: Session, operation: ContractOperation): Promise<void> {
  const { notes, options } = session;
  if (session.hostOf(operation) === undefined) {
    return notes.skip(operation, "all", "it needs --management-url and --management-key");
  }
  if (options.readOnly && operation.method !== "get") return notes.skip(operation, "all", readOnlyReason);
  try {
    const { usesUp } = traitsOf(operation);
    const minimal = sample(session, validInputs(session, operation, "required"));
    const valid = usesUp === "its-input" ? undefined : await callOnce(session, operation);
    const isRepeatable = valid !== undefined && usesUp === undefined;
    await probe(session, operation, minimal, isRepeatable);
    if (isRepeatable) await tryGeneratedInput(session, operation);
    await tryGeneratedMistakes(session, operation);
    await checkBehaviours(session, operation, valid);
  } catch (error) {
    if (!(error instanceof OutOfReach)) throw error;
    notes.skip(operation, "all", error.message);
  }
}

const readOnlyReason = "--read-only sends GET requests only";

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

/** Makes a valid call; undefined when it was not accepted. */
async function callOnce(session: Session, operation: ContractOperation): Promise<Sent | undefined> {
  // What is called once only is called with all that it takes
  const extent = traitsOf(operation).usesUp === undefined ? "required" : "all";
  const plain = freshen(session, operation, sample(session, validInputs(session, operation, extent)));
  const input = extent === "all" ? withOddTexts(session, operation, plain) : plain;
  const sent = await session.send(operation, input, acceptance(operation, assumptionOfPlace(operation)));
  if (sent.asDemanded) return sent;
  if (sent.unclear !== undefined) session.notes.skip(operation, "valid-input", sent.unclear);
  session.notes.skip(operation, "limit-accepted", "a valid call was not accepted");
  return undefined;
}

/** The input with an odd text wherever the answer shows it again: there is no second call to see what becomes of one. */
function withOddTexts(session: Session, operation: ContractOperation, input: Input): Input {
  return echoedTexts({ session, operation }).reduce((odd, place) => place.set(odd, oddText), input);
}

/** Makes the id that the caller chooses one that nobody took yet, and the idempotency key one that no call had. */
function freshen(session: Session, operation: ContractOperation, given: Input): Input {
  const { chosenId } = traitsOf(operation);
  const key = idempotencyKey in given.header ? { [idempotencyKey]: session.freshId("call") } : {};
  const input = { ...given, header: { ...given.header, ...key } };
  const chosen = chosenId === undefined ? undefined : field(input.body, chosenId);
  if (chosenId === undefined || typeof chosen !== "string") return input;
  return { ...input, body: { ...Object(input.body), [chosenId]: `${chosen} ${session.freshId("user")}` } };
}

/** Sends one request for each constraint, each credential and each thing that nothing is stated of. */
async function probe(
  session: Session,
  operation: ContractOperation,
  minimal: Input,
  isRepeatable: boolean,
): Promise<void> {
  const { contract, known, notes } = session;
  const send = async ({ demand, apply }: Probe, credential?: Credential) => {
    if (notes.leavesOut(demand.check) || (demand.outcome === "accepted" && !isRepeatable)) return;
    await session.send(operation, apply(freshen(session, operation, minimal)), demand, credential);
  };
  for (const { credential, ...one } of credentialProbes(operation)) await send(one, credential);
  for (const one of unknownIdProbes(contract, operation)) await send(one);
  for (const one of constraintProbes(contract, operation, (name) => known.isKnown(operation, name))) await send(one);
  for (const one of mediaTypeProbes(contract, operation)) await send(one);
  for (const one of hostileProbes(contract, operation)) {
    if (isRepeatable || one.demand.outcome === "refused") await send(one);
  }
  // Odd input that happens to be accepted changes something, too
  if (isRepeatable) for (const one of toleranceProbes(contract, operation)) await send(one);
}

/** Tries generated input that the contract allows. */
async function tryGeneratedInput(session: Session, operation: ContractOperation): Promise<void> {
  await explore(session, operation, validInputs(session, operation, "some"), (input) =>
    session.ask(
      operation,
      freshen(session, operation, input),
      acceptance(operation, assumptionOfWhatIsGiven(operation, input)),
    ),
  );
}

/** Tries generated input with one mistake that the contract forbids. */
async function tryGeneratedMistakes(session: Session, operation: ContractOperation): Promise<void> {
  const mistakes = constraintProbes(session.contract, operation, () => true).flatMap(({ demand, others }) =>
    demand.outcome === "422" && others !== undefined && !session.notes.leavesOut(demand.check)
      ? [others.map((apply) => ({ demand, apply }))]
      : [],
  );
  if (mistakes.length === 0) return;
  const inputs = fc.record({ input: validInputs(session, operation, "some"), mistake: fc.oneof(...mistakes) });
  await explore(session, operation, inputs, ({ input, mistake }) =>
    session.ask(operation, mistake.apply(freshen(session, operation, input)), mistake.demand),
  );
}

/** Sends what is generated until something is a violation, and notes the smallest input that still is one, with the seed. */
async function explore<T>(
  session: Session,
  operation: ContractOperation,
  inputs: fc.Arbitrary<T>,
  ask: (input: T) => Promise<Sent>,
): Promise<void> {
  const { notes, options } = session;
  const { seed, depth } = options;
  if (depth === 0) return;
  let smallest: Sent | undefined;
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
    if (sent.deviations.some(({ verdict, check }) => verdict === "violation" && !notes.leavesOut(check))) {
      smallest = sent;
      hung = sent.exchange.failure?.kind === "hung";
      return false;
    }
    notes.keep(operation, sent);
    return true;
  });
  await fc.check(property, { seed, numRuns: depth });
  if (smallest !== undefined) notes.keep(operation, smallest, seed);
  if (outOfReach !== undefined) throw outOfReach;
}

/** What is given beyond the required may rest on an assumption: then its refusal is a difference. */
function assumptionOfWhatIsGiven({ parameters, operation }: ContractOperation, input: Input): string | undefined {
  const { query, header } = input;
  const given = parameters.filter(({ name, required }) => !required && (name in query || name in header));
  return given
    .flatMap((one) => [one["x-assumption"], one.schema["x-assumption"], operation["x-assumption"]])
    .map((assumption) => excuse(assumption, ...anyShape))
    .find((assumption) => assumption !== undefined);
}

/** Checks what is stated of the operation's behaviour. */
async function checkBehaviours(session: Session, operation: ContractOperation, valid: Sent | undefined): Promise<void> {
  const { notes, options } = session;
  for (const { check, changesState, run } of behavioursOf(session, operation)) {
    if (notes.leavesOut(check)) continue;
    if (changesState && options.readOnly) {
      notes.skip(operation, check, readOnlyReason);
      continue;
    }
    const scene = new Scene(session, operation, check, valid);
    try {
      await run(scene);
      if (!scene.wrong) notes.pass(operation, check);
    } catch (error) {
      if (!(error instanceof OutOfReach)) throw error;
      notes.skip(operation, check, error.message);
    }
  }
}
