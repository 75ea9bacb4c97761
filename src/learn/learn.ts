// Judges recorded exchanges by what `verify` judges with, and notes what each shows of the contract.
import {
  type Assumed,
  type Contract,
  type ContractOperation,
  type ContractResponse,
  field,
  findProblem,
  isObject,
  listAssumptions,
  type OpenWord,
  toPointer,
  writeSentence,
} from "../shared/contract/index.ts";
import { closestResponse, describedEvent, judgeEvent, judgeExchange, readEvent } from "../verify/index.ts";
import { type BodyPlace, describeKind, describePointer, describeShape, findPlaces, listValues } from "./places.ts";
import { parseJson, type Recorded, type RecordedCall } from "./recordings.ts";
import { entry, type Moment, Tally } from "./tally.ts";

/** What one status of an operation, its requests or an event show of an assumption or a statement. */
export interface Shown {
  readonly confirmed: Tally;
  readonly contradicted: Tally;
  /** What the contract says, and the shape of the first value that departs from it. */
  departure?: { readonly expected: string; readonly shape: string };
}

/** One exchange: where it counts, such as `createUser 200`, and how it departs from the contract. */
interface JudgedExchange {
  readonly moment: Moment;
  readonly where: string;
  readonly deviations: readonly Deviation[];
}

type Deviation = ReturnType<typeof judgeEvent>[number];

/** Learns from one exchange after the other, and has what all of them show. */
export class Learner {
  readonly contract: Contract;
  readonly calls = new Tally();
  readonly events = new Tally();
  /** By the sentence of an assumption, or the pointer of a statement; then by operation and status, or by event. */
  readonly shown = new Map<string, Map<string, Shown>>();
  /** What the contract does not have: by its kind, its place and its name, as JSON. */
  readonly novelties = new Map<string, Tally>();
  /** By pointer: what has something where the contract says what is not shown. */
  readonly unknowns = new Map<string, Tally>();
  /** By the reason. */
  readonly unused = new Map<string, Tally>();
  readonly #findPlace: ReturnType<typeof findPlaces>;
  /** The names of all fields of the contract. */
  readonly #names: ReadonlySet<string>;
  readonly #server: string;
  readonly #routes: readonly { readonly pattern: RegExp; readonly operation: ContractOperation }[];
  /** By the client's own id: a person is counted once. */
  readonly #users = new Map<string, string>();

