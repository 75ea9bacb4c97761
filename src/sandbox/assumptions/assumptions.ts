// The assumptions of a sandbox, for all of its worlds: the ones that it makes otherwise, and the ones that were touched.
import { eventNameOf } from "../../../generated/events.ts";
import {
  type Contract,
  type ContractOperation,
  listAssumptions,
  type Schema,
  withNewerValues,
} from "../../shared/contract/index.ts";
import {
  type Asked,
  type Assume,
  applySchema,
  assertAlternatives,
  changeInput,
  choose,
  depart,
  type Fields,
  type Input,
  reshape,
} from "./alternatives.ts";
import { listGiven, listTouched, type Sighting, type TouchedAssumption } from "./touched.ts";

/** A world, as far as it says what is assumed in it. */
interface WithSettings {
  readonly settings: { readonly assume?: Assume; readonly newer_values: boolean };
}

/** The parts of an answer that a world changes. */
interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** So many calls and events are kept of a world: a caller chooses the names in a body. */
const maxSightings = 1000;

export class Assumptions {
  /** The alternatives of every world, and of a call that opens no world. */
  readonly #assume: Assume;
  readonly #contract: Contract;
  readonly #onTouched: ((sighting: Sighting) => void) | undefined;
  /** Sightings of each world, one for each part of the contract; those of calls that opened no world stand under this object. */
  readonly #seen = new WeakMap<object, Map<string, Sighting>>();

  /**
   * @param onTouched Called with what a world has not seen before.
   * @throws {Refused} for an alternative that the contract does not have.
   */
  constructor(contract: Contract, assume: Assume, onTouched?: (sighting: Sighting) => void) {
    assertAlternatives(contract, assume);
    this.#onTouched = onTouched;
    this.#assume = assume;
    this.#contract = contract;
  }

  /** The input of a call as the handler of a world is to see it. */
  readInput(world: WithSettings, operation: ContractOperation, headers: Fields, asked: Asked): Asked {
    const { assume, isPlain } = this.#read(world);
    return isPlain ? asked : changeInput(this.#contract, operation, headers, asked, assume);
  }

  /**
   * The answer to a call as its caller sees it: with what the world assumes otherwise, and the values of a newer service. That touches what it
   * rests on.
   *
   * @param world Undefined where no key opened one.
   * @param input The parts that the call sent.
   */
  showAnswer(
    world: WithSettings | undefined,
    operation: ContractOperation,
    answered: Answered,
    input: Partial<Input> = {},
  ): Answered {
    this.#note(world ?? this, `${operation.id} ${answered.status}`, listGiven(input));
    const { assume, isPlain } = this.#read(world);
    const described = isPlain ? undefined : operation.responses.find(({ status }) => status === `${answered.status}`);
    if (described === undefined) return answered;
    const { status = answered.status, ...form } = choose(listAssumptions(described.response["x-assumption"]), assume);
    return { ...answered, status, body: reshape(this.#show(world, described.bodies[0]?.schema, answered.body), form) };
  }

  /** The payload of an event as somebody sees it: delivered, or read. That touches what it rests on. */
  showPayload(world: WithSettings, { type, payload }: { readonly type: string; readonly payload: string }): string {
    const name = eventNameOf(type) ?? type;
    this.#note(world, `event ${name}`);
    if (this.#read(world).isPlain) return payload;
    const event = this.#contract.events.find((one) => one.name === name);
    return JSON.stringify(this.#show(world, event?.payload.schema, JSON.parse(payload)));
  }

  /** The assumptions that a world has touched, in the order in which they were. */
  listTouched(world: WithSettings): TouchedAssumption[] {
    return listTouched(this.#contract, [...(this.#seen.get(world)?.values() ?? [])]);
  }

  /** A world that was reset has seen nothing. */
  forget(world: WithSettings): void {
    this.#seen.delete(world);
  }

  /** Notes a call and how it was answered, or an event that was delivered or read. */
  #note(world: object, what: string, given: readonly string[] = []): void {
    const key = `${what} ${given.join(" ")}`;
    const seen = this.#seen.get(world) ?? new Map<string, Sighting>();
    if (seen.has(key) || seen.size >= maxSightings) return;
    this.#seen.set(world, seen.set(key, { what, given }));
    this.#onTouched?.({ what, given });
  }

  /** A value of a schema as a world shows it. */
  #show(world: WithSettings | undefined, schema: Schema = {}, value: unknown): unknown {
    const { document } = this.#contract;
    const { assume, isNewer } = this.#read(world);
    return depart(applySchema(document, schema), isNewer ? withNewerValues(document, schema, value) : value, assume);
  }

  /** The alternatives of a world, those of its settings first. A plain world does everything as the contract says. */
  #read(world: WithSettings | undefined) {
    const assume: Assume = { ...this.#assume, ...world?.settings.assume };
    const isNewer = world?.settings.newer_values === true;
    return { assume, isNewer, isPlain: !isNewer && Object.keys(assume).length === 0 };
  }
}
