// Calls operations of the server under test: sends each request, judges the answer against the contract, and keeps both for the report.
import { randomUUID } from "node:crypto";
import { type Contract, isObject } from "../shared/contract/index.ts";
import { writeCurl } from "../shared/findings/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import type { NamedData, UserIds, VerifyData } from "./data.ts";
import type { EventOptions } from "./events/inbox.ts";
import { uploading } from "./operations.ts";
import { OutOfReach } from "./out-of-reach.ts";
import { makePlan, type Plan } from "./plan.ts";
import { Notes, type RequestResult } from "./report.ts";
import { type Answer, type Exchange, exchange, type Transport } from "./sending/exchange.ts";
import { type Credential, findHost, type Hosts, redactKeys, writeCredential } from "./sending/keys.ts";
import { type Input, type WireRequest, writeRequest } from "./sending/request.ts";
import { parseJson } from "./verdicts/body.ts";
import { explainRefusal } from "./verdicts/explain-refusal.ts";
import { type Demand, isSuccess, type Judgement, judge, tolerance } from "./verdicts/judge.ts";

/** The options of a run. */
export interface RunOptions extends Hosts {
  readonly contract: Contract;
  readonly data: NamedData;
  readonly seed: number;
  /** How many inputs are generated for each operation. */
  readonly depth: number;
  readonly readOnly: boolean;
  /** In how many milliseconds an answer has to be there, unless the operation may take longer. */
  readonly timeoutMs: number;
  /** Reaches the server; by default over a socket. */
  readonly transport?: Transport;
  /** Where the server sends its events; undefined when nobody receives them. */
  readonly events?: EventOptions | undefined;
}

/** One run: the plans of its operations, and what is known of the server by now. */
export interface Run {
  readonly options: RunOptions;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly notes: Notes;
  /** The data that the server is known to have: none of the example cast, once it is found not to know it. */
  data: VerifyData;
  /** A user that this run has created, for when the data names none. */
  createdUser: UserIds | undefined;
  /** Every call so far. */
  readonly calls: Sent[];
  /** The operations that the server does not have, by id. */
  readonly absent: Set<string>;
}

/** A request, its response, and the judgement of both. */
export interface Sent extends Judgement, RequestResult {
  readonly plan: Plan;
  readonly input: Input;
  readonly demand: Demand;
  readonly exchange: Exchange;
  /** 0 without an answer. */
  readonly status: number;
  readonly succeeded: boolean;
  /** Why the refusal of valid input is not a finding. */
  readonly unclear: string | undefined;
  /** The parsed JSON body of an answer; undefined when there is none. */
  readonly body: unknown;
}

export function startRun(options: RunOptions): Run {
  const { contract, data } = options;
  return {
    options,
    plans: new Map(contract.operations.map((one) => [one.id, makePlan(contract, one)])),
    notes: new Notes(redactKeys(options)),
    data: data.values,
    createdUser: undefined,
    calls: [],
    absent: new Set(),
  };
}

/** @throws {OutOfReach} when the contract lacks the operation. */
export function findPlan({ plans }: Run, id: string): Plan {
  const plan = plans.get(id);
  if (plan === undefined) throw new OutOfReach(`the contract has no operation ${id}`);
  return plan;
}

/** Makes a text that no run has used yet, so that what a run creates meets nothing of an earlier one. */
export function makeFreshId(what: string): string {
  return `verify-${what}-${randomUUID()}`;
}

/** The uploads of lab reports that were accepted: for each an event has to come. */
export function listUploads({ calls }: Run): Sent[] {
  return calls.filter(({ plan, succeeded }) => plan.id === uploading && succeeded);
}

/**
 * Calls an operation with ids in its path only, whatever it answers.
 *
 * @throws {OutOfReach} as `call` does.
 */
export async function callWithPath(run: Run, id: string, path: Input["path"], body?: unknown): Promise<Sent> {
  return call(run, findPlan(run, id), { path, query: {}, header: {}, body }, tolerance);
}

/** A path that no operation has. */
const unknownPath = "/verify-unknown-path";

/** After so many calls that hang an operation is skipped: each costs the whole time-out. */
const hungEnough = 2;

/**
 * Calls an operation, and judges the answer.
 *
 * @throws {OutOfReach} when the operation is not there, hung too often, or may not be sent.
 * @throws {Failure} when the server answers 429, still after waiting.
 */
