// The assumptions of a sandbox, for all of its worlds: the ones that it makes otherwise, and the ones that were touched.
import { eventNameOf } from "../../../generated/events.ts";
import {
  type Contract,
  type ContractOperation,
  listAssumptions,
  type Schema,
  withNewerValues,
} from "../../shared/contract/index.ts";
import { demoIdentity } from "../world/new-world.ts";
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
import { type Sighting, Touched } from "./touched.ts";

/** A world, as far as it says which it is and what is assumed in it. */
interface WithSettings {
  readonly identity: { readonly id: string };
  readonly settings: { readonly assume?: Assume; readonly newer_values: boolean };
}

/** The parts of an answer that a world changes. */
interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export class Assumptions {
  readonly touched: Touched;
  /** The alternatives of every world, and of a call that opens no world. */
  readonly #assume: Assume;
  readonly #contract: Contract;

  /** @throws {Refused} for an alternative that the contract does not have. */
  constructor(contract: Contract, assume: Assume, onTouched?: (sighting: Sighting) => void) {
    assertAlternatives(contract, assume);
    this.touched = new Touched(contract, onTouched);
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
    this.touched.note(world?.identity.id ?? demoIdentity.id, `${operation.id} ${answered.status}`, input);
    const { assume, isPlain } = this.#read(world);
    const described = isPlain ? undefined : operation.responses.find(({ status }) => status === `${answered.status}`);
    if (described === undefined) return answered;
    const { status = answered.status, ...form } = choose(listAssumptions(described.response["x-assumption"]), assume);
    return { ...answered, status, body: reshape(this.#show(world, described.bodies[0]?.schema, answered.body), form) };
  }

  /** The payload of an event as somebody sees it: delivered, or read. That touches what it rests on. */
  showPayload(world: WithSettings, { type, payload }: { readonly type: string; readonly payload: string }): string {
    const name = eventNameOf(type) ?? type;
    this.touched.note(world.identity.id, `event ${name}`);
    if (this.#read(world).isPlain) return payload;
    const event = this.#contract.events.find((one) => one.name === name);
    return JSON.stringify(this.#show(world, event?.payload.schema, JSON.parse(payload)));
  }

  /** A value of a schema as a world shows it. */
  #show(world: WithSettings | undefined, schema: Schema = {}, value: unknown): unknown {
    const { document } = this.#contract;
    const { assume, isNewer } = this.#read(world);
    return depart(applySchema(document, schema), isNewer ? withNewerValues(document, schema, value) : value, assume);
  }

  /** What a world does otherwise. Of alternatives those of its settings come first; plain is a world that does all as the contract has it. */
  #read(world: WithSettings | undefined) {
    const assume: Assume = { ...this.#assume, ...world?.settings.assume };
    const isNewer = world?.settings.newer_values === true;
    return { assume, isNewer, isPlain: !isNewer && Object.keys(assume).length === 0 };
  }
}
