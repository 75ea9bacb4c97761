// Everything that `verify` knows of an operation before it calls it: places of input, probes to send, texts that the answer repeats.
import {
  ApplicableSchemas,
  type Assumption,
  type Contract,
  type ContractOperation,
  type ContractResponse,
  listAssumptions,
} from "../shared/contract/index.ts";
import { type InputPlace, type PlannedInput, planInput } from "./input/input-places.ts";
import { listProbes, type Probe } from "./input/probes.ts";
import { findDataName, findTraits, type Traits } from "./operations.ts";
import { findSuccess } from "./verdicts/judge.ts";

/** An operation, and how it is called. */
export interface Plan extends PlannedInput {
  readonly traits: Traits;
  readonly success: ContractResponse | undefined;
  /** The schemas of the body of a success. */
  readonly answer: ApplicableSchemas;
  readonly probes: readonly Probe[];
  readonly echoes: readonly Echo[];
}

/** A text of a body that a success shows again, at the same path. */
export interface Echo extends InputPlace {
  /** The assumptions on the field of the answer. */
  readonly shown: readonly Assumption[];
}

export function makePlan({ document }: Contract, operation: ContractOperation): Plan {
  const input = planInput(document, operation);
  const success = findSuccess(operation);
  const answer = new ApplicableSchemas(document, { value: success?.bodies[0]?.schema ?? {}, path: [] });
  return {
    ...input,
    success,
    answer,
    traits: findTraits(operation),
    probes: [...listProbes(input)],
    echoes: listEchoes(input, answer, listAssumptions(success?.response["x-assumption"])),
  };
}

/** Keywords that leave no room for an odd text. */
const textKeywords = ["format", "pattern", "enum", "x-extensible-enum"] as const;

function listEchoes(input: PlannedInput, answer: ApplicableSchemas, around: readonly Assumption[]): Echo[] {
  return input.places.flatMap((place) => {
    const [, ...fields] = place.path;
    let answered = answer;
    const shown = [...around, ...answer.marks];
    for (const name of fields) {
      answered = answered.below(name);
      shown.push(...answered.marks);
    }
    const isEcho =
      answered.nodes.length > 0 &&
      place.kind === "json" &&
      place.schemas.types.includes("string") &&
      textKeywords.every((keyword) => place.schemas.find(keyword) === undefined) &&
      findDataName(input, place.name) === undefined &&
      // A new id is for each user: the check of created users sends it
      findTraits(input).chosenId !== place.name;
    return isEcho ? [{ ...place, shown }] : [];
  });
}