export async function call(
  run: Run,
  plan: Plan,
  input: Input,
  demand: Demand,
  credential: Credential = "own",
): Promise<Sent> {
  const { options, calls, absent, notes } = run;
  const { contract, data, readOnly, timeoutMs, transport } = options;
  const hung = calls.filter((one) => one.plan === plan && one.exchange.failure?.kind === "hung").length;
  if (absent.has(plan.id)) throw new OutOfReach(`${plan.id} is not there`);
  if (hung >= hungEnough) throw new OutOfReach(`${hung} of its requests were not answered in time`);
  if (readOnly && plan.method !== "get") throw new OutOfReach("--read-only sends GET requests only");
  const host = findHost(options, plan);
  if (host === undefined) throw new OutOfReach("it needs --management-url and --management-key");
  const request = writeRequest(plan, input);
  const { headers, shown } = writeCredential(contract, options, plan, credential);
  const deadline = timeoutMs + (plan.traits.mayTakeMs ?? 0);
  const send = (one: WireRequest) =>
    exchange(host.url, { ...one, headers: { ...one.headers, ...headers } }, deadline, transport);
  const received = await send(request);
  const { answer } = received;
  const result = answer === undefined ? received : { answer: redactAnswer(answer, notes.redact) };
  const { status = 0, text = "" } = result.answer ?? {};
  if (status === 429) {
    throw new Failure(
      `${host.url} responds with 429, also after a wait: too many requests.`,
      "Wait, raise the rate limit of the key, or send fewer requests with --only and --depth.",
    );
  }
  const hasNoMore = ({ input: { body } }: Sent) =>
    Object.keys(Object(body)).every((name) => Object.hasOwn(Object(input.body), name));
  const wasAccepted = calls.some(
    (one) => one.plan === plan && one.demand.outcome === "accepted" && one.succeeded && hasNoMore(one),
  );
  const unclear =
    demand.outcome === "accepted" ? explainRefusal(plan, input.body, status, data.values, wasAccepted) : undefined;
  const judgement: Judgement =
    unclear === undefined
      ? judge(contract, plan, demand, result)
      : { deviations: [], passed: ["answer-arrives"], asDemanded: false };
  const sent: Sent = {
    ...judgement,
    ...{ plan, input, demand, exchange: result, status, succeeded: isSuccess(status), unclear },
    body: status >= 200 && status < 500 ? parseJson(text) : undefined,
    curl: () => notes.redact(writeCurl({ ...request, url: host.url + request.target, variables: shown })),
    excerpt: result.answer && {
      status,
      contentType: result.answer.headers.get("content-type") ?? undefined,
      body: text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text,
    },
  };
  calls.push(sent);
  const wasThere = calls.some((one) => one.plan === plan && one.succeeded);
  if (demand.outcome === "accepted" && !wasThere && (await isAbsent(send, request, received))) {
    absent.add(plan.id);
    throw new OutOfReach(`${plan.id} is not there`);
  }
  return sent;
}

/** Removes the keys from an answer before anything of it is read or quoted: a cut could leave half of one, and a URL writes it anew. */
function redactAnswer({ headers, text, ...answer }: Answer, redact: Notes["redact"]): Answer {
  return {
    ...answer,
    headers: new Headers(Array.from(headers, ([name, value]) => [name, redact(value)])),
    text: redact(text),
  };
}

/** How many characters of an answer a report shows. */
const longestExcerpt = 500;

/** Is the operation missing, as on a server that is still being built: is a valid call answered like an unknown path? */
async function isAbsent(
  send: (request: WireRequest) => Promise<Exchange>,
  request: WireRequest,
  { answer }: Exchange,
): Promise<boolean> {
  if (answer?.status !== 404 || !isObject(parseJson(answer.text))) {
    return [404, 405, 501].includes(answer?.status ?? 0);
  }
  // A 404 may be about an unknown id: compare it with that of an unknown path, for which frameworks have JSON of their own
  const [path = ""] = request.target.split("?");
  const target = request.target.replace(path, unknownPath);
  // Without a body, and so without its type: a framework may read the body first
  const { "content-type": _, ...headers } = request.headers;
  const unknown = await send({ ...request, target, headers, body: undefined });
  return unknown.answer?.status === 404 && unknown.answer.text.replaceAll(unknownPath, path) === answer.text;
}
