// Makes the reads of a recording once more against another server, in order, and compares the answers.
import { randomUUID } from "node:crypto";
import type { Contract, ContractOperation } from "../contract/index.ts";
import { type Exchange, exchange, explain, type Host, symptomOf, type WireRequest } from "../exchange/index.ts";
import { Capture, type RecordedExchange, type RecordedLine } from "../recording/index.ts";
import { type Bindings, pseudonymIn } from "./bindings.ts";
import { differencesOf } from "./compare.ts";
import { note, type ReplayEntry } from "./report.ts";
import { NotComparable, requestOf } from "./request.ts";

export interface ReplayOptions {
  readonly contract: Contract;
  readonly base: Host;
  /** The host of the organization's operations; they are not comparable without one. */
  readonly management: Host | undefined;
  readonly bindings: Bindings;
  /** In how many milliseconds an answer has to be there. */
  readonly timeoutMs: number;
  /** By default the platform's; another may reach a server without a socket. */
  readonly fetch?: typeof fetch;
}

/**
 * Replays a recording.
 *
 * @returns What each operation showed.
 * @throws {Failure} when a host is not a server of this API, or refuses the key.
 */
export async function replay(
  recording: AsyncIterable<RecordedLine> | Iterable<RecordedLine>,
  options: ReplayOptions,
): Promise<ReplayEntry[]> {
  const run = new Replay(options);
  for await (const line of recording) if ("exchange" in line) await run.take(line);
  return run.entries();
}

