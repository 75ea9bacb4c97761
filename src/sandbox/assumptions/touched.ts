// The assumptions that the calls and events of a world have touched: a consumer's code rests on them. Sightings are kept, and the contract is asked when somebody reads them.
import {
  ApplicableSchemas,
  type Assumption,
  type Contract,
  isObject,
  listAssumptions,
  type Schema,
} from "../../shared/contract/index.ts";
import type { Input } from "./alternatives.ts";

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

/** So much is kept of what worlds have seen: of the newest worlds, and of each the first sightings. A caller chooses the names in a body. */
const most = { worlds: 1000, sightings: 1000 } as const;

export class Touched {
  readonly #contract: Contract;
  readonly #onNew: (sighting: Sighting) => void;
  /** By the id of the world, then by what is the same for the contract. */
  readonly #seen = new Map<string, Map<string, Sighting>>();

  /** @param onNew Called with what a world has not seen before. */
  constructor(contract: Contract, onNew: (sighting: Sighting) => void = () => {}) {
    this.#contract = contract;
    this.#onNew = onNew;
  }

  /**
   * Notes a call and how it was answered, or an event that was delivered or read.
   *
   * @param input The parts that the call sent beside its path, by where they were.
   */
  note(worldId: string, what: string, input: Partial<Input> = {}): void {
    const given = (["query", "header", "body"] as const).flatMap((place) => {
      const fields = input[place];
      return (isObject(fields) ? Object.keys(fields) : []).map((name) => `${place} ${name}`);
    });
    const key = `${what} ${given.join(" ")}`;
    const seen = this.#seen.get(worldId) ?? new Map<string, Sighting>();
    if (seen.has(key) || seen.size >= most.sightings) return;
    seen.set(key, { what, given });
    this.#seen.set(worldId, seen);
    const [oldest = ""] = this.#seen.keys();
    if (this.#seen.size > most.worlds) this.#seen.delete(oldest);
    this.#onNew({ what, given });
  }

  /** A world that was reset or dropped has seen nothing. */
  forget(worldId: string): void {
    this.#seen.delete(worldId);
  }

  /** The assumptions that a world has touched, in the order in which they were. */
  of(worldId: string): TouchedAssumption[] {
    return listTouched(this.#contract, [...(this.#seen.get(worldId)?.values() ?? [])]);
  }
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
  const schemasOf = (schema: Schema = {}) => new ApplicableSchemas(document, { value: schema, path: [] });
  const [first = "", second = ""] = what.split(" ");
  if (first === "event") return schemasOf(events.find(({ name }) => name === second)?.payload.schema).allMarks();
  const operation = operations.find(({ id }) => id === first);
  const answer = operation?.responses.find(({ status }) => status === second);
  const parameters =
    operation?.parameters.filter(({ in: place, name }) => place === "path" || given.includes(`${place} ${name}`)) ?? [];
  const body = schemasOf(operation?.requestBody?.bodies[0]?.schema);
  return [
    ...listAssumptions(operation?.operation["x-assumption"]),
    ...listAssumptions(answer?.response["x-assumption"]),
    ...(answer?.bodies.flatMap(({ schema }) => schemasOf(schema).allMarks()) ?? []),
    ...parameters.flatMap((one) => [...listAssumptions(one["x-assumption"]), ...schemasOf(one.schema).allMarks()]),
    ...body.names.flatMap((name) => {
      const field = body.below(name);
      // A caller that leaves a field out rests on its being optional
      const isOpen = field.marks.some(({ leaves_open }) => leaves_open.includes("presence"));
      return isOpen || given.includes(`body ${name}`) ? field.allMarks() : [];
    }),
  ];
}
