// Counts what recordings show, by the places of the contract, in one pass and in memory that does not grow with them.
import {
  type Contract,
  type ContractEvent,
  type ContractOperation,
  escapeToken,
  field,
  isObject,
  type Parameter,
  pathOf,
  pointerOf,
  type Schema,
} from "../../tools/contract/index.ts";
import type { RecordedEvent, RecordedExchange, RecordedWord, Shape } from "../../tools/recording/index.ts";
import { type Circumstance, Credentials, circumstanceOf, credentialHeadersOf, KnownIds } from "./circumstances.ts";
import { assumptionsOf, type Place, Places } from "./places.ts";
import { itemsOf, kindOf, LearnedShape, scalarOf } from "./shapes.ts";
import { type Moment, Tallies, Tally } from "./tally.ts";

/** `sent` by the service in answers and events; `taken` with a call that succeeded; `refused` with a flawless call that did not. */
export type Side = "sent" | "taken" | "refused";

/** A field that stands where a documented one is missing: exchanges with it instead of that one, and with both. */
export interface Elsewhere {
  readonly instead: Tally;
  readonly beside: Tally;
}

/** A field that the contract does not have. */
class UnknownField {
  readonly seen = new Tally();
  readonly shape = new LearnedShape();
  /** Of the documented fields of its object that may be called otherwise. */
  readonly replaces = new Map<string, Elsewhere>();
}

/** What was seen of one node of the contract. */
export class NodeEvidence {
  readonly seen = new Tally();
  /** Exchanges in which it is left out of its object, or the body out of its message. */
  readonly absent = new Tally();
  /** Exchanges whose object could have it. */
  readonly around = new Tally();
  readonly kinds = new Tallies();
  /** Known values as `=connected`, unknown ones as `?order_status:2` or spelled out as `?connecting`. */
  readonly values = new Tallies(300);
  /** Keywords that it breaks. */
  readonly broken = new Tallies();
  /** Of an object: exchanges in which one of its required fields is left out. */
  readonly incomplete = new Tally();
  /** Exchanges with a value other than null, and those with one that breaks nothing. */
  readonly valued = new Tally();
  readonly sound = new Tally();
  readonly unknown = new Map<string, UnknownField>();
  /** Where else in the body a field of this name stands, by its path. */
  readonly elsewhere = new Map<string, Elsewhere>();
  /** Of the values that its schema gives no type, or another one. */
  readonly shape = new LearnedShape();
  least = Number.POSITIVE_INFINITY;
  most = 0;
}

/** A departure of a request from the contract. */
interface Flaw {
  readonly place: Place;
  readonly keyword: string;
}

/** An operation, prepared for reading. */
interface ReadOperation {
  readonly operation: ContractOperation;
  readonly pointer: string;
  readonly credentialHeaders: readonly string[];
  readonly parameters: readonly { readonly parameter: Parameter; readonly place: Place }[];
  readonly body: { readonly isRequired: boolean; readonly types: readonly string[]; readonly place: Place } | undefined;
  readonly responses: ReadonlyMap<string, ReadResponse>;
  readonly isOneOfSeveral: boolean;
  /** `query.user_id`: inputs whose unknown ids are answered in their own way. */
  readonly asks: ReadonlySet<string>;
}

interface ReadResponse {
  readonly pointer: string;
  readonly types: readonly string[];
  readonly place: Place | undefined;
}

const mostUnknown = 100;

