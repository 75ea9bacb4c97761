// Sends the requests of a run with the right credential, and judges every answer.
import type { Contract, ContractOperation } from "../../contract/index.ts";
import { Failure } from "../../terminal/index.ts";
import type { CheckName } from "../check-names.ts";
import { traitsOf } from "../checks/operations.ts";
import type { NamedData, VerifyData } from "../input/data.ts";
import { OutOfReach } from "../input/known-values.ts";
import type { Shown } from "../report/notes.ts";
import type { AnswerExcerpt } from "../report/report.ts";
import { type Demand, type Judgement, judge } from "../verdicts/judge.ts";
import { unclearRefusal } from "../verdicts/unclear.ts";
import { type Answer, type Exchange, exchange } from "./exchange.ts";
import type { Keys } from "./keys.ts";
import { type Credential, curlOf, type Input, wireRequest } from "./request.ts";

/** What was sent, what came back, and what was thought of it. */
export interface Sent extends Judgement, Shown {
  readonly input: Input;
  readonly exchange: Exchange;
  /** The check that the request was sent for. */
  readonly check: CheckName;
  /** Why the refusal of valid input is not a finding. */
  readonly unclear: string | undefined;
  /** The parsed JSON body of an answer; undefined when there is none. */
  readonly body: unknown;
}

/** How requests are sent. */
export interface SenderOptions {
  readonly data: NamedData;
  /** In how many milliseconds an answer has to be there, unless the request gives the server longer. */
  readonly timeoutMs: number;
  /** By default the platform's; another may reach a server without a socket. */
  readonly fetch?: typeof fetch;
}

/** After this many an operation is asked no more: each costs the whole time-out. */
const hungEnough = 2;

export class Sender {
  /** How many requests were sent. */
  requests = 0;
  readonly #contract: Contract;
  readonly #keys: Keys;
  readonly #data: VerifyData;
  readonly #timeoutMs: number;
  readonly #fetch: typeof fetch | undefined;
  /** By operation: the fields of the bodies of valid calls that were accepted. */
  readonly #accepted = new Map<string, string[][]>();
  /** How many requests of an operation hung. */
  readonly #hung = new Map<string, number>();

  constructor(contract: Contract, keys: Keys, { data, timeoutMs, fetch }: SenderOptions) {
    this.#contract = contract;
    this.#keys = keys;
    this.#data = data.values;
    this.#timeoutMs = timeoutMs;
    this.#fetch = fetch;
  }

  /**
   * Sends a request and judges the answer.
   *
   * @throws {OutOfReach} when the operation hung too often.
   * @throws {Failure} when the server answers 429, still after waiting.
   */
  async ask(operation: ContractOperation, input: Input, demand: Demand, credential: Credential): Promise<Sent> {
    const hung = this.#hung.get(operation.id) ?? 0;
    if (hung >= hungEnough) throw new OutOfReach(`${hung} of its requests were not answered in time`);
    const host = this.#keys.hostOf(operation);
    if (host === undefined) throw new Error(`No host for ${operation.id}.`);
    this.requests += 1;
    const request = wireRequest(operation, input);
    const { headers, shown } = this.#keys.headersOf(operation, credential);
    const deadlineMs = this.#deadlineOf(operation, input);
    const result = this.#withoutKeys(await exchange(host.url, request, headers, deadlineMs, this.#fetch));
    const status = result.answer?.status ?? 0;
    if (status === 429) {
      throw new Failure(
        `${host.url} responds with 429, also after a wait: too many requests.`,
        "Wait, raise the rate limit of the key, or send fewer requests with --only and --depth.",
      );
    }
    if (result.failure?.kind === "hung") this.#hung.set(operation.id, hung + 1);
    const fields = Object.keys(Object(input.body));
    const accepted = this.#accepted.get(operation.id) ?? [];
    const wasAccepted = accepted.some((others) => others.every((name) => fields.includes(name)));
    if (demand.outcome === "accepted" && status >= 200 && status < 300 && !wasAccepted) {
      this.#accepted.set(operation.id, [...accepted, fields]);
    }
    const unclear =
      demand.outcome === "accepted" && status >= 400
        ? unclearRefusal(this.#contract, { operation, body: input.body, status, wasAccepted, data: this.#data })
        : undefined;
    const judgement: Judgement =
      unclear === undefined
        ? judge(this.#contract, operation, demand, result)
        : { deviations: [], passed: ["answer-arrives"], asDemanded: false };
    return {
      ...judgement,
      input,
      check: demand.check,
      exchange: result,
      unclear,
      body: readJson(result.answer),
      curl: this.#keys.redact(curlOf(host.url, request, shown)),
      excerpt: result.answer && this.#excerptOf(result.answer),
    };
  }

  /** A server may take the time that it was given. Its unit is not shown; seconds are the longest that is likely. */
  #deadlineOf(operation: ContractOperation, { query }: Input): number {
    const { waitsFor } = traitsOf(operation);
    const parameter = operation.parameters.find(({ name }) => name === waitsFor);
    const given = Number(query[parameter?.name ?? ""] ?? parameter?.schema.default);
    return parameter === undefined || Number.isNaN(given)
      ? this.#timeoutMs
      : Math.min(Math.max(given, 0), 60) * 1000 + this.#timeoutMs;
  }

  /** Keys are removed before anything is read or quoted: a cut could leave half of one. */
  #withoutKeys(result: Exchange): Exchange {
    const { answer } = result;
    return answer === undefined ? result : { answer: { ...answer, text: this.#keys.redact(answer.text) } };
  }

  /** What a report shows of an answer. */
  #excerptOf({ status, headers, text }: Answer): AnswerExcerpt {
    const contentType = headers.get("content-type");
    return {
      status,
      contentType: contentType === null ? undefined : this.#keys.redact(contentType),
      body: text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text,
    };
  }
}

const longestExcerpt = 500;

function readJson(answer: Answer | undefined): unknown {
  if (answer === undefined || answer.status < 200 || answer.status >= 500) return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    // The judge reported it already
    return undefined;
  }
}
