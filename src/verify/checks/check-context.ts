// A check of behaviour, and its tools: calls of operations by name, the data, and answers held to the contract.
import { isDeepStrictEqual } from "node:util";
import { type ContractOperation, excuse, field, type OpenWord } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { isUuid, type UserIds, type VerifyData } from "../data.ts";
import { choosePlainInput } from "../input/valid-input.ts";
import { OutOfReach } from "../out-of-reach.ts";
import { absence, behaviour, elsewhere, findPlace, operationPointer, type Place, responsePointer } from "../places.ts";
import type { Plan } from "../plan.ts";
import type { Input } from "../sending/request.ts";
import type { Sent, Session } from "../session.ts";
import { makeDeviation } from "../verdicts/deviation.ts";
import { acceptance, type Demand, isSuccess, type Outcome } from "../verdicts/judge.ts";

/** A row of the table of checks. Each has a wrong server in `test/verify/gallery/` that it alone finds. */
export interface Check {
  /** Its id in reports. */
  readonly id: string;
  /** The behaviour that it holds a server to, as a sentence. */
  readonly holds: string;
  /** The sentence of the service that says so, as `test/statements.yaml` numbers it. Without one a departure is unexpected, not a violation. */
  readonly states?: string;
  /** The operations that it says something of, by id; or whether it says something of one. */
  readonly on: string | readonly string[] | ((plan: Plan) => boolean);
  /** Arranges what is needed, sends, and says what is expected. It throws `OutOfReach` when it cannot be made. */
  run(context: CheckContext): Promise<void>;
}

/**
 * The part of an input that a check sets; the rest is valid input. By the names of parameters and fields; by `body user_id` where the name alone
 * would be that of a parameter, too. An answer stands for the same call again.
 */
export type Given = Readonly<Record<string, unknown>>;

/** The excuse of another outcome: a place of the contract, and the words of which one has to be open there. */
type Excuse = readonly [place: string, ...open: readonly OpenWord[]];

/** An answer, which a check holds to what is stated. */
export class Reply {
  readonly sent: Sent;
  readonly #context: CheckContext;

  constructor(context: CheckContext, sent: Sent) {
    this.#context = context;
    this.sent = sent;
  }

  get body(): unknown {
    return this.sent.body;
  }

  /** Did the request have the outcome that was demanded? */
  get asDemanded(): boolean {
    return this.sent.asDemanded;
  }

  get status(): number {
    return this.sent.exchange.answer?.status ?? 0;
  }

  get succeeded(): boolean {
    return isSuccess(this.status);
  }

  /** When the server answered, by its own clock. */
  get date(): number {
    return Date.parse(this.sent.exchange.answer?.headers.get("date") ?? new Date().toISOString());
  }

  /** A field of the body; undefined when there is none. */
  field(...path: readonly string[]): unknown {
    return field(this.body, ...path);
  }

  /**
   * A field of the body, of which a check then says more. Whether it may be missing is judged with the answer.
   *
   * @throws {OutOfReach} when it is missing.
   */
  read(...path: readonly string[]): unknown {
    const found = this.field(...path);
    if (found === undefined) throw new OutOfReach(`the answer has no \`${path.at(-1)}\``);
    return found;
  }

  /** A list in the body; empty when there is none, which is for the schema to report. */
  list(...path: readonly string[]): readonly unknown[] {
    const found = this.field(...path);
    return Array.isArray(found) ? found : [];
  }

  /**
   * Says what is wrong, when something is: a difference where the place leaves it open.
   *
   * @param place What states it, by its name, as `findPlace` takes it.
   * @param message What is found instead of what the check holds.
   * @param open What has to be open there; by default what it means.
   */
  expect(place: string, isSo: boolean, message: string, open: readonly OpenWord[] = behaviour): void {
    this.#context.expect(this.sent, this.#context.place(place), isSo, message, open);
  }

  /**
   * Expects a value at a field. One that is required by assumption only says nothing by missing: the check is skipped in part then.
   *
   * @param place The field, such as `User.user_id`.
   * @param path Where it stands in the body; by default as the place says.
   */
  equal(place: string, wanted: unknown, path: readonly string[] = place.split(".").slice(1)): void {
    const found = this.field(...path);
    const name = place.split(".").at(-1);
    const at = this.#context.place(place);
    if (found === undefined && at.isOptional) {
      const message = `\`${name}\` was sent, and is not shown.`;
      this.#context.expect(this.sent, at, false, message, [...absence, "fields"], true);
      return;
    }
    if (found === undefined && !at.required) {
      this.#context.skip(`the answer has no \`${name}\``);
      return;
    }
    const message = `\`${name}\` is ${shortJson(found, 120)}, not ${shortJson(wanted, 120)}.`;
    this.expect(place, isSame(found, wanted), message, elsewhere);
  }
}

/** One check of one operation, as it is made. */
export class CheckContext {
  readonly session: Session;
  readonly data: VerifyData;
  readonly operation: Plan;
  readonly #valid: Sent | undefined;
  readonly #check: Check;
  /** Did it say that something is wrong? */
  wrong = false;
  #hasClaimed = false;
  #hasSkipped = false;

  constructor(session: Session, operation: Plan, check: Check, valid: Sent | undefined) {
    this.session = session;
    this.data = session.data;
    this.operation = operation;
    this.#valid = valid;
    this.#check = check;
  }