/** Everything that was counted. */
export class Evidence {
  readonly contract: Contract;
  readonly operations = new Map<string, ReadOperation>();
  readonly nodes: Readonly<Record<Side, Map<string, NodeEvidence>>> = {
    sent: new Map(),
    taken: new Map(),
    refused: new Map(),
  };
  /** By operation: which statuses came, under which circumstance. */
  readonly statuses = new Map<string, Map<Circumstance, Tallies>>();
  /** By the pointer and the keyword of the only flaw of a call: which statuses came. */
  readonly flaws = new Map<string, Tallies>();
  /** By the pointer of a response or request body: which media types came. */
  readonly mediaTypes = new Map<string, Tallies>();
  /** By operation: names of the headers of successes. */
  readonly headers = new Map<string, { readonly answers: Tally; readonly names: Tallies }>();
  /** By operation: where a call had its input (`query`, `body`, `query and body`, `nothing`), and whether it succeeded. */
  readonly inputs = new Map<string, { readonly taken: Tallies; readonly refused: Tallies }>();
  /** Parameters that the contract does not have, by operation. */
  readonly unknownParameters = new Map<string, Tallies>();
  readonly unknownOperations = new Tallies();
  readonly unknownEvents = new Tally();
  readonly events = new Tallies();
  readonly failed = new Tally();
  /** Exchanges and events. */
  readonly total = new Tally();
  eventCount = 0;
  unanswered = 0;
  readonly places: Places;
  /** Answers of a status that the contract does not have, by `operation status circumstance`: their bodies. */
  readonly unknownBodies = new Map<string, LearnedShape>();
  #recordings = 0;
  #ids = new KnownIds();
  #credentials = new Credentials();
  readonly #words = new Map<string, string>();
  /** Nodes with unknown values that this recording names by pseudonyms so far. */
  readonly #unspelled = new Set<NodeEvidence>();
  readonly #nodesOf: Record<Side, WeakMap<Place, readonly NodeEvidence[]>> = {
    sent: new WeakMap(),
    taken: new WeakMap(),
    refused: new WeakMap(),
  };
  /** The payload of each event, by its name in the contract. */
  readonly eventPlaces = new Map<string, Place>();

  constructor(contract: Contract) {
    this.contract = contract;
    this.places = new Places(contract);
    for (const operation of contract.operations) this.operations.set(operation.id, this.#prepare(operation));
    for (const event of contract.events) this.eventPlaces.set(event.name, this.#payloadOf(event));
  }

  /** Only whether there are several matters. */
  get users(): number {
    return this.total.users;
  }

  /**
   * Each recording has pseudonyms of its own.
   *
   * @returns Its number.
   */
  startRecording(): number {
    this.endRecording();
    this.#ids = new KnownIds();
    this.#recordings++;
    return this.#recordings;
  }

  endRecording(): void {
    this.#credentials.end();
    // A word is spelled out after the exchanges that it was first seen in; without one, nobody knows what it is elsewhere
    for (const { values } of this.#unspelled) {
      values.rename((key) =>
        /^\?\w+:\d+$/.test(key) ? `?${this.#words.get(key) ?? `${key.slice(1)} in ${this.#recordings}`}` : key,
      );
    }
    this.#unspelled.clear();
    this.#words.clear();
  }

  addWord({ word, is }: RecordedWord): void {
    if (this.#words.size < 1000) this.#words.set(is, word);
  }

  addEvent(event: RecordedEvent, moment: Moment): void {
    this.total.add(moment);
    this.eventCount++;
    this.#ids.add(event.request.body ?? "absent");
    const place = event.name === undefined ? undefined : this.eventPlaces.get(event.name);
    if (place === undefined) {
      this.unknownEvents.add(moment);
      return;
    }
    this.events.add(event.name ?? "", moment);
    this.#record(place, event.request.body ?? "absent", "sent", moment);
  }

  addExchange(exchange: RecordedExchange, moment: Moment): void {
    this.total.add(moment);
    const { response } = exchange;
    if (response === undefined) {
      this.unanswered++;
      return;
    }
    const read = exchange.operation === undefined ? undefined : this.operations.get(exchange.operation);
    const isSuccess = response.status >= 200 && response.status < 300;
    if (read === undefined) {
      if (isSuccess) this.unknownOperations.add(`${exchange.method} ${exchange.path}`, moment);
      return;
    }
    const flaws: Flaw[] = [];
    this.#request(read, exchange, moment, undefined, flaws);
    // An operation that leaves open whether it needs its input takes one of several
    if (read.isOneOfSeveral && inputCountOf(exchange) !== 1 && read.body !== undefined) {
      flaws.push({ place: read.body.place, keyword: "one input" });
    }
    const circumstance = circumstanceOf(exchange, { isFlawed: flaws.length > 0, asks: read.asks, ids: this.#ids });
    const credential = Credentials.of(exchange, read.credentialHeaders);
    const count = (under: Circumstance, when: Moment) => this.#status(read, under, response.status, when);
    if (circumstance === "failed") {
      this.failed.add(moment);
      return;
    }
    if (isSuccess) {
      if (credential !== undefined) this.#credentials.accept(credential);
      for (const place of Object.values(exchange.request.parameters ?? {})) this.#ids.add(place);
      this.#ids.add(exchange.request.body ?? "absent");
      this.#ids.add(response.body ?? "absent");
    }
    if (isSuccess || read.credentialHeaders.length === 0) count(circumstance, moment);
    else if (credential === undefined) count("no credential", moment);
    else this.#credentials.refused(credential, circumstance, moment, count);
    const isTrusted = credential !== undefined && this.#credentials.isAccepted(credential);
    if (isSuccess) this.#request(read, exchange, moment, "taken");
    else if (isTrusted && circumstance === "plain") this.#request(read, exchange, moment, "refused");
    if ((isSuccess || isTrusted) && new Set(flaws.map(flawKey)).size === 1) {
      const [flaw] = flaws;
      for (const pointer of flaw?.place.pointers ?? []) {
        tallies(this.flaws, `${pointer} ${flaw?.keyword}`).add(String(response.status), moment);
      }
    }
    this.#response(read, response, moment, circumstance);
  }

  /** What was seen of a node; nothing when it was not. */
  at(side: Side, pointer: string): NodeEvidence | undefined {
    return this.nodes[side].get(pointer);
  }

  #status({ operation }: ReadOperation, circumstance: Circumstance, status: number, moment: Moment): void {
    const by = entryOf(this.statuses, operation.id, () => new Map<Circumstance, Tallies>());
    tallies(by, circumstance).add(String(status), moment);
  }

  #response(
    read: ReadOperation,
    response: NonNullable<RecordedExchange["response"]>,
    moment: Moment,
    circumstance: Circumstance,
  ): void {
    const { operation, responses } = read;
    const isSuccess = response.status < 300;
    const headers = entryOf(this.headers, operation.id, () => ({ answers: new Tally(), names: new Tallies(200) }));
    if (isSuccess) {
      headers.answers.add(moment);
      for (const name of Object.keys(response.headers ?? {})) headers.names.add(name.toLowerCase(), moment);
    }
    const exact = responses.get(String(response.status));
    if (exact === undefined && isObject(response.body)) {
      const key = `${operation.id} ${response.status} ${circumstance}`;
      const known = this.unknownBodies.get(key);
      const shape = known ?? new LearnedShape();
      if (known === undefined && this.unknownBodies.size < 500) this.unknownBodies.set(key, shape);
      shape.add(response.body);
    }
    const documented =
      exact ??
      responses.get(`${Math.floor(response.status / 100)}XX`) ??
      [...responses].find(([status]) => (isSuccess ? status.startsWith("2") : status === "401"))?.[1];
    if (documented?.place === undefined) return;
    const body = response.body ?? "absent";
    if (body !== "absent") tallies(this.mediaTypes, documented.pointer).add(response.type ?? "none", moment);
    this.#record(documented.place, body, "sent", moment);
  }

  /** Reads a request: into `flaws`, or into the evidence of a side. */
  #request(
    read: ReadOperation,
    { request }: RecordedExchange,
    moment: Moment,
    side: Side | undefined,
    flaws?: Flaw[],
  ): void {
    const given = request.parameters ?? {};
    const places = new Set<string>();
    for (const { parameter, place } of read.parameters) {
      const shape = shapeOf(given, parameter);
      if (shape !== undefined && parameter.in === "query") places.add("query");
      if (shape !== undefined) {
        if (side === undefined) findFlaws(place, shape, flaws ?? []);
        else this.#record(place, shape, side, moment);
      } else if (side === undefined) {
        if (parameter.required === true) flaws?.push({ place, keyword: "required" });
      } else this.#absent(place, side, moment);
    }
    const body = request.body ?? "absent";
    if (read.body !== undefined) {
      if (body !== "absent" && !(isObject(body) && Object.keys(body).length === 0)) places.add("body");
      if (side !== undefined) {
        if (body !== "absent")
          tallies(this.mediaTypes, `${read.body.place.pointers[0]} ${side}`).add(request.type ?? "none", moment);
        this.#record(read.body.place, body, side, moment);
      } else if (body !== "absent") findFlaws(read.body.place, body, flaws ?? []);
      else if (read.body.isRequired) flaws?.push({ place: read.body.place, keyword: "required" });
    }
    if (side === undefined) return;
    const inputs = entryOf(this.inputs, read.operation.id, () => ({ taken: new Tallies(), refused: new Tallies() }));
    inputs[side === "taken" ? "taken" : "refused"].add([...places].sort().join(" and ") || "nothing", moment);
    for (const [name] of Object.entries(given.query ?? {})) {
      if (read.parameters.some(({ parameter }) => parameter.in === "query" && parameter.name === name)) continue;
      if (side === "taken") tallies(this.unknownParameters, read.operation.id).add(name, moment);
    }
  }

  #absent(place: Place, side: Side, moment: Moment): void {
    for (const node of this.#evidenceOf(place, side)) {
      node.around.add(moment);
      node.absent.add(moment);
    }
  }

  /** Counts a body, or the value of a parameter. */
  #record(place: Place, shape: Shape, side: Side, moment: Moment): void {
    if (shape === "absent" || shape === "unreadable") {
      for (const node of this.#evidenceOf(place, side)) {
        node.around.add(moment);
        if (shape === "absent") node.absent.add(moment);
        else node.seen.add(moment);
        node.kinds.add(shape, moment);
      }
      return;
    }
    const walk: Walk = { side, moment, unknown: [], movable: [] };
    this.#walk(place, shape, [], walk);
    if (walk.unknown.length === 0) return;
    for (const { place: field, name, isThere } of walk.movable) {
      for (const path of walk.unknown) {
        if (path.at(-1) !== name) continue;
        for (const node of this.#evidenceOf(field, side)) {
          elsewhere(node.elsewhere, path.join("/"))?.[isThere ? "beside" : "instead"].add(moment);
        }
      }
    }
  }

  #walk(place: Place, shape: Shape, path: readonly string[], walk: Walk): void {
    const { side, moment } = walk;
    const nodes = this.#evidenceOf(place, side);
    const kind = kindOf(shape);
    const broken = brokenBy(place, shape);
    const value = typeof shape === "string" ? scalarOf(shape).value : undefined;
    const isUnlike = place.types.size === 0 || broken.includes("type");
    for (const node of nodes) {
      node.around.add(moment);
      node.seen.add(moment);
      node.kinds.add(kind, moment);
      if (kind !== "null") node.valued.add(moment);
      if (kind !== "null" && broken.length === 0) node.sound.add(moment);
      if (isUnlike) node.shape.add(shape);
      for (const keyword of broken) node.broken.add(keyword, moment);
      if (value === undefined) continue;
      node.values.add(value, moment);
      if (value.startsWith("?")) this.#unspelled.add(node);
    }
    if (typeof shape === "string") return;
    if (Array.isArray(shape)) {
      const { items, count } = itemsOf(shape);
      for (const node of nodes) {
        node.least = Math.min(node.least, count);
        node.most = Math.max(node.most, count);
      }
      if (place.items !== undefined) for (const item of items) this.#walk(place.items, item, path, walk);
      return;
    }
    this.#walkObject(place, shape as Readonly<Record<string, Shape>>, path, walk, nodes);
  }

  #walkObject(
    place: Place,
    object: Readonly<Record<string, Shape>>,
    path: readonly string[],
    walk: Walk,
    nodes: readonly NodeEvidence[],
  ): void {
    const { side, moment } = walk;
    // A reference that leads to anything has no fields of its own
    const unknown = Object.keys(object).filter((name) => !place.fields.has(name));
    for (const [name, field] of place.fields) {
      const isThere = Object.hasOwn(object, name);
      if (isThere) this.#walk(field, object[name] as Shape, [...path, name], walk);
      else {
        this.#absent(field, side, moment);
        if (place.required.has(name)) for (const node of nodes) node.incomplete.add(moment);
      }
      if (!place.movable.has(name)) continue;
      walk.movable.push({ place: field, name, isThere });
    }
    if (place.forms.length > 0 && !place.forms.some((form) => form.every((name) => Object.hasOwn(object, name)))) {
      for (const node of nodes) node.incomplete.add(moment);
    }
    for (const name of unknown) {
      const shape = object[name] as Shape;
      if (place.values !== undefined) {
        this.#walk(place.values, shape, path, walk);
        continue;
      }
      collectPaths(shape, [...path, name], walk.unknown);
      for (const node of nodes) {
        if (!node.unknown.has(name) && node.unknown.size >= mostUnknown) continue;
        const found = entryOf(node.unknown, name, () => new UnknownField());
        found.seen.add(moment);
        found.shape.add(shape);
        for (const known of place.movable) {
          elsewhere(found.replaces, known)?.[Object.hasOwn(object, known) ? "beside" : "instead"].add(moment);
        }
      }
    }
  }

  #evidenceOf(place: Place, side: Side): readonly NodeEvidence[] {
    const known = this.#nodesOf[side].get(place);
    if (known !== undefined) return known;
    const nodes = place.pointers.map((pointer) => {
      const node = this.nodes[side].get(pointer) ?? new NodeEvidence();
      this.nodes[side].set(pointer, node);
      return node;
    });
    this.#nodesOf[side].set(place, nodes);
    return nodes;
  }

  #prepare(operation: ContractOperation): ReadOperation {
    const { document } = this.contract;
    const pointer = pointerOf(["paths", operation.path, operation.method]);
    const item = document.paths[operation.path];
    const nodes = [
      ...(item?.parameters ?? []).map((node, at) => ({
        node,
        at: pointerOf(["paths", operation.path, "parameters", at]),
      })),
      ...(operation.operation.parameters ?? []).map((node, at) => ({ node, at: `${pointer}/parameters/${at}` })),
    ];
    const parameters = nodes.map(({ node, at }, index) => ({
      parameter: operation.parameters[index] as Parameter,
      place: this.places.ofParameter(at, node as Parameter),
    }));
    const request = operation.operation.requestBody;
    const [body] = operation.requestBody?.bodies ?? [];
    const bodyHome =
      isObject(request) && typeof request["$ref"] === "string" ? request["$ref"] : `${pointer}/requestBody`;
    const responses = operation.responses.map(({ status, bodies: [first], bodies }): [string, ReadResponse] => {
      const node: unknown = operation.operation.responses[status];
      const home = isObject(node) && typeof node["$ref"] === "string" ? node["$ref"] : `${pointer}/responses/${status}`;
      return [
        status,
        {
          pointer: home,
          types: bodies.map(({ mediaType }) => mediaType),
          place:
            first?.schema && this.places.at(`${home}/content/${escapeToken(first.mediaType)}/schema`, first.schema),
        },
      ];
    });
    const asked = parameters.filter(({ parameter }) => assumptionsOf(parameter).includes("status"));
    const place =
      body?.schema && this.places.at(`${bodyHome}/content/${escapeToken(body.mediaType)}/schema`, body.schema);
    const fields = [...(place?.fields ?? [])].filter(([, field]) =>
      field.pointers.some((at) => assumptionsOf(valueAt(document, at) as Schema).includes("status")),
    );
    return {
      operation,
      pointer,
      credentialHeaders: credentialHeadersOf(operation, document.components.securitySchemes),
      parameters,
      body:
        place &&
        ({
          isRequired: operation.requestBody?.required === true,
          types: operation.requestBody?.bodies.map(({ mediaType }) => mediaType) ?? [],
          place,
        } as const),
      responses: new Map(responses),
      isOneOfSeveral: assumptionsOf(operation.operation).includes("presence"),
      asks: new Set([
        ...asked.map(({ parameter }) => `${parameter.in}.${parameter.name}`),
        ...fields.map(([name]) => `body.${name}`),
      ]),
    };
  }

  #payloadOf({ name, payload, operation }: ContractEvent): Place {
    const request: unknown = operation.requestBody;
    const home =
      isObject(request) && typeof request["$ref"] === "string"
        ? request["$ref"]
        : `${pointerOf(["webhooks", name])}/post/requestBody`;
    return this.places.at(`${home}/content/${escapeToken(payload.mediaType)}/schema`, payload.schema ?? {});
  }
}

