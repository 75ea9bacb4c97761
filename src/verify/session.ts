// One run against one server: sends requests with the right credential, judges every answer, and keeps what was found.
import { randomInt, randomUUID } from "node:crypto";
import { type Contract, type ContractOperation, type Schema, schemaProblemsOf } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import type { CheckName } from "./checks.ts";
import type { NamedData, VerifyData } from "./data.ts";
import { type Answer, type Exchange, exchange } from "./exchange.ts";
import { type Demand, type Deviation, type Judgement, judge, type ProblemsOf } from "./judge.ts";
import { OutOfReach } from "./known-values.ts";
import type { AnswerExcerpt, Expectation, OperationReport, Skipped, Verdict, VerifyFinding } from "./report.ts";
import { type Credential, credentialHeader, curlOf, type Input, wireRequest } from "./request.ts";
import { unclearRefusal } from "./unclear.ts";

/** Where a server answers, and the key that it is given there and nowhere else. */
export interface Host {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
}

/** What a run needs to know. */
export interface SessionOptions {
  readonly contract: Contract;
  readonly base: Host;
  /** The host of the organization's operations; they are skipped without one. */
  readonly management: Host | undefined;
  readonly data: NamedData;
  readonly timeoutMs: number;
  readonly seed: number;
  /** How many inputs are generated for each operation. */
  readonly depth: number;
  readonly readOnly: boolean;
  /** Checks that are left out, for the tests that show what each is good for. */
  readonly without: readonly CheckName[];
}

/** What was sent, what came back, and what was thought of it. */
export interface Sent extends Judgement {
  readonly exchange: Exchange;
  /** The check that the request was sent for. */
  readonly check: CheckName;
  /** Why the refusal of valid input is no finding. */
  readonly unclear: string | undefined;
  /** The parsed JSON body of an answer with a documented success; undefined otherwise. */
  readonly body: unknown;
}

/** Who reads must be told of the same thing only once for an operation. */
interface Notes {
  readonly passed: Partial<Record<CheckName, number>>;
  readonly findings: Map<string, VerifyFinding>;
  readonly skipped: Skipped[];
}

/** The scheme whose operations have the host and the key of the organization. */
const managementScheme = "ManagementKey";

/** After this many an operation is asked no more: each costs the whole time-out. */
const hungEnough = 2;

export class Session {
  readonly contract: Contract;
  /** What the server is known to have; less than was named, once it is found not to know it. */
  data: VerifyData;
  readonly dataFile: string | undefined;
  readonly options: SessionOptions;
  /** Differs from run to run, so that what a run creates meets nothing of an earlier one. */
  readonly nonce = randomUUID().slice(0, 8);
  requests = 0;
  readonly #problemsOf: ProblemsOf;
  readonly #notes = new Map<string, Notes>();
  /** Operations of which a valid call was accepted. */
  readonly #accepted = new Set<string>();
  /** How many requests of an operation hung. */
  readonly #hung = new Map<string, number>();

  constructor(options: SessionOptions) {
    this.options = options;
    this.contract = options.contract;
    this.data = options.data.values;
    this.dataFile = options.data.file;
    this.#problemsOf = compiledOnce(options.contract);
  }

  /** The operation with this id; undefined when the contract has none. */
  operation(id: string): ContractOperation | undefined {
    return this.contract.operations.find((operation) => operation.id === id);
  }

  /** Where an operation is asked for; undefined without `--management-url` for those of the organization. */
  hostOf(operation: ContractOperation): Host | undefined {
    return isManagement(operation) ? this.options.management : this.options.base;
  }

