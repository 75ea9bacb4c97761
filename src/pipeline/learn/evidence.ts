// Counts what recordings show, by the places of the contract, in one pass and in memory that does not grow with them.
import {
  type Contract,
  type ContractBody,
  type ContractOperation,
  escapeToken,
  field,
  isObject,
  type Parameter,
  pathOf,
  pointerOf,
  type Schema,
} from "../../tools/contract/index.ts";
import { type Circumstance, circumstanceOf, collectIds, credentialHeadersOf, credentialOf } from "./circumstances.ts";
import { openWordsOf, type Place, Places, placesIn } from "./places.ts";
import type { RecordedExchange, RecordedWord, Shape } from "./recording/recording.ts";
import { itemsOf, kindOf, scalarOf, shownFormats } from "./shapes.ts";
import { type Moment, Tallies, Tally } from "./tally.ts";

/** `sent` by the service in answers, or `taken` with a call that succeeded. Of a call that failed, nobody knows why it did. */
export type Side = "sent" | "taken";

/** What was seen of one node of the contract. */
export class NodeEvidence {
  /** Exchanges that could have it. */
  readonly around = new Tally();
  readonly seen = new Tally();
  /** Exchanges in which it is left out of its object, or the body out of its message. */
  readonly absent = new Tally();
  /** Exchanges with a value other than a null that it may be: of its type, and of any other one. */
  readonly typed = new Tally();
  readonly valued = new Tally();
  /** Exchanges with a value that breaks nothing. */
  readonly sound = new Tally();
  /** Keywords that it breaks; `required` where an object lacks a field. */
  readonly broken = new Tallies();
  /** The kinds of the values that its schema gives no type, or another type or format. */
  readonly kinds = new Tallies();
  /** Known values as `=connected`, unknown ones as `?order_status:2` or spelled out as `?connecting`. */
  readonly values = new Tallies(300);
  /** The fields that the contract does not have, with the kinds of their values. */
  readonly unknown = new Map<string, { readonly seen: Tally; readonly kinds: Tallies }>();
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
  readonly body:
    | { readonly isRequired: boolean; readonly mediaTypes: readonly string[]; readonly place: Place }
    | undefined;
  readonly responses: ReadonlyMap<string, { readonly pointer: string; readonly place: Place | undefined }>;
  /** Does it leave open whether it needs its input? Then it takes one of several. */
  readonly isOneOfSeveral: boolean;
  /** `query.user_id`: inputs whose unknown ids are answered in their own way. */
  readonly asks: ReadonlySet<string>;
}

/** How many unknown fields of an object are kept, and how many credentials that were not accepted. */
const mostUnknown = 100;
const mostPending = 10_000;

