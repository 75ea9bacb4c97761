// A check of behaviour as a row, and its tools: calls of operations by name, and what is expected of the answers.
import { isDeepStrictEqual } from "node:util";
import { dateTimeMs, excuse, field, type OpenWord } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { call as callServer, findPlan, freshId, type Run, type Sent } from "../calls.ts";
import { isUuid, type UserIds, type VerifyData } from "../data.ts";
import { choosePlainInput } from "../input/valid-input.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { Plan } from "../plan.ts";
import type { Entry, RequestResult } from "../report.ts";
import type { Input } from "../sending/request.ts";
import { type Deviation, makeDeviation } from "../verdicts/deviation.ts";
import { acceptance, type Demand, type Outcome } from "../verdicts/judge.ts";
import { absence, behaviour, elsewhere } from "../verdicts/open-words.ts";
import { findPlace, type Place } from "./named-place.ts";

/** The statement that a check holds a server to. Each has a wrong server in `test/verify/gallery/` that it alone finds. */
export interface Statement {
  /** The id of the check in reports. */
  readonly id: string;
  /** The behaviour that it holds a server to, as a sentence. */
  readonly holds: string;
  /** The sentence of the service that says so, as `test/statements.yaml` numbers it. Without one a departure is unexpected, not a violation. */
  readonly states?: string;
}

/** A row of the table of checks. */
export interface Check extends Statement {
  /** The operations that it says something of, by id; or whether it says something of one. */
  readonly on: string | readonly string[] | ((plan: Plan) => boolean);
  /** Arranges what is needed, sends, and says what is expected. It throws `OutOfReach` when it cannot be made. */
  run(context: CheckContext): Promise<void>;
}

/**
 * The part of an input that a check sets; the rest is valid input. By the names of parameters and fields; by `body user_id` where the name alone
 * would be that of a parameter, too.
 */
export type Given = Readonly<Record<string, unknown>>;

/** The excuse of another outcome: a place of the contract, and the words of which one has to be open there. */
type Excuse = readonly [place: string, ...open: readonly OpenWord[]];

/** Writes down what a check finds of one entry of the report. */
export function makeVerdicts({ notes }: Run, entry: Entry, { id, holds: text, states }: Statement) {
  const noted = new Set<"held" | "wrong" | "skipped">();
  const keep = (sent: RequestResult, deviations: readonly Deviation[]) => {
    noted.add(deviations.length === 0 ? "held" : "wrong");
    notes.keep(entry, { ...sent, passed: [], deviations });
  };
  return {
    keep,
    isWrong: () => noted.has("wrong"),
    /** Was all that it expected as expected? */
    hasPassed: () => !noted.has("wrong") && (noted.has("held") || !noted.has("skipped")),
    /** Notes whether something is as the check holds; what is open at its place excuses it. */
    expectAt(
      sent: RequestResult,
      { pointer, marks }: Place,
      isSo: boolean,
      message: string,
      open: readonly OpenWord[] = behaviour,
      isUnstated = states === undefined,
    ) {
      const expected = { text, pointer, assumption: excuse(marks, ...open), isUnstated };
      keep(sent, isSo ? [] : [makeDeviation(id, message, expected)]);
    },
    /** Notes why a part of the check was not made. */
    skip(reason: string) {
      noted.add("skipped");
      notes.skip(entry, id, reason);
    },
  };
}

/** The tools of one check of one operation. */
export type CheckContext = ReturnType<typeof makeContext>;

