// The assumptions that the calls and events of a world have touched: a consumer's code rests on them. The contract is asked when somebody reads them.
import { type Assumption, type Contract, isObject, listAssumptions } from "../../shared/contract/index.ts";
import { applySchema, type Input } from "./alternatives.ts";

/** A call or an event that somebody has seen. */
export interface Sighting {
  /** `createUser 200`, or `event order.{event}`. */
  readonly what: string;
  /** The parts that a call sent beside its path: `query size`, `body user_id`. */
  readonly given: readonly string[];
}

/** An assumption, with what has touched it. */
export interface TouchedAssumption {
  readonly assumption: Assumption;
  /** `createUser 200`, or `event order.{event}`. */
  readonly by: readonly string[];
}

/** Lists the parts that a call sent beside its path. */
export function listGiven(input: Partial<Input>): string[] {
  return (["query", "header", "body"] as const).flatMap((place) => {
    const fields = input[place];
    return (isObject(fields) ? Object.keys(fields) : []).map((name) => `${place} ${name}`);
  });
}

/** The assumptions that calls and events rest on, by what the contract says of them. */
export function listTouched(contract: Contract, sightings: readonly Sighting[]): TouchedAssumption[] {
  const found = new Map<string, { assumption: Assumption; by: Set<string> }>();
  for (const { what, given } of sightings) {
    for (const assumption of marksFor(contract, what, given)) {
      const { key = "" } = assumption;
      const one = found.get(key) ?? { assumption, by: new Set<string>() };
      found.set(key, one);
      one.by.add(what);
    }
  }
  return Array.from(found.values(), ({ assumption, by }) => ({ assumption, by: [...by] }));
}

function marksFor({ document, operations, events }: Contract, what: string, given: readonly string[]): Assumption[] {
  const [first = "", second = ""] = what.split(" ");
  if (first === "event") {
    return applySchema(document, events.find(({ name }) => name === second)?.payload.schema).allMarks();
  }
  const operation = operations.find(({ id }) => id === first);
  const answer = operation?.responses.find(({ status }) => status === second);
  const parameters =
    operation?.parameters.filter(({ in: place, name }) => place === "path" || given.includes(`${place} ${name}`)) ?? [];
  const body = applySchema(document, operation?.requestBody?.bodies[0]?.schema);
  return [
    ...listAssumptions(operation?.operation["x-assumption"]),
    ...listAssumptions(answer?.response["x-assumption"]),
    ...(answer?.bodies.flatMap(({ schema }) => applySchema(document, schema).allMarks()) ?? []),
    ...parameters.flatMap((one) => [
      ...listAssumptions(one["x-assumption"]),
      ...applySchema(document, one.schema).allMarks(),
    ]),
    ...body.names.flatMap((name) => {
      const field = body.below(name);
      // A caller that leaves a field out rests on its being optional
      const isOpen = field.marks.some(({ leaves_open }) => leaves_open.includes("presence"));
      return isOpen || given.includes(`body ${name}`) ? field.allMarks() : [];
    }),
  ];
}