  /** Sends and judges, without keeping anything. */
  async ask(
    operation: ContractOperation,
    input: Input,
    demand: Demand,
    credential: Credential = "own",
  ): Promise<Sent & { readonly curl: string }> {
    const hung = this.#hung.get(operation.id) ?? 0;
    if (hung >= hungEnough) throw new OutOfReach(`${hung} of its requests hung already`);
    const host = this.hostOf(operation);
    if (host === undefined) throw new Error(`There is no host for ${operation.id}.`);
    this.requests += 1;
    const request = wireRequest(operation, input);
    const { headers, shown } = this.#credential(operation, host, credential);
    const result = this.#withoutKeys(await exchange(host.url, request, headers, this.#deadline(operation, input)));
    if (result.answer?.status === 429) {
      throw new Failure(
        `${host.url} answers 429, still after waiting: it is asked too often.`,
        "Wait, have the limit raised for this key, or ask less with --only and --depth.",
      );
    }
    if (result.failure?.kind === "hung") this.#hung.set(operation.id, hung + 1);
    const curl = this.#redacted(curlOf(host.url, request, shown));
    const told = { check: demand.check, exchange: result, body: bodyOf(result.answer), curl };
    const status = result.answer?.status ?? 0;
    const wasAccepted = this.#accepted.has(operation.id);
    if (demand.outcome === "accepted" && status >= 200 && status < 300) this.#accepted.add(operation.id);
    const unclear =
      demand.outcome === "accepted" && status >= 400
        ? unclearRefusal(this.contract, { operation, body: input.body, status, wasAccepted, data: this.data })
        : undefined;
    if (unclear !== undefined)
      return { ...told, unclear, deviations: [], passed: ["answer-arrives"], asDemanded: false };
    return { ...told, unclear, ...judge(this.contract, this.#problemsOf, operation, demand, result) };
  }

  /** A server may take the time that it was given. Its unit is not shown; seconds are the longest that is likely. */
  #deadline({ parameters }: ContractOperation, { query }: Input): number {
    const { timeoutMs } = this.options;
    const parameter = parameters.find(({ name }) => name === "timeout");
    const given = Number(query["timeout"] ?? parameter?.schema.default);
    return parameter === undefined || Number.isNaN(given)
      ? timeoutMs
      : Math.min(Math.max(given, 0), 60) * 1000 + timeoutMs;
  }

  /** Keys are taken out before anything is read or quoted: half of one would be told by a cut. */
  #withoutKeys(result: Exchange): Exchange {
    return result.answer === undefined
      ? result
      : { answer: { ...result.answer, text: this.#redacted(result.answer.text) } };
  }

  /** Sends, judges and keeps what was found. */
  async send(
    operation: ContractOperation,
    input: Input,
    demand: Demand,
    credential: Credential = "own",
    seed?: number,
  ): Promise<Sent> {
    const sent = await this.ask(operation, input, demand, credential);
    this.keep(operation, sent, seed);
    return sent;
  }

  /** Keeps what one request showed. */
  keep(operation: ContractOperation, sent: Sent & { readonly curl: string }, seed?: number): void {
    for (const check of sent.passed) this.pass(operation, check);
    if (sent.exchange.answer?.status === 429)
      this.skip(operation, "all", "some requests were answered 429, still after waiting");
    for (const deviation of sent.deviations) this.#note(operation, deviation, sent.curl, sent.exchange.answer, seed);
  }

  /** Keeps a finding of a behaviour, with the request that shows it. */
  found(
    operation: ContractOperation,
    deviation: { check: CheckName; message: string; expected: Expectation; assumption: string | undefined },
    shownBy: Sent & { readonly curl: string },
  ): void {
    const verdict: Verdict = deviation.assumption === undefined ? "violation" : "difference";
    this.#note(operation, { ...deviation, verdict }, shownBy.curl, shownBy.exchange.answer, undefined);
  }

  pass(operation: ContractOperation, check: CheckName): void {
    if (this.leavesOut(check)) return;
    const { passed } = this.#notesOf(operation);
    passed[check] = (passed[check] ?? 0) + 1;
  }

  skip(operation: ContractOperation, check: CheckName | "all", reason: string): void {
    const { skipped } = this.#notesOf(operation);
    if (!skipped.some((one) => one.check === check && one.reason === reason)) skipped.push({ check, reason });
  }

  leavesOut(check: CheckName): boolean {
    return this.options.without.includes(check);
  }

  /** What is known of an operation now. */
  reportOf(operation: ContractOperation): OperationReport {
    const { passed, findings, skipped } = this.#notesOf(operation);
    const { id, method, path } = operation;
    return { id, method: method.toUpperCase(), path, passed, findings: [...findings.values()], skipped };
  }

  #note(
    operation: ContractOperation,
    { check, verdict, message, expected, assumption }: Deviation,
    curl: string,
    answer: Answer | undefined,
    seed: number | undefined,
  ): void {
    if (this.leavesOut(check)) return;
    const { findings } = this.#notesOf(operation);
    // The same place found wanting by several requests is one finding; items of a list are the same place
    const key = [check, expected.pointer, expected.text].join(" ");
    if (findings.has(key)) return;
    findings.set(key, {
      verdict,
      check,
      message: this.#redacted(message),
      expected,
      assumption,
      curl,
      answer: answer && this.#excerptOf(answer),
      seed,
    });
  }

  /** What a report shows of an answer. */
  #excerptOf({ status, headers, text }: Answer): AnswerExcerpt {
    const contentType = headers.get("content-type");
    return {
      status,
      contentType: contentType === null ? undefined : this.#redacted(contentType),
      body: text.length > excerpt ? `${text.slice(0, excerpt)}…` : text,
    };
  }