export function makeContext(run: Run, plan: Plan, check: Statement, validCall: Sent | undefined) {
  const verdicts = makeVerdicts(run, plan, check);
  const { keep, expectAt, skip } = verdicts;

  const send = async (id: string, given: Given, makeDemand: (called: Plan) => Demand): Promise<Sent> => {
    const called = findPlan(run, id);
    const demand = makeDemand(called);
    const sent = await callServer(run, called, makeInput(run, called, given), demand);
    // A check speaks of its own operation, whichever it called
    run.notes.keep(demand.check === check.id ? plan : called, sent);
    return sent;
  };

  /**
   * Calls an operation with valid input, but for what is given, and expects to be accepted.
   *
   * @throws {OutOfReach} when it is refused, which is reported under that operation.
   */
  const call = async (given: Given = {}, id = plan.id): Promise<Sent> => {
    const sent = await send(id, given, (called) => ({ ...acceptance(called), isThere: true }));
    if (!sent.asDemanded) throw new OutOfReach(`${id} did not accept the call that this needs`);
    return sent;
  };

  return {
    ...verdicts,
    plan,
    data: run.data,
    call,

    /**
     * Says what is wrong, when something is: a difference where the place leaves it open.
     *
     * @param place What states it, by its name, as `findPlace` takes it.
     * @param message What is found instead of what the check holds.
     * @param open What has to be open there; by default what it means.
     */
    expect(sent: Sent, place: string, isSo: boolean, message: string, open?: readonly OpenWord[]) {
      expectAt(sent, findPlace(plan, place), isSo, message, open);
    },

    /**
     * The valid call that was made of this operation.
     *
     * @throws {OutOfReach} when it was not accepted.
     */
    get valid(): Sent {
      if (validCall === undefined) throw new OutOfReach("no valid call was accepted");
      return validCall;
    },

    /** Calls the operation with valid input; what is open at a place excuses a refusal. */
    offer: (given: Given, [place, ...open]: Excuse) =>
      send(plan.id, given, (called) => acceptance(called, excuse(findPlace(plan, place).marks, ...open))),

    /** Calls an operation with input that a server may well refuse: only an error of the server is a finding. */
    attempt: (given: Given, id = plan.id) =>
      send(id, given, ({ pointer }) => ({
        check: "no-server-error",
        outcome: "tolerated",
        expected: { text: "No error of the server.", pointer },
      })),

    /** Calls an operation and demands an outcome, as this check's own. */
    async demand(outcome: Outcome, given: Given, [place, ...open]: Excuse = [""], id = plan.id): Promise<Sent> {
      const isThere = outcome === "accepted";
      const sent = await send(id, given, (called) => {
        const { pointer } = findPlace(called, isThere ? "" : outcome);
        const assumption = excuse(findPlace(plan, place).marks, ...open);
        const expected = { text: check.holds, pointer, assumption, isUnstated: check.states === undefined };
        return { check: check.id, outcome, expected, isThere };
      });
      if (sent.unclear !== undefined) throw new OutOfReach(sent.unclear);
      keep(sent, sent.asDemanded ? [] : sent.deviations);
      return sent;
    },

    /**
     * Expects a value at a field. One that is required by assumption only says nothing by missing: the check is skipped in part then.
     *
     * @param place The field, such as `User.user_id`.
     * @param path Where it stands in the body; by default as the place says.
     */
    equal(sent: Sent, place: string, wanted: unknown, path: readonly string[] = place.split(".").slice(1)) {
      const found = field(sent.body, ...path);
      const name = place.split(".").at(-1);
      const at = findPlace(plan, place);
      if (found === undefined && at.isOptional) {
        expectAt(sent, at, false, `\`${name}\` was sent, and is not shown.`, [...absence, "fields"], true);
      } else if (found === undefined && !at.required) {
        skip(`the answer has no \`${name}\``);
      } else {
        const message = `\`${name}\` is ${shortJson(found, 120)}, not ${shortJson(wanted, 120)}.`;
        expectAt(sent, at, isSame(found, wanted), message, elsewhere);
      }
    },

    /** Creates a user whom nobody else has. */
    async createUser(fields: Given = {}): Promise<UserIds & { readonly called: Sent }> {
      const client_user_id = String(fields["client_user_id"] ?? freshId("user"));
      const called = await call({ ...fields, client_user_id }, "createUser");
      const user_id = field(called.body, "user_id");
      // A wrong answer was reported under createUser
      if (typeof user_id !== "string") throw new OutOfReach("createUser did not name the user that it created");
      return { user_id, client_user_id, called };
    },

    /** @throws {OutOfReach} when the data does not name it. */
    named<K extends keyof VerifyData>(name: K): NonNullable<VerifyData[K]> {
      const value = run.data[name];
      if (value !== undefined && value !== null) return value;
      throw new OutOfReach(`${run.options.data.file ?? "the example cast"} names no \`${name}\``);
    },
  };
}

/** Valid input with what is required, but for what is given. */
function makeInput(run: Run, plan: Plan, given: Given): Input {
  return Object.entries(given).reduce(
    (input, [name, value]) => {
      const place = plan.places.find((one) => one.name === name || one.path.join(" ") === name);
      if (place === undefined) throw new OutOfReach(`${plan.id} takes no \`${name}\``);
      return place.set(input, value);
    },
    choosePlainInput(run, plan, "required", given),
  );
}

/** When the server answered, by its own clock. */
export function readDate({ exchange: { answer } }: Sent): number {
  return Date.parse(answer?.headers.get("date") ?? new Date().toISOString());
}

/**
 * A field of the body, of which a check then says more. Whether it may be missing is judged with the answer.
 *
 * @throws {OutOfReach} when it is missing.
 */
export function read({ body }: Sent, ...path: readonly string[]): unknown {
  const found = field(body, ...path);
  if (found === undefined) throw new OutOfReach(`the answer has no \`${path.at(-1)}\``);
  return found;
}

/** A list in the body; empty when there is none, which is for the schema to report. */
export function list({ body }: Sent, ...path: readonly string[]): readonly unknown[] {
  const found = field(body, ...path);
  return Array.isArray(found) ? found : [];
}

/** The first item that is in a list twice. */
export function findTwice(items: readonly unknown[]): unknown {
  return items.find((one, index) => items.findIndex((other) => isDeepStrictEqual(one, other)) !== index);
}

/** Has a value a time or an id, which two things do not have in common by chance? What everything has by default may be alike. */
export function isUnmistakable(value: unknown): boolean {
  const texts = (JSON.stringify(value)?.match(/"[^"]+"/g) ?? []).map((text) => text.slice(1, -1));
  return texts.some((text) => !Number.isNaN(dateTimeMs(text)) || isUuid(text));
}

/** The known values of a schema of the contract. */
export function listKnownValues({ document }: Plan, component: string): string[] {
  const schema = document.components.schemas[component];
  return (schema?.enum ?? schema?.["x-extensible-enum"] ?? []).map(String);
}

/** Equal; UUIDs also when written in other letters. */
function isSame(a: unknown, b: unknown): boolean {
  if (isUuid(a) && isUuid(b)) return a.toLowerCase() === b.toLowerCase();
  return isDeepStrictEqual(a, b);
}
