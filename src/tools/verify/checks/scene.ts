// What a check of behaviour works with: calls of operations by name, the data, and a place to say what was wrong.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type ContractOperation, excuse, field } from "../../contract/index.ts";
import { shortJson } from "../../findings/index.ts";
import { operationPointer, parameterPointer, responsePointer } from "../bundle/pointers.ts";
import type { CheckName } from "../check-names.ts";
import type { UserIds, VerifyData } from "../input/data.ts";
import { OutOfReach } from "../input/known-values.ts";
import { validInputs } from "../input/valid-input.ts";
import type { Input } from "../sending/request.ts";
import type { Sent } from "../sending/sender.ts";
import type { Session } from "../session.ts";
import type { Expectation } from "../verdicts/deviation.ts";
import { acceptance, type Demand, type Outcome } from "../verdicts/judge.ts";
import { behaviour } from "../verdicts/open-words.ts";

/** A check of stated behaviour. */
export interface Behaviour {
  readonly check: CheckName;
  /** The operation that it says something of. */
  readonly operation: string;
  /** Does it change the server's state? With `--read-only` it is skipped then. */
  readonly changesState: boolean;
  /** Makes the calls and says what is wrong. It throws `OutOfReach` when it cannot be made. */
  run(scene: Scene): Promise<void>;
}

type Run = Behaviour["run"];

/** A check whose calls only read. */
export function reading(check: CheckName, operation: string, run: Run): Behaviour {
  return { check, operation, changesState: false, run };
}

/** A check whose calls change the server's state. */
export function changing(check: CheckName, operation: string, run: Run): Behaviour {
  return { check, operation, changesState: true, run };
}

/** Parts of an input that a check sets; the rest is valid input. */
export type Changes = { readonly [Part in "path" | "query" | "header"]?: Input[Part] } & { readonly body?: unknown };

export class Scene {
  readonly session: Session;
  readonly data: VerifyData;
  readonly operation: ContractOperation;
  readonly #valid: Sent | undefined;
  readonly #check: CheckName;
  #wrong = false;

  constructor(session: Session, operation: ContractOperation, check: CheckName, valid: Sent | undefined) {
    this.session = session;
    this.data = session.data;
    this.operation = operation;
    this.#valid = valid;
    this.#check = check;
  }

