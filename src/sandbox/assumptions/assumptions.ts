// The assumptions of a sandbox, for all of its worlds: the ones that it makes otherwise, and the ones that were touched.
import { eventNameOf } from "../../../generated/events.ts";
import { type Contract, type ContractOperation, withNewerValues } from "../../shared/contract/index.ts";
import { demoIdentity } from "../world/new-world.ts";
import { Alternatives, type Answered, type Asked, type Assume, type Fields, type Input } from "./alternatives.ts";
import { type Sighting, Touched } from "./touched.ts";

/** A world, as far as it says which it is and what is assumed in it. */
interface WithSettings {
  readonly identity: { readonly id: string };
  readonly settings: { readonly assume?: Assume; readonly newer_values: boolean };
}

export class Assumptions {
  readonly alternatives: Alternatives;
  readonly touched: Touched;
  /** The alternatives of every world, and of a call that opens no world. */
  readonly #assume: Assume;
  readonly #contract: Contract;

  /** @throws {Refused} for an alternative that the contract does not have. */
  constructor(contract: Contract, assume: Assume, onTouched?: (sighting: Sighting) => void) {
    this.alternatives = new Alternatives(contract);
    this.alternatives.assertKnown(assume);
    this.touched = new Touched(contract, onTouched);
    this.#assume = assume;
    this.#contract = contract;
  }

  /** The input of a call as the handler of a world is to see it. */
  readInput<Sent extends Input>(
    world: WithSettings,
    operation: ContractOperation,
    headers: Fields,
    asked: Asked<Sent>,
  ) {
    return this.alternatives.input(operation, headers, asked, this.#assumeIn(world));
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
    const isNewer = world?.settings.newer_values === true;
    const described = isNewer ? operation.responses.find(({ status }) => status === `${answered.status}`) : undefined;
    const schema = described?.bodies[0]?.schema;
    const body = schema === undefined ? answered.body : withNewerValues(this.#contract.document, schema, answered.body);
    return this.alternatives.answer(operation, { ...answered, body }, this.#assumeIn(world));
  }

  /** The payload of an event as somebody sees it: delivered, or read. That touches what it rests on. */
  showPayload(world: WithSettings, { type, payload }: { readonly type: string; readonly payload: string }): string {
    const name = eventNameOf(type) ?? type;
    this.touched.note(world.identity.id, `event ${name}`);
    const schema = this.#contract.events.find((event) => event.name === name)?.payload.schema ?? {};
    const shown = world.settings.newer_values
      ? JSON.stringify(withNewerValues(this.#contract.document, schema, JSON.parse(payload)))
      : payload;
    return this.alternatives.event(schema, shown, this.#assumeIn(world));
  }

  /** The alternatives of a world: those of its settings come first. */
  #assumeIn(world: WithSettings | undefined): Assume {
    return { ...this.#assume, ...world?.settings.assume };
  }
}