/** Everything that was counted. */
export class Evidence {
  readonly contract: Contract;
  readonly places: Places;
  readonly operations = new Map<string, ReadOperation>();
  /** The payload of each event, by its name in the contract. */
  readonly eventPlaces = new Map<string, Place>();
  readonly nodes: Readonly<Record<Side, Map<string, NodeEvidence>>> = { sent: new Map(), taken: new Map() };
  /** By operation: which statuses came, under which circumstance. */
  readonly statuses = new Map<string, Map<Circumstance, Tallies>>();
  /** By the pointer and the keyword of the only flaw of a call: which statuses came. */
  readonly flaws = new Map<string, Tallies>();
  /** By operation: names of the headers of successes. */
  readonly headers = new Map<string, Tallies>();
  /** By operation: whether the input of a call that succeeded was in its query, and whether in its body. */
  readonly inputs = new Map<string, Tallies>();
  /** By operation: the media types of the bodies that were taken. */
  readonly mediaTypes = new Map<string, Tallies>();
  readonly unknownOperations = new Tallies();
  readonly failed = new Tally();
  readonly unreadable = new Tally();
  readonly total = new Tally();
  unanswered = 0;
  /** Pointers of everything that the service sends, in answers and events. */
  readonly sendable: ReadonlySet<string>;
  #recordings = 0;
  readonly #ids = new Set<string>();
  readonly #accepted = new Set<string>();
  /** Refusals of credentials that may still be accepted, by credential, operation and circumstance. */
  readonly #pending = new Map<string, Tallies>();
  readonly #words = new Map<string, string>();
  /** Nodes with unknown values that this recording names by pseudonyms so far. */
  readonly #unspelled = new Set<NodeEvidence>();
  readonly #nodesOf: Record<Side, WeakMap<Place, readonly NodeEvidence[]>> = {
    sent: new WeakMap(),
    taken: new WeakMap(),
  };

  constructor(contract: Contract) {
    this.contract = contract;
    this.places = new Places(contract);
    for (const operation of contract.operations) this.operations.set(operation.id, this.#prepare(operation));
    for (const { name, payload, operation } of contract.events) {
      const home = refOf(operation.requestBody) ?? `${pointerOf(["webhooks", name])}/post/requestBody`;
      const at = `${home}/content/${escapeToken(payload.mediaType)}/schema`;
      this.eventPlaces.set(name, this.places.at(at, payload.schema ?? {}));
    }
    const answers = [...this.operations.values()].flatMap(({ responses }) => [...responses.values()]);
    const sent = new Set<Place>();
    for (const place of [...answers.map((answer) => answer.place), ...this.eventPlaces.values()]) placesIn(place, sent);
    this.sendable = new Set([...sent].flatMap(({ pointers }) => pointers));
  }

  /** Whether there are several: then one of them alone settles nothing. */
  get hasManyUsers(): boolean {
    return this.total.users > 1;
  }

  /** Each recording has pseudonyms of its own, so what they stand for ends with it. */
  endRecording(): void {
    for (const [key, statuses] of this.#pending) {
      const [credential = "", operation = "", circumstance = ""] = key.split("\n");
      const under = this.#accepted.has(credential) ? circumstance : "unknown credential";
      this.#statusesOf(operation, under).merge(statuses);
    }
    // A word is spelled out after the exchanges that it was first seen in; without one, nobody knows what it is elsewhere
    for (const { values } of this.#unspelled) {
      values.rename((key) =>
        /^\?\w+:\d+$/.test(key) ? `?${this.#words.get(key) ?? `${key.slice(1)} in ${this.#recordings}`}` : key,
      );
    }
    this.#recordings++;
    for (const known of [this.#ids, this.#accepted, this.#pending, this.#words, this.#unspelled]) known.clear();
  }

  addWord({ word, is }: RecordedWord): void {
    this.#words.set(is, word);
  }

  addExchange(exchange: RecordedExchange, file: string): void {
    const moment: Moment = {
      index: this.total.exchanges,
      name: `${file} ${exchange.exchange}`,
      user: exchange.user,
      recording: this.#recordings,
    };
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
    const flaws = flawsOf(read, exchange);
    const circumstance = circumstanceOf(exchange, { isFlawed: flaws.length > 0, asks: read.asks, ids: this.#ids });
    if (circumstance === "failed") {
      this.failed.add(moment);
      return;
    }
    const { id } = read.operation;
    const credential = credentialOf(exchange, read.credentialHeaders);
    if (isSuccess) {
      if (credential !== undefined) this.#accepted.add(credential);
      for (const place of Object.values(exchange.request.parameters ?? {})) collectIds(place, this.#ids);
      for (const body of [exchange.request.body, response.body]) if (body !== undefined) collectIds(body, this.#ids);
      for (const name of response.headers ?? []) tallies(this.headers, id).add(name, moment);
      this.#take(read, exchange, moment);
    }
    const isTrusted = isSuccess || (credential !== undefined && this.#accepted.has(credential));
    const status = String(response.status);
    if (isTrusted || read.credentialHeaders.length === 0) this.#statusesOf(id, circumstance).add(status, moment);
    else if (credential === undefined) this.#statusesOf(id, "no credential").add(status, moment);
    else if (this.#pending.size < mostPending) {
      tallies(this.#pending, `${credential}\n${id}\n${circumstance}`).add(status, moment);
    }
    if (isTrusted && new Set(flaws.map(({ place, keyword }) => `${place.pointers[0]} ${keyword}`)).size === 1) {
      const [{ place, keyword } = {}] = flaws as [Partial<Flaw>];
      for (const pointer of place?.pointers ?? []) tallies(this.flaws, `${pointer} ${keyword}`).add(status, moment);
    }
    if (response.body === "unreadable") this.unreadable.add(moment);
    // A success with another status is still one; an error with another status may have any body
    const documented =
      read.responses.get(status) ??
      read.responses.get(`${status[0]}XX`) ??
      (isSuccess ? [...read.responses].find(([one]) => one.startsWith("2"))?.[1] : undefined);
    if (documented?.place !== undefined) this.#record(documented.place, response.body ?? "absent", "sent", moment);
  }

  /** What was seen of a node; nothing when it was not. */
  at(side: Side, pointer: string): NodeEvidence | undefined {
    return this.nodes[side].get(pointer);
  }

  #statusesOf(operation: string, circumstance: Circumstance): Tallies {
    return tallies(
      entryOf(this.statuses, operation, () => new Map<Circumstance, Tallies>()),
      circumstance,
    );
  }

  /** Counts the request of a call that succeeded. */
  #take({ operation, parameters, body }: ReadOperation, { request }: RecordedExchange, moment: Moment): void {
    for (const { parameter, place } of parameters) {
      const shape = shapeOf(request, parameter);
      if (shape === undefined) this.#leftOut(place, "taken", moment);
      else this.#record(place, shape, "taken", moment);
      if (shape !== undefined && parameter.in === "query") tallies(this.inputs, operation.id).add("query", moment);
    }
    if (body === undefined) return;
    if (fieldCount(request.body) > 0) tallies(this.inputs, operation.id).add("body", moment);
    if (request.body !== undefined) tallies(this.mediaTypes, operation.id).add(request.type ?? "none", moment);
    this.#record(body.place, request.body ?? "absent", "taken", moment);
  }

  #leftOut(place: Place, side: Side, moment: Moment): void {
    for (const node of this.#evidenceOf(place, side)) {
      node.around.add(moment);
      node.absent.add(moment);
    }
  }

  /** Counts a body, the value of a parameter, or a value inside. */
  #record(place: Place, shape: Shape, side: Side, moment: Moment): void {
    if (shape === "unreadable") return;
    if (shape === "absent") {
      this.#leftOut(place, side, moment);
      return;
    }
    const nodes = this.#evidenceOf(place, side);
    const kind = kindOf(shape);
    const broken = brokenBy(place, shape);
    const isTyped = !broken.includes("type");
    const value = typeof shape === "string" ? scalarOf(shape).value : undefined;
    for (const node of nodes) {
      node.around.add(moment);
      node.seen.add(moment);
      for (const keyword of broken) node.broken.add(keyword, moment);
      if (!isTyped || broken.includes("format") || place.types.size === 0) node.kinds.add(kind, moment);
      if (kind !== "null" || !isTyped) {
        node.valued.add(moment);
        if (isTyped) node.typed.add(moment);
        if (broken.length === 0) node.sound.add(moment);
      }
      if (value === undefined) continue;
      node.values.add(value, moment);
      if (value.startsWith("?")) this.#unspelled.add(node);
    }
    if (Array.isArray(shape)) {
      if (place.items === undefined) return;
      for (const item of itemsOf(shape).items) this.#record(place.items, item, side, moment);
    } else if (isObject(shape)) this.#recordFields(place, shape, side, moment);
  }

  #recordFields(place: Place, object: Readonly<Record<string, Shape>>, side: Side, moment: Moment): void {
    for (const [name, inner] of place.fields) this.#record(inner, object[name] ?? "absent", side, moment);
    for (const [name, shape] of Object.entries(object)) {
      if (place.fields.has(name)) continue;
      if (place.values !== undefined) {
        this.#record(place.values, shape, side, moment);
        continue;
      }
      for (const { unknown } of this.#evidenceOf(place, side)) {
        if (!unknown.has(name) && unknown.size >= mostUnknown) continue;
        const found = entryOf(unknown, name, () => ({ seen: new Tally(), kinds: new Tallies() }));
        found.seen.add(moment);
        found.kinds.add(kindOf(shape), moment);
      }
    }
  }

  #evidenceOf(place: Place, side: Side): readonly NodeEvidence[] {
    const known = this.#nodesOf[side].get(place);
    if (known !== undefined) return known;
    const nodes = place.pointers.map((pointer) => entryOf(this.nodes[side], pointer, () => new NodeEvidence()));
    this.#nodesOf[side].set(place, nodes);
    return nodes;
  }

  #prepare(operation: ContractOperation): ReadOperation {
    const { document } = this.contract;
    const pointer = pointerOf(["paths", operation.path, operation.method]);
    const onPath = document.paths[operation.path]?.parameters ?? [];
    const nodes = [
      ...onPath.map((node, at) => ({ node, at: pointerOf(["paths", operation.path, "parameters", at]) })),
      ...(operation.operation.parameters ?? []).map((node, at) => ({ node, at: `${pointer}/parameters/${at}` })),
    ];
    const parameters = nodes.map(({ node, at }, index) => ({
      parameter: operation.parameters[index] as Parameter,
      place: this.places.ofParameter(at, node as Parameter),
    }));
    const placeIn = (home: string, body: ContractBody | undefined) =>
      body?.schema && this.places.at(`${home}/content/${escapeToken(body.mediaType)}/schema`, body.schema);
    const [body] = operation.requestBody?.bodies ?? [];
    const place = placeIn(refOf(operation.operation.requestBody) ?? `${pointer}/requestBody`, body);
    const responses = operation.responses.map(({ status, bodies: [first] }) => {
      const home = refOf(operation.operation.responses[status]) ?? `${pointer}/responses/${status}`;
      return [status, { pointer: home, place: placeIn(home, first) }] as const;
    });
    const asked = [
      ...parameters.map(({ parameter, place: { pointers } }) => ({
        at: `${parameter.in}.${parameter.name}`,
        pointers,
      })),
      ...Array.from(place?.fields ?? [], ([name, { pointers }]) => ({ at: `body.${name}`, pointers })),
    ].filter(({ pointers }) => pointers.some((at) => openWordsOf(valueAt(document, at)).includes("status")));
    return {
      operation,
      pointer,
      credentialHeaders: credentialHeadersOf(operation, document.components.securitySchemes),
      parameters,
      body: place && {
        isRequired: operation.requestBody?.required === true,
        mediaTypes: operation.requestBody?.bodies.map(({ mediaType }) => mediaType) ?? [],
        place,
      },
      responses: new Map(responses),
      isOneOfSeveral: openWordsOf(operation.operation).includes("presence"),
      asks: new Set(asked.map(({ at }) => at)),
    };
  }
}

/** The node at a pointer of the bundle. */
export function valueAt(document: unknown, pointer: string): Schema | undefined {
  return field(document, ...pathOf(pointer)) as Schema | undefined;
}

function refOf(node: unknown): string | undefined {
  return isObject(node) && typeof node["$ref"] === "string" ? node["$ref"] : undefined;
}

function shapeOf({ parameters = {} }: RecordedExchange["request"], { in: place, name }: Parameter): Shape | undefined {
  if (place === "cookie") return undefined;
  const inputs = parameters[place] ?? {};
  if (place !== "header") return inputs[name];
  return Object.entries(inputs).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function fieldCount(shape: Shape | undefined): number {
  return isObject(shape) ? Object.keys(shape).length : 0;
}

/** The departures of a request from the contract, as far as shapes show them. */
function flawsOf({ parameters, body, isOneOfSeveral }: ReadOperation, { request }: RecordedExchange): Flaw[] {
  const flaws: Flaw[] = [];
  const check = (place: Place, shape: Shape | undefined, isRequired: boolean): void => {
    if (shape === undefined) {
      if (isRequired) flaws.push({ place, keyword: "required" });
      return;
    }
    for (const keyword of brokenBy(place, shape)) if (keyword !== "required") flaws.push({ place, keyword });
    if (Array.isArray(shape)) {
      if (place.items !== undefined) for (const item of itemsOf(shape).items) check(place.items, item, true);
    } else if (isObject(shape)) {
      for (const [name, inner] of place.fields)
        check(inner, shape[name] as Shape | undefined, place.required.has(name));
    }
  };
  for (const { parameter, place } of parameters) check(place, shapeOf(request, parameter), parameter.required === true);
  if (body === undefined) return flaws;
  const sent = request.body === "absent" ? undefined : request.body;
  if (sent !== undefined && !body.mediaTypes.includes(request.type ?? "")) {
    flaws.push({ place: body.place, keyword: "media type" });
  } else if (sent !== "unreadable") check(body.place, sent, body.isRequired);
  const inputs = fieldCount(request.parameters?.query) + fieldCount(request.body);
  if (isOneOfSeveral && inputs !== 1) flaws.push({ place: body.place, keyword: "one input" });
  return flaws;
}

/** The keywords that a shape breaks at its place: those that it names, and those that it shows. */
function brokenBy(place: Place, shape: Shape): readonly string[] {
  const { types, formats, least, required, forms } = place;
  const scalar = typeof shape === "string" ? scalarOf(shape) : undefined;
  const type = scalar === undefined ? (Array.isArray(shape) ? "array" : "object") : scalar.type;
  const broken = scalar?.breaks ?? [];
  const fits = type === undefined || types.size === 0 || types.has(type) || (type === "file" && types.has("string"));
  if (!fits) return ["type", ...broken];
  if (Array.isArray(shape)) return itemsOf(shape).count < least ? ["minItems"] : [];
  if (isObject(shape)) {
    const lacks = (names: Iterable<string>) => [...names].some((name) => !Object.hasOwn(shape, name));
    return lacks(required) || (forms.length > 0 && forms.every(lacks)) ? ["required"] : [];
  }
  const hasFormat = type !== "string" || scalar?.value !== undefined || formats.has(scalar?.format ?? "");
  return hasFormat || !shownFormats.some((one) => formats.has(one)) ? broken : ["format", ...broken];
}

function tallies(map: Map<string, Tallies>, key: string): Tallies {
  return entryOf(map, key, () => new Tallies());
}

/** The entry of a key, made when it is first needed. */
function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
