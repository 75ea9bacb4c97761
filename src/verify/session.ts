// One run against one server: what is known of the server, the requests that are sent, and the notes that are kept.
import { randomUUID } from "node:crypto";
import { type Contract, type ContractOperation, isObject } from "../shared/contract/index.ts";
import { writeCurl } from "../shared/findings/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import type { NamedData, UserIds, VerifyData } from "./data.ts";
import type { EventOptions } from "./events/inbox.ts";
import { findDataName, findTraits, uploading } from "./operations.ts";
import { OutOfReach } from "./out-of-reach.ts";
import { makePlan, type Plan } from "./plan.ts";
import { Notes, type RequestResult } from "./report.ts";
import { type Answer, type Exchange, exchange } from "./sending/exchange.ts";
import { type Credential, findHost, type Hosts, redactKeys, writeCredential } from "./sending/keys.ts";
import { type Input, type WireRequest, wireRequest } from "./sending/request.ts";
import { parseJson } from "./verdicts/body.ts";
import { acceptance, type Demand, isSuccess, type Judgement, judge } from "./verdicts/judge.ts";
import { unclearRefusal } from "./verdicts/unclear.ts";

/** The options of a run. */
export interface SessionOptions extends Hosts {
  readonly contract: Contract;
  readonly data: NamedData;
  readonly seed: number;
  /** How many inputs are generated for each operation. */
  readonly depth: number;
  readonly readOnly: boolean;
  /** In how many milliseconds an answer has to be there, unless the request gives the server longer. */
  readonly timeoutMs: number;
  /** By default the platform's; another may reach a server without a socket. */
  readonly fetch?: typeof fetch;
  /** Where the server sends its events; undefined when nobody receives them. */
  readonly events?: EventOptions | undefined;
}

/** A request, its response, and the judgement of both. */
export interface Sent extends Judgement, RequestResult {
  readonly input: Input;
  readonly exchange: Exchange;
  /** Why the refusal of valid input is not a finding. */
  readonly unclear: string | undefined;
  /** The parsed JSON body of an answer; undefined when there is none. */
  readonly body: unknown;
}

/** A path that no operation has. */
const unknownPath = "/verify-unknown-path";

/** After this many an operation is asked no more: each costs the whole time-out. */
const hungEnough = 2;

export class Session {
  readonly contract: Contract;
  readonly options: SessionOptions;
  readonly notes: Notes;
  readonly seed: number;
  readonly #plans: ReadonlyMap<string, Plan>;
  /** The data that the server is known to have: none of the example cast, once it is found not to know it. */
  data: VerifyData;
  /** A user that this run has created, for when the data names none. */
  createdUser: UserIds | undefined;
  /** The uploads of lab reports that were accepted: for each an event has to come. */
  readonly uploads: Sent[] = [];
  /** The operations that the server does not have, by id. */
  readonly absent = new Set<string>();
  /** How many requests were sent. */
  requests = 0;
  /** Differs from run to run, so that what a run creates meets nothing of an earlier one. */
  readonly #nonce = randomUUID().slice(0, 8);
  #freshIds = 0;
  /** By operation: the fields of the bodies of valid calls that were accepted. */
  readonly #accepted = new Map<string, string[][]>();
  /** How many requests of an operation hung. */
  readonly #hung = new Map<string, number>();

  constructor(options: SessionOptions) {
    this.options = options;
    this.contract = options.contract;
    this.seed = options.seed;
    this.#plans = new Map(this.contract.operations.map((one) => [one.id, makePlan(this.contract, one)]));
    this.data = options.data.values;
    this.notes = new Notes(redactKeys(options));
  }

  /**
   * The operation with this id.
   *
   * @throws {OutOfReach} when the contract has none, or its host was not named.
   */
  operation(id: string): Plan {
    const plan = this.plan(id);
    if (findHost(this.options, plan) !== undefined) return plan;
    throw new OutOfReach(`${id} needs --management-url and --management-key`);
  }

  /** @throws {OutOfReach} when the contract has no such operation. */
  plan(id: string): Plan {
    const plan = this.#plans.get(id);
    if (plan === undefined) throw new OutOfReach(`the contract has no operation ${id}`);
    return plan;
  }

  /** The value that a field needs; undefined when it is not given, or any value of its schema is valid. */
  knownValue(operation: ContractOperation, name: string): string | number | undefined {
    const called = findDataName(operation, name);
    if (called === undefined) return undefined;
    if (called === "user") {
      const user = this.data.user ?? (findTraits(operation).needsDemographics ? undefined : this.createdUser);
      return user?.[name === "user_id" ? name : "client_user_id"];
    }
    const value = this.data[called];
    return typeof value === "object" ? undefined : value;
  }

  /** Why a value that a field needs is missing. */
  explainMissing(operation: ContractOperation, field: string): string {
    const name = findDataName(operation, field) ?? field;
    const { file } = this.options.data;
    return file === undefined ? `no \`${name}\` is known; name one in --data FILE` : `${file} names no \`${name}\``;
  }

  /** Makes a text that no run has used yet. */
  freshId(what: string): string {
    this.#freshIds += 1;
    return `verify-${what}-${this.#nonce}-${this.#freshIds}`;
  }

  /**
   * Calls an operation as it is, without keeping anything.
   *
   * @throws {OutOfReach} as `ask` does.
   */
  look(operation: Plan, path: Input["path"], body?: unknown): Promise<Sent> {
    return this.ask(operation, { path, query: {}, header: {}, body }, acceptance(operation));
  }

