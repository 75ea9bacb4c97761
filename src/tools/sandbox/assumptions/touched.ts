// Which assumptions the calls and events of a world have touched: what is written there rests on them.
import {
  type Assumption,
  type Contract,
  isObject,
  listAssumptions,
  nodesAt,
  type OpenApiDocument,
  resolve,
  type Schema,
} from "../../contract/index.ts";

/** A call or an event that somebody has seen. */
export interface Sighting {
  /** `createUser 200`, or `event order.{event}`. */
  readonly what: string;
  /** What a call sent beside its path: `query size`, `body user_id`. */
  readonly given: readonly string[];
}

/** An assumption, with what has touched it. */
export interface TouchedAssumption {
  readonly assumption: Assumption;
  /** `createUser 200`, or `event order.{event}`. */
  readonly by: readonly string[];
}

/** Of so many worlds it is known what they have seen, of those that were noted last, and of each so much. */
const most = { worlds: 1000, sightings: 1000 } as const;

export class Touched {
  readonly #contract: Contract;
  readonly #onFirst: ((sighting: Sighting) => void) | undefined;
  /** By the id of the world, then by what is the same for the contract. */
  readonly #seen = new Map<string, Map<string, Sighting>>();
  /** What any world has seen. */
  readonly #known = new Set<string>();

  /** @param onFirst Called with what no world had seen before. */
  constructor(contract: Contract, onFirst?: (sighting: Sighting) => void) {
    this.#contract = contract;
    this.#onFirst = onFirst;
  }

  /** Notes a call and how it was answered. */
  noteCall(
    worldId: string,
    what: string,
    { query, header, body }: { readonly query: object; readonly header: object; readonly body: unknown },
  ): void {
    const given = [
      ...Object.keys(query).map((name) => `query ${name}`),
      ...Object.keys(header).map((name) => `header ${name}`),
      ...(isObject(body) ? Object.keys(body) : []).map((name) => `body ${name}`),
    ];
    this.#note(worldId, { what, given });
  }

  /** Notes an event that was delivered or read. */
  noteEvent(worldId: string, name: string): void {
    this.#note(worldId, { what: `event ${name}`, given: [] });
  }

  #note(worldId: string, sighting: Sighting): void {
    const key = `${sighting.what} ${sighting.given.join(" ")}`;
    const seen = this.#seen.get(worldId) ?? new Map<string, Sighting>();
    this.#seen.set(worldId, seen);
    const [oldest = ""] = this.#seen.size > most.worlds ? this.#seen.keys() : [];
    this.#seen.delete(oldest);
    if (seen.has(key) || seen.size >= most.sightings) return;
    seen.set(key, sighting);
    if (this.#onFirst === undefined || this.#known.has(key)) return;
    this.#known.add(key);
    this.#onFirst(sighting);
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
  const [first = "", second = ""] = what.split(" ");
  if (first === "event") {
    const payload = events.find(({ name }) => name === second)?.payload;
    return marksBelow(document, payload?.schema ?? {});
  }
  const operation = operations.find(({ id }) => id === first);
  const answer = operation?.responses.find(({ status }) => status === second);
  const parameters = operation?.parameters.filter(({ in: place, name }) => given.includes(`${place} ${name}`)) ?? [];
  const body = operation?.requestBody?.bodies[0]?.schema;
  return [
    ...listAssumptions(operation?.operation["x-assumption"]),
    ...listAssumptions(answer?.response["x-assumption"]),
    ...(answer?.bodies.flatMap(({ schema = {} }) => marksBelow(document, schema)) ?? []),
    ...parameters.flatMap((one) => [...listAssumptions(one["x-assumption"]), ...marksBelow(document, one.schema)]),
    ...(body === undefined ? [] : listFields(document, body)).flatMap(([name, schema]) =>
      // What may be left out is rested on by whoever leaves it out
      given.includes(`body ${name}`) ||
      listAssumptions(schema["x-assumption"]).some(({ leaves_open }) => leaves_open.includes("presence"))
        ? marksBelow(document, schema)
        : [],
    ),
  ];
}

function listFields(document: OpenApiDocument, schema: Schema): [string, Schema][] {
  return nodesAt(document, { value: schema, path: [] }).flatMap(({ value }) => Object.entries(value.properties ?? {}));
}

/** The marks of a schema and of all that is below it. */
function marksBelow(document: OpenApiDocument, schema: Schema, seen = new Set<Schema>()): Assumption[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const below = [
    ...($ref === undefined ? [] : [resolve<Schema>(document, { $ref })]),
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...allOf,
    ...anyOf,
    ...oneOf,
  ];
  return [...listAssumptions(schema["x-assumption"]), ...below.flatMap((one) => marksBelow(document, one, seen))];
}