  /** Was all that it expected as expected? */
  get passed(): boolean {
    return !this.wrong && (this.#hasClaimed || !this.#hasSkipped);
  }

  /**
   * The valid call that was made of this operation.
   *
   * @throws {OutOfReach} when it was not accepted.
   */
  get valid(): Reply {
    if (this.#valid === undefined) throw new OutOfReach("no valid call was accepted");
    return new Reply(this, this.#valid);
  }

  /**
   * Calls an operation with valid input, but for what is given, and expects to be accepted.
   *
   * @throws {OutOfReach} when it is refused, which is reported under that operation.
   */
  async call(given: Given = {}, id = this.operation.id): Promise<Reply> {
    const reply = await this.#send(id, given, (operation) => ({ ...acceptance(operation), isThere: true }));
    if (!reply.asDemanded) throw new OutOfReach(`${id} did not accept the call that this needs`);
    return reply;
  }

  /** Calls the operation with valid input; what is open at a place excuses a refusal. */
  offer(given: Given, [place, ...open]: Excuse): Promise<Reply> {
    const assumption = excuse(this.place(place).marks, ...open);
    return this.#send(this.operation.id, given, (operation) => acceptance(operation, assumption));
  }

  /** Calls an operation with input that a server may well refuse: only an error of the server is a finding. */
  async attempt(given: Given | Reply, id = this.operation.id): Promise<Reply> {
    return this.#send(id, given, (operation) => ({
      check: "no-server-error",
      outcome: "tolerated",
      expected: { text: "No error of the server.", pointer: operationPointer(operation) },
    }));
  }

  /** Calls an operation and demands an outcome, as this check's own. */
  async demand(outcome: Outcome, given: Given | Reply, [place, ...open]: Excuse = [""], id?: string): Promise<Reply> {
    const { id: check, holds: text, states } = this.#check;
    const assumption = excuse(this.place(place).marks, ...open);
    const isUnstated = states === undefined;
    const reply = await this.#send(id ?? this.operation.id, given, (operation) => {
      const pointer = outcome === "accepted" ? operationPointer(operation) : responsePointer(operation, outcome);
      const isThere = outcome === "accepted";
      return { check, outcome, expected: { text, pointer, assumption, isUnstated }, isThere };
    });
    this.#hasClaimed = true;
    if (reply.sent.unclear !== undefined) throw new OutOfReach(reply.sent.unclear);
    if (!reply.asDemanded) this.wrong = true;
    return reply;
  }

  async #send(id: string, given: Given | Reply, make: (operation: ContractOperation) => Demand): Promise<Reply> {
    const operation = this.session.operation(id);
    const demand = make(operation);
    const sent = await this.session.ask(operation, this.#makeInput(operation, given), demand);
    // A check speaks of its own operation, whichever it called
    this.session.notes.keep(demand.check === this.#check.id ? this.operation : operation, sent);
    return new Reply(this, sent);
  }

  /** Valid input with what is required, but for what is given. */
  #makeInput(operation: Plan, given: Given | Reply): Input {
    if (given instanceof Reply) return given.sent.input;
    return Object.entries(given).reduce(
      (input, [name, value]) => {
        const place = operation.places.find((one) => one.name === name || one.path.join(" ") === name);
        if (place === undefined) throw new OutOfReach(`${operation.id} takes no \`${name}\``);
        return place.set(input, value);
      },
      choosePlainInput(this.session, operation, "required", given),
    );
  }

  /** Notes whether something is as the check holds; what is open at its place excuses it. */
  expect(
    sent: Sent,
    { pointer, marks }: Place,
    isSo: boolean,
    message: string,
    open: readonly OpenWord[],
    isUnstated = this.#check.states === undefined,
  ): void {
    this.#hasClaimed = true;
    if (isSo) return;
    this.wrong = true;
    const { id, holds: text } = this.#check;
    const expected = { text, pointer, assumption: excuse(marks, ...open), isUnstated };
    const deviation = makeDeviation(id, message, expected);
    this.session.notes.keep(this.operation, { ...sent, passed: [], deviations: [deviation] });
  }

  /** A place of the contract by its name, as `findPlace` takes it. */
  place(name: string): Place {
    return findPlace(this.operation.document, this.operation, name);
  }

  /** Notes why a part of the check was not made. */
  skip(reason: string): void {
    this.#hasSkipped = true;
    this.session.notes.skip(this.operation, this.#check.id, reason);
  }

  /** Creates a user whom nobody else has. */
  async createUser(fields: Readonly<Record<string, unknown>> = {}): Promise<UserIds & { readonly called: Reply }> {
    const client_user_id = this.freshId("user");
    const called = await this.call({ client_user_id, ...fields }, "createUser");
    const user_id = called.field("user_id");
    // A wrong answer was reported under createUser
    if (typeof user_id !== "string") throw new OutOfReach("createUser did not name the user that it created");
    return { user_id, client_user_id: String(fields["client_user_id"] ?? client_user_id), called };
  }

  /** A text that this run has not used yet. */
  freshId(what: string): string {
    return this.session.freshId(what);
  }

  /** @throws {OutOfReach} when the data does not name it. */
  named<K extends keyof VerifyData>(name: K): NonNullable<VerifyData[K]> {
    const value = this.data[name];
    if (value !== undefined && value !== null) return value;
    throw new OutOfReach(`${this.session.options.data.file ?? "the example cast"} names no \`${name}\``);
  }

  /** The known values of a schema of the contract. */
  knownValues(component: string): string[] {
    const schema = this.operation.document.components.schemas[component];
    return (schema?.enum ?? schema?.["x-extensible-enum"] ?? []).map(String);
  }
}

/** Equal; UUIDs also when written in other letters. */
function isSame(a: unknown, b: unknown): boolean {
  if (isUuid(a) && isUuid(b)) return a.toLowerCase() === b.toLowerCase();
  return isDeepStrictEqual(a, b);
}
