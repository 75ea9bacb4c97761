// What a sandbox assumes otherwise, and what its worlds have touched: one for all of its worlds.
import { eventNameOf } from "../../../generated/events.ts";
import type { Contract, ContractOperation } from "../../shared/contract/index.ts";
import { Alternatives, type Answered, type Assume, type Input } from "./alternatives.ts";
import { type Sighting, Touched } from "./touched.ts";

/** A world, as far as it says which it is and what is assumed in it. */
interface WithSettings {
  readonly identity: { readonly id: string };
  readonly settings: { readonly assume?: Assume };
}

export class Assumptions {
  readonly alternatives: Alternatives;
  readonly touched: Touched;
  /** What is assumed otherwise in every world, and for a call that opens no world. */
  readonly assume: Assume;

  /** @throws {Refused} for an alternative that the contract does not have. */
  constructor(contract: Contract, assume: Assume, onTouched?: (sighting: Sighting) => void) {
    this.alternatives = new Alternatives(contract);
    this.alternatives.assertKnown(assume);
    this.touched = new Touched(contract, onTouched);
    this.assume = assume;
  }

  /** What is assumed otherwise in a world: what the world says comes first. */
  assumedIn({ settings }: WithSettings): Assume {
    return { ...this.assume, ...settings.assume };
  }

  /** The answer to a call as its caller sees it, with what the world assumes otherwise. That touches what it rests on. */
  showAnswer(
    worldId: string,
    operation: ContractOperation,
    answered: Answered,
    { assume, input }: { readonly assume: Assume; readonly input: Input },
  ): Answered {
    this.touched.noteCall(worldId, `${operation.id} ${answered.status}`, input);
    return this.alternatives.answer(operation, answered, assume);
  }

  /** The payload of an event as somebody sees it: delivered, or read. That touches what it rests on. */
  showPayload(world: WithSettings, { type, payload }: { readonly type: string; readonly payload: string }): string {
    const name = eventNameOf(type) ?? type;
    this.touched.noteEvent(world.identity.id, name);
    return this.alternatives.event(name, payload, this.assumedIn(world));
  }
}