  /**
   * The valid call that was made of this operation.
   *
   * @throws {OutOfReach} when it was not accepted.
   */
  get valid(): Sent {
    if (this.#valid === undefined) throw new OutOfReach("no valid call was accepted");
    return this.#valid;
  }

  /** Did it say that something is wrong? */
  get wrong(): boolean {
    return this.#wrong;
  }

  /**
   * Calls an operation with valid input, changed as said, and expects to be accepted.
   *
   * @throws {OutOfReach} when it is refused, which is reported under that operation.
   */
  async call(id: string, changes: Changes = {}): Promise<Sent> {
    const operation = this.operationOf(id);
    const sent = await this.#send(operation, changes, acceptance(operation, assumptionOfPlace(operation)));
    if (!sent.asDemanded) throw new OutOfReach(`${id} did not accept the call that this needs`);
    return sent;
  }

  /** Calls an operation and demands an outcome, as this check's own. */
  async demand(id: string, changes: Changes, outcome: Outcome, text: string, assumption?: string): Promise<Sent> {
    const operation = this.operationOf(id);
    const pointer = outcome === "accepted" ? operationPointer(operation) : responsePointer(operation, outcome);
    const sent = await this.#send(operation, changes, {
      check: this.#check,
      outcome,
      expected: { text, pointer },
      assumption,
    });
    if (sent.unclear !== undefined) throw new OutOfReach(sent.unclear);
    if (!sent.asDemanded) this.#wrong = true;
    return sent;
  }

  /** Calls an operation and keeps nothing: the check itself judges what comes. */
  async ask(id: string, changes: Changes, outcome: Outcome): Promise<Sent> {
    const operation = this.operationOf(id);
    const expected = { text: "An answer.", pointer: operationPointer(operation) };
    return this.session.ask(operation, this.input(operation, changes), {
      check: this.#check,
      outcome,
      expected,
      assumption: undefined,
    });
  }

  /** Calls an operation with input that a server may well refuse: only an error of the server is a finding. */
  async attempt(id: string, changes: Changes): Promise<Sent> {
    const operation = this.operationOf(id);
    const expected = { text: "No error of the server.", pointer: operationPointer(operation) };
    return this.#send(operation, changes, {
      check: "no-server-error",
      outcome: "tolerated",
      expected,
      assumption: undefined,
    });
  }

  async #send(operation: ContractOperation, changes: Changes, demand: Demand): Promise<Sent> {
    const sent = await this.session.ask(operation, this.input(operation, changes), demand);
    // A check speaks of its own operation, whichever it called
    this.session.notes.keep(demand.check === this.#check ? this.operation : operation, sent);
    return sent;
  }

  /** Valid input with what is required, changed as said. */
  input(operation: ContractOperation, { path, query, header, body }: Changes): Input {
    const { seed } = this.session.options;
    const [valid] = fc.sample(validInputs(this.session, operation, "required", { ...query, ...path }), {
      seed,
      numRuns: 1,
    });
    if (valid === undefined) throw new OutOfReach(`no valid input of ${operation.id} is known`);
    return {
      path: { ...valid.path, ...path },
      query: { ...valid.query, ...query },
      header: { ...valid.header, ...header },
      body: body === undefined ? valid.body : { ...Object(valid.body), ...Object(body) },
    };
  }

  /** Says what is wrong, when something is. */
  expect(isSo: boolean, shownBy: Sent, message: string, expected: Expectation, assumption?: string): void {
    if (isSo) return;
    this.#wrong = true;
    const verdict = assumption === undefined ? "violation" : "difference";
    const deviation = { check: this.#check, verdict, message, expected, assumption } as const;
    this.session.notes.keep(this.operation, { ...shownBy, passed: [], deviations: [deviation] });
  }

  /** As `expect`, for two values that have to be equal. */
  expectEqual(
    found: unknown,
    wanted: unknown,
    shownBy: Sent,
    what: string,
    expected: Expectation,
    assumption?: string,
  ): void {
    const message = `${what} is ${shortJson(found, 120)}, not ${shortJson(wanted, 120)}.`;
    this.expect(isSame(found, wanted), shownBy, message, expected, assumption);
  }

  /** Creates a user whom nobody else has. */
  async createUser(fields: Readonly<Record<string, unknown>> = {}): Promise<UserIds & { readonly called: Sent }> {
    const client_user_id = this.freshId("user");
    const called = await this.call("createUser", { body: { client_user_id, ...fields } });
    const user_id = field(called.body, "user_id");
    // What is wrong with the answer was reported under createUser
    if (typeof user_id !== "string") throw new OutOfReach("createUser did not name the user that it created");
    return { user_id, client_user_id: String(fields["client_user_id"] ?? client_user_id), called };
  }

  /** A text that this run has not used yet. */
  freshId(what: string): string {
    return this.session.freshId(what);
  }

  /** What the data names, or out of reach. */
  named<K extends keyof VerifyData>(name: K): NonNullable<VerifyData[K]> {
    const value = this.data[name];
    if (value === undefined || value === null) {
      throw new OutOfReach(`${this.session.dataFile ?? "the example cast"} names no \`${name}\``);
    }
    return value;
  }

  operationOf(id: string): ContractOperation {
    const operation = this.session.operation(id);
    if (operation === undefined) throw new OutOfReach(`the contract has no operation ${id}`);
    if (this.session.hostOf(operation) === undefined)
      throw new OutOfReach(`${id} needs --management-url and --management-key`);
    return operation;
  }

  /** Where the contract describes an answer of the operation. */
  answer(status: "200" | "400" | "422"): Expectation["pointer"] {
    return responsePointer(this.operation, status);
  }

  /** Where a parameter of the operation is written, and the assumption that leaves open what it does, or what all of them do. */
  assumptionOn(name: string): { readonly pointer: string; readonly assumption: string | undefined } {
    const parameter = this.operation.parameters.find((one) => one.name === name);
    if (parameter === undefined) throw new OutOfReach(`${this.operation.id} has no parameter ${name}`);
    return {
      pointer: parameterPointer(this.session.contract, this.operation, parameter),
      assumption:
        excuse(parameter["x-assumption"], ...behaviour) ??
        excuse(this.operation.operation["x-assumption"], ...behaviour),
    };
  }
}

/** The assumption of an operation, when it leaves open where the operation is: only such a one excuses a refusal. */
export function assumptionOfPlace({ operation }: ContractOperation): string | undefined {
  return excuse(operation["x-assumption"], "path");
}

/** Was the call answered with a success? */
export function succeeded({ exchange }: Sent): boolean {
  const status = exchange.answer?.status ?? 0;
  return status >= 200 && status < 300;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Equal; UUIDs also when written in other letters. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === "string" && typeof b === "string" && uuid.test(a)) return a.toLowerCase() === b.toLowerCase();
  return isDeepStrictEqual(a, b);
}

/**
 * A field of an answer, of which a check then says more. Whether it may be missing is judged with the answer.
 *
 * @throws {OutOfReach} when it is missing.
 */
export function readField({ body }: Sent, ...path: readonly string[]): unknown {
  const found = field(body, ...path);
  if (found === undefined) throw new OutOfReach(`the answer has no \`${path.at(-1)}\``);
  return found;
}

/** A list in a JSON value; empty when there is none, which is for the schema to report. */
export function list(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = field(value, ...path);
  return Array.isArray(found) ? found : [];
}