  /** Sends, judges and keeps what was found. */
  async send(operation: Plan, input: Input, demand: Demand, credential?: Credential): Promise<Sent> {
    const sent = await this.ask(operation, input, demand, credential);
    this.notes.keep(operation, sent);
    return sent;
  }

  /**
   * Sends and judges, without keeping anything.
   *
   * @throws {OutOfReach} when the operation is not there, hung too often, or may not be sent.
   * @throws {Failure} when the server answers 429, still after waiting.
   */
  async ask(operation: Plan, input: Input, demand: Demand, credential: Credential = "own"): Promise<Sent> {
    const { id } = operation;
    const hung = this.#hung.get(id) ?? 0;
    if (this.absent.has(id)) throw new OutOfReach(`${id} is not there`);
    if (hung >= hungEnough) throw new OutOfReach(`${hung} of its requests were not answered in time`);
    if (this.options.readOnly && operation.method !== "get")
      throw new OutOfReach("--read-only sends GET requests only");
    const host = findHost(this.options, operation);
    if (host === undefined) throw new OutOfReach("it needs --management-url and --management-key");
    this.requests += 1;
    const request = wireRequest(operation, input);
    const { headers, shown } = writeCredential(this.contract, this.options, operation, credential);
    const timeoutMs = this.#deadlineOf(operation, input);
    const result = this.#redacted(await exchange(host.url, request, headers, timeoutMs, this.options.fetch));
    const status = result.answer?.status ?? 0;
    if (status === 429) {
      throw new Failure(
        `${host.url} responds with 429, also after a wait: too many requests.`,
        "Wait, raise the rate limit of the key, or send fewer requests with --only and --depth.",
      );
    }
    if (result.failure?.kind === "hung") this.#hung.set(id, hung + 1);
    if (result.answer && demand.isThere && (await this.#isAbsent(operation, request, result.answer))) {
      this.absent.add(id);
      throw new OutOfReach(`${id} is not there`);
    }
    const unclear = this.#explainRefusal(operation, input, demand, status);
    const judgement: Judgement =
      unclear === undefined
        ? judge(this.contract, operation, demand, result)
        : { deviations: [], passed: ["answer-arrives"], asDemanded: false };
    const sent: Sent = {
      ...judgement,
      input,
      exchange: result,
      unclear,
      body: status >= 200 && status < 500 ? parseJson(result.answer?.text ?? "")?.value : undefined,
      curl: () => this.notes.redact(writeCurl({ ...request, url: host.url + request.target, variables: shown })),
      excerpt: result.answer && this.#excerptOf(result.answer),
    };
    if (id === uploading && isSuccess(status)) this.uploads.push(sent);
    return sent;
  }

  /** Is a valid call answered as one of a path that there is not, by a server that is still being built? */
  async #isAbsent(operation: ContractOperation, request: WireRequest, { status, text }: Answer): Promise<boolean> {
    if (status !== 404 || !isObject(parseJson(text)?.value)) return [404, 405, 501].includes(status);
    // An unknown id is answered so, too; frameworks have JSON of their own for an unknown path
    const host = findHost(this.options, operation)?.url ?? "";
    const { headers } = writeCredential(this.contract, this.options, operation, "own");
    const { timeoutMs, fetch } = this.options;
    const other = { ...request, target: unknownPath, body: undefined };
    const unknown = await exchange(host, other, headers, timeoutMs, fetch);
    const [path = ""] = request.target.split("?");
    return unknown.answer?.status === status && unknown.answer.text.replaceAll(unknownPath, path) === text;
  }

  /** Notes which valid calls are accepted, and says why the refusal of one is no finding. */
  #explainRefusal(operation: Plan, { body }: Input, { outcome }: Demand, status: number) {
    if (outcome !== "accepted") return undefined;
    const fields = Object.keys(Object(body));
    const accepted = this.#accepted.get(operation.id) ?? [];
    const wasAccepted = accepted.some((others) => others.every((name) => fields.includes(name)));
    if (isSuccess(status) && !wasAccepted) this.#accepted.set(operation.id, [...accepted, fields]);
    if (status < 400) return undefined;
    return unclearRefusal({ operation, body, status, wasAccepted, data: this.options.data.values });
  }

  /** A server may take the time that it was given. Its unit is not shown; seconds are the longest that is likely. */
  #deadlineOf(operation: Plan, { query }: Input): number {
    const { timeoutMs } = this.options;
    const { waitsFor } = operation.traits;
    const parameter = operation.parameters.find(({ name }) => name === waitsFor);
    const given = Number(query[parameter?.name ?? ""] ?? parameter?.schema.default);
    return Number.isNaN(given) ? timeoutMs : Math.min(Math.max(given, 0), 60) * 1000 + timeoutMs;
  }

  /** Keys are removed before anything is read or quoted: a cut could leave half of one. */
  #redacted(result: Exchange): Exchange {
    const { answer } = result;
    return answer === undefined ? result : { answer: { ...answer, text: this.notes.redact(answer.text) } };
  }

  /** The part of an answer that a report shows. */
  #excerptOf({ status, headers, text }: Answer) {
    const contentType = headers.get("content-type");
    return {
      status,
      contentType: contentType === null ? undefined : this.notes.redact(contentType),
      body: text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text,
    };
  }
}

const longestExcerpt = 500;
