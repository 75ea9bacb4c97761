// The plan of an operation: everything that is known of it before it is called, made once.
import {
  ApplicableSchemas,
  type Assumption,
  type Contract,
  type ContractOperation,
  type ContractResponse,
  listAssumptions,
  type OpenApiDocument,
} from "../shared/contract/index.ts";
import { findBodySchemas, type InputPlace, listPlaces } from "./input/input-places.ts";
import { listProbes, type Probe } from "./input/probes.ts";
import { findDataName, findTraits, type Traits } from "./operations.ts";
import { findSuccess } from "./verdicts/judge.ts";

/** An operation, and how it is called. */
export interface Plan extends ContractOperation {
  readonly document: OpenApiDocument;
  readonly traits: Traits;
  readonly places: readonly InputPlace[];
  /** The schemas of the request body; without nodes when there is none. */
  readonly body: ApplicableSchemas;
  readonly success: ContractResponse | undefined;
  readonly probes: readonly Probe[];
  readonly echoes: readonly Echo[];
}

/** A text of a body that a success shows again, at the same path. */
export interface Echo extends InputPlace {
  /** The assumptions on the field of the answer. */
  readonly shown: readonly Assumption[];
}

export function makePlan({ document }: Contract, operation: ContractOperation): Plan {
  const body = findBodySchemas(document, operation);
  const places = listPlaces(document, operation, body);
  const success = findSuccess(operation);
  return {
    ...operation,
    ...{ document, places, body, success },
    traits: findTraits(operation),
    probes: [...listProbes(operation, places, body)],
    echoes: listEchoes(document, operation, places, success),
  };
}

/** Keywords that say which texts there are: an odd one is none of them. */
const textKeywords = ["format", "pattern", "enum", "x-extensible-enum"] as const;

function listEchoes(
  document: OpenApiDocument,
  operation: ContractOperation,
  places: readonly InputPlace[],
  success: ContractResponse | undefined,
): Echo[] {
  const root = new ApplicableSchemas(document, { value: success?.bodies[0]?.schema ?? {}, path: [] });
  return places.flatMap((place) => {
    const [, ...fields] = place.path;
    let answered = root;
    const shown = [...listAssumptions(success?.response["x-assumption"]), ...root.marks];
    for (const name of fields) {
      answered = answered.below(name);
      shown.push(...answered.marks);
    }
    const isEcho =
      answered.nodes.length > 0 &&
      place.kind === "json" &&
      place.schemas.types.includes("string") &&
      textKeywords.every((keyword) => place.schemas.find(keyword) === undefined) &&
      findDataName(operation, place.name) === undefined;
    return isEcho ? [{ ...place, shown }] : [];
  });
}