interface Walk {
  readonly side: Side;
  readonly moment: Moment;
  /** Paths of the fields that the contract does not have, those inside of them as well. */
  readonly unknown: (readonly string[])[];
  readonly movable: { readonly place: Place; readonly name: string; readonly isThere: boolean }[];
}

/** The value at a pointer of the bundle. */
export function valueAt(document: unknown, pointer: string): unknown {
  return field(document, ...pathOf(pointer));
}

function shapeOf(
  given: NonNullable<RecordedExchange["request"]["parameters"]>,
  { in: place, name }: Parameter,
): Shape | undefined {
  if (place === "cookie") return undefined;
  const inputs = given[place] ?? {};
  if (place !== "header") return inputs[name];
  return Object.entries(inputs).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function inputCountOf({ request }: RecordedExchange): number {
  const body = isObject(request.body) ? Object.keys(request.body).length : 0;
  return Object.keys(request.parameters?.query ?? {}).length + body;
}

function collectPaths(shape: Shape, path: readonly string[], into: (readonly string[])[]): void {
  if (into.length >= mostUnknown || path.length > 6) return;
  into.push(path);
  if (typeof shape !== "object" || Array.isArray(shape)) return;
  for (const [name, inner] of Object.entries(shape)) collectPaths(inner, [...path, name], into);
}

function flawKey({ place, keyword }: Flaw): string {
  return `${place.pointers[0]} ${keyword}`;
}

/** The departures of a request from the contract, as far as shapes show them. */
function findFlaws(place: Place, shape: Shape, flaws: Flaw[]): void {
  for (const keyword of brokenBy(place, shape)) flaws.push({ place, keyword });
  if (typeof shape === "string") return;
  if (Array.isArray(shape)) {
    if (place.items !== undefined) for (const item of itemsOf(shape).items) findFlaws(place.items, item, flaws);
    return;
  }
  const object = shape as Readonly<Record<string, Shape>>;
  for (const [name, field] of place.fields) {
    if (Object.hasOwn(object, name)) findFlaws(field, object[name] as Shape, flaws);
    else if (place.required.has(name)) flaws.push({ place: field, keyword: "required" });
  }
}

/** The keywords that a shape breaks at its place: those that it names, and those that it shows. */
function brokenBy(place: Place, shape: Shape): readonly string[] {
  const { types, formats, least } = place;
  const scalar = typeof shape === "string" ? scalarOf(shape) : undefined;
  const type = scalar === undefined ? (Array.isArray(shape) ? "array" : "object") : scalar.type;
  const broken = scalar?.breaks ?? [];
  const fits = type === undefined || types.size === 0 || types.has(type) || (type === "file" && types.has("string"));
  if (!fits) return ["type", ...broken];
  if (type === "array" && least > 0 && itemsOf(shape as readonly Shape[]).count < least) return ["minItems"];
  const isText = type === "string" && scalar?.value === undefined;
  if (
    isText &&
    formats.size > 0 &&
    !formats.has(scalar?.format ?? "") &&
    shownFormats.some((one) => formats.has(one))
  ) {
    return ["format", ...broken];
  }
  return broken;
}

/** The formats that a shape shows. */
const shownFormats = ["uuid", "date", "date-time", "uri", "email"];

function tallies(map: Map<string, Tallies>, key: string): Tallies {
  return entryOf(map, key, () => new Tallies());
}

function elsewhere(map: Map<string, Elsewhere>, key: string): Elsewhere | undefined {
  if (!map.has(key) && map.size >= mostElsewhere) return undefined;
  return entryOf(map, key, () => ({ instead: new Tally(), beside: new Tally() }));
}

const mostElsewhere = 20;

/** The entry of a key, made when it is first needed. */
function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