  #notesOf({ id }: ContractOperation): Notes {
    const known = this.#notes.get(id);
    if (known !== undefined) return known;
    const notes: Notes = { passed: {}, findings: new Map(), skipped: [] };
    this.#notes.set(id, notes);
    return notes;
  }

  /** A real key is used only by its own host's operations, and only as itself. */
  #credential(operation: ContractOperation, host: Host, credential: Credential) {
    const header = credentialHeader(this.contract, operation);
    const none = { headers: {}, shown: {} };
    if (header === undefined || credential === "none") return none;
    if (credential === "own") {
      return {
        headers: { [header]: host.key },
        shown: { [header]: isManagement(operation) ? "MANAGEMENT_KEY" : "API_KEY" },
      };
    }
    if (credential === "fabricated") {
      return { headers: { [header]: fabricatedKey(host.key) }, shown: { [header]: "FABRICATED_KEY" } };
    }
    const other = this.contract.operations.find((one) => isManagement(one) !== isManagement(operation));
    const otherHeader = other && credentialHeader(this.contract, other);
    if (other === undefined || otherHeader === undefined) return none;
    const key = fabricatedKey(this.hostOf(other)?.key ?? host.key);
    return { headers: { [otherHeader]: key }, shown: { [otherHeader]: "FABRICATED_KEY" } };
  }

  /** Whatever a server sends back of a key, in whichever of the usual ways of writing it. */
  #redacted(text: string): string {
    const { base, management } = this.options;
    const hidden = [
      { key: base.key, name: "$API_KEY" },
      { key: management?.key ?? "", name: "$MANAGEMENT_KEY" },
    ].flatMap(({ key, name }) => writings(key).map((written) => ({ written, name })));
    return hidden.reduce((shown, { written, name }) => shown.replaceAll(written, name), text);
  }
}

const excerpt = 500;

/** Shorter keys are no secrets, and would be found in every text. */
const shortestSecret = 6;

function writings(key: string): string[] {
  if (key.length < shortestSecret) return [];
  const inJson = JSON.stringify(key).slice(1, -1);
  const inBase64 = Buffer.from(key).toString("base64").replace(/=+$/, "");
  return [...new Set([key, inJson, encodeURIComponent(key), inBase64])];
}

/** A key of the same shape as a real one, prefix included, that no service has given out. */
function fabricatedKey(key: string): string {
  const prefix = /^[A-Za-z\d]{1,10}(?:[_-][A-Za-z\d]{1,10})*[_-]/.exec(key)?.[0] ?? "";
  const secret = key.slice(prefix.length);
  const other = secret.replaceAll(/[A-Za-z\d]/g, (character) =>
    /\d/.test(character) ? pick("0123456789") : pick(/[a-z]/.test(character) ? lower : lower.toUpperCase()),
  );
  return other === secret ? `${prefix}${secret}0` : prefix + other;
}

const lower = "abcdefghijklmnopqrstuvwxyz";

function pick(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}

/** Does an operation belong to the organization's host? */
export function isManagement(operation: ContractOperation): boolean {
  return operation.security.flat().includes(managementScheme);
}

function bodyOf(answer: Answer | undefined): unknown {
  if (answer === undefined || answer.status < 200 || answer.status >= 500) return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    // Told by the judge already
    return undefined;
  }
}

const compiled = new WeakMap<object, ProblemsOf>();

/** Compiling is dear: one set of validators for each contract, however many runs there are. */
function compiledOnce({ document }: Contract): ProblemsOf {
  const known = compiled.get(document);
  if (known !== undefined) return known;
  const compile = schemaProblemsOf(document);
  const validators = new Map<Schema, ReturnType<ProblemsOf>>();
  const problemsOf: ProblemsOf = (schema) => {
    const validator = validators.get(schema) ?? compile(schema);
    validators.set(schema, validator);
    return validator;
  };
  compiled.set(document, problemsOf);
  return problemsOf;
}