  /** @param server Where the service was called, if calls of other services are to be left out. */
  constructor(contract: Contract, server?: URL) {
    this.contract = contract;
    this.#server = server?.href.replace(/\/*$/, "/") ?? "";
    this.#findPlace = findPlaces(contract.document);
    this.#names = new Set(JSON.stringify(contract.document.components.schemas).match(/(?<=")\w+(?=":)/g));
    const toPattern = (path: string) => new RegExp(`${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    this.#routes = contract.operations
      // Behind a gateway, more may stand before the contract's path
      .map((operation) => ({ operation, pattern: toPattern(operation.path) }))
      // A literal segment comes before a parameter: "{" sorts behind all that paths are made of
      .sort((a, b) => (a.operation.path < b.operation.path ? -1 : 1));
  }

  add([at, recorded]: Recorded): void {
    if (typeof recorded === "string") this.#addEvent(recorded, at);
    else if (recorded === undefined) entry(this.unused, "cannot be read, or are cut off", Tally.make).add({ at });
    else this.#addCall(recorded, at);
  }

  #addCall(call: RecordedCall, at: string): void {
    const { method, url, status } = call;
    const isOurs = url.href.startsWith(this.#server);
    const { operation, pattern } =
      this.#routes.find(
        (one) => isOurs && one.operation.method.toUpperCase() === method && one.pattern.test(url.pathname),
      ) ?? {};
    const isFailed = status === 0 || status === 429 || status >= 500;
    if (operation === undefined || isFailed) {
      const reason = isFailed ? "failed, or were not answered" : "are of no operation of the contract";
      entry(this.unused, reason, Tally.make).add({ at });
      return;
    }
    const groups = Object.entries(pattern?.exec(url.pathname)?.groups ?? {});
    const path = Object.fromEntries(groups.map(([name, text]) => [name, unescapeSegment(text)]));
    const [sent, answered] = [parseJson(call.sent), parseJson(call.text)];
    const moment = { at, user: this.#findUser(path, Object.fromEntries(url.searchParams), sent, answered) };
    this.calls.add(moment);
    const response = closestResponse(operation, status);
    if (response === undefined) {
      // Why it was refused is not known: as which of the documented refusals it was meant is not, either
      this.#addNew("status", operation.id, String(status), moment);
      return;
    }
    const request = { path, query: url.searchParams, headers: call.sentHeaders, text: call.sent };
    const answer = { status, headers: call.headers, text: call.text ?? "" };
    const all = judgeExchange(this.contract, operation, { request, answer });
    const isJudged = ({ check }: Deviation) => call.text !== undefined || check === "documented-status";
    const ofAnswer = all.filter((one) => one.direction === "answer" && isJudged(one));
    this.#noteAnswer(operation, response, answered, {
      moment,
      where: `${operation.id} ${status}`,
      deviations: ofAnswer,
    });
    // A server may take more than it states
    const ofRequest = all.filter(({ direction, assumption }) => direction === "request" && assumption !== undefined);
    const note = { moment, where: `${operation.id} request`, deviations: ofRequest };
    if (status < 300) this.#noteRequest(operation, url.searchParams, sent, note);
  }

  #addEvent(text: string, at: string): void {
    const event = readEvent(text);
    const moment = { at, user: this.#findUser(event.body, field(event.body, "data")) };
    this.events.add(moment);
    const { name = "without a name", payload } = describedEvent(this.contract, event.type) ?? {};
    const place = this.#findPlace({ value: payload?.schema ?? {}, path: ["event", name] });
    const note = { moment, where: `event ${name}`, deviations: judgeEvent(this.contract, event) };
    if (payload !== undefined) this.#noteBody(place, event.body, note);
    else if (event.type === undefined) this.#noteDepartures([[place, event.body]], note);
    else this.#addNew("event", "", match(word, event.type), moment);
  }

  #noteAnswer(
    { id, operation }: ContractOperation,
    response: ContractResponse,
    body: unknown,
    note: JudgedExchange,
  ): void {
    this.#confirm(response.response["x-assumption"], body === undefined ? ["status"] : ["status", "body"], note);
    if (response.status.startsWith("2")) this.#confirm(operation["x-assumption"], ["path"], note);
    const schema = response.bodies[0]?.schema ?? {};
    this.#noteBody(this.#findPlace({ value: schema, path: [id, response.status] }), body, note);
  }

  /** What the body of an answer or an event shows: what departs, what does not, and what is new. */
  #noteBody(root: BodyPlace, body: unknown, note: JudgedExchange): void {
    const { moment, deviations } = note;
    const values = body === undefined ? [] : listValues(root, body);
    this.#noteDepartures(body === undefined ? [[root, body]] : values, note);
    const departing = new Set(deviations.map(({ expected }) => findParent(expected.pointer)));
    if (deviations.length === 0) this.#confirm(root.assumptions, ["presence"], note);
    for (const [place, value] of values) {
      const fields = isObject(value) ? value : {};
      const isNew = place.known.length > 0 && value !== null && !place.known.includes(value);
      if (!place.nodes.some(({ path }) => departing.has(toPointer(path)))) {
        const words: OpenWord[] = value === null ? ["name", "place"] : ["name", "place", "type", "format", "count"];
        if (isObject(value)) words.push("fields");
        // That other values are valid is shown only by one
        if (place.known.length === 0 || isNew) words.push("values");
        this.#confirm(place.assumptions, words, note);
      }
      for (const name of isObject(value) ? place.names : []) {
        const isShown = Object.hasOwn(fields, name) === place.required.has(name);
        if (isShown) this.#confirm(place.below(name)?.assumptions, ["presence"], note);
      }
      const added = Object.entries(fields).filter(([name]) => place.below(name) === undefined);
      if (!isNew && added.length === 0 && (!place.isUntyped || value === null)) continue;
      const of = describePointer(this.contract, place.pointer);
      if (isNew) this.#addNew("value", of, match(word, value), moment);
      for (const [name, inner] of added) {
        // Where no field is described, a name may be data, too
        const kind = place.names.size === 0 ? "free field" : "field";
        this.#addNew(kind, of, match(fieldName, name), moment, describeKind(inner));
      }
      for (const at of place.unknowns) entry(this.unknowns, at, Tally.make).add(moment, describeKind(value));
    }
  }

  /** What the request of a call shows that succeeded: what departs, and what may be left out. Which of the rest was read, nobody knows. */
  #noteRequest(operation: ContractOperation, query: URLSearchParams, sent: unknown, note: JudgedExchange): void {
    const schema = operation.requestBody?.bodies[0]?.schema ?? {};
    const place = this.#findPlace({ value: schema, path: note.where.split(" ") });
    this.#noteDepartures(sent === undefined ? [[place, Object.fromEntries(query)]] : listValues(place, sent), note);
    for (const { name, in: where, required = false, "x-assumption": assumed } of operation.parameters) {
      if (where === "query" && !required && !query.has(name)) this.#confirm(assumed, ["presence"], note);
    }
    for (const name of isObject(sent) ? place.names : []) {
      const isLeftOut = !place.required.has(name) && !Object.hasOwn(sent as object, name);
      if (isLeftOut) this.#confirm(place.below(name)?.assumptions, ["presence"], note);
    }
  }

  /** Notes that an exchange shows what is assumed, where one of these words is open and nothing departs. */
  #confirm(
    assumed: Assumed | undefined,
    words: readonly OpenWord[],
    { moment, where, deviations }: JudgedExchange,
  ): void {
    for (const assumption of listAssumptions(assumed)) {
      const sentence = writeSentence(assumption);
      const isOpen = words.some((word) => assumption.leaves_open.includes(word));
      const departs = deviations.some((one) => one.assumption === sentence);
      if (isOpen && !departs) this.#shownAt(sentence, where).confirmed.add(moment);
    }
  }

  #noteDepartures(values: readonly [BodyPlace, unknown][], { moment, where, deviations }: JudgedExchange): void {
    for (const { assumption, expected } of deviations) {
      const shown = this.#shownAt(assumption ?? expected.pointer, where);
      shown.contradicted.add(moment);
      if (shown.departure !== undefined) continue;
      const [, value] = values.find(([{ nodes }, one]) => {
        const schema = nodes.find(({ path }) => toPointer(path) === findParent(expected.pointer))?.value;
        return schema !== undefined && findProblem(this.contract.document, schema, one) !== undefined;
      }) ?? [undefined, values[0]?.[1]];
      shown.departure = { expected: expected.text, shape: describeShape(value, this.#names) };
    }
  }

  #shownAt(what: string, where: string): Shown {
    const places = entry(this.shown, what, () => new Map<string, Shown>());
    return entry(places, where, () => ({ confirmed: new Tally(), contradicted: new Tally() }));
  }

  #addNew(kind: string, of: string, name: string | undefined, moment: Moment, type?: string): void {
    const key = JSON.stringify([kind, of, name]);
    // A file may have any number of names
    if (this.novelties.size < 5000 || this.novelties.has(key)) entry(this.novelties, key, Tally.make).add(moment, type);
  }

  #findUser(...inputs: readonly unknown[]): string | undefined {
    const find = (name: string) => inputs.map((one) => field(one, name)).find((value) => typeof value === "string");
    const [id, own = ""] = [find("user_id") as string | undefined, find("client_user_id") as string | undefined];
    if (id !== undefined && own !== "") this.#users.set(own, id.toLowerCase());
    return id?.toLowerCase() ?? this.#users.get(own);
  }
}

/** Escapes that are none stay as they are. */
function unescapeSegment(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll("+", "%2B")}`).get("text") ?? text;
}

/** A name, where it is one as services give them: anything else may be about a person. */
function match(pattern: RegExp, name: unknown): string | undefined {
  return typeof name === "string" && name.length <= 40 && pattern.test(name) ? name : undefined;
}

const word = /^(?:[a-z]+(?:[._-][a-z]+)*|[A-Z]+(?:_[A-Z]+)*)$/;
const fieldName = /^[a-z]+\d?(?:_?[A-Z][a-z]+\d?|_[a-z]+\d?)*$/;

function findParent(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}