class Replay {
  readonly #options: ReplayOptions;
  readonly #capture: Capture;
  readonly #entries = new Map<string, ReplayEntry>();
  /** Hosts that were asked whether they are a server of this API. */
  readonly #reached = new Set<Host>();
  /** Ids that the recorded server was seen to have. */
  readonly #known = new Set<string>();

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#capture = new Capture(options.contract);
  }

  entries(): ReplayEntry[] {
    return [...this.#entries.values()];
  }

  async take(recorded: RecordedExchange): Promise<void> {
    const { contract } = this.#options;
    const operation = contract.operations.find(({ id }) => id === recorded.operation);
    // What may change state is never made again
    if (operation === undefined ? recorded.method !== "GET" : operation.method !== "get")
      return this.#noteKnown(recorded);
    const entry = this.#entryOf(recorded, operation);
    try {
      await this.#compare(recorded, operation, entry);
    } catch (error) {
      if (!(error instanceof NotComparable)) throw error;
      entry.notComparable += 1;
      note(entry.reasons, { reason: error.message }, recorded.exchange);
    }
    this.#noteKnown(recorded);
  }

  async #compare(
    recorded: RecordedExchange,
    operation: ContractOperation | undefined,
    entry: ReplayEntry,
  ): Promise<void> {
    const { contract, bindings } = this.#options;
    const { response } = recorded;
    if (operation === undefined) throw new NotComparable("The contract has no such operation.");
    if (response === undefined) throw new NotComparable("The recording has no whole answer.");
    const host = this.#hostOf(operation);
    const isUnknown = (pseudonym: string) => !this.#known.has(pseudonym) && response.status >= 400;
    const request = requestOf(contract, operation, recorded, { bindings, isUnknown });
    await this.#requireServer(host);
    const { answer, failure } = await this.#ask(host, operation, request, recorded);
    if (answer === undefined) {
      entry.different += 1;
      const found = `no complete response (${failure.reason})`;
      return note(entry.differences, { place: "status", recorded: String(response.status), found }, recorded.exchange);
    }
    const [line] = await this.#capture.exchange({
      method: request.method,
      target: request.target,
      request: { headers: Object.entries(request.headers), body: Buffer.alloc(0) },
      response: { status: answer.status, headers: [...answer.headers], body: Buffer.from(answer.text) },
    });
    const found = line !== undefined && "exchange" in line ? line.response : undefined;
    if (found === undefined) throw new Error("An answer was captured without its shape.");
    const differences = differencesOf(contract, operation, response, found);
    if (differences.length === 0) {
      entry.same += 1;
      if (response.body !== undefined && answer.status < 300) bindings.learn(response.body, parsed(answer.text));
    } else entry.different += 1;
    for (const { place, recorded: expected, found: other } of differences) {
      note(entry.differences, { place, recorded: expected, found: other }, recorded.exchange);
    }
  }

  /** Sends the request, with the credential that the recorded one had: none, one that was refused, or one that was taken. */
  async #ask(
    host: Host,
    operation: ContractOperation,
    request: WireRequest,
    { credentials = {}, response }: RecordedExchange,
  ): Promise<Exchange> {
    const { contract, timeoutMs, fetch } = this.#options;
    const header = headerOf(contract, operation);
    const isGiven = Object.keys(credentials).some((name) => name.toLowerCase() === header.toLowerCase());
    const isRefused = response?.status === 401 || response?.status === 403;
    const key = isRefused ? `made-up-${randomUUID()}` : host.key;
    return exchange(host.url, request, isGiven ? { [header]: key } : {}, timeoutMs, fetch);
  }

  /**
   * Asks, before anything else is asked of a host, whether it is a server of this API at all, and takes the key.
   *
   * @throws {Failure} when it is not.
   */
  async #requireServer(host: Host): Promise<void> {
    if (this.#reached.has(host)) return;
    this.#reached.add(host);
    const { contract, base, timeoutMs, fetch } = this.#options;
    const isBase = host === base;
    const readers = contract.operations.filter(
      (operation) =>
        operation.method === "get" &&
        isManagement(operation) !== isBase &&
        !operation.parameters.some(({ required }) => required),
    );
    const asked = readers.map(({ path, ...operation }) => {
      const request = { method: "GET", target: path, headers: { accept: "application/json" }, body: undefined };
      return exchange(host.url, request, { [headerOf(contract, operation)]: host.key }, timeoutMs, fetch);
    });
    const [first, ...others] = await Promise.all(asked);
    const symptom = first && symptomOf(first);
    if (first === undefined || symptom === undefined || others.some((one) => symptomOf(one) !== symptom)) return;
    throw explain(symptom, first, host, isBase ? "--base-url" : "--management-url");
  }

  #hostOf(operation: ContractOperation): Host {
    const { base, management } = this.#options;
    if (!isManagement(operation)) return base;
    if (management === undefined) {
      throw new NotComparable("It is an operation of the organization. Pass --management-url and --management-key.");
    }
    return management;
  }

  /** Keeps the ids that the recorded server has taken or given. */
  #noteKnown({ request, response }: RecordedExchange): void {
    if (response === undefined || response.status >= 300) return;
    for (const shape of [request.parameters, request.body, response.body]) {
      for (const pseudonym of pseudonymsOf(shape)) this.#known.add(pseudonym);
    }
  }

  #entryOf({ operation: id, method, path }: RecordedExchange, operation: ContractOperation | undefined): ReplayEntry {
    const key = operation?.id ?? `${method} ${path}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry: ReplayEntry = {
      id: id ?? "no operation",
      method,
      path,
      same: 0,
      different: 0,
      notComparable: 0,
      differences: [],
      reasons: [],
    };
    this.#entries.set(key, entry);
    return entry;
  }
}

function isManagement({ security }: Pick<ContractOperation, "security">): boolean {
  return security.flat().includes("ManagementKey");
}

/** The header that carries the credential of an operation. */
function headerOf({ document }: Contract, { security }: Pick<ContractOperation, "security">): string {
  const [scheme = ""] = security[0] ?? [];
  return document.components.securitySchemes[scheme]?.name ?? "";
}

/** Every pseudonym in a value of a recording. */
function pseudonymsOf(value: unknown): string[] {
  if (typeof value === "string") {
    const pseudonym = pseudonymIn(value);
    return pseudonym === undefined ? [] : [pseudonym];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(pseudonymsOf) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
