// One run against one server: what is known of the server, the keys, the sender and the notes that are kept.
import { randomUUID } from "node:crypto";
import type { Contract, ContractOperation } from "../contract/index.ts";
import type { CheckName } from "./check-names.ts";
import type { EventOptions } from "./events/inbox.ts";
import type { UserIds, VerifyData } from "./input/data.ts";
import { type KnownValues, knownValues } from "./input/known-values.ts";
import { Notes } from "./report/notes.ts";
import type { Host } from "./sending/host.ts";
import { type Hosts, Keys } from "./sending/keys.ts";
import type { Credential, Input } from "./sending/request.ts";
import { Sender, type SenderOptions, type Sent } from "./sending/sender.ts";
import type { Demand } from "./verdicts/judge.ts";

/** What a run needs to know. */
export interface SessionOptions extends Hosts, SenderOptions {
  readonly contract: Contract;
  readonly seed: number;
  /** How many inputs are generated for each operation. */
  readonly depth: number;
  readonly readOnly: boolean;
  /** Where the server sends its events; undefined when nobody receives them. */
  readonly events?: EventOptions | undefined;
  /** Checks that are left out, for the tests that show what each is good for. */
  readonly without: readonly CheckName[];
}

export class Session {
  readonly contract: Contract;
  readonly options: SessionOptions;
  readonly notes: Notes;
  /** What the server is known to have; less than was named, once it is found not to know it. */
  data: VerifyData;
  /** A user that this run has created, for when the data names none. */
  createdUser: UserIds | undefined;
  /** The uploads of lab reports that were accepted: for each an event has to come. */
  readonly uploads: Pick<Sent, "body" | "curl" | "excerpt">[] = [];
  readonly #keys: Keys;
  readonly #sender: Sender;
  /** Differs from run to run, so that what a run creates meets nothing of an earlier one. */
  readonly #nonce = randomUUID().slice(0, 8);
  #freshIds = 0;

  constructor(options: SessionOptions) {
    this.options = options;
    this.contract = options.contract;
    this.data = options.data.values;
    this.#keys = new Keys(options.contract, options);
    this.#sender = new Sender(options.contract, this.#keys, options);
    this.notes = new Notes(options.without, (text) => this.redact(text));
  }

  /** Takes the keys out of a text. */
  redact(text: string): string {
    return this.#keys.redact(text);
  }

  /** The file that the data stands in; undefined for the example cast. */
  get dataFile(): string | undefined {
    return this.options.data.file;
  }

  /** The values that calls need. */
  get known(): KnownValues {
    return knownValues(this.data, this.createdUser);
  }

  /** How many requests were sent. */
  get requests(): number {
    return this.#sender.requests;
  }

  /** The operation with this id; undefined when the contract has none. */
  operation(id: string): ContractOperation | undefined {
    return this.contract.operations.find((operation) => operation.id === id);
  }

  /** Where an operation is asked for; undefined without `--management-url` for those of the organization. */
  hostOf(operation: ContractOperation): Host | undefined {
    return this.#keys.hostOf(operation);
  }

  /** Makes a text that no run has used yet. */
  freshId(what: string): string {
    this.#freshIds += 1;
    return `verify-${what}-${this.#nonce}-${this.#freshIds}`;
  }

  /** Sends and judges, without keeping anything. */
  async ask(operation: ContractOperation, input: Input, demand: Demand, credential: Credential = "own"): Promise<Sent> {
    const sent = await this.#sender.ask(operation, input, demand, credential);
    const status = sent.exchange.answer?.status ?? 0;
    if (operation.id === "createLabReportParsingJob" && status >= 200 && status < 300) {
      const { body, curl, excerpt } = sent;
      this.uploads.push({ body, curl, excerpt });
    }
    return sent;
  }

  /** Sends, judges and keeps what was found. */
  async send(operation: ContractOperation, input: Input, demand: Demand, credential?: Credential): Promise<Sent> {
    const sent = await this.ask(operation, input, demand, credential);
    this.notes.keep(operation, sent);
    return sent;
  }
}
